"""Queries of the analysis, one JSON object a line; docs/protocol.md tells all fields.

{"id": "q1", "game": "vier3d", "moves": ["a1", "b2"], "lines": 3, "nodes": 100000}
{"id": "q2", "action": "terminate", "terminateId": "q1"}
"""

from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.text_lines import LONGEST_LINE, LONGEST_MESSAGE, game_asked_for
from steinreich.players.player import Limit
from steinreich.records.reading import set_up_by_chance
from steinreich.rules.errors import SteinreichError
from steinreich.rules.text.safe import one_line
from steinreich.rules.validation import BadJson, first_fault, read_json

LONGEST_ID = 200
USUAL = Limit(seconds=1.0)  # if a query sets no limit
MOST_NODES = 10**12
DEEPEST = 10_000
LONGEST = 86_400.0  # seconds
SHORTEST = 0.01
MOST_LINES = 100

FIELDS = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)
Id = Annotated[str, Field(max_length=LONGEST_ID)]
Seconds = Annotated[float, Field(ge=SHORTEST, le=LONGEST)]
Fields = TypeVar("Fields", bound=BaseModel)


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


class AnalysisAction(NamedTuple):
    """Something else that is to be done."""

    id: str
    name: str
    terminate_id: str | None  # the query to be ended


class ActionFields(BaseModel):
    """The fields of an action; docs/protocol.md tells what they mean."""

    model_config = FIELDS
    id: Id
    action: Literal["query_version", "terminate", "terminate_all"]
    terminateId: Id | None = None  # noqa: N815  (as it is called on the wire)


class QueryFields(BaseModel):
    """The fields of a query; docs/protocol.md tells what they mean."""

    model_config = FIELDS
    id: Id
    game: Id | None = None
    position: Annotated[str, Field(max_length=LONGEST_LINE)] | None = None
    moves: list[str] = []
    seconds: Seconds | None = None
    nodes: Annotated[int, Field(ge=1, le=MOST_NODES)] | None = None
    depth: Annotated[int, Field(ge=1, le=DEEPEST)] | None = None
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] | None = None
    reasons: bool = False
    language: Literal["en", "de"] | None = None
    reportDuringSearchEvery: Seconds | None = None  # noqa: N815


def parse(line: str | None, own: Game | None) -> Query | AnalysisAction:
    """What a line asks for; `own` is the game of queries that name none."""
    data = read_object(line)
    id = data.get("id")
    try:
        return action(data) if "action" in data else query(data, own)
    except BadQuery as error:
        error.id = id if isinstance(id, str) and len(id) <= LONGEST_ID else None
        raise


def read_object(line: str | None) -> dict[str, Any]:
    """The JSON object in a line."""
    if line is None:
        raise BadQuery(f"a line has at most {LONGEST_LINE} characters")
    try:
        data = read_json(line.strip())
    except BadJson as error:
        raise BadQuery(one_line(str(error), LONGEST_MESSAGE)) from None
    if not isinstance(data, dict):
        raise BadQuery("a query is an object in JSON")
    return data


def validated(model: type[Fields], data: dict[str, Any]) -> Fields:
    """The fields, if each is what it should be."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        fault = first_fault(error)
    if fault.kind == "missing":
        raise BadQuery("it is missing", fault.key)
    if fault.kind == "extra_forbidden":
        raise BadQuery("there is no such field", one_line(fault.key, 40))
    raise BadQuery(one_line(fault.words.en, LONGEST_MESSAGE), str(fault.path[0]))


def action(data: dict[str, Any]) -> AnalysisAction:
    """An order that is no position to think about."""
    fields = validated(ActionFields, data)
    if fields.action == "terminate" and fields.terminateId is None:
        raise BadQuery("it is missing", "terminateId")
    return AnalysisAction(fields.id, fields.action, fields.terminateId)


def query(data: dict[str, Any], own: Game | None) -> Query:
    """A position and how to think about it."""
    fields = validated(QueryFields, data)
    limit = Limit(fields.seconds, fields.nodes, fields.depth)
    return Query(
        fields.id,
        position_in(fields, game_in(fields.game, own)),
        USUAL if limit == Limit() else limit,
        fields.lines or 1,
        fields.reasons,
        fields.language or "en",
        fields.reportDuringSearchEvery,
    )


def game_in(id: str | None, own: Game | None) -> Game:
    """The game that a query names, or the usual one."""
    if id is None and own is None:
        raise BadQuery("it is missing", "game")
    try:
        return own if own and id is None else game_asked_for(id or "", own)
    except SteinreichError as error:
        raise BadQuery(one_line(str(error), LONGEST_MESSAGE), "game") from None


def position_in(fields: QueryFields, game: Game) -> Position:
    """The position of a query: a position string or the start, and then the moves."""
    text = fields.position
    if text is None and set_up_by_chance(game):
        raise BadQuery(f"chance sets up {game.id}: it has to be given", "position")
    try:
        position = game.start() if text is None else game.position(text)
    except SteinreichError as error:
        raise BadQuery(one_line(str(error), LONGEST_MESSAGE), "position") from None
    for number, name in enumerate(fields.moves, 1):
        try:
            position = position.play(name)
        except SteinreichError as error:
            said = one_line(str(error), LONGEST_MESSAGE)
            raise BadQuery(f"move {number}, {said}", "moves") from None
    return position
