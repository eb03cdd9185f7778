"""Records that people bring along: what is in them, move by move, and as pictures; and how games
begin, to which records are compared.

Nothing of it is kept but for a while in the archive: the hall reads, answers and forgets.
"""

from collections.abc import Callable, Sequence
from hashlib import blake2s
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from steinreich.hall import opening
from steinreich.hall.api.refusals import NotAllowed
from steinreich.hall.api.rest import faults, json_bytes, made_apart
from steinreich.hall.api.security import RECORDS
from steinreich.hall.api.strict_json import StrictRoute
from steinreich.records import Record
from steinreich.records.faulty import read_as_far
from steinreich.rules.errors import IllegalMove
from steinreich.session.schema import openings, records
from steinreich.session.views.records import (
    OPENING_LENGTH,
    pictures_view,
    read_game_view,
    record_frames,
)

LETTERS = 2000  # of a record that count as one look
SHOTS = 20  # pictures, likewise
MOST_PICTURES = 60  # in one answer

OpeningLine = Annotated[
    Sequence[Annotated[str, Field(max_length=20)]], Query(max_length=OPENING_LENGTH)
]

router = APIRouter(route_class=StrictRoute)


@router.post(RECORDS, response_model=records.ReadGames, responses=faults(413, 429, 503))
async def read_records(request: Request, wanted: records.RecordsRequest) -> Response:
    """The games in a text, in whatever form records have; each up to its first fault."""

    def make() -> bytes:
        games = read_as_far(wanted["text"])
        return orjson.dumps({"games": [read_game_view(game) for game in games]})

    return await answer(request, wanted["text"], ("games",), make)


@router.post(
    f"{RECORDS}/frames",
    response_model=records.RecordFrames,
    responses=faults(400, 413, 429, 503),
)
async def show_record_frames(request: Request, wanted: records.RecordFramesRequest) -> Response:
    """All moments of the first game in a text."""

    def make() -> bytes:
        return orjson.dumps(record_frames(first_record(wanted["text"])))

    return await answer(request, wanted["text"], ("frames",), make)


@router.post(
    f"{RECORDS}/pictures", response_model=records.Pictures, responses=faults(400, 413, 429, 503)
)
async def draw_record(request: Request, wanted: records.PicturesRequest) -> Response:
    """Pictures of the first game in a text, at most 60 of them at once."""
    last = min(wanted["last"], wanted["first"] + MOST_PICTURES - 1)
    asked: records.PicturesRequest = {**wanted, "last": last}

    def make() -> bytes:
        return orjson.dumps(pictures_view(first_record(wanted["text"]), asked))

    what = ("pictures", *(str(value) for name, value in asked.items() if name != "text"))
    shots = (last - wanted["first"]) // SHOTS
    return await answer(request, wanted["text"], what, make, max(0, shots))


@router.get("/api/openings", response_model=openings.Opening, responses=faults(400, 429, 503))
async def show_opening(
    request: Request, game: Annotated[str, Query(max_length=200)], line: OpeningLine = ()
) -> Response:
    """What can follow the first actions of a game, and how the engine's games ended after it."""
    chosen = opening.game_of(game)

    def make() -> bytes:
        from steinreich.arena.openings.explorer import explored  # few ask for it

        try:
            return orjson.dumps(explored(chosen, line))
        except IllegalMove as error:
            raise NotAllowed(400, *error.words) from error

    key = ("opening", chosen.id, *line)
    return json_bytes(await made_apart(request, key, 1 + len(line), make))


async def answer(
    request: Request, text: str, what: tuple[Any, ...], make: Callable[[], bytes], more: int = 0
) -> Response:
    """What is made of a text, and counts as some looks more than the text alone; the same is not
    made twice."""
    key = ("records", blake2s(text.encode(errors="surrogatepass")).digest(), *what)
    looks = 1 + len(text) // LETTERS + more
    return json_bytes(await made_apart(request, key, looks, make))


def first_record(text: str) -> Record:
    """The first game in a text; refuse a text in which there is none."""
    record, fault = read_as_far(text)[0]
    if record is None:
        assert fault is not None  # there is a reason
        raise NotAllowed(400, fault.en, fault.de)
    return record
