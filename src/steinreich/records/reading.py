"""Functions shared by the readers of all record formats: limits, errors, game, start.

Records are untrusted. A text that is too long or not valid Unicode is rejected. A record cannot
cause a file to be executed: its game is one of the package or the one that the caller expects.
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
from steinreich.rules.language import Text
from steinreich.rules.untrusted import quote

MAX_RECORD_CHARACTERS = 1_000_000
MAX_ID_CHARACTERS = 200
MAX_NESTING = 50  # levels of nested variations
HEADER_NAME = r"[A-Za-z][A-Za-z0-9_]*"
OWN_HEADERS = ("Game", "Start", "Result")  # derived from the record, not free headers
MAX_MARK = 255
JSON_VERSION = 1  # of the JSON format
TOO_DEEP = Text(
    "variations are nested more than {deepest_nesting} deep", deepest_nesting=MAX_NESTING
)
NO_RECORD = Text("the text is empty: it contains no record")
NO_ACTION = Text("this variation has no action")


class UnexpectedFile(BadRecord):
    """The record names a game file that the caller has not allowed to be executed."""


@contextmanager
def locate_errors(location: Text | str | Callable[[], Text]) -> Iterator[None]:
    """Convert errors in a part of the input to `BadRecord` with its location."""
    try:
        yield
    except SteinreichError as error:
        kind = type(error) if isinstance(error, BadRecord) else BadRecord
        raise kind(error.message.after(location() if callable(location) else location)) from None


def describe_location(text: str, offset: int) -> Text:
    """Return the line and column of an offset in a text, for messages."""
    before = text[:offset]
    return line_and_column(before.count("\n") + 1, offset - before.rfind("\n"))


def line_and_column(line: int, column: int) -> Text:
    """Return a line and column, both from 1, for messages."""
    return Text("line {line}, column {column}", line=line, column=column)


def describe_record_number(number: int) -> Text:
    """Return the name of one of several records, for messages."""
    return Text("record {number}", number=number)


def normalize_text(text: str) -> str:
    """Return the text with normalized line ends; `BadRecord` if it is too long or not valid
    Unicode."""
    check_text(text)
    if len(text) > MAX_RECORD_CHARACTERS:
        raise BadRecord(
            Text(
                "the text has {count} characters; the limit is {longest_text}",
                count=len(text),
                longest_text=MAX_RECORD_CHARACTERS,
            )
        )
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    check_unicode(text)
    return text


def check_text(text: object) -> None:
    """Raise an error for values that are not text, such as the bytes of a file."""
    if not isinstance(text, str):
        kind = type(text).__name__
        raise BadRecord(Text("a record is read from a str, not from {kind}", kind=kind))


def check_game(game: object) -> None:
    """Raise an error for values that are neither a game nor None."""
    if game is not None:
        expected = Text("a Game, as returned by load")
        arguments.check_instance("game", game, Game, expected)


def check_unicode(text: str) -> None:
    """Raise an error for lone surrogates, which cannot be encoded."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        fault = Text("an unpaired surrogate, half of a Unicode character")
        raise BadRecord(fault.after(describe_location(text, error.start))) from None


def check_headers(headers: Mapping[str, str]) -> None:
    """Raise an error for headers that the text format cannot represent."""
    if not isinstance(headers, Mapping) or not all(
        isinstance(name_or_value, str) for item in headers.items() for name_or_value in item
    ):
        expected = Text("a dict of texts")
        raise BadRecord(arguments.mismatch_message("headers", expected, headers))
    for name in headers:
        if not re.fullmatch(HEADER_NAME, name):
            raise BadRecord(
                Text("{name} is not the name of a header; an example is 'Event'", name=quote(name))
            )
        if name in OWN_HEADERS:
            raise BadRecord(
                Text("the header {name} is derived from the record and cannot be set", name=name)
            )


def find_game(id: str, expected: Game | None) -> Game:
    """Return the game of an id; a path must be that of the expected game."""
    if expected and id == expected.id:
        return expected
    if len(id) > MAX_ID_CHARACTERS:
        raise BadRecord(
            Text(
                "the id of a game has at most {longest_id} characters", longest_id=MAX_ID_CHARACTERS
            )
        )
    return find_file(id.strip(), expected) if is_path(id) else load_cached(id)


def find_file(id: str, expected: Game | None) -> Game:
    """Return the game of an id with a path: the expected file, with the options of the id."""
    name, options = split_id(id)
    if not expected:
        raise UnexpectedFile(
            Text("{id} is a game file, and records cannot load game files", id=quote(id))
        )
    if not is_path(expected.name):
        raise BadRecord(
            Text("the record is of {name}, not of {id}", name=quote(name), id=expected.id)
        )
    if not is_same_file(Path(name), Path(expected.name)):
        other = quote(expected.name)
        raise BadRecord(
            Text(
                "the record is of {name}, which is a different file from {other}",
                name=quote(name),
                other=other,
            )
        )
    game = load(f"{expected.name}({options})")
    return expected if game == expected else game


def is_same_file(recorded: Path, expected: Path) -> bool:
    """Return whether a path is the expected file; if it is missing, compare the file names."""
    if os.path.exists(recorded):  # unlike Path.exists, it never raises an error
        return recorded.resolve() == expected.resolve()
    return recorded.name == expected.name


@lru_cache(maxsize=64)
def load_cached(id: str) -> Game:
    """Return a game, cached, since binding its rules takes time."""
    return load(id)


def parse_start(game: Game, text: str | None) -> Position:
    """Return the start of a record: the position of a string, or the start of the game."""
    if text is not None:
        return game.position(text)
    if has_random_setup(game):
        raise BadRecord(
            Text(
                "{id} is set up at random, but the record does not say how the game started",
                id=game.id,
            )
        )
    return game.start()


def is_default_start(start: Position) -> bool:
    """Return whether a record can omit its start."""
    return not has_random_setup(start.game) and start == start.game.start()


@lru_cache(maxsize=64)
def has_random_setup(game: Game) -> bool:
    """Return whether the start depends on the seed."""
    return game.start(seed=1) != game.start(seed=2)
