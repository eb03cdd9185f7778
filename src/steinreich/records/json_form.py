"""Records as JSON; `json_models` declares the format.

    {"version": 1, "game": "vier3d", "start": "-/-/... r", "headers": {"Player1": "Ada"},
     "line": [{"action": "b3", "comment": "firm", "marks": [1],
               "variations": [[{"action": "a1"}, {"action": "a2"}]]},
              {"action": "c2"}],
     "result": null}

A variation is a line that begins in place of the action that contains it.
"""

import json
from typing import TYPE_CHECKING, Any

from steinreich.core.game import Game
from steinreich.records.reading import (
    JSON_VERSION,
    MAX_NESTING,
    TOO_DEEP,
    check_game,
    check_headers,
    check_text,
    check_unicode,
    describe_record_number,
    find_game,
    locate_errors,
    normalize_text,
    parse_start,
)
from steinreich.records.record import Node, Record, Result, expect_record, result_names
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Text
from steinreich.rules.untrusted import quote
from steinreich.rules.validation import BadJson, get_first_fault, read_json

if TYPE_CHECKING:
    from steinreich.records.json_models import NodeData, RecordData

WHOLE_RECORD = Text("the record")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a record, generated from the models that validate it."""
    from steinreich.records.json_models import RecordData

    return RecordData.model_json_schema()


# Writing


def to_json(record: Record) -> dict[str, Any]:
    """Return the record as data for `json.dumps`."""
    expect_record(record)
    check_headers(record.headers)
    data: dict[str, Any] = {
        "version": JSON_VERSION,
        "game": record.game.id,
        "start": str(record.start),
    }
    if record.headers:
        data["headers"] = dict(record.headers)
    if record.root.comment:
        data["comment"] = record.root.comment
    data["line"] = make_line_data(record.root, record.root.children[:1], 0)
    data["result"] = None if record.result is None else list(record.result)
    return data


def make_line_data(parent: Node, first_nodes: list[Node], depth: int) -> list[dict[str, Any]]:
    """Return a line with its variations; `first_nodes` is a child of `parent`, or empty."""
    if depth > MAX_NESTING:
        raise BadRecord(TOO_DEEP)
    line = []
    while first_nodes:
        node = first_nodes[0]
        data = make_node_data(node)
        if node is parent.children[0] and len(parent.children) > 1:
            data["variations"] = [
                make_line_data(parent, [variation], depth + 1) for variation in parent.children[1:]
            ]
        line.append(data)
        parent, first_nodes = node, node.children[:1]
    return line


def make_node_data(node: Node) -> dict[str, Any]:
    """Return the JSON data of an action without its variations."""
    data: dict[str, Any] = {"action": node.action}
    if node.comment:
        data["comment"] = node.comment
    if node.marks:
        data["marks"] = list(node.marks)
    return data


def write_json(records: list[Record]) -> str:
    """Return one record as a JSON object, several as an array."""
    data = [to_json(record) for record in records]
    return json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, indent=2) + "\n"


def json_line(record: Record) -> str:
    """Return a record as a line of JSON."""
    return json.dumps(to_json(record), ensure_ascii=False) + "\n"


# Reading


def parse_json_lines(text: str, game: Game | None = None) -> list[Record]:
    """Return the records in JSON lines, such as match files of the arena."""
    check_text(text)
    records = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            with locate_errors(Text("line {number}", number=number)):
                records += parse_json(line, game)
    return records


def parse_json(text: str, game: Game | None = None) -> list[Record]:
    """Return the record in a JSON text, or those in an array."""
    try:
        data = read_json(normalize_text(text))
    except BadJson as error:
        raise BadRecord(error.message) from None
    if not isinstance(data, list):
        return [from_json(data, game)]
    if not data:
        raise BadRecord(Text("the array is empty: it contains no record"))
    records = []
    for number, item in enumerate(data, 1):
        with locate_errors(describe_record_number(number)):
            records.append(from_json(item, game))
    return records


def from_json(data: object, game: Game | None = None) -> Record:
    """Return the record of JSON data; `game` is only needed for a game file.

    Actions are not replayed: `Record.check` tests whether they are legal.
    """
    check_game(game)
    record_data = validate_data(data)
    with locate_errors("game"):
        variant = find_game(record_data.game, game)
    with locate_errors("start"):
        position = parse_start(variant, record_data.start)
    with locate_errors("headers"):
        check_headers(record_data.headers)
    record = Record(position, record_data.headers)
    record.result = read_result(record_data.result, variant.players)
    record.root.comment = record_data.comment
    read_line(record.root, record_data.line, 0)
    return record


def validate_data(data: object) -> "RecordData":
    """Validate JSON data against the model of a record."""
    from pydantic import (
        ValidationError,
    )  # imported here, since readers of other formats need no pydantic

    from steinreich.records.json_models import NodeData, RecordData

    try:
        return RecordData.model_validate(data)
    except ValidationError as error:
        fault = get_first_fault(error)
    if fault.kind.startswith("recursion"):
        raise BadRecord(TOO_DEEP)
    with locate_errors(fault.path_text or WHOLE_RECORD):
        if fault.kind == "string_unicode":
            check_unicode(str(fault.given))
        if fault.kind == "extra_forbidden":
            known = ", ".join((NodeData if fault.path else RecordData).model_fields)
            raise BadRecord(Text("{words}; expected {known}", words=fault.message, known=known))
        raise BadRecord(fault.message)


def read_result(data: list[int] | None, players: int) -> Result | None:
    """Return the result: null, or +1, -1 or 0 for each player."""
    if data is None:
        return None
    result = tuple(data)
    if result not in result_names(players).values():
        results = [list(value) for value in result_names(players).values() if value]
        known = ", ".join(map(str, results))
        raise BadRecord(
            Text("result: {data} is not one of {known}", data=quote(str(data)), known=known)
        )
    return result


def read_line(parent: Node, line: "list[NodeData]", depth: int) -> None:
    """Add a line to a tree, including variations."""
    if depth > MAX_NESTING:
        raise BadRecord(TOO_DEEP)
    for data in line:
        node = parent.add(data.action, data.comment)
        node.marks += data.marks
        for variation in data.variations:
            read_line(parent, variation, depth + 1)
        parent = node
