"""The REST interface: games, tables to open and to join, what they look like, and records."""

import gzip
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Annotated, Any, Literal, NamedTuple

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field
from starlette.exceptions import HTTPException

from steinreich.core.game import Game
from steinreich.core.registry import games
from steinreich.hall import opening
from steinreich.hall.api.refusals import NotAllowed
from steinreich.hall.api.socket import NOTHING_HERE
from steinreich.hall.api.strict_json import StrictRoute
from steinreich.hall.archive import Key
from steinreich.hall.hall import Hall
from steinreich.hall.lan import Lan, NoNetwork, is_local
from steinreich.hall.limits import costs
from steinreich.hall.limits.addresses import visitor_of
from steinreich.hall.limits.budget import Budget, OverBudget
from steinreich.hall.limits.http_connections import RETRY_SECONDS
from steinreich.hall.limits.openings import Openings
from steinreich.hall.room import Room
from steinreich.hall.upkeep.health import Health
from steinreich.records import write
from steinreich.rules.language import Words
from steinreich.session.legal_actions import MOST_GAMES
from steinreich.session.records import record
from steinreich.session.schema import lessons, messages, protocol
from steinreich.session.table import Table
from steinreich.session.views.games import demo_view, game_info, rules_view
from steinreich.session.views.tables import listed, past_frames, snapshot

MOST_LISTED = 100
MOST_NAMED = 20  # tables that one may ask for at once
MOST_FRAMES = 400  # in one answer
PART = 100  # actions looked back at that count as one look more

FAULTS: dict[int | str, dict[str, Any]] = {
    status: {"model": messages.Fault, "description": description}
    for status, description in (
        (400, "The request makes no sense"),
        (403, "Not allowed"),
        (404, "Not found"),
        (409, "Another client was faster"),
        (413, "Too large"),
        (429, "Too much at once"),
        (500, "The table cannot be read"),
        (503, "Not now"),
    )
}

NOT_UNDERSTOOD = Words("This request is not valid.", "Diese Anfrage ist ungültig.")
NO_SUCH_METHOD = Words("This cannot be done here.", "Das geht hier nicht.")


