"""Records as JSON, for programs; `record.schema.json` describes the form.

    {"version": 1, "game": "vier3d", "start": "-/-/... r", "headers": {"Player1": "Ada"},
     "line": [{"action": "b3", "comment": "firm", "marks": [1],
               "variations": [[{"action": "a1"}, {"action": "a2"}]]},
              {"action": "c2"}],
     "result": null}

A variation is a line that begins in place of the action which it stands with.
"""

import json
from collections import Counter
from importlib import resources
from typing import Any, TypeVar

from steinreich.core.game import Game
from steinreich.records.reading import (
    DEEPEST_NESTING,
    LAST_MARK,
    NO_ACTION,
    TOO_DEEP,
    admitted,
    check_headers,
    check_unicode,
    found_game,
    found_start,
    line_and_column,
    located,
    record_number,
)
from steinreich.records.record import Node, Record
from steinreich.records.result import Result, result_names
from steinreich.rules.errors import BadRecord
from steinreich.rules.language import Words
from steinreich.rules.safe_text import quoted

T = TypeVar("T")

VERSION = 1
KINDS = {
    dict: Words("an object", "ein Objekt"),
    list: Words("an array", "ein Array"),
    str: Words("a string", "ein Text"),
    int: Words("an integer", "eine ganze Zahl"),
}
NO_JSON = Words("this is no JSON", "das ist kein JSON")
RECORD_KEYS = ("version", "game", "start", "headers", "comment", "line", "result")
THE_RECORD = Words("the record", "die Partie")
NODE_KEYS = ("action", "comment", "marks", "variations")


def schema() -> dict[str, Any]:
    """The published JSON Schema of a record."""
    file = resources.files("steinreich.records").joinpath("record.schema.json")
    return dict(json.loads(file.read_text("utf-8")))


# Writing


def to_json(record: Record) -> dict[str, Any]:
    """The record as data for `json.dumps`."""
    check_headers(record.headers)
    data: dict[str, Any] = {"version": VERSION, "game": record.game.id, "start": str(record.start)}
    if record.headers:
        data["headers"] = dict(record.headers)
    if record.root.comment:
        data["comment"] = record.root.comment
    data["line"] = line_data(record.root, record.root.children[:1], 0)
    data["result"] = None if record.result is None else list(record.result)
    return data


def line_data(parent: Node, begin: list[Node], depth: int) -> list[dict[str, Any]]:
    """A line that begins with a child of `parent` (or is empty), variations included."""
    if depth > DEEPEST_NESTING:
        raise BadRecord(TOO_DEEP)
    line = []
    while begin:
        node = begin[0]
        data = node_data(node)
        if node is parent.children[0] and len(parent.children) > 1:
            data["variations"] = [
                line_data(parent, [variation], depth + 1) for variation in parent.children[1:]
            ]
        line.append(data)
        parent, begin = node, node.children[:1]
    return line


def node_data(node: Node) -> dict[str, Any]:
    """An action without its variations."""
    data: dict[str, Any] = {"action": node.action}
    if node.comment:
        data["comment"] = node.comment
    if node.marks:
        data["marks"] = list(node.marks)
    return data


def write_json(records: list[Record]) -> str:
    """One record as a JSON object, several as an array."""
    data = [to_json(record) for record in records]
    return json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, indent=2) + "\n"


# Reading


