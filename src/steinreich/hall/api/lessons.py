"""What people learn games from: rules with boards to try, positions at no table, how fair it is."""

import asyncio
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Annotated, NamedTuple

import orjson
from fastapi import APIRouter, Query, Request, Response

from steinreich.core.game import Game
from steinreich.hall import opening
from steinreich.hall.api.refusals import NotAllowed
from steinreich.hall.api.rest import (
    PART,
    HallNow,
    Packed,
    budget_of,
    faults,
    json_bytes,
    made_in_thread,
)
from steinreich.hall.api.strict_json import StrictRoute
from steinreich.hall.hall import Hall
from steinreich.hall.limits.addresses import visitor_of
from steinreich.hall.limits.costs import POSITION
from steinreich.rules.errors import SteinreichError
from steinreich.session import texts
from steinreich.session.legal_actions import MOST_GAMES
from steinreich.session.schema import balance, lessons, messages, protocol, study
from steinreich.session.views.lessons import lesson_view
from steinreich.session.views.positions import line_view, position_view
from steinreich.session.views.setup import setup_view

router = APIRouter(prefix="/api", route_class=StrictRoute)

SETUP_COST = 5  # of positions that are tried: many strings are made of the same pieces
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


@router.post(
    "/positions",
    response_model=messages.PositionShown,
    responses=faults(400, 413, 429),
)
async def show_position(
    wanted: messages.PositionRequest,
    request: Request,
    hall: HallNow,
) -> Response:
    """A position by its string, or by actions from it or from the start: what it looks like, what
    may be done in it, and why cells that somebody has touched cannot be used."""
    game = opening.game_of(wanted["game"])
    cost = 1 + len(wanted.get("actions", ())) // PART
    tried = Tried(("position", game.id, packed(wanted)), cost, partial(position_view, game, wanted))
    return await tried.answer(request, hall)


@router.post("/setup", response_model=study.SetupShown, responses=faults(400, 413, 429))
async def show_setup(
    wanted: study.SetupRequest,
    request: Request,
    hall: HallNow,
) -> Response:
    """What pieces that somebody puts on a board make of it: a position, or why it is none; or a
    position as pieces."""
    game = opening.game_of(wanted["game"])
    key = ("setup", game.id, packed(wanted))
    tried = Tried(key, SETUP_COST, partial(setup_view, game, wanted))
    return await tried.answer(request, hall)


class Tried(NamedTuple):
    """What somebody tries out at no table."""

    key: tuple[str, str, bytes]
    cost: int
    view: Callable[[], messages.PositionShown | study.SetupShown]

    async def answer(self, request: Request, hall: Hall) -> Response:
        """What comes of it; NotAllowed says what is wrong, or that somebody tries too much."""
        address = visitor_of(request.scope)
        if not hall.archive.has(self.key):
            cost = POSITION._replace(units=self.cost * POSITION.units)
            await budget_of(request).spend(address, cost)
        make = partial(hall.archive.in_thread, partial(shown, self.view))
        return json_bytes(await hall.archive.get(self.key, address, make))


@router.post(
    "/positions/line", response_model=messages.LineShown, responses=faults(400, 413, 429, 503)
)
async def show_line(wanted: messages.LineRequest, request: Request) -> Response:
    """All positions of a line as they look: who leafs through it does not ask for each."""
    game = opening.game_of(wanted["game"])
    key = ("line", game.id, packed(wanted))
    looks = 1 + len(wanted["actions"]) // PART
    make = partial(shown, partial(line_view, game, wanted))
    return json_bytes(await made_in_thread(request, key, looks, make))


Asked = messages.PositionRequest | messages.LineRequest | study.SetupRequest
Answered = messages.PositionShown | messages.LineShown | study.SetupShown


def packed(wanted: Asked) -> bytes:
    """What somebody asks for, the same for the same questions."""
    return orjson.dumps(wanted, option=orjson.OPT_SORT_KEYS)


def shown(view: Callable[[], Answered]) -> bytes:
    """The answer; NotAllowed says what is wrong with the position or with an action."""
    try:
        return orjson.dumps(view())
    except SteinreichError as error:
        raise NotAllowed(400, *texts.sentence(error.words)) from error
