"""All forms of record behind two functions: `read` and `write`."""

import re
from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path

from steinreich.core.game import Game, load
from steinreich.records.json_form import json_line, parse_json, parse_json_lines, write_json
from steinreich.records.little_golem import parse_little_golem, to_little_golem
from steinreich.records.reading import check_text, record_number
from steinreich.records.record import Record
from steinreich.records.rods import has_rod_names, parse_rods, to_rods
from steinreich.records.text_parser import parse_text
from steinreich.records.text_writer import to_text
from steinreich.rules import arguments
from steinreich.rules.errors import BadRecord, BadType
from steinreich.rules.language import Words
from steinreich.rules.text.did_you_mean import suggesting
from steinreich.rules.text.safe import quoted

FORMS = ("text", "json", "jsonl", "little_golem", "rods")
COMPLETE_FORMS = ("text", "json", "jsonl")  # these hold all that a record says


def read(
    source: str | Path,
    form: str | None = None,
    game: Game | str | PathLike[str] | None = None,
    check: bool = True,
) -> list[Record]:
    """The records in a text, or in a file that is given by its `Path`, checked.

    Without a `form` the text itself shows which it is.  `game` is the game of a record that names
    none; a list of rods is of vier3d without it.

    >>> from steinreich import read
    >>> [record] = read('[Game "vier3d"] 1. a1 b1 2. a1 b1 3. a1 b1 4. a1 1-0')
    >>> record.end.is_over, record.result
    (True, (1, -1))
    """
    check = arguments.boolean("check", check)
    text = text_of(source) if isinstance(source, Path) else source
    expected = None if game is None else load(game)
    form = form_of(text, expected) if form is None else form
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
        raise unknown(form)
    if check:
        check_all(records)
    return records


def text_of(file: Path) -> str:
    """The text of a file, which is in UTF-8."""
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        no_text = Words("this is not UTF-8 text", "das ist kein UTF-8-Text")
        raise BadRecord(no_text.after(str(file))) from None


def write(records: Record | Sequence[Record], form: str = "text") -> str:
    """One record as text, or several where the form can hold them.

    >>> from steinreich import Record, write
    >>> record = Record.new("vier3d")
    >>> position = record.play("b3")
    >>> print(write(record), end="")
    [Game "vier3d"]
    [Result "*"]
    <BLANKLINE>
    1. b3 *
    """
    listed = list_of(records)
    if form == "text":
        return "\n".join(map(to_text, listed))
    if form == "json":
        return write_json(listed)
    if form == "jsonl":
        return "".join(map(json_line, listed))
    if form == "little_golem":
        return "".join(map(to_little_golem, listed))
    if form == "rods" and len(listed) != 1:
        raise BadRecord(
            Words(
                f"a list of rods holds one record, not {len(listed)}",
                f"eine Liste von Stäben fasst eine Partie, nicht {len(listed)}",
            )
        )
    if form == "rods":
        return to_rods(listed[0])
    raise unknown(form)


def losses(records: Record | Sequence[Record], form: str) -> list[Words]:
    """What a form has no place for and so would drop: comments, variations, the result, ..."""
    if form in COMPLETE_FORMS:
        return []
    found: dict[Words, None] = {}  # a set that keeps the order
    for record in list_of(records):
        [kept] = read(write(record, form), form)
        found |= dict.fromkeys(differences(record, kept))
    return list(found)


def differences(record: Record, kept: Record) -> Iterator[Words]:
    """What another record of the same game does not say."""
    nodes = [record.root, *(node for node, _ in record.walk())]
    if any(node.comment for node in nodes):
        yield Words("comments", "Kommentare")
    if any(node.marks for node in nodes):
        yield Words("marks", "Zeichen")
    if any(len(node.children) > 1 for node in nodes):
        yield Words("variations", "Varianten")
    if record.result is not None and record.result != kept.result:
        yield Words("the result", "das Ergebnis")
    if lost := [name for name in record.headers if record.headers[name] != kept.headers.get(name)]:
        yield Words(f"headers ({', '.join(lost)})", f"Angaben ({', '.join(lost)})")
    if record.game != kept.game:
        yield Words(f"the options of {record.game.id}", f"die Optionen von {record.game.id}")


def list_of(records: object) -> list[Record]:
    """One record or several as a list."""
    listed = [records] if isinstance(records, Record) else records
    if not isinstance(listed, Sequence) or not all(isinstance(one, Record) for one in listed):
        given = quoted(repr(records))
        raise BadType(
            Words(
                f"a Record or a list of them is written, not {given}",
                f"geschrieben wird ein Record oder eine Liste davon, nicht {given}",
            )
        )
    return list(listed)


def form_of(text: str, game: Game | None = None) -> str:
    """The form of a text, from how it begins; `game` is the game of a record that names none."""
    check_text(text)
    if re.match(r"\ufeff?\s*+(?:\(\s*+;|;?+\s*+FF\[)", text):
        return "little_golem"
    if re.match(r"\ufeff?\s*\{[^\n]*\}[ \t\r]*\n\s*\{", text):
        return "jsonl"  # a whole record in a line, and another one below it
    if re.match(r"\ufeff?\s*(\{|\[\s*\{)", text):
        return "json"
    if re.fullmatch(r"\ufeff?\s*+(?:(?:\[\s*+)?+[0-9][0-9\s,]*+\]?+|\[\s*+\])\s*+", text):
        return "rods"
    if game is None and has_rod_names(text):
        return "rods"
    return "text"


def check_all(records: list[Record]) -> None:
    """Check each record; in a text with several the error says which."""
    for number, record in enumerate(records, 1):
        try:
            record.check()
        except BadRecord as error:
            if len(records) == 1:
                raise
            raise BadRecord(error.words.after(record_number(number))) from None


def unknown(form: str) -> BadRecord:
    known = ", ".join(FORMS)
    said = Words(
        f"no form of record is called {form!r}; there are {known}",
        f"keine Form von Partien heißt {form!r}; es gibt {known}",
    )
    return BadRecord(suggesting(said, str(form), FORMS))  # whatever was given
