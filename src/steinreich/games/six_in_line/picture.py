"""The board of Six in Line and what stands on it, as data for pictures."""

from collections.abc import Mapping
from functools import cache

from steinreich.rules import *

from .rules import NAMES, SQUARES, State, slide_of, slide_target

KINDS = {"o": Words("stone", "Stein")}


def board(options: Options) -> Board:
    """The squares, row by row."""
    return Board(SQUARES, squares=True, labels=edge_labels(6, 6))


@cache
def stone(cell: int) -> Piece:
    return Piece(cell, "black", "plain", "o")


def pieces(s: State) -> list[Piece]:
    """The stones."""
    return [stone(cell) for cell in each(s.stones)]


def symmetries(options: Options) -> list[dict[str, str]]:
    """The board can be turned and mirrored."""
    return dihedral(SQUARES)


def turned(s: State, to: Mapping[str, str]) -> State:
    """The squares moved to other places."""
    cells = [NAMES.index(to[square]) for square in NAMES]
    slide = -1 if s.slide < 0 else slide_of(cells[s.slide // 12], cells[slide_target(s.slide)])
    assert slide is not None  # a row or column stays one
    return s._replace(stones=permuted(s.stones, cells), slide=slide)
