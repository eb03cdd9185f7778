"""Records one after the other from files of any size: only one is in memory at a time."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from io import TextIOBase
from itertools import chain, count
from os import PathLike
from pathlib import Path
from typing import NamedTuple, TextIO

from steinreich.core.game import Game, load
from steinreich.records.json_form import parse_json
from steinreich.records.reading import LONGEST_TEXT, record_number
from steinreich.records.record import Record
from steinreich.records.text_parser import parse_text, tokens
from steinreich.rules import arguments
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Words

# Where a line of text leaves the comment that it is in, or enters one.
LEAVES_COMMENT = re.compile(r"(?:[^}\\]|\\.)*+\}", re.DOTALL)
ENTERS_COMMENT = re.compile(
    r"""(?: [^{";\n] | "(?:[^"\\\n]|\\.)*+" | " | ;[^\n]* )*+ \{""", re.VERBOSE
)
BESIDE_MOVES = ("header", "comment", "remark")  # tokens that do not begin the moves of a game
PLACES = Words("a Path or an open text file", "ein Path oder eine offene Textdatei")


class Line(NamedTuple):
    """A line of a file, or several, from a number on."""

    number: int
    text: str


def iter_records(
    source: Path | TextIO,
    game: Game | str | PathLike[str] | None = None,
    *,
    check: bool = True,
) -> Iterator[Record]:
    """The records in a file, read one after the other: for files too large for `read`.

    The file is text or has a record in each line of JSON (`jsonl`).  `game` and `check` are those
    of `read`; an error says in which record it is and in which line of the file this begins.

    >>> from io import StringIO
    >>> from steinreich import iter_records
    >>> file = StringIO('[Game "vier3d"] 1. a1 b1 *\\n\\n[Game "tzaar(setup=fixed)"] 1. C5xB4 *')
    >>> [record.moves() for record in iter_records(file)]
    [['a1', 'b1'], ['C5xB4']]
    """
    expected = None if game is None else load(game)
    check = arguments.boolean("check", check)
    if not isinstance(source, Path | TextIOBase):
        raise arguments.bad_type("source", PLACES, source)
    return records_in(source, expected, check)


def records_in(source: Path | TextIO, game: Game | None, check: bool) -> Iterator[Record]:
    """The records in a file, checked if they are to be."""
    with ExitStack() as stack:
        if isinstance(source, Path):
            source = stack.enter_context(source.open(encoding="utf-8"))
        number = 1
        for line, text, is_json in texts_in(lines_of(source)):
            try:
                found = (parse_json if is_json else parse_text)(text, game)
                for record in found:
                    if check:
                        record.check()
                    yield record
                    number += 1
            except BadRecord as error:
                begins = Words(f"from line {line}", f"ab Zeile {line}")
                raise BadRecord(error.words.after(begins).after(record_number(number))) from None


def texts_in(lines: Iterator[Line]) -> Iterator[tuple[int, str, bool]]:
    """The text of each record, with the number of its first line, and whether it is JSON."""
    first = next((line for line in lines if line.text.strip()), None)
    if not first:
        return
    lines = chain([first], lines)
    if re.match(r'\s*\{\s*"', first.text):
        yield from ((number, text, True) for number, text in lines if text.strip())
    else:
        yield from ((number, text, False) for number, text in games_in(lines))


def games_in(lines: Iterator[Line]) -> Iterator[Line]:
    """The text of each game in lines of text, with the number of its first line."""
    begun, text, in_comment = 1, "", False
    for number, line in lines:
        if not in_comment and line.lstrip()[:1] == "[" and has_moves(text):
            yield Line(begun, text)
            text = ""
        if not text.strip():
            begun, text = number, ""
        text += line
        if len(text) > LONGEST_TEXT:
            raise too_long(begun)
        in_comment = ends_in_comment(line, in_comment)
    yield Line(begun, text)


def lines_of(file: TextIO) -> Iterator[Line]:
    """The lines of a file in UTF-8, none of them endless."""
    for number in count(1):
        try:
            text = file.readline(LONGEST_TEXT + 1)
        except UnicodeDecodeError:
            no_text = Words("this is no text in UTF-8", "das ist kein Text in UTF-8")
            raise BadRecord(no_text.after(Words(f"line {number}", f"Zeile {number}"))) from None
        if not text:
            return
        if len(text) > LONGEST_TEXT:
            raise too_long(number)
        yield Line(number, text.removeprefix("\ufeff") if number == 1 else text)


def ends_in_comment(line: str, in_comment: bool) -> bool:
    """Whether a comment is open at the end of a line."""
    at = 0
    while found := (LEAVES_COMMENT if in_comment else ENTERS_COMMENT).match(line, at):
        in_comment, at = not in_comment, found.end()
    return in_comment


def has_moves(text: str) -> bool:
    """Whether the moves of a game have begun, so that a header is of the next one."""
    try:
        return any(token.lastgroup not in BESIDE_MOVES for token in tokens(text))
    except BadRecord:
        return True  # reading it tells what is wrong


def too_long(line: int) -> BadRecord:
    """The error for a record that is larger than any record."""
    return BadRecord(
        Words(
            f"the record that begins in line {line} has more than {LONGEST_TEXT} characters",
            f"die Partie, die in Zeile {line} beginnt, hat mehr als {LONGEST_TEXT} Zeichen",
        )
    )
