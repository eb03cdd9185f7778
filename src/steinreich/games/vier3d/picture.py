"""The board of Four in a Row 3D and what stands on it, as data for pictures."""

from collections.abc import Mapping
from functools import cache

from steinreich.rules import *

from .about import ABOUT
from .rules import CELLS, LINES, ROD_NAMES, RODS, State

KINDS = {
    "r": Words("red ball", "rote Kugel"),
    "b": Words("blue ball", "blaue Kugel"),
    "y": Words("yellow ball", "gelbe Kugel"),
}


def cell_name(cell: int) -> str:
    return f"{ROD_NAMES[cell % 16]}.{cell // 16 + 1}"


@cache
def ball(cell: int, colour: int, players: int) -> Piece:
    """A ball on a place; yellow ones belong to nobody where only two play."""
    owner = colour if colour < players else None
    return Piece(cell, *ABOUT.looks[colour], "rby"[colour], owner=owner)


def board(options: Options) -> Board:
    """The four levels side by side, and the places in space."""
    places = enumerate(CELLS)
    cells = tuple(Cell(cell_name(cell), x + 5 * z, y) for cell, (x, y, z) in places)
    labels = [("abcd"[x], x + 5.0 * z, -0.85) for x in range(4) for z in range(4)]
    labels += [(str(y + 1), -0.85, float(y)) for y in range(4)]
    rods = tuple(Pillar(name, tuple(range(rod, 64, 16))) for rod, name in enumerate(ROD_NAMES))
    return Board(cells, squares=True, labels=tuple(labels), scene=tuple(CELLS), pillars=rods)


def pieces(s: State) -> list[Piece]:
    """The balls."""
    return [ball(cell, colour, s.players) for colour in range(3) for cell in each(s[colour])]


def winning(s: State, winner: int) -> list[list[int]]:
    """The winner's fours."""
    return [list(each(line)) for line in LINES if s[winner] & line == line]


def four_cells(s: State, owners: list[int]) -> tuple[int, ...]:
    """The places of all fours of these players."""
    lines = (line for owner in owners for line in LINES if s[owner] & line == line)
    return tuple(sorted({cell for line in lines for cell in each(line)}))


def symmetries(options: Options) -> list[dict[str, str]]:
    """The square of rods can be turned and mirrored."""
    return dihedral(RODS)


def turned(s: State, to: Mapping[str, str]) -> State:
    """The rods moved to other places."""
    rods = [ROD_NAMES.index(to[rod]) for rod in ROD_NAMES]
    cells = [rods[cell % 16] + cell // 16 * 16 for cell in range(64)]
    return s._replace(
        red=permuted(s.red, cells), blue=permuted(s.blue, cells), yellow=permuted(s.yellow, cells)
    )
