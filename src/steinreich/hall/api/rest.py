"""The REST interface: games, tables, records, the local network and health checks."""

import gzip
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Annotated, Any, Literal, NamedTuple

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import Field
from starlette.exceptions import HTTPException

from steinreich.core.game import Game
from steinreich.core.registry import games
from steinreich.hall import opening
from steinreich.hall.api.socket import NOTHING_HERE
from steinreich.hall.archive import Key
from steinreich.hall.connections import RETRY_SECONDS
from steinreich.hall.encoding import encode, get_language
from steinreich.hall.errors import RequestRefused
from steinreich.hall.hall import Hall
from steinreich.hall.lan import Lan, NoNetwork, is_local
from steinreich.hall.limits import Budget, Cost, OverBudget, get_replay_cost, get_visitor
from steinreich.hall.opening import TableQuota
from steinreich.hall.room import Room
from steinreich.hall.upkeep import Health
from steinreich.records import write
from steinreich.rules.language import LANGUAGES, Text
from steinreich.rules.untrusted import one_line
from steinreich.session.legal_actions import MAX_GAMES
from steinreich.session.records import make_record
from steinreich.session.schema import messages, protocol
from steinreich.session.table import Table
from steinreich.session.views.games import demo_view, get_game_info, rules_view
from steinreich.session.views.tables import lobby_view, make_past_frames, make_snapshot

MAX_LOBBY_TABLES = 100
MAX_TABLE_IDS = 20  # in one request
MAX_FRAMES = 400  # in one response
MAX_REPORTED_ERRORS = 10  # in one response
MAX_ERROR_LENGTH = 200  # characters
ACTIONS_PER_CHARGE = 100  # of a game; each such portion is charged as one replay

ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": messages.ErrorResponse, "description": description}
    for status, description in (
        (400, "Invalid request"),
        (403, "Not allowed"),
        (404, "Not found"),
        (409, "Conflict with an earlier request"),
        (413, "Too large"),
        (429, "Too many requests or tables"),
        (500, "The table cannot be read"),
        (503, "Temporarily unavailable"),
    )
}

INVALID_REQUEST = Text("This request is not valid.")
NO_SUCH_METHOD = Text("This cannot be done here.")


class StrictRequest(Request):
    """A request whose JSON is parsed strictly by orjson.

    Python's own parser accepts `NaN`, `Infinity` and lone surrogates, which could be neither
    encoded in an answer nor stored.
    """

    async def json(self) -> Any:
        """Return the parsed body; raise orjson.JSONDecodeError, which FastAPI answers with 422, if
        it is invalid."""
        if not hasattr(self, "_json"):
            self._json = orjson.loads(await self.body())
        return self._json


class StrictRoute(APIRoute):
    """A route whose requests are strict."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return handle_strictly


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI descriptions of some error statuses."""
    return {status: ERROR_RESPONSES[status] for status in statuses}


def get_hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def get_budget(request: Request) -> Budget:
    budget: Budget = request.app.state.budget
    return budget


async def check_table_quota(request: Request) -> str:
    """Return the visitor that opens a table; raise RequestRefused if its quota is used up."""
    table_quota: TableQuota = request.app.state.table_quota
    visitor = get_visitor(request.scope)
    await table_quota.check(get_hall(request), visitor)
    return visitor


