"""Opening a table and taking a seat at it."""

from typing import Any

from steinreich.core.errors import SteinreichError
from steinreich.core.game import Game, games
from steinreich.server import listing
from steinreich.server.commands import Join, Refusal
from steinreich.server.hall import Hall, NotAllowed
from steinreich.server.messages import SeatWish, TableWish
from steinreich.server.names import clean
from steinreich.server.storage import Holder
from steinreich.server.tokens import digest, new_token

USUAL_LEVEL = 3


async def open_table(hall: Hall, wish: TableWish) -> tuple[str, str, dict[str, str]]:
    """A new table: its id, the token of those who opened it, and the invites by seat."""
    game = game_of(wish.game)
    if len(wish.seats) != game.players:
        raise NotAllowed(
            400,
            f"{game.id} has {game.players} seats, not {len(wish.seats)}.",
            f"{game.id} hat {game.players} Plätze, nicht {len(wish.seats)}.",
        )
    token = new_token()
    holders = [
        Holder(seat, digest(token)) for seat, one in enumerate(wish.seats) if one.kind == "here"
    ]
    invites = {seat: new_token() for seat, one in enumerate(wish.seats) if one.kind == "friend"}
    data = {
        "game": game.id,
        "start": str(game.start()),
        "seats": [seat_data(one) for one in wish.seats],
        "clock": wish.clock.model_dump(),
        "listed": wish.listed,
    }
    hashed = [Holder(seat, digest(secret)) for seat, secret in invites.items()]
    id = await hall.create(data, holders, hashed)
    return id, token, {str(seat): secret for seat, secret in invites.items()}


def game_of(id: str) -> Game:
    """The game with its options; files of other people's are not opened here."""
    if id.partition("(")[0].strip() not in games():
        raise NotAllowed(400, "There is no such game.", "Dieses Spiel gibt es nicht.")
    try:
        return listing.game_of(id)
    except SteinreichError as error:
        raise NotAllowed(
            400,
            f"The game has no such options: {error}",
            f"Diese Optionen hat das Spiel nicht: {error}",
        ) from error


def seat_data(wish: SeatWish) -> dict[str, Any]:
    """A seat as the event keeps it."""
    level = (wish.level or USUAL_LEVEL) if wish.kind == "computer" else None
    return {"kind": wish.kind, "name": clean(wish.name), "level": level}


async def join(hall: Hall, id: str, seat: int, invite: str | None, name: str) -> str:
    """Take a friend's seat; gives the token."""
    room = await hall.room(id)
    if seat >= len(room.table.seats):
        raise NotAllowed(404, "There is no such seat.", "Diesen Platz gibt es nicht.")
    if invite is not None or not room.table.listed:
        invited = Holder(seat, digest(invite or ""))
        if invited not in await hall.storage.invites(id):
            raise NotAllowed(403, "This invitation is not valid.", "Diese Einladung gilt nicht.")
    token = new_token()
    outcome = await hall.carry_out(
        room, Join(new_token(), seat, name), frozenset(), Holder(seat, digest(token))
    )
    if isinstance(outcome, Refusal):
        raise NotAllowed(409, *outcome.why)
    return token
