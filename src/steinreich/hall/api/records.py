"""Records that people bring along: what is in them, move by move, and as pictures; and how games
begin, to which records are compared.

Nothing of it is kept but for a while in the archive: the hall reads, answers and forgets.
"""

from collections.abc import Sequence
from functools import partial
from hashlib import blake2s
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from steinreich.hall import opening
from steinreich.hall.api.refusals import NotAllowed
from steinreich.hall.api.rest import faults, hall_of, json_bytes, made_apart, made_in_thread
from steinreich.hall.api.security import RECORDS
from steinreich.hall.api.strict_json import StrictRoute
from steinreich.hall.limits.addresses import visitor_of
from steinreich.hall.record_reader import DrawPictures, ReadGames, RecordQuestion, ShowFrames
from steinreich.rules.errors import IllegalMove
from steinreich.session.schema import openings, records
from steinreich.session.views.records import OPENING_LENGTH

LETTERS = 2000  # of a record that count as one look
SHOTS = 20  # pictures, likewise
MOST_PICTURES = 60  # in one answer

OpeningLine = Annotated[
    Sequence[Annotated[str, Field(max_length=20)]], Query(max_length=OPENING_LENGTH)
]

router = APIRouter(route_class=StrictRoute)


@router.post(RECORDS, response_model=records.ReadGames, responses=faults(400, 413, 429, 503))
async def read_records(request: Request, wanted: records.RecordsRequest) -> Response:
    """The games in a text, in whatever form records have; each up to its first fault."""

    return await answer(request, wanted["text"], ("games",), ReadGames(wanted))


@router.post(
    f"{RECORDS}/frames",
    response_model=records.RecordFrames,
    responses=faults(400, 413, 429, 503),
)
async def show_record_frames(request: Request, wanted: records.RecordFramesRequest) -> Response:
    """All moments of the first game in a text."""

    return await answer(request, wanted["text"], ("frames",), ShowFrames(wanted))


@router.post(
    f"{RECORDS}/pictures", response_model=records.Pictures, responses=faults(400, 413, 429, 503)
)
async def draw_record(request: Request, wanted: records.PicturesRequest) -> Response:
    """Pictures of the first game in a text, at most 60 of them at once."""
    last = min(wanted["last"], wanted["first"] + MOST_PICTURES - 1)
    asked: records.PicturesRequest = {**wanted, "last": last}

    what = ("pictures", *(str(value) for name, value in asked.items() if name != "text"))
    shots = (last - wanted["first"]) // SHOTS
    return await answer(request, wanted["text"], what, DrawPictures(asked), max(0, shots))


@router.get("/api/openings", response_model=openings.Opening, responses=faults(400, 429, 503))
async def show_opening(
    request: Request, game: Annotated[str, Query(max_length=200)], line: OpeningLine = ()
) -> Response:
    """What can follow the first actions of a game, and how the engine's games ended after it."""
    chosen = opening.game_of(game)

    def make() -> bytes:
        from steinreich.arena.openings.explorer import explored  # few ask for it

        try:
            return orjson.dumps(explored(chosen, line, request.app.state.facts))
        except IllegalMove as error:
            raise NotAllowed(400, *error.words) from error

    key = ("opening", chosen.id, *line)
    return json_bytes(await made_in_thread(request, key, 1 + len(line), make))


async def answer(
    request: Request, text: str, what: tuple[Any, ...], question: RecordQuestion, more: int = 0
) -> Response:
    """What is made of a text, and counts as some looks more than the text alone; the same is not
    made twice."""
    reader = hall_of(request).record_reader
    make = partial(reader.read, question, visitor_of(request.scope))
    key = ("records", blake2s(text.encode(errors="surrogatepass")).digest(), *what)
    looks = 1 + len(text) // LETTERS + more
    return json_bytes(await made_apart(request, key, looks, make))
