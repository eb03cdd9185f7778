"""`steinreich tui`: all games on the whole screen of a terminal, by mouse and keyboard."""

import sys
from argparse import Namespace

from steinreich.cli.commands.play import add_table, choose_seats, opened_record, protect
from steinreich.cli.inputs import file_name, records_in
from steinreich.cli.parser import Commands, UsageError
from steinreich.compile.quiet import be_quiet
from steinreich.core.game import load
from steinreich.rules.extras import TUI, require_extra

EXAMPLES = """\
steinreich tui
steinreich tui vier3d --seats human,human
steinreich tui tzaar --seats level5,human --save game.txt
steinreich tui --load game.txt --save game.txt
steinreich tui --replay game.txt"""


def add(commands: Commands) -> None:
    say = commands.say
    about = say("play, analyse and replay on the whole terminal")
    parser = commands.add("tui", run, about, EXAMPLES)
    add_table(parser)
    parser.options.add_argument(
        "--replay",
        metavar=say("FILE"),
        type=file_name(say),
        help=say("look at the game in a file"),
    )


def run(args: Namespace) -> int:
    protect(args)
    with require_extra(TUI):  # only now: other commands start quicker without them
        from steinreich.cli.tui.app import TerminalApp
    if args.replay and (args.load or args.position or args.seats or args.save):
        message = args.say("--replay goes with a game alone")
        raise UsageError(message)
    app = TerminalApp(args.say, args.lang, seed=args.seed, file=args.save or args.load)
    if args.replay:
        [record, *_] = records_in(args.replay, args.game)
        app.first = lambda: app.study(record)
    elif args.load or args.game:
        record = opened_record(None if args.load else load(args.game), args)
        seats = choose_seats(record, args)
        app.first = lambda: app.play(record, seats)
    elif args.seats or args.position:
        raise UsageError(args.say("which game? name it"))
    refuse_pipes(args)
    be_quiet()  # notices would overwrite the screen
    if last := app.run():
        print(last)
    return 0


def refuse_pipes(args: Namespace) -> None:
    """A screen needs a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = args.say("tui needs a terminal; through pipes, play and replay do")
        raise UsageError(message)
