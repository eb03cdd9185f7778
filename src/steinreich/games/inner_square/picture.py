"""The board of Inner Square and what stands on it, as data for pictures."""

from collections.abc import Mapping
from functools import cache

from steinreich.rules import *
from steinreich.rules.wide import *

from .about import ABOUT
from .rules import SIDE, State, neighbours, side, start

KINDS = {"r": Words("red stone", "roter Stein"), "y": Words("yellow stone", "gelber Stein")}


def point_name(cell: int) -> str:
    return square(cell % SIDE, cell // SIDE)


def cell_of(name: str) -> int:
    return ord(name[0]) - ord("a") + SIDE * (int(name[1]) - 1)


def columns(s: State) -> int:
    """Points in a row."""
    return SIDE if s.board.high else 7


def drawn(s: State, point: int) -> int:
    """A point as a cell of the board that is drawn."""
    return point % SIDE + columns(s) * (point // SIDE)


def point_of(s: State, cell: int) -> int:
    """The point that is drawn as this cell."""
    return cell % columns(s) + SIDE * (cell // columns(s))


def shown_cells(s: State, points: Wide) -> tuple[int, ...]:
    """The points as cells of the board that is drawn."""
    return tuple(drawn(s, point) for point in each_wide(points))


def board(options: Options) -> Board:
    """Points, drawn lines and the inner corners."""
    n = side(options)
    s = start(options)
    drawn = tuple(
        (float(cell % SIDE), float(cell // SIDE), float(to % SIDE), float(to // SIDE))
        for cell in each_wide(s.board)
        for to in each_wide(common(neighbours(s, cell), s.board))
        if to > cell
    )
    return Board(grid(n, n), False, drawn, shown_cells(s, s.corners), edge_labels(n, n))


@cache
def stone(cell: int, owner: int) -> Piece:
    return Piece(cell, *ABOUT.looks[owner], "ry"[owner], owner=owner)


def pieces(s: State) -> list[Piece]:
    """The stones."""
    return [
        stone(cell, owner)
        for owner, stones in enumerate((s.red, s.yellow))
        for cell in shown_cells(s, stones)
    ]


def symmetries(options: Options) -> list[dict[str, str]]:
    """The board can be turned and mirrored."""
    return dihedral(grid(side(options), side(options)))


def turned(s: State, to: Mapping[str, str]) -> State:
    """The points moved to other places."""
    red = wide(cell_of(to[point_name(cell)]) for cell in each_wide(s.red))
    return s._replace(
        red=red, yellow=wide(cell_of(to[point_name(cell)]) for cell in each_wide(s.yellow))
    )
