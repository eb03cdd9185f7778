"""Opening a table and taking a seat at it."""

from secrets import randbits
from typing import Any

from steinreich.core.game import Game
from steinreich.core.game_files import is_path
from steinreich.core.position import Position
from steinreich.core.registry import games
from steinreich.hall.api.refusals import NotAllowed
from steinreich.hall.api.tokens import digest, id_of, invite_of, new_token
from steinreich.hall.hall import Hall
from steinreich.hall.limits.addresses import digest_of
from steinreich.hall.storage.store import Holder, TableExists
from steinreich.rules.errors import SteinreichError
from steinreich.session import legal_actions, names, rulings, texts
from steinreich.session.schema.commands import Join, Refusal
from steinreich.session.schema.messages import JoinRequest, SeatRequest, TableRequest
from steinreich.session.schema.protocol import NoClock

USUAL_LEVEL = 3
LOT_BITS = 64
# By tables that older versions have opened.
UNSAID = {"hints": False, "teaching": False, "set_up": False}


async def open_table(
    hall: Hall, wanted: TableRequest, visitor: str
) -> tuple[str, str, dict[str, str]]:
    """A new table: its id, the token of those who opened it, and the invites by seat."""
    game, seats = game_of(wanted["game"]), wanted["seats"]
    if len(seats) != game.players:
        raise NotAllowed(
            400,
            f"{game.id} has {game.players} seats, not {len(seats)}.",
            f"{game.id} hat {game.players} Plätze, nicht {len(seats)}.",
        )
    token = wanted.get("token") or new_token()
    holders = [
        Holder(seat, digest(token)) for seat, one in enumerate(seats) if one["kind"] == "here"
    ]
    invites = {
        seat: invite_of(token, seat) for seat, one in enumerate(seats) if one["kind"] == "friend"
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
        data["order"] = rulings.drawn(randbits(LOT_BITS), len(seats))
    hashed = [Holder(seat, digest(secret)) for seat, secret in invites.items()]
    id = id_of(token)
    try:
        await hall.create(id, data, holders, hashed, digest_of(visitor))
    except TableExists:
        await make_sure_it_is_the_same(hall, id, data)
    return id, token, {str(seat): secret for seat, secret in invites.items()}


def first_position(game: Game, text: str | None) -> Position:
    """Where a game begins; NotAllowed where it cannot go on from there."""
    if text is None:
        return game.start()
    try:
        position = game.position(text)
    except SteinreichError as error:
        raise NotAllowed(400, *texts.sentence(error.words)) from error
    if position.is_over:
        raise NotAllowed(400, *texts.GAME_IS_OVER)
    return position


async def make_sure_it_is_the_same(hall: Hall, id: str, data: dict[str, Any]) -> None:
    """Somebody asks again, having heard no answer; NotAllowed if it is for something else."""
    opened, *_ = await hall.storage.events(id)
    if UNSAID | opened.data | by_chance(data) != data:
        raise NotAllowed(
            409,
            "Another table was opened with this token.",
            "Mit diesem Schlüssel wurde ein anderer Tisch eröffnet.",
        )


def by_chance(data: dict[str, Any]) -> dict[str, Any]:
    """What may be different if somebody opens the same table again."""
    drawn = ("order",) if data["set_up"] else ("start", "order")
    return {name: data[name] for name in drawn if name in data}


def game_of(id: str) -> Game:
    """The game with its options; files of other people's are not opened here."""
    if is_path(id) or id.partition("(")[0].strip() not in games():
        raise NotAllowed(400, "There is no such game.", "Dieses Spiel gibt es nicht.")
    try:
        return legal_actions.game_of(id)
    except SteinreichError as error:
        raise NotAllowed(
            400,
            f"The game has no such options: {error.words.en}.",
            f"Diese Optionen hat das Spiel nicht: {error.words.de}.",
        ) from error


def seat_data(wanted: SeatRequest) -> dict[str, Any]:
    """A seat as the event keeps it; NotAllowed where its name cannot be shown."""
    kind = wanted["kind"]
    name = wanted.get("name", "")
    if fault := names.fault(name):
        raise NotAllowed(400, *fault)
    level = (wanted.get("level") or USUAL_LEVEL) if kind == "computer" else None
    return {"kind": kind, "name": names.clean(name), "level": level}


async def join(hall: Hall, id: str, wanted: JoinRequest) -> str:
    """Take a friend's seat; gives the token.  Who has taken it with this token still has it."""
    room, seat, invite = await hall.room(id), wanted["seat"], wanted.get("invite")
    if seat >= len(room.table.seats):
        raise NotAllowed(404, "There is no such seat.", "Diesen Platz gibt es nicht.")
    if invite is not None or not room.table.listed:
        invited = Holder(seat, digest(invite or ""))
        if invited not in await hall.storage.invites(id):
            raise NotAllowed(403, "This invitation is not valid.", "Diese Einladung gilt nicht.")
    token = wanted.get("token") or new_token()
    holder = Holder(seat, digest(token))
    # The command is named after the token, so that asking again is the same command again.
    command = Join(holder.digest.hex(), seat, wanted.get("name", ""), randbits(LOT_BITS))
    outcome = await hall.carry_out(room, command, frozenset(), holder)
    if isinstance(outcome, Refusal):
        raise NotAllowed(409, *outcome.why)
    return token
