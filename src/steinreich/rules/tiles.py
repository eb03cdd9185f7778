"""Tiles of two halves: which halves on the board are one tile.

A state knows halves only, since rules ask for nothing else.  Pictures show tiles: as they were laid
where that is known, and otherwise in one of the ways in which they can have been laid.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from steinreich.rules.about import Board, Piece


def joined(pieces: Sequence[Piece], board: Board, laid: Iterable[tuple[int, ...]]) -> list[Piece]:
    """The halves, each with the cell of its other half; `laid` are the cells of each tile."""
    taken = {piece.cell: piece for piece in pieces}
    other: dict[int, int] = {}
    for first, second in laid:
        if first in taken and second in taken:
            other[first], other[second] = second, first
    if rest := {cell: piece for cell, piece in taken.items() if cell not in other}:
        other |= matched(neighbours(rest, board))
    return [half(piece, other.get(piece.cell)) for piece in pieces]


@cache
def half(piece: Piece, other: int | None) -> Piece:
    """A half that is joined to the one on another cell, if that is known: there are few, and they
    are asked for again and again."""
    return piece._replace(joined=other)


def neighbours(halves: Mapping[int, Piece], board: Board) -> dict[int, list[int]]:
    """By cell of a half: the cells beside it with a half of the other kind."""
    cells = {(board.cells[cell].x, board.cells[cell].y): cell for cell in halves}
    around = {
        cell: [
            cells.get((board.cells[cell].x + dx, board.cells[cell].y + dy))
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
        ]
        for cell in halves
    }
    return {
        cell: [one for one in near if one is not None and halves[one].mark != halves[cell].mark]
        for cell, near in around.items()
    }


def matched(near: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """As many cells as possible in pairs of neighbours, both ways (augmenting paths)."""
    pairs: dict[int, int] = {}

    def find(cell: int, tried: set[int]) -> bool:
        for other in near[cell]:
            if other in tried:
                continue
            tried.add(other)
            if other not in pairs or find(pairs[other], tried):
                pairs[cell], pairs[other] = other, cell
                return True
        return False

    for cell in near:
        if cell not in pairs:
            find(cell, {cell})
    return pairs
