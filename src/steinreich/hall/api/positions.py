"""Positions of any game, at no table: to try rules on, to look at, to ask why not."""

from functools import partial
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Request, Response

from steinreich.core.game import Game
from steinreich.hall import opening
from steinreich.hall.api.rate_limits import Limiter
from steinreich.hall.api.rest import PART, HallNow, faults, json_bytes
from steinreich.hall.api.strict_json import StrictRoute
from steinreich.hall.hall import NotAllowed
from steinreich.hall.limits.addresses import visitor_of
from steinreich.rules.errors import SteinreichError
from steinreich.session import texts
from steinreich.session.schema import messages
from steinreich.session.views.positions import position_view

router = APIRouter(prefix="/api", route_class=StrictRoute)


def trying_of(request: Request) -> Limiter:
    limiter: Limiter = request.app.state.trying
    return limiter


@router.post(
    "/positions",
    response_model=messages.PositionShown,
    responses=faults(400, 413, 429),
)
async def show_position(
    wanted: messages.PositionRequest,
    request: Request,
    hall: HallNow,
    trying: Annotated[Limiter, Depends(trying_of)],
) -> Response:
    """A position by its string, or by actions from it or from the start: what it looks like, what
    may be done in it, and why cells that somebody has touched cannot be used."""
    game, address = opening.game_of(wanted["game"]), visitor_of(request.scope)
    key = ("position", game.id, orjson.dumps(wanted, option=orjson.OPT_SORT_KEYS))
    cost = 1 + len(wanted.get("actions", ())) // PART
    if not hall.archive.has(key) and not trying.allows(address, cost):
        raise NotAllowed(
            429,
            "Too many positions tried from here; please wait a minute.",
            "Zu viele Stellungen von hier ausprobiert; bitte warte eine Minute.",
        )
    return json_bytes(await hall.archive.get(key, address, partial(shown, game, wanted)))


def shown(game: Game, wanted: messages.PositionRequest) -> bytes:
    """The answer; NotAllowed says what is wrong with the position or with an action."""
    try:
        return orjson.dumps(position_view(game, wanted))
    except SteinreichError as error:
        raise NotAllowed(400, *texts.sentence(error.words)) from error
