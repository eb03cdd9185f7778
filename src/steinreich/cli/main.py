"""The program `steinreich`: its commands, its errors, its exit codes."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

from steinreich import __version__
from steinreich.cli.commands import (
    analyse,
    arena,
    balance,
    bench,
    check,
    completion,
    convert,
    games,
    openings,
    perft,
    play,
    puzzles,
    replay,
    serve,
    show,
    tui,
    ugi,
    warm,
)
from steinreich.cli.language import Say, language_of
from steinreich.cli.parser import Commands, Parser
from steinreich.cli.proposals import answer_shell
from steinreich.rules.errors import BadRecord, SteinreichError
from steinreich.rules.untrusted import one_line

# In the order of the help
COMMANDS = (
    games,
    show,
    play,
    tui,
    serve,
    perft,
    replay,
    convert,
    check,
    bench,
    arena,
    balance,
    openings,
    ugi,
    analyse,
    puzzles,
    warm,
    completion,
)

DEFAULT_ARGUMENTS = ("serve", "--open")  # without a command

FAILED = 1  # exit code: a record cannot be read or breaks the rules
BAD_INPUT = 2  # wrong arguments, an unknown game, a file that cannot be read or written
INTERRUPTED = 130  # Ctrl-C: 128 + SIGINT, the convention of shells
PIPE_CLOSED = 141  # broken pipe: 128 + SIGPIPE, the convention of shells


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    prepare_streams()
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        code = answer(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        abandon(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        abandon(sys.stdout)
        say = Say(language_of(arguments))
        fails = say("input or output fails: {}")
        complain(f"steinreich: {fails.format(error.strerror or error)}")
        return BAD_INPUT
    return code


def answer(arguments: Sequence[str]) -> int:
    """Run a command; report invalid input in one line."""
    try:
        return run(arguments)
    except SteinreichError as error:
        complain(f"steinreich: {one_line(error.words.within(language_of(arguments)))}")
        return FAILED if isinstance(error, BadRecord) else BAD_INPUT
    except KeyboardInterrupt:
        complain("")
        return INTERRUPTED


def run(arguments: Sequence[str]) -> int:
    """Parse the arguments and run their command."""
    language = language_of(arguments)
    parser = program(Say(language))
    answer_shell(parser)
    try:
        args = parser.parse_args(arguments)
        if not args.command:
            args = parser.parse_args([*arguments, *DEFAULT_ARGUMENTS])
    except SystemExit as done:  # --help and --version end here
        return int(done.code or 0)
    args.lang, args.say = language, parser.say
    code: int = args.run(args)
    return code


def program(say: Say) -> Parser:
    """Return the parser of the whole program."""
    parser = Parser(
        say,
        prog="steinreich",
        description=say(
            "Abstract board games: look at them, play them, count and measure them.\n"
            "Without a command, the hall opens in the browser."
        ),
        epilog=say(
            "A game is named as `steinreich games` lists it, with options in brackets, or by the\n"
            'path of a game file:  vier3d   "vier3d(variant=most_fours)"   my/game.py'
        ),
    )
    parser.options.add_argument(
        "--version",
        action="version",
        version=f"steinreich {__version__}",
        help=say("show the version"),
    )
    commands = Commands(parser)
    for command in COMMANDS:
        command.add(commands)
    return parser


# Standard streams


def prepare_streams() -> None:
    """Redirect closed streams to the null device; replace characters that cannot be encoded."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def abandon(stream: TextIO) -> None:
    """Discard the buffer of a broken stream, so that the flush at exit does not fail again."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def complain(line: str) -> None:
    """Write a line to standard error, if it is open."""
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        abandon(sys.stderr)
