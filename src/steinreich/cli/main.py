"""The program `steinreich`: commands, error messages and exit codes."""

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
    build_wasm,
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
from steinreich.cli.language import Translator, find_language
from steinreich.cli.parser import Commands, Parser
from steinreich.cli.shell_completion import print_completions_if_requested
from steinreich.rules.errors import BadRecord, SteinreichError
from steinreich.rules.untrusted import one_line

COMMANDS = (  # in the order in which help lists them
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
    build_wasm,
    completion,
)

DEFAULT_ARGUMENTS = ("serve", "--open")  # if no command is given

EXIT_BAD_RECORD = 1  # a record cannot be read or breaks the rules
EXIT_BAD_INPUT = 2  # wrong arguments, an unknown game, a file that cannot be read or written
EXIT_INTERRUPTED = 130  # Ctrl-C: 128 + SIGINT, the convention of shells
EXIT_BROKEN_PIPE = 141  # broken pipe: 128 + SIGPIPE, the convention of shells


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    prepare_streams()
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        code = run_with_error_messages(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_buffer(sys.stdout)
        return EXIT_BROKEN_PIPE
    except OSError as error:
        discard_buffer(sys.stdout)
        translate = Translator(find_language(arguments))
        message = translate("input or output failed: {}")
        print_error(f"steinreich: {message.format(error.strerror or error)}")
        return EXIT_BAD_INPUT
    return code


def run_with_error_messages(arguments: Sequence[str]) -> int:
    """Run a command; print errors as one line on standard error."""
    try:
        return run(arguments)
    except SteinreichError as error:
        print_error(f"steinreich: {one_line(error.message.in_language(find_language(arguments)))}")
        return EXIT_BAD_RECORD if isinstance(error, BadRecord) else EXIT_BAD_INPUT
    except KeyboardInterrupt:
        print_error("")
        return EXIT_INTERRUPTED


def run(arguments: Sequence[str]) -> int:
    """Parse the arguments and run their command."""
    language = find_language(arguments)
    parser = make_parser(Translator(language))
    print_completions_if_requested(parser)
    try:
        args = parser.parse_args(arguments)
        if not args.command:
            args = parser.parse_args([*arguments, *DEFAULT_ARGUMENTS])
    except SystemExit as request:  # raised by --help and --version
        return int(request.code or 0)
    args.lang, args.translate = language, parser.translate
    code: int = args.run(args)
    return code


def make_parser(translate: Translator) -> Parser:
    """Return the parser of the whole program."""
    parser = Parser(
        translate,
        prog="steinreich",
        description=translate(
            "Play, analyse and measure abstract board games.\n"
            "Without a command, Steinreich opens in the browser."
        ),
        epilog=translate(
            "Name a game as `steinreich games` lists it, with options in brackets, or by the\n"
            'path of a game file:  vier3d   "vier3d(variant=most_fours)"   my/game.py'
        ),
    )
    parser.options.add_argument(
        "--version",
        action="version",
        version=f"steinreich {__version__}",
        help=translate("show the version"),
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


def discard_buffer(stream: TextIO) -> None:
    """Discard the buffer of a broken stream, so that flushing it at exit does not fail."""
    with suppress(OSError):
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, stream.fileno())
        os.close(null_device)


def print_error(line: str) -> None:
    """Write a line to standard error, if it is open."""
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        discard_buffer(sys.stderr)
