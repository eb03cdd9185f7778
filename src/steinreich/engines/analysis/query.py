"""Parse analysis queries, one JSON object per line; docs/protocol.md describes all fields.

{"id": "q1", "game": "vier3d", "moves": ["a1", "b2"], "lines": 3, "nodes": 100000}
{"id": "q2", "action": "terminate", "terminateId": "q1"}
"""

from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.text_lines import (
    MAX_LINE_CHARACTERS,
    MAX_MESSAGE_CHARACTERS,
    load_requested_game,
)
from steinreich.players.player import Limit
from steinreich.records.reading import has_random_setup
from steinreich.rules.errors import SteinreichError
from steinreich.rules.untrusted import one_line
from steinreich.rules.validation import BadJson, get_first_fault, read_json
from steinreich.rules.vocabulary import Language

MAX_QUERY_ID_CHARACTERS = 200
DEFAULT_LIMIT = Limit(seconds=1.0)
MAX_NODES = 10**12
MAX_DEPTH = 10_000  # actions
MAX_SECONDS = 86_400.0
MIN_SECONDS = 0.01
MAX_LINES = 100

STRICT_FIELDS = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)
Id = Annotated[str, Field(max_length=MAX_QUERY_ID_CHARACTERS)]
Seconds = Annotated[float, Field(ge=MIN_SECONDS, le=MAX_SECONDS)]
Fields = TypeVar("Fields", bound=BaseModel)


class BadQuery(SteinreichError):
    """An invalid query, with the field and the id of the query where they are known."""

    def __init__(self, message: str, field: str | None = None, id: str | None = None) -> None:
        super().__init__(message)
        self.field = field
        self.id = id


class Query(NamedTuple):
    """A position to analyse."""

    id: str
    position: Position
    limit: Limit
    lines: int
    wants_reasons: bool
    language: str
    report_interval_seconds: float | None  # None: no intermediate reports


class AnalysisAction(NamedTuple):
    """A command other than the analysis of a position."""

    id: str
    name: str  # of the command: query_version, terminate or terminate_all
    terminate_id: str | None  # the id of the queries to stop; None for other commands


class ActionFields(BaseModel):
    """The fields of an action; docs/protocol.md describes them."""

    model_config = STRICT_FIELDS
    id: Id
    action: Literal["query_version", "terminate", "terminate_all"]
    terminateId: Id | None = None  # noqa: N815  (its name in the protocol)


class QueryFields(BaseModel):
    """The fields of a query; docs/protocol.md describes them."""

    model_config = STRICT_FIELDS
    id: Id
    game: Id | None = None
    position: Annotated[str, Field(max_length=MAX_LINE_CHARACTERS)] | None = None
    moves: list[str] = []
    seconds: Seconds | None = None
    nodes: Annotated[int, Field(ge=1, le=MAX_NODES)] | None = None
    depth: Annotated[int, Field(ge=1, le=MAX_DEPTH)] | None = None
    lines: Annotated[int, Field(ge=1, le=MAX_LINES)] | None = None
    reasons: bool = False
    language: Language | None = None
    reportDuringSearchEvery: Seconds | None = None  # noqa: N815


def parse_line(line: str | None, default_game: Game | None) -> Query | AnalysisAction:
    """Parse a line; `default_game` is the game of queries that name none."""
    data = read_object(line)
    id = data.get("id")
    try:
        return parse_action(data) if "action" in data else parse_query(data, default_game)
    except BadQuery as error:
        error.id = id if isinstance(id, str) and len(id) <= MAX_QUERY_ID_CHARACTERS else None
        raise


def read_object(line: str | None) -> dict[str, Any]:
    """Parse the JSON object in a line."""
    if line is None:
        raise BadQuery(f"a line has at most {MAX_LINE_CHARACTERS} characters")
    try:
        data = read_json(line.strip())
    except BadJson as error:
        raise BadQuery(one_line(str(error), MAX_MESSAGE_CHARACTERS)) from None
    if not isinstance(data, dict):
        raise BadQuery("a query must be a JSON object")
    return data


def validate(model: type[Fields], data: dict[str, Any]) -> Fields:
    """Validate fields by a model; raise `BadQuery` for the first error."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        fault = get_first_fault(error)
    if fault.kind == "missing":
        raise BadQuery("this field is required", fault.key)
    if fault.kind == "extra_forbidden":
        raise BadQuery("unknown field", one_line(fault.key, 40))
    raise BadQuery(one_line(str(fault.message), MAX_MESSAGE_CHARACTERS), str(fault.path[0]))


def parse_action(data: dict[str, Any]) -> AnalysisAction:
    """Parse a command other than the analysis of a position."""
    fields = validate(ActionFields, data)
    if fields.action == "terminate" and fields.terminateId is None:
        raise BadQuery("this field is required", "terminateId")
    return AnalysisAction(fields.id, fields.action, fields.terminateId)


def parse_query(data: dict[str, Any], default_game: Game | None) -> Query:
    """Parse a query."""
    fields = validate(QueryFields, data)
    limit = Limit(fields.seconds, fields.nodes, fields.depth)
    return Query(
        fields.id,
        make_position(fields, load_query_game(fields.game, default_game)),
        DEFAULT_LIMIT if limit == Limit() else limit,
        fields.lines or 1,
        fields.reasons,
        fields.language or "en",
        fields.reportDuringSearchEvery,
    )


def load_query_game(id: str | None, default_game: Game | None) -> Game:
    """Return the game that a query names, or the default one."""
    if id is None and default_game is None:
        raise BadQuery("this field is required", "game")
    try:
        return (
            default_game
            if default_game and id is None
            else load_requested_game(id or "", default_game)
        )
    except SteinreichError as error:
        raise BadQuery(one_line(str(error), MAX_MESSAGE_CHARACTERS), "game") from None


def make_position(fields: QueryFields, game: Game) -> Position:
    """Return the position of a query: a position string or the start, and then the moves."""
    text = fields.position
    if text is None and has_random_setup(game):
        raise BadQuery(f"this field is required, because {game.id} is set up at random", "position")
    try:
        position = game.start() if text is None else game.position(text)
    except SteinreichError as error:
        raise BadQuery(one_line(str(error), MAX_MESSAGE_CHARACTERS), "position") from None
    for number, name in enumerate(fields.moves, 1):
        try:
            position = position.play(name)
        except SteinreichError as error:
            message = one_line(str(error), MAX_MESSAGE_CHARACTERS)
            raise BadQuery(f"move {number}, {message}", "moves") from None
    return position
