"""Queries of the analysis, one JSON object a line; docs/protocol.md tells all fields.

{"id": "q1", "game": "vier3d", "moves": ["a1", "b2"], "lines": 3, "nodes": 100000}
{"id": "q2", "action": "terminate", "terminateId": "q1"}
"""

import json
from typing import Any, NamedTuple, NoReturn

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.text_lines import LONGEST_LINE, game_asked_for, printable
from steinreich.players.player import Limit
from steinreich.records.reading import set_up_by_chance
from steinreich.rules.errors import SteinreichError

LONGEST_ID = 200
LANGUAGES = ("en", "de")
ACTIONS = ("query_version", "terminate", "terminate_all")
USUAL = Limit(seconds=1.0)  # if a query sets no limit
MOST_NODES = 10**12
DEEPEST = 10_000
LONGEST = 86_400.0  # seconds
SHORTEST = 0.01
MOST_LINES = 100


class BadQuery(SteinreichError):
    """A line that is no query: which field is wrong, and whose, as far as that is known."""

    def __init__(self, message: str, field: str | None = None, id: str | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.id = id


class Query(NamedTuple):
    """A position to think about."""

    id: str
    position: Position
    limit: Limit
    lines: int
    wants_reasons: bool
    language: str
    every: float | None  # seconds between reports on the way


class Action(NamedTuple):
    """Something else that is to be done."""

    id: str
    name: str
    terminate_id: str | None  # the query to be ended


def parse(line: str | None, own: Game | None) -> Query | Action:
    """What a line asks for; `own` is the game of queries that name none."""
    fields = Fields(read_object(line))
    try:
        asked = action(fields) if "action" in fields.data else query(fields, own)
    except BadQuery as error:
        error.id = fields.id
        raise
    if fields.data:
        name = next(iter(fields.data))
        raise BadQuery("there is no such field", printable(name, 40), fields.id)
    return asked


def read_object(line: str | None) -> dict[str, Any]:
    """The JSON object in a line."""
    if line is None:
        raise BadQuery(f"a line has at most {LONGEST_LINE} characters")
    try:
        data = json.loads(line.strip(), parse_constant=no_number, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise BadQuery(f"no JSON: column {error.colno}: {error.msg}") from None
    except BadQuery:
        raise
    except (ValueError, RecursionError):
        raise BadQuery("a number is too long, or something is nested too deep") from None
    if not isinstance(data, dict):
        raise BadQuery("a query is an object in JSON")
    return data


def no_number(text: str) -> NoReturn:
    raise BadQuery(f"{text} is no number in JSON")


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which nothing stands twice."""
    data = dict(pairs)
    if len(data) < len(pairs):
        raise BadQuery("a field is given twice")
    return data


class Fields:
    """The fields of a query, which are taken one by one; none may be left."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        given = data.get("id")
        self.id = given if isinstance(given, str) and len(given) <= LONGEST_ID else None

    def text(self, field: str, longest: int) -> str | None:
        value = self.data.pop(field, None)
        if value is not None and (not isinstance(value, str) or len(value) > longest):
            raise BadQuery(f"a text of at most {longest} characters is wanted", field)
        return value

    def required(self, field: str) -> str:
        """The id of this query or another one."""
        value = self.text(field, LONGEST_ID)
        if value is None:
            raise BadQuery("it is missing", field)
        return value

    def choice(self, field: str, choices: tuple[str, ...]) -> str | None:
        value = self.data.pop(field, None)
        if value is None:
            return None
        if value not in choices:
            raise BadQuery(f"it is one of {', '.join(choices)}", field)
        return str(value)

    def truth(self, field: str) -> bool:
        value = self.data.pop(field, False)
        if not isinstance(value, bool):
            raise BadQuery("it is true or false", field)
        return value

    def whole(self, field: str, most: int) -> int | None:
        value = self.data.pop(field, None)
        if value is not None and (type(value) is not int or not 1 <= value <= most):
            raise BadQuery(f"a whole number from 1 to {most} is wanted", field)
        return value

    def seconds(self, field: str) -> float | None:
        value = self.data.pop(field, None)
        if value is None:
            return None
        if type(value) not in (int, float) or not SHORTEST <= value <= LONGEST:
            raise BadQuery(f"seconds from {SHORTEST} to {LONGEST:g} are wanted", field)
        return float(value)

    def texts(self, field: str) -> list[str]:
        value = self.data.pop(field, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadQuery("an array of texts is wanted", field)
        return value


def action(fields: Fields) -> Action:
    """An order that is no position to think about."""
    id = fields.required("id")
    name = fields.choice("action", ACTIONS)
    if name is None:
        raise BadQuery(f"it is one of {', '.join(ACTIONS)}", "action")
    return Action(id, name, fields.required("terminateId") if name == "terminate" else None)


def query(fields: Fields, own: Game | None) -> Query:
    """A position and how to think about it."""
    id = fields.required("id")
    position = position_in(fields, game_in(fields, own))
    limit = Limit(
        fields.seconds("seconds"), fields.whole("nodes", MOST_NODES), fields.whole("depth", DEEPEST)
    )
    return Query(
        id,
        position,
        USUAL if limit == Limit() else limit,
        fields.whole("lines", MOST_LINES) or 1,
        fields.truth("reasons"),
        fields.choice("language", LANGUAGES) or LANGUAGES[0],
        fields.seconds("reportDuringSearchEvery"),
    )


def game_in(fields: Fields, own: Game | None) -> Game:
    """The game that a query names, or the usual one."""
    id = fields.text("game", LONGEST_ID)
    if id is None and own is None:
        raise BadQuery("it is missing", "game")
    try:
        return own if own and id is None else game_asked_for(id or "", own)
    except SteinreichError as error:
        raise BadQuery(printable(str(error)), "game") from None


def position_in(fields: Fields, game: Game) -> Position:
    """The position of a query: a position string or the start, and then the moves."""
    text = fields.text("position", LONGEST_LINE)
    if text is None and set_up_by_chance(game):
        raise BadQuery(f"chance sets up {game.id}: it has to be given", "position")
    try:
        position = game.start() if text is None else game.position(text)
    except SteinreichError as error:
        raise BadQuery(printable(str(error)), "position") from None
    for number, name in enumerate(fields.texts("moves"), 1):
        try:
            position = position.play(name)
        except SteinreichError as error:
            raise BadQuery(f"move {number}, {printable(str(error))}", "moves") from None
    return position
