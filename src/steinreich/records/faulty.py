"""Records with errors, read as far as possible.

    [Game "vier3d"] 1. a1 a1 2. a1 a1 3. a1 b2 *

is four actions, and "line 1, column 38: action 5, 'a1': rod a1 is full". `read` refuses such a text
as a whole. Here each game becomes a record up to its first error, which is returned with it; if
even the start is invalid, there is an error without a record.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.records.forms import detect_form
from steinreich.records.json_form import from_json
from steinreich.records.little_golem import Properties, parse_trees, read_turn, start_record
from steinreich.records.reading import NO_RECORD, find_game, normalize_text, place
from steinreich.records.record import MAIN_LINE, VARIATION, Node, Record, play_action
from steinreich.records.rods import read_rods
from steinreich.records.text import RecordParser, tokens
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Text
from steinreich.rules.validation import BadJson, read_json

Where = Callable[[Node], Text] | None  # returns the place of an action in a text, if known


class ReadGame(NamedTuple):
    """A game of a text, read as far as possible, with its first error."""

    record: Record | None  # None if not even its start is valid
    fault: Text | None


def read_as_far(text: str) -> list[ReadGame]:
    """Return all games of a text, each up to its first error. The format is detected."""
    try:
        form, text = detect_form(text), normalize_text(text)
        if not text.strip():
            raise BadRecord(NO_RECORD)
        return READERS[form](text)
    except BadRecord as error:
        return [ReadGame(None, error.words)]


# Formats


def read_text(text: str) -> list[ReadGame]:
    """Read games as text; after an error reading resumes at the headers of the next game."""
    found: list[ReadGame] = []
    at: int | None = 0
    while at is not None:
        at = read_until_fault(text, at, found)
    return found or [ReadGame(None, NO_RECORD)]


def read_until_fault(text: str, at: int, found: list[ReadGame]) -> int | None:
    """Add the games from an offset up to the first invalid one; return the offset of the next game
    after it, if there was an error."""
    parser: RecordParser | None = None
    try:
        for token in tokens(text, at):
            kind = str(token.lastgroup)
            if parser and parser.is_complete_before(kind):
                found.append(truncate(parser.finish(), action_locator(text, parser)))
                parser = None
            at = token.start()
            parser = parser or RecordParser(text, at, None)
            parser.read(kind, token)
        if parser:
            found.append(truncate(parser.finish(), action_locator(text, parser)))
    except BadRecord as error:
        found.append(recover(parser, text, error.words))
        return find_next_game(text, text.rfind("\n", 0, at) + 1)
    return None


def find_next_game(text: str, at: int) -> int | None:
    """Return the offset of the next headers after a line of moves; `at` is the start of a line."""
    is_after_moves = False
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        line = text[at:end].lstrip()
        if line.startswith("[") and is_after_moves:
            return end - len(line)
        is_after_moves = is_after_moves or not (line == "" or line.startswith("["))
        at = end
    return None


def recover(parser: RecordParser | None, text: str, fault: Text) -> ReadGame:
    """Return the part of a game before an error in its text."""
    try:
        record = parser.partial_record() if parser else None
    except BadRecord:  # not even the start is valid, and the error states why
        record = None
    if not (record and parser):
        return ReadGame(None, fault)
    earlier = truncate(record, action_locator(text, parser)).fault  # of an earlier action
    return ReadGame(record, earlier or fault)


def action_locator(text: str, parser: RecordParser) -> Where:
    """Return a function that returns the place of an action in the text."""
    return lambda node: place(text, parser.places[node])


def read_data(text: str) -> list[ReadGame]:
    """Read games as JSON."""
    try:
        data = read_json(text)
    except BadJson as error:
        return [ReadGame(None, error.words)]
    listed = data if isinstance(data, list) else [data]
    return [read_object(one) for one in listed] or [ReadGame(None, NO_RECORD)]


def read_json_lines(text: str) -> list[ReadGame]:
    """Read games as JSON lines."""
    return [game for line in text.split("\n") if line.strip() for game in read_data(line)]


def read_object(data: object) -> ReadGame:
    try:
        return truncate(from_json(data))
    except BadRecord as error:
        return ReadGame(None, error.words)


def read_little_golem(text: str) -> list[ReadGame]:
    """Read games in Little Golem's format."""
    trees: list[list[Properties]] = []
    fault = None
    try:
        parse_trees(text, trees)
    except BadRecord as error:
        fault = error.words
    found = [read_tree(nodes) for nodes in trees] or [ReadGame(None, fault or NO_RECORD)]
    *whole, (record, earlier) = found
    return [
        *whole,
        ReadGame(record, earlier or fault),
    ]  # the unreadable rest belongs to the last game


def read_tree(nodes: list[Properties]) -> ReadGame:
    record = None
    try:
        record = start_record(nodes)
        for number, node in enumerate(nodes[1:], 1):
            read_turn(record, number, node)
    except BadRecord as error:
        return ReadGame(record, error.words)
    return ReadGame(record, None)


def read_list(text: str) -> list[ReadGame]:
    """Read a game as a list of rods."""
    record = Record.new(find_game("vier3d", None))
    fault = None
    try:
        read_rods(record, text)
    except BadRecord as error:
        fault = error.words
    earlier = truncate(record).fault
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


def truncate(record: Record, where: Where = None) -> ReadGame:
    """Truncate each line before its first illegal action."""
    faults: dict[Text, Text] = {}  # the first of the main line, and the first of variations
    lines: list[tuple[Node, Position, int, Text]] = [(record.root, record.start, 1, MAIN_LINE)]
    while lines:
        parent, position, number, line = lines.pop()
        kept: list[tuple[Node, Position, int, Text]] = []
        for child in parent.children:
            kind = VARIATION if kept else line
            try:
                after = play_action(position, child.action, kind, number)
            except BadRecord as error:
                faults.setdefault(kind, error.words.after(where(child)) if where else error.words)
                if not kept:
                    break  # later children would be variations of a missing line
            else:
                kept.append((child, after, number + 1, kind))
        parent.children = [one[0] for one in kept]
        lines += reversed(kept)  # the first line first
    if MAIN_LINE in faults:
        record.result = None
    fault = faults.get(MAIN_LINE) or faults.get(VARIATION)
    return ReadGame(record, fault or wrong_result(record))


def wrong_result(record: Record) -> Text | None:
    """Return the error of a stated result, and replace it by the true one."""
    try:
        record.check_result()
    except BadRecord as error:
        record.result = record.end.returns if record.end.is_over else None
        return error.words
    return None
