"""Lenient reading: return each game as a record up to its first error, together with that error.

    [Game "vier3d"] 1. a1 a1 2. a1 a1 3. a1 b2 *

gives a record of four actions and "line 1, column 38: action 5, 'a1': rod a1 is full", while `read`
raises an error. If the start is invalid, there is an error without a record.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.records.forms import detect_form
from steinreich.records.json_form import from_json
from steinreich.records.little_golem import Properties, parse_trees, read_turn, start_record
from steinreich.records.reading import NO_RECORD, describe_location, find_game, normalize_text
from steinreich.records.record import MAIN_LINE, VARIATION, Node, Record, play_action
from steinreich.records.rods import read_rods
from steinreich.records.text import RecordParser, tokens
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Text
from steinreich.rules.validation import BadJson, read_json

Locator = Callable[[Node], Text] | None  # returns the location of an action for messages


class ReadGame(NamedTuple):
    """A game that was read as far as possible, and its first error."""

    record: Record | None  # None if its start is invalid
    fault: Text | None  # None if there is no error


def read_leniently(text: str) -> list[ReadGame]:
    """Return all games of a text, each up to its first error. The format is detected."""
    try:
        form, text = detect_form(text), normalize_text(text)
        if not text.strip():
            raise BadRecord(NO_RECORD)
        return READERS[form](text)
    except BadRecord as error:
        return [ReadGame(None, error.message)]


# Formats


def read_text(text: str) -> list[ReadGame]:
    """Read games as text; after an error continue at the headers of the next game."""
    games: list[ReadGame] = []
    offset: int | None = 0
    while offset is not None:
        offset = read_until_fault(text, offset, games)
    return games or [ReadGame(None, NO_RECORD)]


def read_until_fault(text: str, offset: int, games: list[ReadGame]) -> int | None:
    """Add the games from an offset up to the first invalid one; return the offset of the next game
    after it, if there was an error."""
    parser: RecordParser | None = None
    try:
        for token in tokens(text, offset):
            kind = str(token.lastgroup)
            if parser and parser.is_complete_before(kind):
                games.append(truncate(parser.finish(), make_locator(text, parser)))
                parser = None
            offset = token.start()
            parser = parser or RecordParser(text, offset, None)
            parser.read(kind, token)
        if parser:
            games.append(truncate(parser.finish(), make_locator(text, parser)))
    except BadRecord as error:
        games.append(make_partial_game(parser, text, error.message))
        return find_next_game(text, text.rfind("\n", 0, offset) + 1)
    return None


def find_next_game(text: str, offset: int) -> int | None:
    """Return the offset of the next headers after a line of moves, from the start of a line."""
    is_after_moves = False
    while offset < len(text):
        end = text.find("\n", offset) + 1 or len(text)
        line = text[offset:end].lstrip()
        if line.startswith("[") and is_after_moves:
            return end - len(line)
        is_after_moves = is_after_moves or not (line == "" or line.startswith("["))
        offset = end
    return None


def make_partial_game(parser: RecordParser | None, text: str, fault: Text) -> ReadGame:
    """Return the part of a game before an error in its text."""
    try:
        record = parser.partial_record() if parser else None
    except BadRecord:  # not even the start is valid, and the error states why
        record = None
    if not (record and parser):
        return ReadGame(None, fault)
    earlier_fault = truncate(record, make_locator(text, parser)).fault  # of an earlier action
    return ReadGame(record, earlier_fault or fault)


def make_locator(text: str, parser: RecordParser) -> Locator:
    """Return a function that describes the location of an action in the text."""
    return lambda node: describe_location(text, parser.action_offsets[node])


def read_data(text: str) -> list[ReadGame]:
    """Read games as JSON."""
    try:
        data = read_json(text)
    except BadJson as error:
        return [ReadGame(None, error.message)]
    items = data if isinstance(data, list) else [data]
    return [read_object(item) for item in items] or [ReadGame(None, NO_RECORD)]


def read_json_lines(text: str) -> list[ReadGame]:
    """Read games as JSON lines."""
    return [game for line in text.split("\n") if line.strip() for game in read_data(line)]


def read_object(data: object) -> ReadGame:
    try:
        return truncate(from_json(data))
    except BadRecord as error:
        return ReadGame(None, error.message)


def read_little_golem(text: str) -> list[ReadGame]:
    """Read games in Little Golem's format."""
    trees: list[list[Properties]] = []
    fault = None
    try:
        parse_trees(text, trees)
    except BadRecord as error:
        fault = error.message
    games = [read_tree(nodes) for nodes in trees] or [ReadGame(None, fault or NO_RECORD)]
    *complete, (record, earlier_fault) = games
    # The unreadable rest of the text belongs to the last game.
    return [*complete, ReadGame(record, earlier_fault or fault)]


def read_tree(nodes: list[Properties]) -> ReadGame:
    record = None
    try:
        record = start_record(nodes)
        for number, node in enumerate(nodes[1:], 1):
            read_turn(record, number, node)
    except BadRecord as error:
        return ReadGame(record, error.message)
    return ReadGame(record, None)


def read_list(text: str) -> list[ReadGame]:
    """Read a game as a list of rods."""
    record = Record.new(find_game("vier3d", None))
    fault = None
    try:
        read_rods(record, text)
    except BadRecord as error:
        fault = error.message
    earlier_fault = truncate(record).fault
    if record.end.is_over:
        record.result = record.end.returns
    return [ReadGame(record, earlier_fault or fault)]


READERS: Mapping[str, Callable[[str], list[ReadGame]]] = {
    "text": read_text,
    "json": read_data,
    "jsonl": read_json_lines,
    "little_golem": read_little_golem,
    "rods": read_list,
}


# Rules


def truncate(record: Record, locate: Locator = None) -> ReadGame:
    """Truncate each line before its first illegal action."""
    faults: dict[Text, Text] = {}  # the first of the main line, and the first of variations
    # Nodes with unchecked children: node, position after it, number of the next action, line kind
    pending: list[tuple[Node, Position, int, Text]] = [(record.root, record.start, 1, MAIN_LINE)]
    while pending:
        parent, position, number, parent_kind = pending.pop()
        legal_children: list[tuple[Node, Position, int, Text]] = []
        for child in parent.children:
            kind = VARIATION if legal_children else parent_kind
            try:
                after = play_action(position, child.action, kind, number)
            except BadRecord as error:
                faults.setdefault(
                    kind, error.message.after(locate(child)) if locate else error.message
                )
                if not legal_children:
                    break  # later children would be variations of a missing line
            else:
                legal_children.append((child, after, number + 1, kind))
        parent.children = [item[0] for item in legal_children]
        pending += reversed(legal_children)  # so that the first child is checked next
    if MAIN_LINE in faults:
        record.result = None
    fault = faults.get(MAIN_LINE) or faults.get(VARIATION)
    return ReadGame(record, fault or correct_result(record))


def correct_result(record: Record) -> Text | None:
    """Replace a wrong result of a record by the true one, and return the error."""
    try:
        record.check_result()
    except BadRecord as error:
        record.result = record.end.returns if record.end.is_over else None
        return error.message
    return None
