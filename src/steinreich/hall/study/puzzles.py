"""Puzzles, as browsers ask for them.  They solve them alone: nothing is kept of who solves what."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from steinreich.hall.api.refusals import NotAllowed
from steinreich.hall.api.rest import GameName, Packed, as_json, faults
from steinreich.hall.api.strict_json import StrictRoute
from steinreich.puzzles.files import MOST_TURNS
from steinreich.puzzles.view import counts_view, puzzles_view, refutation_view
from steinreich.session.schema.limits import ActionName
from steinreich.session.schema.puzzles import PuzzleCounts, Puzzles, Refutation

router = APIRouter(prefix="/api", route_class=StrictRoute)

# All in threads: the first time puzzles are read from a file.


@router.get("/puzzles", response_model=PuzzleCounts)
def count_puzzles(request: Request) -> Response:
    """How many puzzles each game has."""
    return counts().answer(request)


@cache
def counts() -> Packed:
    return Packed.of(counts_view())


@router.get("/games/{name}/puzzles", response_model=Puzzles, responses=faults(404))
def list_puzzles(name: GameName, request: Request) -> Response:
    """All puzzles of a game, with their solutions."""
    return puzzles(name).answer(request)


@cache
def puzzles(name: str) -> Packed:
    return Packed.of(puzzles_view(name))


@router.get(
    "/games/{name}/puzzles/{id}/refutation", response_model=Refutation, responses=faults(404)
)
def show_refutation(
    name: GameName,
    id: Annotated[str, Path(max_length=20)],
    place: Annotated[int, Query(ge=0, le=MOST_TURNS)],
    action: ActionName,
) -> Response:
    """Why an action is wrong in one of the puzzles: what the opponent does about it.

    `place` counts the solver's actions of the main line from 0.
    """
    found = refutation_view(name, id, place, action)
    if found is None:
        raise NotAllowed(
            404,
            "There is no such puzzle, or this action is not wrong in it.",
            "Diese Aufgabe gibt es nicht, oder diese Aktion ist darin nicht falsch.",
        )
    return as_json(found)