def faults(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The faults that an answer may have."""
    return {status: FAULTS[status] for status in statuses}


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def budget_of(request: Request) -> Budget:
    budget: Budget = request.app.state.budget
    return budget


async def may_open(request: Request) -> str:
    """Who opens a table; who opens too many is refused."""
    openings: Openings = request.app.state.openings
    visitor = visitor_of(request.scope)
    await openings.check(hall_of(request), visitor)
    return visitor


async def look_back(
    request: Request, what: Key, table: Table, actions: int, make: Callable[[Table], bytes]
) -> bytes:
    """What is made of so many actions of a game; refuse who wants too much of it made."""
    key = (table.id, table.seq, *what)
    return await made_in_thread(request, key, 1 + actions // PART, partial(make, table.still()))


async def made_in_thread(
    request: Request, key: Key, looks: int, make: Callable[[], bytes]
) -> bytes:
    """Like `made_apart`, by the thread of the archive."""
    archive = hall_of(request).archive
    return await made_apart(request, key, looks, partial(archive.in_thread, make))


async def made_apart(
    request: Request, key: Key, looks: int, make: Callable[[], Awaitable[bytes]]
) -> bytes:
    """Something that takes long, made apart from everything else; it counts as so many looks."""
    archive, address = hall_of(request).archive, visitor_of(request.scope)
    if not archive.has(key):
        await budget_of(request).spend(address, costs.looks(looks))
    return await archive.get(key, address, make)


def game_name(name: Annotated[str, Path(max_length=40)]) -> str:
    if name not in games():
        raise NotAllowed(404, "There is no such game.", "Dieses Spiel gibt es nicht.")
    return name


async def room_of(id: Annotated[str, Path(max_length=60)], hall: "HallNow") -> Room:
    return await hall.room(id)


HallNow = Annotated[Hall, Depends(hall_of)]
RoomNow = Annotated[Room, Depends(room_of)]
TableIds = Annotated[Sequence[Annotated[str, Field(max_length=60)]], Query(max_length=MOST_NAMED)]
Opener = Annotated[str, Depends(may_open)]
GameName = Annotated[str, Depends(game_name)]

router = APIRouter(prefix="/api", route_class=StrictRoute)


def as_json(data: Mapping[str, Any]) -> Response:
    """What `views` has made, as it is: to check each of thousands of fields again takes time in
    which no table is served.  Tests compare it with the declarations."""
    return json_bytes(orjson.dumps(data))


def json_bytes(body: bytes) -> Response:
    return Response(body, media_type="application/json", headers={"cache-control": "no-cache"})


class Packed(NamedTuple):
    """An answer that never changes: made once, and compressed for whoever can unpack it."""

    body: bytes
    zipped: bytes

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Packed":
        body = orjson.dumps(data)
        return cls(body, gzip.compress(body, mtime=0))

    def answer(self, request: Request) -> Response:
        headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, media_type="application/json", headers=headers)
        headers["content-encoding"] = "gzip"
        return Response(self.zipped, media_type="application/json", headers=headers)


@router.get("/games", response_model=protocol.Games)
async def list_games(request: Request) -> Response:
    """All games: what they are called, their rules in short, their options, and a picture."""
    return all_games().answer(request)


@cache
def all_games() -> Packed:
    return Packed.of({"games": [game_info(name) for name in games()]})


@router.get("/games/{name}/demo", response_model=protocol.Demo, responses=faults(404))
async def show_demo(name: GameName, request: Request) -> Response:
    """A short game to look at."""
    return demo(name).answer(request)


@cache
def demo(name: str) -> Packed:
    return Packed.of(demo_view(name))


@router.get("/rules", response_model=lessons.Rules, responses=faults(400))
async def show_rules(request: Request, game: Annotated[str, Query(max_length=200)]) -> Response:
    """The rules of a game with its options, by its id: `vier3d(players=3)`."""
    return rules(opening.game_of(game)).answer(request)


@lru_cache(maxsize=MOST_GAMES)
def rules(game: Game) -> Packed:
    return Packed.of(rules_view(game))


def prepare() -> None:
    """Make ready what the front page shows: while machine code is compiled, a game played in
    Python takes seconds."""
    all_games()
    for name in games():
        demo(name)


@router.get("/tables", response_model=protocol.Lobby, responses=faults(503))
async def list_tables(request: Request, hall: HallNow, id: TableIds = ()) -> Response:
    """The lobby: tables that are listed and not over, the newest first.  Who names tables by id
    gets these, as far as there are such."""
    if id:
        return as_json({"tables": await hall.views(id, listed)})
    each: int = request.app.state.settings.listed_tables
    shown = await hall.views(await hall.storage.listed(MOST_LISTED, each), listed)
    return as_json({"tables": [table for table in shown if table["status"] != "over"]})


@router.post(
    "/tables",
    response_model=messages.TableMade,
    status_code=201,
    responses=faults(400, 403, 409, 413, 429, 503),
)
async def open_table(
    wanted: messages.TableRequest, hall: HallNow, visitor: Opener
) -> messages.TableMade:
    """Open a table.  The token is the right to act."""
    id, token, invites = await opening.open_table(hall, wanted, visitor)
    return {"id": id, "token": token, "invites": invites}


@router.get("/tables/{id}", response_model=protocol.Snapshot, responses=faults(404, 500, 503))
async def show_table(room: RoomNow, hall: HallNow) -> Response:
    """A table as everybody may see it."""
    return as_json(snapshot(room.table, hall.clock()))


@router.get(
    "/tables/{id}/frames", response_model=protocol.Frames, responses=faults(404, 429, 500, 503)
)
async def show_frames(
    request: Request,
    room: RoomNow,
    first: Annotated[int, Query(ge=0, le=100_000)] = 0,
    last: Annotated[int, Query(ge=0, le=100_000)] = MOST_FRAMES,
) -> Response:
    """What the board looked like after so many actions."""
    last = min(last, first + MOST_FRAMES, room.table.actions)

    def make(table: Table) -> bytes:
        return orjson.dumps(past_frames(table, first, last))

    what, actions = ("frames", first, last), max(0, last - first)
    return json_bytes(await look_back(request, what, room.table, actions, make))


@router.post(
    "/tables/{id}/join",
    response_model=messages.Joined,
    responses=faults(400, 403, 404, 409, 413, 500, 503),
)
async def join_table(
    id: Annotated[str, Path(max_length=60)], wanted: messages.JoinRequest, hall: HallNow
) -> messages.Joined:
    """Take a friend's seat."""
    return {"seat": wanted["seat"], "token": await opening.join(hall, id, wanted)}


@router.get(
    "/tables/{id}/record",
    responses=faults(404, 429, 500, 503)
    | {200: {"content": {"text/plain": {}, "application/json": {}}}},
    response_class=Response,
)
async def show_record(
    request: Request, room: RoomNow, format: Literal["text", "json"] = "text"
) -> Response:
    """The game so far, to keep."""

    def make(table: Table) -> bytes:
        return write(record(table), format).encode()

    text = await look_back(request, ("record", format), room.table, room.table.actions, make)
    kind = "text/plain" if format == "text" else "application/json"
    suffix = "txt" if format == "text" else "json"
    name = f"{room.table.game.name}-{room.table.id}.{suffix}"
    return Response(
        text,
        media_type=f"{kind}; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def lan_of(request: Request) -> Lan:
    """Who may ask about the local network: somebody at this machine."""
    if not is_local(visitor_of(request.scope)):
        raise NotAllowed(
            403,
            "This can only be seen and changed on the computer that runs the hall.",
            "Das geht nur an dem Rechner, auf dem der Saal läuft.",
        )
    lan: Lan = request.app.state.lan
    return lan


LanNow = Annotated[Lan, Depends(lan_of)]


@router.get("/lan", response_model=messages.Lan, responses=faults(403))
async def show_lan(lan: LanNow) -> messages.Lan:
    """Whether others in the local network find the hall; only for who sits at its machine."""
    return {"url": lan.url, "can_change": lan.can_change}


@router.put("/lan", response_model=messages.Lan, responses=faults(400, 403, 409, 413))
async def change_lan(lan: LanNow, wanted: messages.LanRequest) -> messages.Lan:
    """Open the hall to the local network, or close it again."""
    if not lan.can_change:
        raise NotAllowed(
            403,
            "This hall is not opened and closed from here.",
            "Dieser Saal wird nicht von hier aus geöffnet und geschlossen.",
        )
    if not wanted["open"]:
        lan.close()
    else:
        try:
            await lan.open()
        except NoNetwork as error:
            raise NotAllowed(
                409,
                f"The hall cannot be opened to the network: {error}.",
                "Der Saal lässt sich nicht für das Netz öffnen: "
                "Dieser Rechner hat dort keine passende Adresse, oder sie ist belegt.",
            ) from error
    return {"url": lan.url, "can_change": lan.can_change}


@router.get("/health", response_model=messages.Health, responses=faults(503))
async def show_health(request: Request) -> messages.Health:
    """Whether something can be written now, other processes are heard, and engines live."""
    health: Health = request.app.state.health
    fault = await health.fault()
    if fault:
        raise NotAllowed(503, *fault)
    return {"status": "ok"}


@router.get(
    "/ready",
    response_model=messages.Ready,
    responses={503: {"model": messages.Ready, "description": "Not yet"}},
)
async def show_readiness(request: Request, response: Response, hall: HallNow) -> messages.Ready:
    """Whether games that were under way go on, and the computer is at full strength, or as near to
    it as it will get; 503 until then."""
    engines = hall.computers.engines
    ready = request.app.state.resuming.done() and engines.are_ready
    response.status_code = 200 if ready else 503
    return {"ready": ready, "engines": engines.warmth()}


async def say_why(request: Request, error: Exception) -> JSONResponse:
    """The answer to a request that is not granted."""
    assert isinstance(error, NotAllowed)
    passes = error.status in (429, 503)
    seconds = error.retry_seconds if isinstance(error, OverBudget) else RETRY_SECONDS
    headers = {"Retry-After": str(seconds)} if passes else None
    return JSONResponse({"detail": {"why": error.why._asdict()}}, error.status, headers)


async def say_what(request: Request, error: Exception) -> JSONResponse:
    """The same form for what the framework refuses by itself."""
    assert isinstance(error, HTTPException)
    why = {404: NOTHING_HERE, 405: NO_SUCH_METHOD}.get(error.status_code, NOT_UNDERSTOOD)
    return JSONResponse({"detail": {"why": why._asdict()}}, error.status_code, error.headers)
