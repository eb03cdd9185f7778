"""What people learn games from: rules with boards to try, positions at no table, how fair it is."""

import asyncio
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response

from steinreich.core.game import Game
from steinreich.hall import opening
from steinreich.hall.api.rate_limits import Limiter
from steinreich.hall.api.rest import PART, HallNow, Packed, faults, json_bytes, made_apart
from steinreich.hall.api.strict_json import StrictRoute
from steinreich.hall.hall import NotAllowed
from steinreich.hall.limits.addresses import visitor_of
from steinreich.rules.errors import SteinreichError
from steinreich.session import texts
from steinreich.session.legal_actions import MOST_GAMES
from steinreich.session.schema import balance, lessons, messages, protocol
from steinreich.session.views.lessons import lesson_view
from steinreich.session.views.positions import line_view, position_view

router = APIRouter(prefix="/api", route_class=StrictRoute)

GameAsked = Annotated[str, Query(max_length=200)]


@router.get("/lesson", response_model=lessons.Lesson, responses=faults(400))
async def show_lesson(
    request: Request, game: GameAsked, language: protocol.Language = "en"
) -> Response:
    """The rules of a game with its options, and boards to try them on; the legal actions on these
    are told in one language."""
    made = await asyncio.to_thread(lesson, opening.game_of(game), language)  # that takes a while
    return made.answer(request)


@lru_cache(maxsize=MOST_GAMES)
def lesson(game: Game, language: protocol.Language) -> Packed:
    return Packed.of(lesson_view(game, language))


@router.get("/balance", response_model=balance.BalanceReport, responses=faults(400))
async def show_balance(request: Request, game: GameAsked) -> Response:
    """Whom a game favours, how long it is and how often somebody wins, with its options and with
    others: measured in games of the computer against itself."""
    made = await asyncio.to_thread(report, opening.game_of(game))
    return made.answer(request)


@lru_cache(maxsize=MOST_GAMES)
def report(game: Game) -> Packed:
    from steinreich.arena.balance.view import balance_view  # few ask for it

    return Packed.of(balance_view(game))


# Positions


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
    make = partial(shown, partial(position_view, game, wanted))
    return json_bytes(await hall.archive.get(key, address, make))


@router.post(
    "/positions/line", response_model=messages.LineShown, responses=faults(400, 413, 429, 503)
)
async def show_line(wanted: messages.LineRequest, request: Request) -> Response:
    """All positions of a line as they look: who leafs through it does not ask for each."""
    game = opening.game_of(wanted["game"])
    key = ("line", game.id, orjson.dumps(wanted, option=orjson.OPT_SORT_KEYS))
    looks = 1 + len(wanted["actions"]) // PART
    make = partial(shown, partial(line_view, game, wanted))
    return json_bytes(await made_apart(request, key, looks, make))


def shown(view: Callable[[], messages.PositionShown | messages.LineShown]) -> bytes:
    """The answer; NotAllowed says what is wrong with the position or with an action."""
    try:
        return orjson.dumps(view())
    except SteinreichError as error:
        raise NotAllowed(400, *texts.sentence(error.words)) from error
