"""The program `steinreich`: its commands, its errors, its exit codes."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from steinreich import __version__
from steinreich.cli import bench, convert, games, perft, play, replay, show
from steinreich.cli.language import Say, language_of, speaking
from steinreich.cli.parser import Commands, Parser
from steinreich.core.errors import BadRecord, SteinreichError

COMMANDS = (games, show, play, perft, replay, convert, bench)  # in the order of the help

FAILED = 1  # a record cannot be read or breaks the rules
BAD_INPUT = 2  # wrong arguments, an unknown game, a file that is not there
INTERRUPTED = 130  # Ctrl-C, as shells count it
PIPE_CLOSED = 141  # nobody reads the output any more, as shells count it


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give its exit code."""
    never_choke_on_letters()
    try:
        code = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except SteinreichError as error:
        print(f"steinreich: {error}", file=sys.stderr)
        return FAILED if isinstance(error, BadRecord) else BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has no reader: the flush at exit must not complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    return code


def run(arguments: Sequence[str]) -> int:
    """Understand the arguments and run the command they ask for."""
    language = language_of(arguments)
    parser = program(speaking(language))
    try:
        args = parser.parse_args(arguments)
    except SystemExit as done:  # --help and --version end here
        return int(done.code or 0)
    if not args.command:
        parser.print_help(sys.stderr)
        return BAD_INPUT
    args.lang, args.say = language, parser.say
    code: int = args.run(args)
    return code


def program(say: Say) -> Parser:
    """The parser of the whole program."""
    parser = Parser(
        say,
        prog="steinreich",
        description=say(
            "Abstract board games: look at them, play them, count and measure them.",
            "Abstrakte Brettspiele: ansehen, spielen, zählen und messen.",
        ),
        epilog=say(
            "A game is named as `steinreich games` lists it, with options in brackets, or by the\n"
            'path of a game file:  vier3d   "vier3d(variant=most_fours)"   my/game.py',
            "Ein Spiel heißt, wie `steinreich games` es nennt, mit Optionen in Klammern, oder wie\n"
            'seine Datei:  vier3d   "vier3d(variant=most_fours)"   mein/spiel.py',
        ),
    )
    parser.options.add_argument(
        "--version",
        action="version",
        version=f"steinreich {__version__}",
        help=say("show the version", "die Version zeigen"),
    )
    commands = Commands(parser)
    for command in COMMANDS:
        command.add(commands)
    return parser


def never_choke_on_letters() -> None:
    """A terminal that has no umlauts gets question marks instead of an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