async def get_or_make_replay(
    request: Request, key_parts: Key, table: Table, actions: int, make: Callable[[Table], bytes]
) -> bytes:
    """Like `get_or_make_in_thread`, for data of a table, charged by the number of actions to
    replay."""
    key = (table.id, table.seq, *key_parts)
    cost = get_replay_cost(1 + actions // ACTIONS_PER_CHARGE)
    return await get_or_make_in_thread(request, key, cost, partial(make, table.copy()))


async def get_or_make_in_thread(
    request: Request, key: Key, cost: Cost, make: Callable[[], bytes]
) -> bytes:
    """Like `get_or_make`, but run `make` in the thread of the archive."""
    archive = get_hall(request).archive
    return await get_or_make(request, key, cost, partial(archive.run_in_thread, make))


async def get_or_make(
    request: Request, key: Key, cost: Cost, make: Callable[[], Awaitable[bytes]]
) -> bytes:
    """Return the cached data of a key, or call `make` and charge the visitor."""
    archive, address = get_hall(request).archive, get_visitor(request.scope)
    if not archive.has(key):
        await get_budget(request).spend(address, cost)
    return await archive.get(key, address, make)


async def get_room_and_charge(request: Request, id: str) -> Room:
    """Return the room of a table; the visitor is charged if it has to be loaded."""
    return await get_hall(request).get_room_and_charge(
        id, get_budget(request), get_visitor(request.scope)
    )


def check_game_name(name: Annotated[str, Path(max_length=40)]) -> str:
    if name not in games():
        raise RequestRefused(404, Text("There is no such game."))
    return name


async def get_room(id: Annotated[str, Path(max_length=60)], request: Request) -> Room:
    return await get_room_and_charge(request, id)


HallDependency = Annotated[Hall, Depends(get_hall)]
RoomDependency = Annotated[Room, Depends(get_room)]
TableIds = Annotated[
    Sequence[Annotated[str, Field(max_length=60)]], Query(max_length=MAX_TABLE_IDS)
]
VisitorWithinQuota = Annotated[str, Depends(check_table_quota)]
GameName = Annotated[str, Depends(check_game_name)]

router = APIRouter(prefix="/api", route_class=StrictRoute)


def json_response(request: Request, data: Mapping[str, Any]) -> Response:
    """Return a JSON response without validating its data, which would block the event loop; tests
    compare the data with its declared types."""
    return json_bytes_response(encode(data, get_language(request.scope)))


def json_bytes_response(body: bytes) -> Response:
    headers = {"cache-control": "no-cache", "vary": "accept-language"}
    return Response(body, media_type="application/json", headers=headers)


class StaticJson(NamedTuple):
    """A constant JSON response, encoded and compressed once."""

    body: bytes
    gzipped: bytes

    @classmethod
    def encode(cls, data: Mapping[str, Any], language: str) -> "StaticJson":
        body = encode(data, language)
        return cls(body, gzip.compress(body, mtime=0))

    def make_response(self, request: Request) -> Response:
        headers = {"cache-control": "no-cache", "vary": "accept-encoding, accept-language"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, media_type="application/json", headers=headers)
        headers["content-encoding"] = "gzip"
        return Response(self.gzipped, media_type="application/json", headers=headers)


@router.get("/games", response_model=protocol.Games)
async def list_games(request: Request) -> Response:
    """All games: titles, summaries, options and a picture."""
    return make_games(get_language(request.scope)).make_response(request)


@cache
def make_games(language: str) -> StaticJson:
    return StaticJson.encode({"games": [get_game_info(name) for name in games()]}, language)


@router.get("/games/{name}/demo", response_model=protocol.Demo, responses=error_responses(404))
async def show_demo(name: GameName, request: Request) -> Response:
    """A short example game."""
    return make_demo(name, get_language(request.scope)).make_response(request)


@cache
def make_demo(name: str, language: str) -> StaticJson:
    return StaticJson.encode(demo_view(name), language)


@router.get("/rules", response_model=protocol.Rules, responses=error_responses(400))
async def show_rules(request: Request, game: Annotated[str, Query(max_length=200)]) -> Response:
    """The rules of a game with its options, by its id: `vier3d(players=3)`."""
    return make_rules(opening.parse_game(game), get_language(request.scope)).make_response(request)


@lru_cache(maxsize=MAX_GAMES)
def make_rules(game: Game, language: str) -> StaticJson:
    return StaticJson.encode(rules_view(game), language)


def warm_caches() -> None:
    """Make the responses of the front page in advance: while machine code is compiled, playing the
    example games would take seconds."""
    for language in LANGUAGES:
        make_games(language)
        for name in games():
            make_demo(name, language)


@router.get("/tables", response_model=protocol.Lobby, responses=error_responses(429, 503))
async def list_tables(request: Request, hall: HallDependency, id: TableIds = ()) -> Response:
    """The lobby: listed tables whose games are not over, newest first; with ids, these tables as
    far as they exist."""
    if id:
        tables_by_id = await hall.get_views(id, lobby_view, partial(get_room_and_charge, request))
        return json_response(request, {"tables": tables_by_id})
    limit_per_visitor: int = request.app.state.settings.max_listed_tables
    listed = await hall.get_views(
        await hall.storage.list_lobby_tables(MAX_LOBBY_TABLES, limit_per_visitor), lobby_view
    )
    return json_response(
        request, {"tables": [table for table in listed if table["status"] != "over"]}
    )


@router.post(
    "/tables",
    response_model=messages.OpenedTable,
    status_code=201,
    responses=error_responses(400, 403, 409, 413, 429, 503),
)
async def open_table(
    body: messages.TableRequest, hall: HallDependency, visitor: VisitorWithinQuota
) -> messages.OpenedTable:
    """Open a table.  The token in the answer authorizes commands."""
    id, token, invites = await opening.open_table(hall, body, visitor)
    return {"id": id, "token": token, "invites": invites}


@router.get(
    "/tables/{id}", response_model=protocol.Snapshot, responses=error_responses(404, 429, 500, 503)
)
async def show_table(request: Request, room: RoomDependency, hall: HallDependency) -> Response:
    """The public state of a table."""
    return json_response(request, make_snapshot(room.table, hall.clock()))


@router.get(
    "/tables/{id}/frames",
    response_model=protocol.Frames,
    responses=error_responses(404, 429, 500, 503),
)
async def show_frames(
    request: Request,
    room: RoomDependency,
    first: Annotated[int, Query(ge=0, le=100_000)] = 0,
    last: Annotated[int, Query(ge=0, le=100_000)] = MAX_FRAMES,
) -> Response:
    """The frames after `first` to `last` actions."""
    last = min(last, first + MAX_FRAMES, room.table.actions)

    language = get_language(request.scope)

    def make(table: Table) -> bytes:
        return encode(make_past_frames(table, first, last), language)

    key_parts, actions = ("frames", first, last, language), max(0, last - first)
    return json_bytes_response(
        await get_or_make_replay(request, key_parts, room.table, actions, make)
    )


@router.post(
    "/tables/{id}/join",
    response_model=messages.TakenSeat,
    responses=error_responses(400, 403, 404, 409, 413, 429, 500, 503),
)
async def join_table(
    room: RoomDependency, body: messages.JoinRequest, hall: HallDependency
) -> messages.TakenSeat:
    """Take a friend's seat."""
    return {"seat": body["seat"], "token": await opening.join(hall, room, body)}


@router.get(
    "/tables/{id}/record",
    responses=error_responses(404, 429, 500, 503)
    | {200: {"content": {"text/plain": {}, "application/json": {}}}},
    response_class=Response,
)
async def show_record(
    request: Request, room: RoomDependency, format: Literal["text", "json"] = "text"
) -> Response:
    """The record of the game so far, for download."""

    def make(table: Table) -> bytes:
        return write(make_record(table), format).encode()

    text = await get_or_make_replay(
        request, ("record", format), room.table, room.table.actions, make
    )
    media_type = "text/plain" if format == "text" else "application/json"
    suffix = "txt" if format == "text" else "json"
    name = f"{room.table.game.name}-{room.table.id}.{suffix}"
    return Response(
        text,
        media_type=f"{media_type}; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def get_lan(request: Request) -> Lan:
    """Return the state of the local network access; raise RequestRefused unless the request comes
    from this machine."""
    if not is_local(get_visitor(request.scope)):
        raise RequestRefused(
            403, Text("This can only be seen and changed on the computer that runs the hall.")
        )
    lan: Lan = request.app.state.lan
    return lan


LanDependency = Annotated[Lan, Depends(get_lan)]


@router.get("/lan", response_model=messages.LanAccess, responses=error_responses(403))
async def show_lan(lan: LanDependency) -> messages.LanAccess:
    """Access from the local network: its URL, and whether it can be changed; only for requests
    from the machine of the hall."""
    return {"url": lan.url, "can_change": lan.can_change}


@router.put(
    "/lan", response_model=messages.LanAccess, responses=error_responses(400, 403, 409, 413)
)
async def change_lan(lan: LanDependency, body: messages.LanAccessRequest) -> messages.LanAccess:
    """Open the hall to the local network, or close it."""
    if not lan.can_change:
        raise RequestRefused(403, Text("This hall cannot be opened or closed from here."))
    if not body["open"]:
        lan.close()
    else:
        try:
            await lan.open()
        except NoNetwork as error:
            raise RequestRefused(
                409, Text("The hall cannot be opened to the network: {error}.", error=error)
            ) from error
    return {"url": lan.url, "can_change": lan.can_change}


@router.get("/health", response_model=messages.Health, responses=error_responses(503))
async def show_health(request: Request) -> messages.Health:
    """Health check: the database accepts writes, events of other processes arrive, and engines
    run."""
    health: Health = request.app.state.health
    fault = await health.find_fault()
    if fault:
        raise RequestRefused(503, fault)
    return {"status": "ok"}


@router.get(
    "/ready",
    response_model=messages.Readiness,
    responses={503: {"model": messages.Readiness, "description": "Not yet"}},
)
async def show_readiness(
    request: Request, response: Response, hall: HallDependency
) -> messages.Readiness:
    """Readiness check: games in progress are resumed and engines are as warm as they will get; 503
    before."""
    engines = hall.computers.engines
    ready = request.app.state.resume_task.done() and engines.is_ready
    response.status_code = 200 if ready else 503
    return {"ready": ready, "engines": engines.get_warmth()}


async def handle_refused_request(request: Request, error: Exception) -> JSONResponse:
    """Return the response to a refused request."""
    assert isinstance(error, RequestRefused)
    is_temporary = error.status in (429, 503)
    seconds = error.retry_seconds if isinstance(error, OverBudget) else RETRY_SECONDS
    headers = {"Retry-After": str(seconds)} if is_temporary else None
    return refusal_response(request, error.status, error.why, headers)


async def handle_http_error(request: Request, error: Exception) -> JSONResponse:
    """Return the response to an error of the framework, in the same form."""
    assert isinstance(error, HTTPException)
    why = {404: NOTHING_HERE, 405: NO_SUCH_METHOD}.get(error.status_code, INVALID_REQUEST)
    return refusal_response(request, error.status_code, why, error.headers)


def refusal_response(
    request: Request, status: int, why: Text, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """Return an error response with its reason in the language of the request."""
    reason = why.in_language(get_language(request.scope))
    return JSONResponse({"detail": {"why": reason}}, status, headers)


async def handle_validation_error(request: Request, error: Exception) -> JSONResponse:
    """Return what is wrong with a request, and where; its values may be secret and are not
    repeated."""
    assert isinstance(error, RequestValidationError)
    faults = [
        {
            "loc": [part if isinstance(part, int) else shorten(part) for part in fault["loc"]],
            "msg": shorten(fault["msg"]),
            "type": fault["type"],
        }
        for fault in error.errors()[:MAX_REPORTED_ERRORS]
    ]
    return JSONResponse({"detail": faults}, 422)


def shorten(text: str) -> str:
    """Shorten a text to one line of limited length."""
    return one_line(text, MAX_ERROR_LENGTH)
