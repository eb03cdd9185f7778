"""What reading has in common in every form of record: limits, errors, the game, the start.

Records come from strangers.  A text is refused as a whole when it is too long or no Unicode,
and a record cannot make us run a file: it names a game of the package, or the one expected.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from steinreich.core.game import Game, load, split_id
from steinreich.core.game_files import is_path
from steinreich.core.position import Position
from steinreich.rules import arguments
from steinreich.rules.errors import BadRecord, SteinreichError
from steinreich.rules.language import Words
from steinreich.rules.text.safe import quoted

LONGEST_TEXT = 1_000_000  # characters
LONGEST_ID = 200
DEEPEST_NESTING = 50  # variations of variations of ...
HEADER_NAME = r"[A-Za-z][A-Za-z0-9_]*"
OWN_HEADERS = ("Game", "Start", "Result")  # what they say is no mere header of a record
LAST_MARK = 255
TOO_DEEP = Words(
    f"variations are nested more than {DEEPEST_NESTING} deep",
    f"Varianten sind mehr als {DEEPEST_NESTING}-fach geschachtelt",
)
NO_RECORD = Words(
    "the text is empty: there is no record in it", "der Text ist leer: Es steht keine Partie darin"
)
NO_ACTION = Words("this variation has no action", "diese Variante hat keine Aktion")


class UnexpectedFile(BadRecord):
    """The record names a game file, and nobody has said that this file may be run."""


@contextmanager
def located(where: Words | str | Callable[[], Words]) -> Iterator[None]:
    """Turn what is wrong with a part of the input into a `BadRecord` that says where."""
    try:
        yield
    except SteinreichError as error:
        kind = type(error) if isinstance(error, BadRecord) else BadRecord
        raise kind(error.words.after(where() if callable(where) else where)) from None


def place(text: str, offset: int) -> Words:
    """Where in a text something stands, for people."""
    before = text[:offset]
    return line_and_column(before.count("\n") + 1, offset - before.rfind("\n"))


def line_and_column(line: int, column: int) -> Words:
    """A place in a text, both counted from 1."""
    return Words(f"line {line}, column {column}", f"Zeile {line}, Spalte {column}")


def record_number(number: int) -> Words:
    """Which of several records in a text is meant."""
    return Words(f"record {number}", f"Partie {number}")


def admitted(text: str) -> str:
    """The text with plain line ends, if it is short enough and can be stored at all."""
    check_text(text)
    if len(text) > LONGEST_TEXT:
        raise BadRecord(
            Words(
                f"the text has {len(text)} characters; {LONGEST_TEXT} are the limit",
                f"der Text hat {len(text)} Zeichen; mehr als {LONGEST_TEXT} sind zu viel",
            )
        )
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    check_unicode(text)
    return text


def check_text(text: object) -> None:
    """Refuse what is no text at all, such as the bytes of a file."""
    if not isinstance(text, str):
        kind = type(text).__name__
        raise BadRecord(
            Words(
                f"a record is read from a str, not from {kind}",
                f"eine Partie wird aus einem str gelesen, nicht aus {kind}",
            )
        )


def check_unicode(text: str) -> None:
    """Refuse half characters, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        half = Words("half a Unicode character", "ein halbes Unicode-Zeichen")
        raise BadRecord(half.after(place(text, error.start))) from None


def check_headers(headers: Mapping[str, str]) -> None:
    """Refuse headers that a text could not hold."""
    if not isinstance(headers, Mapping) or not all(
        isinstance(one, str) for item in headers.items() for one in item
    ):
        expected = Words("a dict of texts", "ein dict aus Texten")
        raise BadRecord(arguments.is_not("headers", expected, headers))
    for name in headers:
        if not re.fullmatch(HEADER_NAME, name):
            raise BadRecord(
                Words(
                    f"{quoted(name)} is not the name of a header; an example is 'Event'",
                    f"{quoted(name)} ist kein Name für eine Angabe; 'Event' wäre einer",
                )
            )
        if name in OWN_HEADERS:
            raise BadRecord(
                Words(
                    f"{name} follows from the record and cannot be a header of its own",
                    f"{name} folgt aus der Partie und kann keine eigene Angabe sein",
                )
            )


def found_game(id: str, expected: Game | None) -> Game:
    """The game of this id."""
    if expected and id == expected.id:
        return expected
    if len(id) > LONGEST_ID:
        raise BadRecord(
            Words(
                f"the id of a game has at most {LONGEST_ID} characters",
                f"die Bezeichnung eines Spiels hat höchstens {LONGEST_ID} Zeichen",
            )
        )
    return found_file(id.strip(), expected) if is_path(id) else loaded(id)


def found_file(id: str, expected: Game | None) -> Game:
    """The game of an id that names a game file: the expected file, with the options of the id."""
    name, options = split_id(id)
    if not expected:
        raise UnexpectedFile(
            Words(
                f"{quoted(id)} is a file; only a game that is expected may be one",
                f"{quoted(id)} ist eine Datei; das darf nur ein Spiel sein, das erwartet wird",
            )
        )
    if not is_path(expected.name):
        raise BadRecord(
            Words(
                f"the record is of {quoted(name)}, not of {expected.id}",
                f"die Partie gehört zu {quoted(name)}, nicht zu {expected.id}",
            )
        )
    if not same_file(Path(name), Path(expected.name)):
        other = quoted(expected.name)
        raise BadRecord(
            Words(
                f"the record is of {quoted(name)}, which is another file than {other}",
                f"die Partie gehört zu {quoted(name)}, und das ist eine andere Datei als {other}",
            )
        )
    game = load(f"{expected.name}({options})")
    return expected if game == expected else game


def same_file(recorded: Path, expected: Path) -> bool:
    """Whether a path means the expected file; one from elsewhere has at least its name."""
    if os.path.exists(recorded):  # unlike Path.exists it never fails
        return recorded.resolve() == expected.resolve()
    return recorded.name == expected.name


@lru_cache(maxsize=64)
def loaded(id: str) -> Game:
    """The same game object for all records, since binding its rules takes time."""
    return load(id)


def found_start(game: Game, text: str | None) -> Position:
    """Where a record starts: at this position string, or at the start of the game."""
    if text is not None:
        return game.position(text)
    if set_up_by_chance(game):
        raise BadRecord(
            Words(
                f"chance sets up {game.id}, but the record does not say how it started",
                f"bei {game.id} stellt der Zufall auf, aber die Partie sagt nicht, wie sie begann",
            )
        )
    return game.start()


def is_usual(start: Position) -> bool:
    """Whether a record need not say where it started."""
    return not set_up_by_chance(start.game) and start == start.game.start()


@lru_cache(maxsize=64)
def set_up_by_chance(game: Game) -> bool:
    """Whether the start depends on the seed."""
    return game.start(seed=1) != game.start(seed=2)
