"""The board of Chain Reaxis and what stands on it, as data for pictures."""

from collections.abc import Mapping
from functools import cache

from steinreich.rules import *

from .about import ABOUT
from .rules import OTHER, STEPS, State, extent, four_along, size, tile_on

KINDS = {
    "o": Words("blank half", "blanke Hälfte"),
    "x": Words("perforated half", "gelochte Hälfte"),
}


def square_name(cell: int) -> str:
    return square(cell % 8, cell // 8)


def cell_of(name: str) -> int:
    return ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1)


def drawn(s: State, square: int) -> int:
    """A square as a cell of the board that is drawn."""
    width, _ = extent(s)
    return square % 8 + width * (square // 8)


def square_of(s: State, cell: int) -> int:
    """The square that is drawn as this cell."""
    width, _ = extent(s)
    return cell % width + 8 * (cell // width)


def board(options: Options) -> Board:
    """The squares, row by row."""
    return Board(grid(*size(options)), squares=True, labels=edge_labels(*size(options)))


@cache
def half(cell: int, owner: int, joined: int | None = None) -> Piece:
    """Half a tile on a cell of the board that is drawn."""
    return Piece(cell, *ABOUT.looks[owner], "ox"[owner], joined=joined, owner=owner)


def pieces(s: State) -> list[Piece]:
    """The halves of the tiles."""
    halves = enumerate((s.blank, s.perforated))
    return [half(drawn(s, cell), owner) for owner, cells in halves for cell in each(cells)]


def fours(s: State, owner: int) -> list[tuple[int, ...]]:
    """The fours of a player, as squares of the board that is drawn; five in a row are two."""
    halves = s.perforated if owner else s.blank
    return [
        tuple(drawn(s, first + STEPS[d] * i) for i in range(4))
        for d in range(4 if s.diagonals else 2)
        for first in each(four_along(halves, d))
    ]


def winning(s: State, winner: int) -> list[list[int]]:
    """The winner's fours."""
    return [list(line) for line in fours(s, winner)]


def symmetries(options: Options) -> list[dict[str, str]]:
    """The board can be turned and mirrored."""
    return dihedral(grid(*size(options)))


def turned(s: State, to: Mapping[str, str]) -> State:
    """The squares moved to other places."""
    cells = [cell_of(to.get(square_name(cell), square_name(cell))) for cell in range(64)]
    image = -1 if s.last < 0 else tile_on(cells[s.last >> 2], cells[OTHER[s.last]])
    assert image is not None  # neighbours stay neighbours
    return s._replace(
        blank=permuted(s.blank, cells), perforated=permuted(s.perforated, cells), last=image
    )
