"""`steinreich play`: a game at the terminal, for people and computer players."""

from argparse import Namespace
from pathlib import Path

from steinreich.cli.inputs import (
    FileProblem,
    add_game,
    add_seed,
    file_name,
    position_of,
    records_in,
)
from steinreich.cli.outputs import bold, dim, paragraph
from steinreich.cli.parser import Commands, Parser, UsageError
from steinreich.cli.terminal.line_client import LineClient, read_line
from steinreich.cli.terminal.seats import recorded_seats, seats_in
from steinreich.cli.terminal.terminal_game import new_record
from steinreich.core.game import Game, load
from steinreich.core.registry import games
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError

DEFAULT_GAME = "vier3d"  # when just Enter is pressed; its rules are quickly learned

EXAMPLES = """\
steinreich play
steinreich play vier3d --seats human,human
steinreich play tzaar --seats level5,human --explain
steinreich play "six_in_line(players=1)" --save puzzle.txt
steinreich play --load puzzle.txt --save puzzle.txt"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("play at the terminal")
    parser = commands.add("play", run, about, EXAMPLES)
    add_table(parser)
    parser.options.add_argument(
        "--explain",
        action="store_true",
        help=say("let the computer tell its reasons"),
    )


def add_table(parser: Parser) -> None:
    """Add the arguments for game, seats, first position and file."""
    say = parser.say
    add_game(parser, nargs="?")
    parser.options.add_argument(
        "--seats",
        metavar="human,level3,...",
        help=say(
            "who plays: human, level1, ..., level10, engine, random, ugi:COMMAND (human,level3)"
        ),
    )
    add_seed(parser, say("makes chance repeat itself"))
    begin = parser.options.add_mutually_exclusive_group()
    begin.add_argument(
        "--position",
        metavar="TEXT",
        help=say("begin at this position"),
    )
    file = say("FILE")
    begin.add_argument(
        "--load",
        metavar=file,
        type=file_name(say),
        help=say("continue the game in a file"),
    )
    parser.options.add_argument(
        "--save",
        metavar=file,
        type=file_name(say),
        help=say("keep the game in a file"),
    )


def run(args: Namespace) -> int:
    protect(args)
    game = None
    if not args.load:
        game = asked(args) if args.game is None else load(args.game)
        if game is None:
            return 0
    record = opened_record(game, args)
    seats = choose_seats(record, args)
    title = record.game.about.title.within(args.lang)
    hint = args.say("help shows what you can type")
    print(f"{bold(title)} · {dim(hint)}")
    LineClient(record, seats, args.say, args.lang, args.seed, args.save, args.explain).run()
    return 0


def opened_record(game: Game | None, args: Namespace) -> Record:
    """Return the record to be continued, or a new one of a game."""
    if game is None:
        return loaded(args)
    return new_record(position_of(game, args.position, args.seed))


def choose_seats(record: Record, args: Namespace) -> list[str]:
    """Return the seats from the arguments, or else from the record."""
    if args.seats is None:
        return recorded_seats(record, args.say)
    return seats_in(args.seats, record.game, args.say)


def protect(args: Namespace) -> None:
    """Refuse to save over a game that is not the one to be continued."""
    if args.save and args.save != args.load and Path(args.save).exists():
        message = args.say("{0} is there already; --load {0} would continue it")
        raise FileProblem(message.format(args.save))


def loaded(args: Namespace) -> Record:
    """Return the record to be continued."""
    records = records_in(args.load, args.game)
    if len(records) > 1:
        message = args.say("{} holds {} games, not one")
        raise UsageError(message.format(args.load, len(records)))
    found = records[0].game
    if args.game is not None and load(args.game) != found:
        message = args.say("{} is a game of {}, not of {}")
        raise UsageError(message.format(args.load, found.id, args.game))
    return records[0]


def asked(args: Namespace) -> Game | None:
    """Return the game that a person chooses from the list; None if there is no answer."""
    names = games()
    usual = DEFAULT_GAME if DEFAULT_GAME in names else names[0]
    print(bold(args.say("Which game?")))
    for number, name in enumerate(names, 1):
        about = load(name).about
        print(f"  {number}  {bold(about.title.within(args.lang))} · {dim(name)}")
        print(paragraph(about.summary.within(args.lang), 5))
    prompt = args.say("Number or name [{}]: ")
    while (line := read_line(prompt.format(usual))) is not None:
        answer = line.strip() or usual
        if answer.isdecimal() and 0 < int(answer) <= len(names):
            answer = names[int(answer) - 1]
        try:
            return load(answer)
        except SteinreichError as error:
            print(args.say.shown(error.words))
    return None
