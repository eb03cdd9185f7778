"""Opening tables, joining them, and the quota of tables per visitor."""

from secrets import randbits
from typing import Any

from steinreich.core.game import Game
from steinreich.core.game_files import is_path
from steinreich.core.position import Position
from steinreich.core.registry import games
from steinreich.hall.errors import RequestRefused
from steinreich.hall.hall import Hall
from steinreich.hall.limits import NEW_TABLE_COST, Budget, hash_visitor
from steinreich.hall.room import Room
from steinreich.hall.settings import Settings
from steinreich.hall.storage.store import Holder, TableExists
from steinreich.hall.tokens import derive_invitation, derive_table_id, digest, new_token
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text, sentence
from steinreich.session import decisions, legal_actions, texts
from steinreich.session.decisions import Join, Refusal
from steinreich.session.schema.messages import JoinRequest, SeatRequest, TableRequest
from steinreich.session.schema.protocol import NoClock

DEFAULT_LEVEL = 3
SEED_BITS = 64  # of the random number that assigns sides
DAY_MS = 86_400_000  # older tables do not count towards the quota


class TableQuota:
    """The quota of games in progress per visitor, checked before a table is opened or a rematch
    offered."""

    def __init__(self, settings: Settings, budget: Budget) -> None:
        self.budget = budget
        self.max_open_tables = settings.max_open_tables

    async def check(self, hall: Hall, visitor: str) -> None:
        """Raise RequestRefused if a visitor has too many games in progress."""
        await self.budget.spend(visitor, NEW_TABLE_COST)
        since, limit = hall.clock() - DAY_MS, self.max_open_tables
        if await hall.storage.count_open_tables(hash_visitor(visitor), since, limit) >= limit:
            raise RequestRefused(
                429,
                Text("Too many unfinished games from this address; please finish or cancel some."),
            )


async def open_table(
    hall: Hall, request: TableRequest, visitor: str
) -> tuple[str, str, dict[str, str]]:
    """Open a table; return its id, the token of its creator, and the invitations by seat."""
    game, seats = parse_game(request["game"]), request["seats"]
    if len(seats) != game.players:
        raise RequestRefused(
            400,
            Text(
                "{id} has {players} seats, not {count}.",
                id=game.id,
                players=game.players,
                count=len(seats),
            ),
        )
    token = request.get("token") or new_token()
    holders = [
        Holder(slot, digest(token)) for slot, seat in enumerate(seats) if seat["kind"] == "here"
    ]
    invites = {
        slot: derive_invitation(token, slot)
        for slot, seat in enumerate(seats)
        if seat["kind"] == "friend"
    }
    data: dict[str, Any] = {
        "game": game.id,
        "start": str(get_start_position(game, request.get("position"))),
        "set_up": request.get("position") is not None,
        "seats": [make_seat_data(seat) for seat in seats],
        "clock": request.get("clock", NoClock(kind="none")),
        "listed": request.get("listed", False),
        "lots": request.get("random_sides", False),
        "hints": request.get("hints", False),
        "teaching": request.get("teaching", False),
    }
    if data["lots"] and not invites:
        data["order"] = decisions.make_random_order(randbits(SEED_BITS), len(seats))
    invite_digests = [Holder(slot, digest(secret)) for slot, secret in invites.items()]
    id = derive_table_id(token)
    try:
        await hall.create_table(id, data, holders, invite_digests, hash_visitor(visitor))
    except TableExists:
        await check_idempotent_retry(hall, id, data)
    return id, token, {str(slot): secret for slot, secret in invites.items()}


def get_start_position(game: Game, text: str | None) -> Position:
    """Return the position in which a game starts: that of `text`, if given; raise RequestRefused if
    it is invalid or already over."""
    if text is None:
        return game.start()
    try:
        position = game.position(text)
    except SteinreichError as error:
        raise RequestRefused(400, sentence(error.message)) from error
    if position.is_over:
        raise RequestRefused(400, texts.GAME_IS_OVER)
    return position


async def check_idempotent_retry(hall: Hall, id: str, data: dict[str, Any]) -> None:
    """Raise RequestRefused unless a request repeats the one that opened the table, whose answer may
    have been lost."""
    opened, *_ = await hall.storage.events(id)
    if opened.data | get_random_fields(data) != data:
        raise RequestRefused(409, Text("Another table was opened with this token."))


def get_random_fields(data: dict[str, Any]) -> dict[str, Any]:
    """Return the random fields of an `opened` event, which differ when a request is repeated."""
    names = ("order",) if data["set_up"] else ("start", "order")
    return {name: data[name] for name in names if name in data}


def parse_game(id: str) -> Game:
    """Return the game of an id; raise RequestRefused for unknown games, options and paths of game
    files."""
    if is_path(id) or id.partition("(")[0].strip() not in games():
        raise RequestRefused(400, Text("There is no such game."))
    try:
        return legal_actions.get_game(id)
    except SteinreichError as error:
        raise RequestRefused(
            400, Text("Unknown options of this game: {words}.", words=error.message)
        ) from error


def make_seat_data(request: SeatRequest) -> dict[str, Any]:
    """Return a seat as stored in the `opened` event; raise RequestRefused if its name cannot be
    displayed."""
    kind = request["kind"]
    name = request.get("name", "")
    if fault := texts.get_name_fault(name):
        raise RequestRefused(400, fault)
    level = (request.get("level") or DEFAULT_LEVEL) if kind == "computer" else None
    return {"kind": kind, "name": texts.clean_name(name), "level": level}


async def join(hall: Hall, room: Room, request: JoinRequest) -> str:
    """Take a friend's seat and return the seat token; idempotent for the same token."""
    seat, invite = request["seat"], request.get("invite")
    if seat >= len(room.table.seats):
        raise RequestRefused(404, Text("There is no such seat."))
    if invite is not None or not room.table.listed:
        invitation = Holder(seat, digest(invite or ""))
        if invitation not in await hall.storage.invites(room.table.id):
            raise RequestRefused(403, Text("This invitation is not valid."))
    token = request.get("token") or new_token()
    holder = Holder(seat, digest(token))
    # The id of the command is derived from the token, so a retry is the same command.
    command = Join(holder.digest.hex(), seat, request.get("name", ""), randbits(SEED_BITS))
    outcome = await hall.handle_command(room, command, frozenset(), holder)
    if isinstance(outcome, Refusal):
        raise RequestRefused(409, outcome.why)
    return token
