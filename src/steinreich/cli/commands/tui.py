"""`steinreich tui`: start the full-screen terminal client."""

import sys
from argparse import Namespace

from steinreich.cli.commands.play import (
    add_table_arguments,
    choose_seats,
    open_record,
    refuse_to_overwrite,
)
from steinreich.cli.inputs import file_name, read_records
from steinreich.cli.parser import Commands, UsageError
from steinreich.compile.quiet import disable_notices
from steinreich.core.game import load
from steinreich.rules.extras import TUI, require_extra

EXAMPLES = """\
steinreich tui
steinreich tui vier3d --seats human,human
steinreich tui tzaar --seats level5,human --save game.txt
steinreich tui --load game.txt --save game.txt
steinreich tui --replay game.txt"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("play, analyse and replay in a full-screen terminal client")
    parser = commands.add("tui", run, about, EXAMPLES)
    add_table_arguments(parser)
    parser.options.add_argument(
        "--replay",
        metavar=translate("FILE"),
        type=file_name(translate),
        help=translate("replay the game in a file"),
    )


def run(args: Namespace) -> int:
    refuse_to_overwrite(args)
    with require_extra(TUI):  # imported late, so that other commands start faster
        from steinreich.cli.tui.app import TerminalApp
    if args.replay and (args.load or args.position or args.seats or args.save):
        message = args.translate("--replay cannot be combined with other options than GAME")
        raise UsageError(message)
    app = TerminalApp(args.translate, args.lang, seed=args.seed, file=args.save or args.load)
    if args.replay:
        [record, *_] = read_records(args.replay, args.game)
        app.open_first_screen = lambda: app.open_study(record)
    elif args.load or args.game:
        record = open_record(None if args.load else load(args.game), args)
        seats = choose_seats(record, args)
        app.open_first_screen = lambda: app.open_table(record, seats)
    elif args.seats or args.position:
        raise UsageError(args.translate("no game given; name one, for example vier3d"))
    require_terminal(args)
    disable_notices()  # notices on standard error would overwrite the screen
    if closing_message := app.run():
        print(closing_message)
    return 0


def require_terminal(args: Namespace) -> None:
    """Raise an error if standard input or output is not a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = args.translate("tui needs a terminal; with pipes, use play or replay")
        raise UsageError(message)
