"""Sets of up to 128 cells, for boards that do not fit into one 64-bit word."""

from collections.abc import Iterable
from typing import NamedTuple

from steinreich.rules.bits import ALL, U64, bit, bitboard, count, each, lowest, rule

__all__ = [
    "Wide",
    "contains",
    "difference",
    "each_wide",
    "intersection",
    "is_nonempty",
    "lowest_cell",
    "single_cell",
    "size",
    "union",
    "wide",
]


class Wide(NamedTuple):
    """A set of cells."""

    low: U64  # cells 0 to 63
    high: U64  # cells 64 to 127


def wide(cells: Iterable[int]) -> Wide:
    """Return the set of these cells."""
    board = bitboard(cells)
    return Wide(board & ALL, board >> 64)


def each_wide(p: Wide) -> list[int]:
    """Return the cells of a set in ascending order (plain Python only)."""
    return list(each(p.low | p.high << 64))


@rule
def is_nonempty(p: Wide) -> bool:
    """Return whether a set is not empty."""
    return p.low | p.high != U64(0)


@rule
def contains(p: Wide, cell: int) -> bool:
    """Return whether a cell is in a set."""
    return (p.low if cell < 64 else p.high) >> U64(cell & 63) & U64(1) != U64(0)


@rule
def single_cell(cell: int) -> Wide:
    """Return the set of one cell."""
    if cell < 64:
        return Wide(bit(cell), U64(0))
    return Wide(U64(0), bit(cell & 63))


@rule
def union(p: Wide, q: Wide) -> Wide:
    """Return the union of two sets."""
    return Wide(p.low | q.low, p.high | q.high)


@rule
def intersection(p: Wide, q: Wide) -> Wide:
    """Return the intersection of two sets."""
    return Wide(p.low & q.low, p.high & q.high)


@rule
def difference(p: Wide, q: Wide) -> Wide:
    """Return the difference of two sets."""
    return Wide(p.low & ~q.low, p.high & ~q.high)


@rule
def lowest_cell(p: Wide) -> int:
    """Return the lowest cell of a nonempty set."""
    return lowest(p.low) if p.low != U64(0) else 64 + lowest(p.high)


@rule
def size(p: Wide) -> int:
    """Return the number of cells in a set."""
    return count(p.low) + count(p.high)
