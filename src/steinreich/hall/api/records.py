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
    cached_in_thread,
    cached_response,
    error_responses,
    get_hall,
    json_bytes_response,
)
from steinreich.hall.api.security import RECORDS_PATH
from steinreich.hall.encoding import encode, get_language
from steinreich.hall.errors import NotAllowed
from steinreich.hall.limits import OPENING, get_visitor, replay_cost
from steinreich.hall.record_reader import DrawPictures, ReadGames, RecordQuestion, ShowFrames
from steinreich.rules.errors import IllegalMove
from steinreich.session.schema import records
from steinreich.session.views.records import OPENING_LENGTH

CHARACTERS_PER_CHARGE = 2000  # of a record; each such portion is charged as one replay
PICTURES_PER_CHARGE = 20  # likewise
MAX_PICTURES = 60  # in one response

OpeningLine = Annotated[
    Sequence[Annotated[str, Field(max_length=20)]], Query(max_length=OPENING_LENGTH)
]

router = APIRouter(route_class=StrictRoute)


@router.post(
    RECORDS_PATH, response_model=records.ReadGames, responses=error_responses(400, 413, 429, 503)
)
async def read_records(request: Request, wanted: records.RecordsRequest) -> Response:
    """The games in a text in any record format, each up to its first error."""

    return await answer(
        request, wanted["text"], ("games",), ReadGames(wanted, get_language(request.scope))
    )


@router.post(
    f"{RECORDS_PATH}/frames",
    response_model=records.RecordFrames,
    responses=error_responses(400, 413, 429, 503),
)
async def show_record_frames(request: Request, wanted: records.RecordFramesRequest) -> Response:
    """All frames of the first game in a text."""

    return await answer(
        request, wanted["text"], ("frames",), ShowFrames(wanted, get_language(request.scope))
    )


@router.post(
    f"{RECORDS_PATH}/pictures",
    response_model=records.Pictures,
    responses=error_responses(400, 413, 429, 503),
)
async def draw_record(request: Request, wanted: records.PicturesRequest) -> Response:
    """Pictures of the first game in a text, at most 60 per request."""
    last = min(wanted["last"], wanted["first"] + MAX_PICTURES - 1)
    asked: records.PicturesRequest = {**wanted, "last": last}

    what = ("pictures", *(str(value) for name, value in asked.items() if name != "text"))
    shots = (last - wanted["first"]) // PICTURES_PER_CHARGE
    return await answer(
        request,
        wanted["text"],
        what,
        DrawPictures(asked, get_language(request.scope)),
        max(0, shots),
    )


@router.get(
    "/api/openings", response_model=records.Opening, responses=error_responses(400, 429, 503)
)
async def show_opening(
    request: Request, game: Annotated[str, Query(max_length=200)], line: OpeningLine = ()
) -> Response:
    """The moves after the first actions of a game, with the results of the engine's games."""
    chosen, language = opening.parse_game(game), get_language(request.scope)

    def make() -> bytes:
        from steinreich.arena.openings.explorer import explored  # rarely used and slow to import

        try:
            return encode(explored(chosen, line, request.app.state.facts), language)
        except IllegalMove as error:
            raise NotAllowed(400, error.words) from error

    key = ("opening", chosen.id, language, *line)
    return json_bytes_response(await cached_in_thread(request, key, OPENING, make))


async def answer(
    request: Request, text: str, what: tuple[Any, ...], question: RecordQuestion, more: int = 0
) -> Response:
    """Return the cached or new answer to a question about a text; `more` replays are charged beside
    those for its length."""
    reader = get_hall(request).record_reader
    make = partial(reader.read, question, get_visitor(request.scope))
    digest = blake2s(text.encode(errors="surrogatepass")).digest()
    key = ("records", digest, get_language(request.scope), *what)
    cost = replay_cost(1 + len(text) // CHARACTERS_PER_CHARGE + more)
    return json_bytes_response(await cached_response(request, key, cost, make))
