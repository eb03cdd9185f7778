"""Records with faults, read as far as they go: half a game is better than none.

    [Game "vier3d"] 1. a1 a1 2. a1 a1 3. a1 b2 *

is four actions, and "line 1, column 38: action 5, 'a1': rod a1 is full".  `read` refuses such a
text as a whole.  Here every game of it is a record up to its first fault, which is told beside it;
a game of which not even the start can be read is told of without a record.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.records.forms import form_of
from steinreich.records.json_form import from_json
from steinreich.records.little_golem import Properties, begun, parse_trees, read_turn
from steinreich.records.reading import NO_RECORD, admitted, found_game, place
from steinreich.records.record import MAIN_LINE, VARIATION, Node, Record, played
from steinreich.records.rods import read_rods
from steinreich.records.text_parser import RecordParser, tokens
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Words
from steinreich.rules.validation import BadJson, read_json

Where = Callable[[Node], Words] | None  # where in a text an action stands, if that is known


class ReadGame(NamedTuple):
    """A game of a text: as far as it could be read, and the first thing that is wrong with it."""

    record: Record | None  # None: not even its start is known
    fault: Words | None


def read_as_far(text: str) -> list[ReadGame]:
    """All games of a text, each up to its first fault.  The text itself shows its form."""
    try:
        form, text = form_of(text), admitted(text)
        if not text.strip():
            raise BadRecord(NO_RECORD)
        return READERS[form](text)
    except BadRecord as error:
        return [ReadGame(None, error.words)]


# The forms


def read_text(text: str) -> list[ReadGame]:
    """Games as text; after a fault reading goes on with the headers of the next game."""
    found: list[ReadGame] = []
    at: int | None = 0
    while at is not None:
        at = read_until_fault(text, at, found)
    return found or [ReadGame(None, NO_RECORD)]


def read_until_fault(text: str, at: int, found: list[ReadGame]) -> int | None:
    """Add the games from here up to the first one that cannot be read to its end; where the one
    after it begins, if there was such a fault."""
    parser: RecordParser | None = None
    try:
        for token in tokens(text, at):
            kind = str(token.lastgroup)
            if parser and parser.is_complete_before(kind):
                found.append(cut(parser.finished(), where_in(text, parser)))
                parser = None
            at = token.start()
            parser = parser or RecordParser(text, at, None)
            parser.read(kind, token)
        if parser:
            found.append(cut(parser.finished(), where_in(text, parser)))
    except BadRecord as error:
        found.append(salvaged(parser, text, error.words))
        return find_next_game(text, text.rfind("\n", 0, at) + 1)
    return None


def find_next_game(text: str, at: int) -> int | None:
    """Return where the next headers after a line of moves begin; `at` is the start of a line."""
    is_after_moves = False
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        line = text[at:end].lstrip()
        if line.startswith("[") and is_after_moves:
            return end - len(line)
        is_after_moves = is_after_moves or not (line == "" or line.startswith("["))
        at = end
    return None


def salvaged(parser: RecordParser | None, text: str, fault: Words) -> ReadGame:
    """What was read of a game before a fault in its text."""
    try:
        record = parser.so_far() if parser else None
    except BadRecord:  # nothing is known of it, and the fault says why
        record = None
    if not (record and parser):
        return ReadGame(None, fault)
    earlier = cut(record, where_in(text, parser)).fault  # an action that stands before it
    return ReadGame(record, earlier or fault)


def where_in(text: str, parser: RecordParser) -> Where:
    """Tells where the actions of a record stand in its text."""
    return lambda node: place(text, parser.places[node])


def read_data(text: str) -> list[ReadGame]:
    """Games as JSON."""
    try:
        data = read_json(text)
    except BadJson as error:
        return [ReadGame(None, error.words)]
    listed = data if isinstance(data, list) else [data]
    return [read_object(one) for one in listed] or [ReadGame(None, NO_RECORD)]


def read_json_lines(text: str) -> list[ReadGame]:
    """Games as JSON, one in each line."""
    return [game for line in text.split("\n") if line.strip() for game in read_data(line)]


def read_object(data: object) -> ReadGame:
    try:
        return cut(from_json(data))
    except BadRecord as error:
        return ReadGame(None, error.words)


def read_little_golem(text: str) -> list[ReadGame]:
    """Games in Little Golem's form."""
    trees: list[list[Properties]] = []
    fault = None
    try:
        parse_trees(text, trees)
    except BadRecord as error:
        fault = error.words
    found = [read_tree(nodes) for nodes in trees] or [ReadGame(None, fault or NO_RECORD)]
    *whole, (record, earlier) = found
    return [*whole, ReadGame(record, earlier or fault)]  # what cannot be read belongs to the last


def read_tree(nodes: list[Properties]) -> ReadGame:
    record = None
    try:
        record = begun(nodes)
        for number, node in enumerate(nodes[1:], 1):
            read_turn(record, number, node)
    except BadRecord as error:
        return ReadGame(record, error.words)
    return ReadGame(record, None)


def read_list(text: str) -> list[ReadGame]:
    """A game as a list of rods."""
    record = Record.new(found_game("vier3d", None))
    fault = None
    try:
        read_rods(record, text)
    except BadRecord as error:
        fault = error.words
    earlier = cut(record).fault
    if record.end.is_over:
        record.result = record.end.returns
    return [ReadGame(record, earlier or fault)]


READERS: Mapping[str, Callable[[str], list[ReadGame]]] = {
    "text": read_text,
    "json": read_data,
    "jsonl": read_json_lines,
    "little_golem": read_little_golem,
    "rods": read_list,
}


# Rules


def cut(record: Record, where: Where = None) -> ReadGame:
    """Cut off whatever the rules refuse: a line ends before its first illegal action."""
    faults: dict[Words, Words] = {}  # the first of the main line, and the first of a variation
    lines: list[tuple[Node, Position, int, Words]] = [(record.root, record.start, 1, MAIN_LINE)]
    while lines:
        parent, position, number, line = lines.pop()
        kept: list[tuple[Node, Position, int, Words]] = []
        for child in parent.children:
            kind = VARIATION if kept else line
            try:
                after = played(position, child.action, kind, number)
            except BadRecord as error:
                faults.setdefault(kind, error.words.after(where(child)) if where else error.words)
                if not kept:
                    break  # what would stand in its place has no line to be beside
            else:
                kept.append((child, after, number + 1, kind))
        parent.children = [one[0] for one in kept]
        lines += reversed(kept)  # the first line first
    if MAIN_LINE in faults:
        record.result = None
    fault = faults.get(MAIN_LINE) or faults.get(VARIATION)
    return ReadGame(record, fault or wrong_result(record))


def wrong_result(record: Record) -> Words | None:
    """What is wrong with a stated result; the true one takes its place."""
    try:
        record.check_result()
    except BadRecord as error:
        record.result = record.end.returns if record.end.is_over else None
        return error.words
    return None
