"""REST routes for game records: their games, frames and pictures; and opening statistics.

Records are not stored; responses are cached in the archive for a while.
"""

from collections.abc import Sequence
from functools import partial
from hashlib import blake2s
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from steinreich.hall import opening
from steinreich.hall.api.rest import (
    StrictRoute,
    error_responses,
    get_hall,
    get_or_make,
    get_or_make_in_thread,
    json_bytes_response,
)
from steinreich.hall.api.security import RECORDS_PATH
from steinreich.hall.encoding import encode, get_language
from steinreich.hall.errors import RequestRefused
from steinreich.hall.limits import OPENING_COST, get_replay_cost, get_visitor
from steinreich.hall.record_reader import DrawPictures, ReadGames, RecordQuestion, ShowFrames
from steinreich.rules.errors import IllegalMove
from steinreich.session.schema import records
from steinreich.session.views.records import OPENING_LENGTH

CHARACTERS_PER_CHARGE = 2000  # of a record; each such portion is charged as one replay
PICTURES_PER_CHARGE = 20  # likewise, beyond the first portion
MAX_PICTURES = 60  # in one response

OpeningLine = Annotated[
    Sequence[Annotated[str, Field(max_length=20)]], Query(max_length=OPENING_LENGTH)
]

router = APIRouter(route_class=StrictRoute)


@router.post(
    RECORDS_PATH, response_model=records.ReadGames, responses=error_responses(400, 413, 429, 503)
)
async def read_records(request: Request, body: records.RecordsRequest) -> Response:
    """The games in a text in any record format, each up to its first error."""

    return await answer_question(
        request, body["text"], ("games",), ReadGames(body, get_language(request.scope))
    )


@router.post(
    f"{RECORDS_PATH}/frames",
    response_model=records.RecordFrames,
    responses=error_responses(400, 413, 429, 503),
)
async def show_record_frames(request: Request, body: records.RecordFramesRequest) -> Response:
    """All frames of the first game in a text."""

    return await answer_question(
        request, body["text"], ("frames",), ShowFrames(body, get_language(request.scope))
    )


@router.post(
    f"{RECORDS_PATH}/pictures",
    response_model=records.Pictures,
    responses=error_responses(400, 413, 429, 503),
)
async def draw_record(request: Request, body: records.PicturesRequest) -> Response:
    """Pictures of the first game in a text, at most 60 per request."""
    last = min(body["last"], body["first"] + MAX_PICTURES - 1)
    limited: records.PicturesRequest = {**body, "last": last}

    key_parts = ("pictures", *(str(value) for name, value in limited.items() if name != "text"))
    extra_replays = (last - body["first"]) // PICTURES_PER_CHARGE
    return await answer_question(
        request,
        body["text"],
        key_parts,
        DrawPictures(limited, get_language(request.scope)),
        max(0, extra_replays),
    )


@router.get(
    "/api/openings", response_model=records.Opening, responses=error_responses(400, 429, 503)
)
async def show_opening(
    request: Request, game: Annotated[str, Query(max_length=200)], line: OpeningLine = ()
) -> Response:
    """The moves after the first actions of a game, with the results of the engine's games."""
    parsed_game, language = opening.parse_game(game), get_language(request.scope)

    def make() -> bytes:
        from steinreich.arena.openings.explorer import (
            explore_opening,  # rarely used and slow to import
        )

        try:
            return encode(explore_opening(parsed_game, line, request.app.state.facts), language)
        except IllegalMove as error:
            raise RequestRefused(400, error.message) from error

    key = ("opening", parsed_game.id, language, *line)
    return json_bytes_response(await get_or_make_in_thread(request, key, OPENING_COST, make))


async def answer_question(
    request: Request,
    text: str,
    key_parts: tuple[Any, ...],
    question: RecordQuestion,
    extra_replays: int = 0,
) -> Response:
    """Return the cached or new answer to a question about a text.

    `key_parts` distinguishes the questions about a text in the cache; `extra_replays` are charged
    in addition to those for the length of the text.
    """
    reader = get_hall(request).record_reader
    make = partial(reader.read, question, get_visitor(request.scope))
    digest = blake2s(text.encode(errors="surrogatepass")).digest()
    key = ("records", digest, get_language(request.scope), *key_parts)
    cost = get_replay_cost(1 + len(text) // CHARACTERS_PER_CHARGE + extra_replays)
    return json_bytes_response(await get_or_make(request, key, cost, make))
