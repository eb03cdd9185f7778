"""What commands are given: games, positions, numbers, and files to read and write."""

import os
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from steinreich.cli.completion import complete, proposed_games
from steinreich.cli.parser import Parser, UsageError
from steinreich.cli.spoken_language import Say
from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.records import Record, read
from steinreich.records.reading import UnexpectedFile
from steinreich.rules.errors import BadRecord, SteinreichError
from steinreich.rules.language import Words

STANDARD_STREAM = "-"  # as the name of a file: standard input or output
LONGEST = 3600.0  # seconds


class FileProblem(SteinreichError):
    """A file cannot be read or written."""


# Games and positions


def add_game(parser: Parser, **settings: object) -> None:
    """The argument that says which game."""
    argument = parser.given.add_argument(
        "game",
        metavar=parser.say("GAME", "SPIEL"),
        help=parser.say(
            'a game: vier3d, "vier3d(players=3)", my/game.py',
            'ein Spiel: vier3d, "vier3d(players=3)", mein/spiel.py',
        ),
        **settings,  # type: ignore[arg-type]  # as the standard parser takes them
    )
    complete(argument, proposed_games)


def add_expected_game(parser: Parser) -> None:
    """The switch that says which game a record is of, if it does not say so itself."""
    argument = parser.options.add_argument(
        "--game",
        metavar=parser.say("GAME", "SPIEL"),
        help=parser.say(
            "the game of a record that names none, or that names a game file",
            "das Spiel einer Partie, die keines nennt oder eine Spieldatei nennt",
        ),
    )
    complete(argument, proposed_games)


def add_file(parser: Parser) -> None:
    """The argument that says which record."""
    parser.given.add_argument(
        "file",
        metavar=parser.say("FILE", "DATEI"),
        type=file_name(parser.say),
        help=parser.say(
            "a record in any form (- for standard input)",
            "eine Partie in jeder Form (- für die Standardeingabe)",
        ),
    )


def add_seed(parser: Parser, help: str) -> None:
    """The switch that makes chance repeat itself."""
    parser.options.add_argument("--seed", metavar="N", type=whole_number(parser.say), help=help)


def refuse_seed(position: str | None, seed: int | None, say: Say) -> None:
    """A seed that nothing depends on is a misunderstanding."""
    if position is not None and seed is not None:
        message = say(
            "--seed sets up the start; it does not go with a position",
            "--seed stellt den Anfang auf und passt nicht zu einer Stellung",
        )
        raise UsageError(message)


def position_of(game: Game, text: str | None, seed: int | None) -> Position:
    """The position a text stands for; without one, the start."""
    return game.start(seed) if text is None else game.position(text)


def whole_number(say: Say, least: int = 0, most: int = 2**63 - 1) -> Callable[[str], int]:
    """The type of an argument that is a number in this range."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            message = say("{!r} is not a whole number", "{!r} ist keine ganze Zahl").format(text)
            raise ArgumentTypeError(message) from None
        if not least <= value <= most:
            message = say("{} is not from {} to {}", "{} liegt nicht zwischen {} und {}")
            raise ArgumentTypeError(message.format(value, least, most))
        return value

    return read


def duration(say: Say) -> Callable[[str], float]:
    """The type of an argument that is a time in seconds."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not 0 < value <= LONGEST:
            message = say(
                "{!r} is not a time of up to {:.0f} seconds",
                "{!r} ist keine Zeit bis {:.0f} Sekunden",
            )
            raise ArgumentTypeError(message.format(text, LONGEST))
        return value

    return read


def file_name(say: Say) -> Callable[[str], str]:
    """The type of an argument that is the name of a file."""

    def read(text: str) -> str:
        if not text:
            message = say("the name of the file is empty", "der Name der Datei ist leer")
            raise ArgumentTypeError(message)
        return text

    return read


# Files


def read_text(name: str) -> str:
    """The text of a file, or of standard input: in UTF-8, whatever the terminal speaks."""
    try:
        if name != STANDARD_STREAM:
            return Path(name).read_text("utf-8")
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="strict")
        return sys.stdin.read()
    except OSError as error:
        why = Words(str(error.strerror), str(error.strerror))
        raise FileProblem(why.after(cannot("read", "lesen", name))) from None
    except UnicodeDecodeError:
        raise BadRecord(Words("this is not UTF-8 text", "das ist kein UTF-8-Text")) from None


def cannot(en: str, de: str, name: str) -> Words:
    """What cannot be done with a file."""
    return Words(f"cannot {en} {name!r}", f"{name!r} lässt sich nicht {de}")


def write_text(name: str, text: str) -> None:
    """Write a file in one go: at no moment is there half of it.  `-` is standard output."""
    if name == STANDARD_STREAM:
        sys.stdout.write(text)
    else:
        write_file(name, text.encode())


def write_bytes(name: str, data: bytes) -> None:
    """The same of what is no text."""
    if name == STANDARD_STREAM:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        write_file(name, data)


def write_file(name: str, data: bytes) -> None:
    """Write a file in one go."""
    if "\0" in name:
        why = Words("no file has such a name", "so heißt keine Datei")
        raise FileProblem(why.after(cannot("write", "schreiben", name)))
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
        why = Words(str(error.strerror), str(error.strerror))
        raise FileProblem(why.after(cannot("write", "schreiben", name))) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)  # there only if something went wrong


def records_in(name: str, game: str | None) -> list[Record]:
    """The records in a file, checked; `game` is the id or path of the game that is expected."""
    expected = None if game is None else load(game)
    try:
        return read(read_text(name), game=expected)
    except BadRecord as error:
        said = error.words
        if isinstance(error, UnexpectedFile):
            said = Words(
                f"{said.en}; if you trust that file, name it as the game",
                f"{said.de}; wenn du der Datei traust, nenne sie als Spiel",
            )
        stream = Words("standard input", "Standardeingabe")
        raise BadRecord(said.after(stream if name == STANDARD_STREAM else name)) from None


def form_for(name: str) -> str:
    """The form of record that the name of a file promises."""
    suffix = Path(name).suffix.lower().removeprefix(".")
    return suffix if suffix in ("json", "jsonl") else "text"
