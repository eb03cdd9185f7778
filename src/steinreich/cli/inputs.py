"""Arguments of commands: games, positions, numbers, and files to read and write."""

import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from steinreich.cli.language import Translator
from steinreich.cli.parser import Parser, UsageError
from steinreich.cli.shell_completion import complete_game, set_completer
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.records import Record, read
from steinreich.records.reading import UnexpectedFile
from steinreich.rules.errors import BadRecord, SteinreichError
from steinreich.rules.language import Text

STANDARD_STREAM = "-"  # file name for standard input or output
MAX_SECONDS = 3600.0


class FileError(SteinreichError):
    """A file cannot be read or written."""


# Games and positions


def add_game(parser: Parser, **settings: object) -> None:
    """Add the argument for a game."""
    argument = parser.arguments.add_argument(
        "game",
        metavar=parser.translate("GAME"),
        help=parser.translate('a game: vier3d, "vier3d(players=3)", my/game.py'),
        **settings,  # type: ignore[arg-type]  # as the standard parser takes them
    )
    set_completer(argument, complete_game)


def check_companion_files(game: Game) -> None:
    """Load the optional files beside a game file (knowledge, reasons, puzzles) to report faults."""
    from steinreich.explain.own_reasons import find_own_reasons  # late: few commands need these
    from steinreich.players.knowledge import find_heuristics
    from steinreich.puzzles.definition import get_puzzle_definition

    find_heuristics(game)
    find_own_reasons(game)
    get_puzzle_definition(game)


def add_expected_game(parser: Parser) -> None:
    """Add the flag for the game of a record that does not name it."""
    argument = parser.options.add_argument(
        "--game",
        metavar=parser.translate("GAME"),
        help=parser.translate("game of records that name no game, or a game file"),
    )
    set_completer(argument, complete_game)


def add_file(parser: Parser) -> None:
    """Add the argument for the file of a record."""
    parser.arguments.add_argument(
        "file",
        metavar=parser.translate("FILE"),
        type=file_name(parser.translate),
        help=parser.translate("record in any format (-: standard input)"),
    )


def add_seed(parser: Parser, help: str) -> None:
    """Add the flag for the random seed."""
    parser.options.add_argument(
        "--seed", metavar="N", type=whole_number(parser.translate), help=help
    )


def reject_seed_with_position(
    position: str | None, seed: int | None, translate: Translator
) -> None:
    """Raise an error if both are given: a position ignores the seed."""
    if position is not None and seed is not None:
        message = translate("--seed sets up the start and cannot be combined with a position")
        raise UsageError(message)


def parse_position(game: Game, text: str | None, seed: int | None) -> Position:
    """Parse a position string; without one, return the start position."""
    return game.start(seed) if text is None else game.position(text)


def whole_number(
    translate: Translator, minimum: int = 0, maximum: int = 2**63 - 1
) -> Callable[[str], int]:
    """Return an argparse type for whole numbers from `minimum` to `maximum`."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            message = translate("{!r} is not a whole number").format(text)
            raise ArgumentTypeError(message) from None
        if not minimum <= value <= maximum:
            message = translate("{} is not from {} to {}")
            raise ArgumentTypeError(message.format(value, minimum, maximum))
        return value

    return read


def duration(translate: Translator) -> Callable[[str], float]:
    """Return an argparse type for positive times in seconds, up to `MAX_SECONDS`."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not 0 < value <= MAX_SECONDS:
            message = translate("{!r} is not a time of up to {:.0f} seconds")
            raise ArgumentTypeError(message.format(text, MAX_SECONDS))
        return value

    return read


def file_name(translate: Translator) -> Callable[[str], str]:
    """Return an argparse type for file names that are not empty."""

    def read(text: str) -> str:
        if not text:
            message = translate("the file name is empty")
            raise ArgumentTypeError(message)
        return text

    return read


# Files


def read_text(name: str) -> str:
    """Return the text of a file or of standard input, in UTF-8 whatever the terminal uses."""
    try:
        if name != STANDARD_STREAM:
            return Path(name).read_text("utf-8")
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="strict")
        return sys.stdin.read()
    except OSError as error:
        raise FileError(
            Text("cannot read {file}: {reason}", file=repr(name), reason=error.strerror)
        ) from None
    except UnicodeDecodeError:
        raise BadRecord(Text("this is not UTF-8 text")) from None


def write_text(name: str, text: str) -> None:
    """Write a text file atomically; `-` is standard output."""
    if name == STANDARD_STREAM:
        sys.stdout.write(text)
    else:
        write_file(name, text.encode())


def write_bytes(name: str, data: bytes) -> None:
    """Write a binary file atomically; `-` is standard output."""
    if name == STANDARD_STREAM:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        write_file(name, data)


def write_file(name: str, data: bytes) -> None:
    """Write a file atomically by renaming a temporary file."""
    if "\0" in name:
        why = Text("this is not a valid file name")
        raise FileError(Text("cannot write {file}: {reason}", file=repr(name), reason=why))
    path = Path(name).resolve()  # write to the target of a symbolic link
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a device or a pipe must not be replaced
            return
        temporary.write_bytes(data)
        if path.exists():
            temporary.chmod(path.stat().st_mode)
        temporary.replace(path)
    except OSError as error:
        raise FileError(
            Text("cannot write {file}: {reason}", file=repr(name), reason=error.strerror)
        ) from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)  # exists only after an error


def read_records(name: str, game: str | None) -> list[Record]:
    """Read and check the records in a file; `game` is the id or path of the expected game."""
    expected = None if game is None else load(game)
    try:
        return read(read_text(name), game=expected)
    except BadRecord as error:
        message = error.message
        if isinstance(error, UnexpectedFile):
            message = Text("{said}; if you trust this file, pass it as the game", said=message)
        stream = Text("standard input")
        raise BadRecord(message.after(stream if name == STANDARD_STREAM else name)) from None


def guess_form(name: str) -> str:
    """Return the record format that the suffix of a file name suggests."""
    suffix = Path(name).suffix.lower().removeprefix(".")
    return suffix if suffix in ("json", "jsonl") else "text"
