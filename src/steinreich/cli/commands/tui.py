"""`steinreich tui`: all games on the whole screen of a terminal, by mouse and keyboard."""

import sys
from argparse import Namespace

from steinreich.cli.commands.play import add_table, begun, loaded, protect, seated
from steinreich.cli.extras import TUI, extra_packages
from steinreich.cli.inputs import file_name, records_in
from steinreich.cli.parser import Commands, UsageError
from steinreich.compile.quiet import be_quiet
from steinreich.core.game import load
from steinreich.records import Record

EXAMPLES = """\
steinreich tui
steinreich tui vier3d --seats human,human
steinreich tui tzaar --seats level5,human --save game.txt
steinreich tui --load game.txt --save game.txt
steinreich tui --replay game.txt"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say(
        "play, analyse and replay on the whole terminal",
        "im ganzen Terminal spielen, analysieren und nachspielen",
    )
    parser = commands.add("tui", run, about, EXAMPLES)
    add_table(parser)
    parser.options.add_argument(
        "--replay",
        metavar=say("FILE", "DATEI"),
        type=file_name(say),
        help=say("look at the game in a file", "die Partie in einer Datei ansehen"),
    )


def run(args: Namespace) -> int:
    protect(args)
    with extra_packages(TUI, args.say):  # only now: other commands start quicker without them
        from steinreich.cli.tui.app import TerminalApp
    if args.replay and (args.load or args.position or args.seats or args.save):
        message = args.say("--replay goes with a game alone", "--replay passt nur zu einem Spiel")
        raise UsageError(message)
    app = TerminalApp(args.say, args.lang, seed=args.seed, file=args.save or args.load)
    if args.replay:
        record = first(records_in(args.replay, args.game))
        app.first = lambda: app.study(record)
    elif args.load or args.game:
        record = loaded(args) if args.load else begun(load(args.game), args)
        seats = seated(record, args)
        app.first = lambda: app.play(record, seats)
    elif args.seats or args.position:
        raise UsageError(args.say("which game? name it", "welches Spiel? Nenne es"))
    refuse_pipes(args)
    be_quiet()  # what is told of compilers would be written across the screen
    if last := app.run():
        print(last)
    return 0


def first(records: list[Record]) -> Record:
    """The first of some records, of which there is at least one."""
    return records[0]


def refuse_pipes(args: Namespace) -> None:
    """A screen needs a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = args.say(
            "tui needs a terminal; through pipes, play and replay do",
            "tui braucht ein Terminal; durch Pipes gehen play und replay",
        )
        raise UsageError(message)
