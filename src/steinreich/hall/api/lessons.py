"""REST routes for learning: lessons, positions, balance reports and puzzles."""

import asyncio
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Annotated, cast

import orjson
from fastapi import APIRouter, Path, Query, Request, Response

from steinreich.core.game import Game
from steinreich.hall import opening
from steinreich.hall.api.rest import (
    ACTIONS_PER_CHARGE,
    GameName,
    StaticJson,
    StrictRoute,
    error_responses,
    get_or_make_in_thread,
    json_bytes_response,
)
from steinreich.hall.encoding import encode, get_language
from steinreich.hall.errors import RequestRefused
from steinreich.hall.limits import POSITION_COST, REFUTATION_COST, SETUP_COST, get_replay_cost
from steinreich.puzzles.puzzle import MAX_TURNS
from steinreich.puzzles.view import get_puzzle_counts_view, get_puzzles_view, get_refutation_view
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text, sentence
from steinreich.rules.vocabulary import Language
from steinreich.session.legal_actions import MAX_GAMES
from steinreich.session.schema import messages, protocol, records, study
from steinreich.session.schema.limits import ActionName
from steinreich.session.schema.records import PuzzleCounts, Puzzles, Refutation
from steinreich.session.views.games import lesson_view
from steinreich.session.views.positions import line_view, position_view, setup_view

router = APIRouter(prefix="/api", route_class=StrictRoute)

GameQuery = Annotated[str, Query(max_length=200)]


@router.get("/lesson", response_model=protocol.Lesson, responses=error_responses(400))
async def show_lesson(request: Request, game: GameQuery) -> Response:
    """The rules of a game with its options, and boards to try them on."""
    language = cast(Language, get_language(request.scope))
    lesson = await asyncio.to_thread(make_lesson, opening.parse_game(game), language)  # slow
    return lesson.make_response(request)


@lru_cache(maxsize=MAX_GAMES)
def make_lesson(game: Game, language: Language) -> StaticJson:
    return StaticJson.encode(lesson_view(game, language), language)


@router.get("/balance", response_model=records.BalanceReport, responses=error_responses(400))
async def show_balance(request: Request, game: GameQuery) -> Response:
    """The balance of a game: the advantage of each side, its length and how often it is decided,
    for these and other options, measured in games of the computer against itself."""
    language = get_language(request.scope)
    report = await asyncio.to_thread(make_report, opening.parse_game(game), language)
    return report.make_response(request)


@lru_cache(maxsize=MAX_GAMES)
def make_report(game: Game, language: str) -> StaticJson:
    from steinreich.arena.balance.words import make_balance_view  # rarely used and slow to import

    return StaticJson.encode(make_balance_view(game), language)


# Positions


@router.post(
    "/positions",
    response_model=messages.PositionResponse,
    responses=error_responses(400, 413, 429),
)
async def show_position(body: messages.PositionRequest, request: Request) -> Response:
    """A position by its string, or by actions from a position or the start: its frame with the
    legal actions, and why the touched cells cannot be used."""
    game = opening.parse_game(body["game"])
    language = get_language(request.scope)
    parts = 1 + len(body.get("actions", ())) // ACTIONS_PER_CHARGE
    cost = POSITION_COST._replace(units=parts * POSITION_COST.units)
    make = partial(encode_view, partial(position_view, game, body), language)
    key = ("position", game.id, encode_request(body), language)
    return json_bytes_response(await get_or_make_in_thread(request, key, cost, make))


@router.post("/setup", response_model=study.SetupResponse, responses=error_responses(400, 413, 429))
async def show_setup(body: study.SetupRequest, request: Request) -> Response:
    """Pieces placed by hand as a position, or the reason why they are not one; or a position as
    pieces."""
    game = opening.parse_game(body["game"])
    language = get_language(request.scope)
    make = partial(encode_view, partial(setup_view, game, body), language)
    key = ("setup", game.id, encode_request(body), language)
    return json_bytes_response(await get_or_make_in_thread(request, key, SETUP_COST, make))


@router.post(
    "/positions/line",
    response_model=messages.LineResponse,
    responses=error_responses(400, 413, 429, 503),
)
async def show_line(body: messages.LineRequest, request: Request) -> Response:
    """All positions of a line in one response, for clients that step through it."""
    game = opening.parse_game(body["game"])
    language = get_language(request.scope)
    key = ("line", game.id, encode_request(body), language)
    cost = get_replay_cost(1 + len(body["actions"]) // ACTIONS_PER_CHARGE)
    make = partial(encode_view, partial(line_view, game, body), language)
    return json_bytes_response(await get_or_make_in_thread(request, key, cost, make))


ViewRequest = messages.PositionRequest | messages.LineRequest | study.SetupRequest
View = messages.PositionResponse | messages.LineResponse | study.SetupResponse


def encode_request(body: ViewRequest) -> bytes:
    """Encode a request as a cache key; equal requests have equal keys."""
    return orjson.dumps(body, option=orjson.OPT_SORT_KEYS)


def encode_view(view: Callable[[], View], language: str) -> bytes:
    """Make and encode a view; raise RequestRefused with the reason if a position or an action is
    invalid."""
    try:
        return encode(view(), language)
    except SteinreichError as error:
        raise RequestRefused(400, sentence(error.message)) from error


# Puzzles, whose solutions are checked in the browser.  FastAPI runs these plain functions in
# threads: the first request reads a file.


@router.get("/puzzles", response_model=PuzzleCounts)
def count_puzzles(request: Request) -> Response:
    """The number of puzzles of each game."""
    return make_counts(get_language(request.scope)).make_response(request)


@cache
def make_counts(language: str) -> StaticJson:
    return StaticJson.encode(get_puzzle_counts_view(), language)


@router.get("/games/{name}/puzzles", response_model=Puzzles, responses=error_responses(404))
def list_puzzles(name: GameName, request: Request) -> Response:
    """All puzzles of a game, with their solutions."""
    return make_puzzles(name, get_language(request.scope)).make_response(request)


@cache
def make_puzzles(name: str, language: str) -> StaticJson:
    return StaticJson.encode(get_puzzles_view(name), language)


@router.get(
    "/games/{name}/puzzles/{id}/refutation",
    response_model=Refutation,
    responses=error_responses(404, 429),
)
async def show_refutation(
    request: Request,
    name: GameName,
    id: Annotated[str, Path(max_length=20)],
    step: Annotated[int, Query(ge=0, le=MAX_TURNS)],
    action: ActionName,
) -> Response:
    """Why an action is wrong in a puzzle: the reply of the opponent.

    `step` is the index of the solver's action in the main line.
    """
    key = ("refutation", name, id, step, action, get_language(request.scope))
    return json_bytes_response(
        await get_or_make_in_thread(
            request, key, REFUTATION_COST, partial(encode_refutation, *key[1:])
        )
    )


def encode_refutation(name: str, id: str, step: int, action: str, language: str) -> bytes:
    """Encode a refutation; raise RequestRefused unless the action is a wrong one in the puzzle."""
    refutation = get_refutation_view(name, id, step, action)
    if refutation is None:
        raise RequestRefused(
            404, Text("There is no such puzzle, or this action is not wrong in it.")
        )
    return encode(refutation, language)
