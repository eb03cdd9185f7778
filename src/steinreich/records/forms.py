"""Reading and writing of records in all formats, named *forms*: text, JSON and others."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from io import TextIOBase
from itertools import chain, count
from os import PathLike
from pathlib import Path
from typing import NamedTuple, TextIO

from steinreich.core.game import Game, load
from steinreich.records.json_form import json_line, parse_json, parse_json_lines, write_json
from steinreich.records.little_golem import parse_little_golem, to_little_golem
from steinreich.records.reading import (
    MAX_RECORD_CHARACTERS,
    check_game,
    check_text,
    describe_record_number,
)
from steinreich.records.record import Record
from steinreich.records.rods import has_rod_names, parse_rods, to_rods
from steinreich.records.text import parse_text, to_text, tokens
from steinreich.rules import arguments
from steinreich.rules.errors import BadRecord, BadType
from steinreich.rules.language import Text
from steinreich.rules.untrusted import quote, with_suggestion

FORMS = ("text", "json", "jsonl", "little_golem", "rods")
COMPLETE_FORMS = ("text", "json", "jsonl")  # formats without loss of information


def read(
    source: str | Path,
    form: str | None = None,
    game: Game | str | PathLike[str] | None = None,
    check: bool = True,
) -> list[Record]:
    """Return the records in a text, or in a file given by its `Path`, validated.

    The default `form` is detected from the text. `game` is the game of records that do not name
    one; for lists of rods it defaults to vier3d.

    >>> from steinreich import read
    >>> [record] = read('[Game "vier3d"] 1. a1 b1 2. a1 b1 3. a1 b1 4. a1 1-0')
    >>> record.end.is_over, record.result
    (True, (1, -1))
    """
    check = arguments.check_boolean("check", check)
    text = read_file(source) if isinstance(source, Path) else source
    expected = None if game is None else load(game)
    form = detect_form(text, expected) if form is None else form
    if form == "text":
        records = parse_text(text, expected)
    elif form == "json":
        records = parse_json(text, expected)
    elif form == "jsonl":
        records = parse_json_lines(text, expected)
    elif form == "little_golem":
        records = parse_little_golem(text)
    elif form == "rods":
        records = [parse_rods(text, expected)]
    else:
        raise make_unknown_form_error(form)
    if check:
        check_all(records)
    return records


def read_file(file: Path) -> str:
    """Return the text of a UTF-8 file."""
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        fault = Text("this is not UTF-8 text")
        raise BadRecord(fault.after(str(file))) from None


def write(records: Record | Sequence[Record], form: str = "text") -> str:
    """Return a record as text, or several if the format supports it.

    >>> from steinreich import Record, write
    >>> record = Record.new("vier3d")
    >>> position = record.play("b3")
    >>> print(write(record), end="")
    [Game "vier3d"]
    [Result "*"]
    <BLANKLINE>
    1. b3 *
    """
    record_list = to_record_list(records)
    if form == "text":
        return "\n".join(map(to_text, record_list))
    if form == "json":
        return write_json(record_list)
    if form == "jsonl":
        return "".join(map(json_line, record_list))
    if form == "little_golem":
        return "".join(map(to_little_golem, record_list))
    if form == "rods" and len(record_list) != 1:
        raise BadRecord(
            Text("a list of rods can hold one record, not {count}", count=len(record_list))
        )
    if form == "rods":
        return to_rods(record_list[0])
    raise make_unknown_form_error(form)


def losses(records: Record | Sequence[Record], form: str) -> list[Text]:
    """Return what a format would lose of some records: comments, variations, the result, ..."""
    record_list = to_record_list(records)
    if form in COMPLETE_FORMS:
        return []
    found: dict[Text, None] = {}  # an ordered set
    for record in record_list:
        [read_back] = read(write(record, form), form)
        found |= dict.fromkeys(list_losses(record, read_back))
    return list(found)


def list_losses(record: Record, read_back: Record) -> Iterator[Text]:
    """Yield what is lost when a record is written and read back as `read_back`."""
    nodes = [record.root, *(node for node, _ in record.walk())]
    if any(node.comment for node in nodes):
        yield Text("comments")
    if any(node.marks for node in nodes):
        yield Text("marks")
    if any(len(node.children) > 1 for node in nodes):
        yield Text("variations")
    if record.result is not None and record.result != read_back.result:
        yield Text("the result")
    if lost_headers := [
        name for name in record.headers if record.headers[name] != read_back.headers.get(name)
    ]:
        yield Text("headers ({names})", names=", ".join(lost_headers))
    if record.game != read_back.game:
        yield Text("the options of {id}", id=record.game.id)


def to_record_list(records: object) -> list[Record]:
    """Return one or several records as a list."""
    record_list = [records] if isinstance(records, Record) else records
    if not isinstance(record_list, Sequence) or not all(
        isinstance(record, Record) for record in record_list
    ):
        given = quote(repr(records))
        raise BadType(Text("expected a Record or a list of Records, not {given}", given=given))
    return list(record_list)


def detect_form(text: str, game: Game | None = None) -> str:
    """Return the format of a text, from its beginning; `game` is the game of records that do not
    name one."""
    check_text(text)
    check_game(game)
    if re.match(r"\ufeff?\s*+(?:\(\s*+;|;?+\s*+FF\[)", text):
        return "little_golem"
    if re.match(r"\ufeff?\s*\{[^\n]*\}[ \t\r]*\n\s*\{", text):
        return "jsonl"  # a complete record on the first line, and another one below it
    if re.match(r"\ufeff?\s*(\{|\[\s*\{)", text):
        return "json"
    if re.fullmatch(r"\ufeff?\s*+(?:(?:\[\s*+)?+[0-9][0-9\s,]*+\]?+|\[\s*+\])\s*+", text):
        return "rods"
    if game is None and has_rod_names(text):
        return "rods"
    return "text"


def check_all(records: list[Record]) -> None:
    """Validate each record; among several the error names the record."""
    for number, record in enumerate(records, 1):
        try:
            record.check()
        except BadRecord as error:
            if len(records) == 1:
                raise
            raise BadRecord(error.message.after(describe_record_number(number))) from None


def make_unknown_form_error(form: str) -> BadRecord:
    known = ", ".join(FORMS)
    message = Text(
        "unknown record format {form}; choose from {known}", form=repr(form), known=known
    )
    return BadRecord(with_suggestion(message, str(form), FORMS))  # `form` may be of any type


# Streaming records from files of any size: one in memory at a time


# The end and the beginning of a comment in a line of text.
COMMENT_END = re.compile(r"(?:[^}\\]|\\.)*+\}", re.DOTALL)
COMMENT_START = re.compile(
    r"""(?: [^{";\n] | "(?:[^"\\\n]|\\.)*+" | " | ;[^\n]* )*+ \{""", re.VERBOSE
)
TOKENS_BEFORE_MOVES = ("header", "comment", "remark")
SOURCES = Text("a Path or an open text file")


class Line(NamedTuple):
    """One or several lines of a file, with the number of the first."""

    number: int
    text: str


def iter_records(
    source: Path | TextIO,
    game: Game | str | PathLike[str] | None = None,
    *,
    check: bool = True,
) -> Iterator[Record]:
    """Iterate over the records in a file, for files too large for `read`.

    The file is text or JSON lines. `game` and `check` are as in `read`; errors name the record and
    the line of the file where it begins.

    >>> from io import StringIO
    >>> from steinreich import iter_records
    >>> file = StringIO('[Game "vier3d"] 1. a1 b1 *\\n\\n[Game "tzaar(setup=fixed)"] 1. C5xB4 *')
    >>> [record.moves() for record in iter_records(file)]
    [['a1', 'b1'], ['C5xB4']]
    """
    expected = None if game is None else load(game)
    check = arguments.check_boolean("check", check)
    if not isinstance(source, Path | TextIOBase):
        raise arguments.bad_type("source", SOURCES, source)
    return read_records(source, expected, check)


def read_records(source: Path | TextIO, game: Game | None, check: bool) -> Iterator[Record]:
    """Iterate over the records in a file, optionally validated."""
    with ExitStack() as stack:
        if isinstance(source, Path):
            source = stack.enter_context(source.open(encoding="utf-8"))
        number = 1
        for line, text, is_json in split_texts(read_lines(source)):
            try:
                found = (parse_json if is_json else parse_text)(text, game)
                for record in found:
                    if check:
                        record.check()
                    yield record
                    number += 1
            except BadRecord as error:
                location = Text("from line {line}", line=line)
                raise BadRecord(
                    error.message.after(location).after(describe_record_number(number))
                ) from None


def split_texts(lines: Iterator[Line]) -> Iterator[tuple[int, str, bool]]:
    """Yield the text of each record, with the number of its first line and whether it is JSON."""
    first = next((line for line in lines if line.text.strip()), None)
    if not first:
        return
    lines = chain([first], lines)
    if re.match(r'\s*\{\s*"', first.text):
        yield from ((number, text, True) for number, text in lines if text.strip())
    else:
        yield from ((number, text, False) for number, text in split_games(lines))


def split_games(lines: Iterator[Line]) -> Iterator[Line]:
    """Yield the text of each game, with the number of its first line."""
    first_line, text, in_comment = 1, "", False
    for number, line in lines:
        if not in_comment and line.lstrip()[:1] == "[" and has_moves(text):
            yield Line(first_line, text)
            text = ""
        if not text.strip():
            first_line, text = number, ""
        text += line
        if len(text) > MAX_RECORD_CHARACTERS:
            raise make_too_long_error(first_line)
        in_comment = ends_in_comment(line, in_comment)
    yield Line(first_line, text)


def read_lines(file: TextIO) -> Iterator[Line]:
    """Yield the lines of a UTF-8 file, with a limit on their length."""
    for number in count(1):
        try:
            text = file.readline(MAX_RECORD_CHARACTERS + 1)
        except UnicodeDecodeError:
            fault = Text("this is not UTF-8 text")
            raise BadRecord(fault.after(Text("line {number}", number=number))) from None
        if not text:
            return
        if len(text) > MAX_RECORD_CHARACTERS:
            raise make_too_long_error(number)
        yield Line(number, text.removeprefix("\ufeff") if number == 1 else text)


def ends_in_comment(line: str, in_comment: bool) -> bool:
    """Return whether a comment is open at the end of a line."""
    offset = 0
    while found := (COMMENT_END if in_comment else COMMENT_START).match(line, offset):
        in_comment, offset = not in_comment, found.end()
    return in_comment


def has_moves(text: str) -> bool:
    """Return whether the moves of a game have begun, so that a header begins the next game."""
    try:
        return any(token.lastgroup not in TOKENS_BEFORE_MOVES for token in tokens(text))
    except BadRecord:
        return True  # the parser reports the error


def make_too_long_error(line: int) -> BadRecord:
    """Return the error for a record above the size limit."""
    return BadRecord(
        Text(
            "the record that begins in line {line} has more than {longest_text} characters",
            line=line,
            longest_text=MAX_RECORD_CHARACTERS,
        )
    )
