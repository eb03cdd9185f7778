"""Arguments of commands: games, positions, numbers, and files to read and write."""

import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from steinreich.cli.language import Say
from steinreich.cli.parser import Parser, UsageError
from steinreich.cli.proposals import complete, proposed_games
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.records import Record, read
from steinreich.records.reading import UnexpectedFile
from steinreich.rules.errors import BadRecord, SteinreichError
from steinreich.rules.language import Text

STANDARD_STREAM = "-"  # file name for standard input or output
MAX_SECONDS = 3600.0


class FileProblem(SteinreichError):
    """A file cannot be read or written."""


# Games and positions


def add_game(parser: Parser, **settings: object) -> None:
    """Add the argument for a game."""
    argument = parser.given.add_argument(
        "game",
        metavar=parser.say("GAME"),
        help=parser.say('a game: vier3d, "vier3d(players=3)", my/game.py'),
        **settings,  # type: ignore[arg-type]  # as the standard parser takes them
    )
    complete(argument, proposed_games)


def read_companions(game: Game) -> None:
    """Read knowledge, reasons and puzzles of a game, so that faults are reported at once."""
    from steinreich.explain.own_reasons import own_reasons  # late: few commands need these
    from steinreich.players.knowledge import find_knowledge
    from steinreich.puzzles.definition import puzzle_definition

    find_knowledge(game)
    own_reasons(game)
    puzzle_definition(game)


def add_expected_game(parser: Parser) -> None:
    """Add the flag for the game of a record that does not name it."""
    argument = parser.options.add_argument(
        "--game",
        metavar=parser.say("GAME"),
        help=parser.say("the game of a record that names none, or that names a game file"),
    )
    complete(argument, proposed_games)


def add_file(parser: Parser) -> None:
    """Add the argument for the file of a record."""
    parser.given.add_argument(
        "file",
        metavar=parser.say("FILE"),
        type=file_name(parser.say),
        help=parser.say("a record in any form (- for standard input)"),
    )


def add_seed(parser: Parser, help: str) -> None:
    """Add the flag for the random seed."""
    parser.options.add_argument("--seed", metavar="N", type=whole_number(parser.say), help=help)


def refuse_seed(position: str | None, seed: int | None, say: Say) -> None:
    """Raise an error for a seed together with a position, which would ignore it."""
    if position is not None and seed is not None:
        message = say("--seed sets up the start; it does not go with a position")
        raise UsageError(message)


def position_of(game: Game, text: str | None, seed: int | None) -> Position:
    """Parse a position; without a text, return the start."""
    return game.start(seed) if text is None else game.position(text)


def whole_number(say: Say, least: int = 0, most: int = 2**63 - 1) -> Callable[[str], int]:
    """Return the type of an argument that is a number in this range."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            message = say("{!r} is not a whole number").format(text)
            raise ArgumentTypeError(message) from None
        if not least <= value <= most:
            message = say("{} is not from {} to {}")
            raise ArgumentTypeError(message.format(value, least, most))
        return value

    return read


def duration(say: Say) -> Callable[[str], float]:
    """Return the type of an argument that is a time in seconds."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not 0 < value <= MAX_SECONDS:
            message = say("{!r} is not a time of up to {:.0f} seconds")
            raise ArgumentTypeError(message.format(text, MAX_SECONDS))
        return value

    return read


def file_name(say: Say) -> Callable[[str], str]:
    """Return the type of an argument that is the name of a file."""

    def read(text: str) -> str:
        if not text:
            message = say("the name of the file is empty")
            raise ArgumentTypeError(message)
        return text

    return read


# Files


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input: in UTF-8, whatever the terminal speaks."""
    try:
        if name != STANDARD_STREAM:
            return Path(name).read_text("utf-8")
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="strict")
        return sys.stdin.read()
    except OSError as error:
        raise FileProblem(
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
    """Write a file atomically, by a temporary file."""
    if "\0" in name:
        why = Text("no file has such a name")
        raise FileProblem(Text("cannot write {file}: {reason}", file=repr(name), reason=why))
    path = Path(name).resolve()  # where the name is a link, the link stays
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a device or a pipe cannot be replaced
            return
        part.write_bytes(data)
        if path.exists():
            part.chmod(path.stat().st_mode)
        part.replace(path)
    except OSError as error:
        raise FileProblem(
            Text("cannot write {file}: {reason}", file=repr(name), reason=error.strerror)
        ) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)  # there only if something went wrong


def records_in(name: str, game: str | None) -> list[Record]:
    """Read and check the records in a file; `game` is the id or path of the expected game."""
    expected = None if game is None else load(game)
    try:
        return read(read_text(name), game=expected)
    except BadRecord as error:
        said = error.words
        if isinstance(error, UnexpectedFile):
            said = Text("{said}; if you trust that file, name it as the game", said=said)
        stream = Text("standard input")
        raise BadRecord(said.after(stream if name == STANDARD_STREAM else name)) from None


def form_for(name: str) -> str:
    """Return the record format for a file name."""
    suffix = Path(name).suffix.lower().removeprefix(".")
    return suffix if suffix in ("json", "jsonl") else "text"
