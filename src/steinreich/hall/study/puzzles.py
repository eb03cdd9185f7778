"""Puzzles, as browsers ask for them.  They solve them alone: nothing is kept of who solves what."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from steinreich.hall.api.refusals import NotAllowed
from steinreich.hall.api.rest import GameName, Packed, as_json, faults
from steinreich.hall.api.strict_json import StrictRoute
from steinreich.puzzles.view import counts_view, puzzles_view, refutations_view
from steinreich.session.schema.puzzles import PuzzleCounts, Puzzles, Refutations

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
    "/games/{name}/puzzles/{id}/refutations", response_model=Refutations, responses=faults(404)
)
def show_refutations(name: GameName, id: Annotated[str, Path(max_length=20)]) -> Response:
    """Why actions are wrong in one of the puzzles: what the opponent does about them."""
    found = refutations_view(name, id)
    if found is None:
        raise NotAllowed(404, "There is no such puzzle.", "Diese Aufgabe gibt es nicht.")
    return as_json(found)