def parse_json(text: str, game: Game | None = None) -> list[Record]:
    """The record in a JSON text, or those in an array of records."""
    try:
        data = json.loads(admitted(text), object_pairs_hook=object_of)
    except json.JSONDecodeError as error:
        wrong = Words(f"{NO_JSON.en}: {error.msg}", f"{NO_JSON.de}: {error.msg}")
        raise BadRecord(wrong.after(line_and_column(error.lineno, error.colno))) from None
    except BadRecord:
        raise
    except (ValueError, RecursionError):
        raise BadRecord(
            Words(
                "a number in this JSON is too long, or its arrays too deep",
                "eine Zahl in diesem JSON ist zu lang oder ein Array zu tief geschachtelt",
            )
        ) from None
    if not isinstance(data, list):
        return [from_json(data, game)]
    if not data:
        raise BadRecord(
            Words(
                "the array is empty: there is no record in it",
                "das Array ist leer: Es steht keine Partie darin",
            )
        )
    records = []
    for number, one in enumerate(data, 1):
        with located(record_number(number)):
            records.append(from_json(one, game))
    return records


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; the same key twice would lose what one of them says."""
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise BadRecord(
            Words(
                f"the key {quoted(twice)} is there twice in one object",
                f"der Schlüssel {quoted(twice)} steht zweimal in einem Objekt",
            )
        )
    return data


def from_json(data: object, game: Game | None = None) -> Record:
    """The record that JSON data stands for; `game` is needed only for a game file of one's own.

    Actions are read, not played: `Record.check` tells whether they are legal.
    """
    record_data = object_with(data, RECORD_KEYS, ("version", "game", "line"), THE_RECORD)
    if typed(record_data["version"], int, "version") != VERSION:
        version = record_data["version"]
        raise BadRecord(
            Words(
                f"version: {version} is unknown; this is version {VERSION}",
                f"version: {version} ist unbekannt; dies ist Version {VERSION}",
            )
        )
    with located("game"):
        found = found_game(
            typed(record_data["game"], str, Words("its id", "seine Bezeichnung")), game
        )
    with located("start"):
        start = record_data.get("start")
        if start is not None:
            start = typed(start, str, Words("a position", "eine Stellung"))
        position = found_start(found, start)
    record = Record(position, read_headers(record_data.get("headers", {})))
    record.result = read_result(record_data.get("result"), found.players)
    record.root.comment = typed(record_data.get("comment", ""), str, "comment")
    read_line(record.root, record_data["line"], "line", 0)
    return record


def read_headers(data: object) -> dict[str, str]:
    """Headers, checked."""
    headers = typed(data, dict, "headers")
    for name, value in headers.items():
        typed(name, str, "headers")
        typed(value, str, f"headers.{name[:40]}")
    with located("headers"):
        check_headers(headers)
    return headers


def read_result(data: object, players: int) -> Result | None:
    """The result: null, or +1, -1 or 0 for each player."""
    if data is None:
        return None
    result = tuple(typed(share, int, "result") for share in typed(data, list, "result"))
    if result not in result_names(players).values():
        results = [list(value) for value in result_names(players).values() if value]
        known = ", ".join(map(str, results))
        raise BadRecord(
            Words(
                f"result: {quoted(str(data))} is none of {known}",
                f"result: {quoted(str(data))} ist keines von {known}",
            )
        )
    return result


def read_line(parent: Node, data: object, where: str, depth: int) -> None:
    """Add a line to a tree, variations included."""
    if depth > DEEPEST_NESTING:
        raise BadRecord(TOO_DEEP)
    for index, item in enumerate(typed(data, list, where)):
        here = f"{where}[{index}]"
        node = read_node(parent, item, here)
        variations = typed(item.get("variations", []), list, f"{here}.variations")
        for number, variation in enumerate(variations):
            if variation == []:
                raise BadRecord(NO_ACTION.after(f"{here}.variations[{number}]"))
            read_line(parent, variation, f"{here}.variations[{number}]", depth + 1)
        parent = node


def read_node(parent: Node, data: object, where: str) -> Node:
    """Add an action to a tree."""
    item = object_with(data, NODE_KEYS, ("action",), where)
    action = typed(item["action"], str, f"{where}.action")
    if not action:
        nameless = Words("an action has a name", "eine Aktion hat einen Namen")
        raise BadRecord(nameless.after(f"{where}.action"))
    node = parent.add(action, typed(item.get("comment", ""), str, f"{where}.comment"))
    for mark in typed(item.get("marks", []), list, f"{where}.marks"):
        if not 0 <= typed(mark, int, f"{where}.marks") <= LAST_MARK:
            unknown = Words(
                f"a mark is a number from 0 to {LAST_MARK}",
                f"ein Zeichen ist eine Zahl von 0 bis {LAST_MARK}",
            )
            raise BadRecord(unknown.after(f"{where}.marks"))
        node.marks.append(mark)
    return node


def object_with(
    data: object, keys: tuple[str, ...], needed: tuple[str, ...], where: Words | str
) -> dict[str, Any]:
    """The data, if it is an object with these keys and no others."""
    found = typed(data, dict, where)
    for key in needed:
        if key not in found:
            missing = Words(f"the key {key!r} is missing", f"der Schlüssel {key!r} fehlt")
            raise BadRecord(missing.after(where))
    for key in found:
        if key not in keys:
            known, name = ", ".join(keys), quoted(str(key))
            unknown = Words(
                f"{name} is none of the keys {known}", f"{name} ist keiner der Schlüssel {known}"
            )
            raise BadRecord(unknown.after(where))
    return found


def typed(value: object, kind: type[T], where: Words | str) -> T:
    """The value, if it is of this kind."""
    if not isinstance(value, kind) or isinstance(value, bool):
        wanted, found = KINDS[kind], quoted(str(value))
        other = Words(
            f"{wanted.en} belongs here, not {found}",
            f"hierhin gehört {wanted.de}, nicht {found}",
        )
        raise BadRecord(other.after(where))
    if isinstance(value, str):
        with located(where):
            check_unicode(value)
    return value
