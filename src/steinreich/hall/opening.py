"""Opening tables, joining them, and the quota of tables per visitor."""

from secrets import randbits
from typing import Any

from steinreich.core.game import Game
from steinreich.core.game_files import is_path
from steinreich.core.position import Position
from steinreich.core.registry import games
from steinreich.hall.errors import NotAllowed
from steinreich.hall.hall import Hall
from steinreich.hall.limits import NEW_TABLE, Budget, hash_visitor
from steinreich.hall.room import Room
from steinreich.hall.settings import Settings
from steinreich.hall.storage.store import Holder, TableExists
from steinreich.hall.tokens import digest, invite_for_token, new_token, table_id_for_token
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text, sentence
from steinreich.session import decisions, legal_actions, texts
from steinreich.session.decisions import Join, Refusal
from steinreich.session.schema.messages import JoinRequest, SeatRequest, TableRequest
from steinreich.session.schema.protocol import NoClock

DEFAULT_LEVEL = 3
LOT_BITS = 64
DAY_MS = 86_400_000  # tables opened longer ago do not count towards the quota


class TableQuota:
    """The quota of games in progress per visitor, checked before a table is opened or a rematch
    offered."""

    def __init__(self, settings: Settings, budget: Budget) -> None:
        self.budget = budget
        self.max_open_tables = settings.max_open_tables

    async def check(self, hall: Hall, visitor: str) -> None:
        """Raise NotAllowed if a visitor has too many games in progress."""
        await self.budget.spend(visitor, NEW_TABLE)
        since, limit = hall.clock() - DAY_MS, self.max_open_tables
        if await hall.storage.count_opened(hash_visitor(visitor), since, limit) >= limit:
            raise NotAllowed(
                429, Text("Too many games from here go on; please finish or cancel some.")
            )


async def open_table(
    hall: Hall, wanted: TableRequest, visitor: str
) -> tuple[str, str, dict[str, str]]:
    """Open a table; return its id, the token of its creator, and the invitations by seat."""
    game, seats = parse_game(wanted["game"]), wanted["seats"]
    if len(seats) != game.players:
        raise NotAllowed(
            400,
            Text(
                "{id} has {players} seats, not {count}.",
                id=game.id,
                players=game.players,
                count=len(seats),
            ),
        )
    token = wanted.get("token") or new_token()
    holders = [
        Holder(seat, digest(token)) for seat, one in enumerate(seats) if one["kind"] == "here"
    ]
    invites = {
        seat: invite_for_token(token, seat)
        for seat, one in enumerate(seats)
        if one["kind"] == "friend"
    }
    data: dict[str, Any] = {
        "game": game.id,
        "start": str(first_position(game, wanted.get("position"))),
        "set_up": wanted.get("position") is not None,
        "seats": [seat_data(one) for one in seats],
        "clock": wanted.get("clock", NoClock(kind="none")),
        "listed": wanted.get("listed", False),
        "lots": wanted.get("lots", False),
        "hints": wanted.get("hints", False),
        "teaching": wanted.get("teaching", False),
    }
    if data["lots"] and not invites:
        data["order"] = decisions.draw_order(randbits(LOT_BITS), len(seats))
    hashed = [Holder(seat, digest(secret)) for seat, secret in invites.items()]
    id = table_id_for_token(token)
    try:
        await hall.create_table(id, data, holders, hashed, hash_visitor(visitor))
    except TableExists:
        await check_idempotent_retry(hall, id, data)
    return id, token, {str(seat): secret for seat, secret in invites.items()}


def first_position(game: Game, text: str | None) -> Position:
    """Return the start of a game; raise NotAllowed if it is invalid or already over."""
    if text is None:
        return game.start()
    try:
        position = game.position(text)
    except SteinreichError as error:
        raise NotAllowed(400, sentence(error.words)) from error
    if position.is_over:
        raise NotAllowed(400, texts.GAME_IS_OVER)
    return position


async def check_idempotent_retry(hall: Hall, id: str, data: dict[str, Any]) -> None:
    """Raise NotAllowed unless a request repeats the one that opened the table, whose answer may
    have been lost."""
    opened, *_ = await hall.storage.events(id)
    if opened.data | random_fields(data) != data:
        raise NotAllowed(409, Text("Another table was opened with this token."))


def random_fields(data: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of `opened` that may differ when a request is repeated."""
    drawn = ("order",) if data["set_up"] else ("start", "order")
    return {name: data[name] for name in drawn if name in data}


def parse_game(id: str) -> Game:
    """Return the game of an id; raise NotAllowed for unknown games, options and paths of game
    files."""
    if is_path(id) or id.partition("(")[0].strip() not in games():
        raise NotAllowed(400, Text("There is no such game."))
    try:
        return legal_actions.get_game(id)
    except SteinreichError as error:
        raise NotAllowed(
            400, Text("The game has no such options: {words}.", words=error.words)
        ) from error


def seat_data(wanted: SeatRequest) -> dict[str, Any]:
    """Return a seat as stored in the event; raise NotAllowed if its name cannot be displayed."""
    kind = wanted["kind"]
    name = wanted.get("name", "")
    if fault := texts.name_fault(name):
        raise NotAllowed(400, fault)
    level = (wanted.get("level") or DEFAULT_LEVEL) if kind == "computer" else None
    return {"kind": kind, "name": texts.clean_name(name), "level": level}


async def join(hall: Hall, room: Room, wanted: JoinRequest) -> str:
    """Take a friend's seat and return the token; idempotent for the same token."""
    seat, invite = wanted["seat"], wanted.get("invite")
    if seat >= len(room.table.seats):
        raise NotAllowed(404, Text("There is no such seat."))
    if invite is not None or not room.table.listed:
        invited = Holder(seat, digest(invite or ""))
        if invited not in await hall.storage.invites(room.table.id):
            raise NotAllowed(403, Text("This invitation is not valid."))
    token = wanted.get("token") or new_token()
    holder = Holder(seat, digest(token))
    # The id of the command is derived from the token, so a retry is the same command.
    command = Join(holder.digest.hex(), seat, wanted.get("name", ""), randbits(LOT_BITS))
    outcome = await hall.handle_command(room, command, frozenset(), holder)
    if isinstance(outcome, Refusal):
        raise NotAllowed(409, outcome.why)
    return token
