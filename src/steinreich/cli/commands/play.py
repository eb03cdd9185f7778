"""`steinreich play`: play a game in the terminal, line by line."""

from argparse import Namespace
from pathlib import Path

from steinreich.cli.inputs import (
    FileError,
    add_game,
    add_seed,
    file_name,
    parse_position,
    read_records,
)
from steinreich.cli.outputs import bold, dim, paragraph
from steinreich.cli.parser import Commands, Parser, UsageError
from steinreich.cli.terminal.line_client import LineClient, read_line
from steinreich.cli.terminal.seats import get_recorded_seats, parse_seats
from steinreich.cli.terminal.terminal_game import make_record
from steinreich.core.game import Game, load
from steinreich.core.registry import games
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError

DEFAULT_GAME = "vier3d"  # if the question is answered with Enter; easy to learn

EXAMPLES = """\
steinreich play
steinreich play vier3d --seats human,human
steinreich play tzaar --seats level5,human --explain
steinreich play "six_in_line(players=1)" --save puzzle.txt
steinreich play --load puzzle.txt --save puzzle.txt"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("play in the terminal")
    parser = commands.add("play", run, about, EXAMPLES)
    add_table_arguments(parser)
    parser.options.add_argument(
        "--explain",
        action="store_true",
        help=translate("show the reasons for the computer's moves"),
    )


def add_table_arguments(parser: Parser) -> None:
    """Add the arguments for game, seats, first position and file."""
    translate = parser.translate
    add_game(parser, nargs="?")
    parser.options.add_argument(
        "--seats",
        metavar="human,level3,...",
        help=translate(
            "players: human, level1, ..., level10, engine, random, ugi:COMMAND (default: "
            "human,level3)"
        ),
    )
    add_seed(parser, translate("random seed, for reproducible games"))
    start_options = parser.options.add_mutually_exclusive_group()
    start_options.add_argument(
        "--position",
        metavar="TEXT",
        help=translate("start from this position"),
    )
    file = translate("FILE")
    start_options.add_argument(
        "--load",
        metavar=file,
        type=file_name(translate),
        help=translate("continue the game saved in a file"),
    )
    parser.options.add_argument(
        "--save",
        metavar=file,
        type=file_name(translate),
        help=translate("save the game to a file"),
    )


def run(args: Namespace) -> int:
    refuse_to_overwrite(args)
    game = None
    if not args.load:
        game = ask_for_game(args) if args.game is None else load(args.game)
        if game is None:
            return 0
    record = open_record(game, args)
    seats = choose_seats(record, args)
    title = record.game.about.title.in_language(args.lang)
    hint = args.translate("type help for a list of commands")
    print(f"{bold(title)} · {dim(hint)}")
    LineClient(record, seats, args.translate, args.lang, args.seed, args.save, args.explain).run()
    return 0


def open_record(game: Game | None, args: Namespace) -> Record:
    """Return the record in the file to continue, or a new record of a game."""
    if game is None:
        return load_record(args)
    return make_record(parse_position(game, args.position, args.seed))


def choose_seats(record: Record, args: Namespace) -> list[str]:
    """Return the seats in the arguments, or else those in the record."""
    if args.seats is None:
        return get_recorded_seats(record, args.translate)
    return parse_seats(args.seats, record.game, args.translate)


def refuse_to_overwrite(args: Namespace) -> None:
    """Raise an error if saving would overwrite a file other than the one to continue."""
    if args.save and args.save != args.load and Path(args.save).exists():
        message = args.translate("{0} already exists; --load {0} continues the game")
        raise FileError(message.format(args.save))


def load_record(args: Namespace) -> Record:
    """Read the record to continue."""
    records = read_records(args.load, args.game)
    if len(records) > 1:
        message = args.translate("{} contains {} games, not one")
        raise UsageError(message.format(args.load, len(records)))
    found = records[0].game
    if args.game is not None and load(args.game) != found:
        message = args.translate("{} is a game of {}, not of {}")
        raise UsageError(message.format(args.load, found.id, args.game))
    return records[0]


def ask_for_game(args: Namespace) -> Game | None:
    """Ask for a game; return None at the end of the input."""
    names = games()
    default = DEFAULT_GAME if DEFAULT_GAME in names else names[0]
    print(bold(args.translate("Which game?")))
    for number, name in enumerate(names, 1):
        about = load(name).about
        print(f"  {number}  {bold(about.title.in_language(args.lang))} · {dim(name)}")
        print(paragraph(about.summary.in_language(args.lang), 5))
    prompt = args.translate("Number or name [{}]: ")
    while (line := read_line(prompt.format(default))) is not None:
        answer = line.strip() or default
        if answer.isdecimal() and 0 < int(answer) <= len(names):
            answer = names[int(answer) - 1]
        try:
            return load(answer)
        except SteinreichError as error:
            print(args.translate(error.message))
    return None
