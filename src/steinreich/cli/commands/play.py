"""`steinreich play`: a game at the terminal, for people and computer players."""

from argparse import Namespace
from datetime import date
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
from steinreich.cli.terminal.keyboard import read_line
from steinreich.cli.terminal.seats import note_seats, recorded_seats, seats_in
from steinreich.cli.terminal.terminal_game import TerminalGame
from steinreich.core.game import Game, load
from steinreich.core.registry import games
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError

USUAL = "vier3d"  # for those who just press Enter: its rules are learnt in a minute

EXAMPLES = """\
steinreich play
steinreich play vier3d --seats human,human
steinreich play tzaar --seats level5,human --explain
steinreich play "six_in_line(players=1)" --save puzzle.txt
steinreich play --load puzzle.txt --save puzzle.txt"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("play at the terminal", "am Terminal spielen")
    parser = commands.add("play", run, about, EXAMPLES)
    add_table(parser)
    parser.options.add_argument(
        "--explain",
        action="store_true",
        help=say("let the computer tell its reasons", "der Computer nennt seine Gründe"),
    )


def add_table(parser: Parser) -> None:
    """The game, who plays it, where it begins and where it is kept."""
    say = parser.say
    add_game(parser, nargs="?")
    parser.options.add_argument(
        "--seats",
        metavar="human,level3,...",
        help=say(
            "who plays: human, level1, ..., level10, engine, random, ugi:COMMAND (human,level3)",
            "wer spielt: human, level1, ..., level10, engine, random, ugi:BEFEHL (human,level3)",
        ),
    )
    add_seed(parser, say("makes chance repeat itself", "der Zufall wiederholt sich"))
    begin = parser.options.add_mutually_exclusive_group()
    begin.add_argument(
        "--position",
        metavar="TEXT",
        help=say("begin at this position", "bei dieser Stellung beginnen"),
    )
    file = say("FILE", "DATEI")
    begin.add_argument(
        "--load",
        metavar=file,
        type=file_name(say),
        help=say("continue the game in a file", "die Partie in einer Datei fortsetzen"),
    )
    parser.options.add_argument(
        "--save",
        metavar=file,
        type=file_name(say),
        help=say("keep the game in a file", "die Partie in einer Datei aufheben"),
    )


def run(args: Namespace) -> int:
    protect(args)
    if args.load:
        record = loaded(args)
    else:
        game = asked(args) if args.game is None else load(args.game)
        if game is None:
            return 0
        record = begun(game, args)
    seats = seated(record, args)
    note_seats(record, seats)
    title = record.game.about.title.within(args.lang)
    hint = args.say("help shows what you can type", "hilfe zeigt, was man eingeben kann")
    print(f"{bold(title)} · {dim(hint)}")
    TerminalGame(record, seats, args.say, args.lang, args.seed, args.save, args.explain).play()
    return 0


def begun(game: Game, args: Namespace) -> Record:
    """A new game."""
    record = Record.of(position_of(game, args.position, args.seed))
    record.headers["Date"] = date.today().isoformat()
    return record


def seated(record: Record, args: Namespace) -> list[str]:
    """Who sits where, as the arguments say, or else the record."""
    if args.seats is None:
        return recorded_seats(record, args.say)
    return seats_in(args.seats, record.game, args.say)


def protect(args: Namespace) -> None:
    """Refuse to save over a game that is not the one to be continued."""
    if args.save and args.save != args.load and Path(args.save).exists():
        message = args.say(
            "{0} is there already; --load {0} would continue it",
            "{0} gibt es schon; --load {0} würde die Partie fortsetzen",
        )
        raise FileProblem(message.format(args.save))


def loaded(args: Namespace) -> Record:
    """The record to be continued."""
    records = records_in(args.load, args.game)
    if len(records) > 1:
        message = args.say("{} holds {} games, not one", "{} enthält {} Partien, nicht eine")
        raise UsageError(message.format(args.load, len(records)))
    found = records[0].game
    if args.game is not None and load(args.game) != found:
        message = args.say(
            "{} is a game of {}, not of {}", "{} ist eine Partie von {}, nicht von {}"
        )
        raise UsageError(message.format(args.load, found.id, args.game))
    return records[0]


def asked(args: Namespace) -> Game | None:
    """The game that a person chooses from the list; None if there is no answer."""
    names = games()
    usual = USUAL if USUAL in names else names[0]
    print(bold(args.say("Which game?", "Welches Spiel?")))
    for number, name in enumerate(names, 1):
        about = load(name).about
        print(f"  {number}  {bold(about.title.within(args.lang))} · {dim(name)}")
        print(paragraph(about.summary.within(args.lang), 5))
    prompt = args.say("Number or name [{}]: ", "Nummer oder Name [{}]: ")
    while (line := read_line(prompt.format(usual))) is not None:
        answer = line.strip() or usual
        if answer.isdecimal() and 0 < int(answer) <= len(names):
            answer = names[int(answer) - 1]
        try:
            return load(answer)
        except SteinreichError as error:
            print(args.say(*error.words))
    return None
