"""Bit verbs: the few words in which the rules speak about sets of cells.

A set of at most 64 cells is one unsigned 64-bit integer, cell i being bit i.
Every verb is a plain Python function here; `compile.intrinsics` holds the same verb as
one machine instruction where the processor has it, and the binder swaps it in.

In plain Python an integer has no width.  So after `~` or `<<` a rule cuts the
result back with `&` and a mask: then plain and compiled values are the same.
Compiled, a signed and an unsigned number do not mix: every constant that meets
a set is born `U64(...)`, and counts, cells and actions stay plain `int`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from operator import getitem
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    U64 = int
else:

    class U64(int):
        """An integer that becomes an unsigned 64-bit one in compiled rules."""

        __slots__ = ()


class LookupTable(tuple[int, ...]):
    """Numbers to look up in a rule; `wide` ones are U64, the others small signed integers."""

    wide: bool


F = TypeVar("F", bound=Callable[..., object])
Memory = TypeVar("Memory")  # an array that rules write to

ALL = U64(0xFFFF_FFFF_FFFF_FFFF)
EACH_BYTE = U64(0x0101_0101_0101_0101)
EACH_BIT = U64(0x8040_2010_0804_0201)  # the first bit of the first byte, the second of the second
ALMOST = U64(0x7F7F_7F7F_7F7F_7F7F)  # one less than the highest bit of each byte
OCTETS, WIDE_OCTETS = 8, 16  # of a set, and of the largest one that `wide` has
CELLS_OF_OCTETS = [  # by the place of eight cells, and by which of them are in a set
    [tuple(first + cell for cell in range(8) if octet >> cell & 1) for octet in range(256)]
    for first in range(0, 8 * WIDE_OCTETS, 8)
]


def rule(function: F) -> F:
    """Mark a pure function that also runs as machine code and inside CUDA kernels."""
    function.__dict__["is_rule"] = True
    return function


def seldom(function: F) -> F:
    """Mark a rule that is large and not often reached, so that its code stands only once."""
    function.__dict__["is_seldom"] = True
    return rule(function)


def words(values: Iterable[int]) -> LookupTable:
    """A table of sets of cells, for rules."""
    table = LookupTable(values)
    table.wide = True
    return table


def numbers(values: Iterable[int]) -> LookupTable:
    """A table of small numbers, for rules."""
    table = LookupTable(values)
    table.wide = False
    return table


def bitboard(cells: Iterable[int]) -> U64:
    """The set of these cells."""
    return U64(sum(1 << cell for cell in set(cells)))


def each(board: int) -> Iterator[int]:
    """The cells of a set of up to 128, lowest first (for plain Python; rules loop with `lowest` and
    `rest`)."""
    octets = board.to_bytes(OCTETS if board <= ALL else WIDE_OCTETS, "little")
    return chain.from_iterable(map(getitem, CELLS_OF_OCTETS, octets))


def permuted(board: int, to: Sequence[int]) -> int:
    """The set with every cell i moved to `to[i]`."""
    return bitboard(to[cell] for cell in each(board))


@rule
def bit(cell: int) -> U64:
    """The set of one cell."""
    return U64(1) << U64(cell)


@rule
def has(board: U64, cell: int) -> bool:
    """Whether the cell is in the set."""
    return board >> U64(cell) & U64(1) != U64(0)


@rule
def count(board: U64) -> int:
    """How many cells are in the set."""
    return board.bit_count()


@rule
def lowest(board: U64) -> int:
    """The lowest cell of a set that is not empty."""
    return (board & -board).bit_length() - 1


@rule
def highest(board: U64) -> int:
    """The highest cell of a set that is not empty."""
    return board.bit_length() - 1


@rule
def rest(board: U64) -> U64:
    """The set without its lowest cell."""
    return board & (board - U64(1))


@rule
def nth(board: U64, n: int) -> int:
    """The cell with exactly n lower ones in the set (halving, so that it has no branches)."""
    cell = 0
    for width in (32, 16, 8, 4, 2, 1):
        lower = count(board >> U64(cell) & (U64(1) << U64(width)) - U64(1))
        skip = n >= lower
        n -= lower * skip
        cell += width * skip
    return cell


@rule
def slides(empty: U64, place: int) -> U64:
    """Where a piece can slide to from its place in a line, over cells that are empty."""
    up, below = U64(place + 1), bit(place) - U64(1)
    upwards = bit(lowest(~(empty >> up) & ALL)) - U64(1) << up
    downwards = bit(highest((~empty & below) << U64(1) | U64(1))) - U64(1)
    return upwards | below & ~downwards


@rule
def everywhere(condition: bool) -> U64:
    """All cells or none: how an observation shows what belongs to no cell."""
    return ALL if condition else U64(0)


@rule
def digit(number: int, place: int) -> U64:
    """One binary digit of a number, on all cells."""
    return everywhere(number >> place & 1 != 0)


@rule
def gathered(board: U64, mask: U64) -> int:
    """The cells of a mask pushed together, lowest first: which of them are in the set."""
    found, place = 0, 0
    while mask != U64(0):
        found |= int(has(board, lowest(mask))) << place
        mask, place = rest(mask), place + 1
    return found


@rule
def rising_rays_to(targets: U64, pieces: U64, rays: LookupTable, place: int, number: int) -> U64:
    """Which rays in a table, at most four from a place on, have a target as their lowest piece."""
    found = U64(0)
    for ray in range(number):
        ahead = rays[place + ray] & pieces
        found |= bit(ray) if ahead & ~rest(ahead) & targets != U64(0) else U64(0)
    return found


@rule
def falling_rays_to(targets: U64, pieces: U64, rays: LookupTable, place: int, number: int) -> U64:
    """Which rays in a table, at most four from a place on, have a target as their highest piece."""
    found = U64(0)
    for ray in range(number):
        ahead = rays[place + ray] & pieces
        met = ahead & bit(highest(ahead | U64(1)))
        found |= bit(ray) if met & targets != U64(0) else U64(0)
    return found


@rule
def spread(octet: U64) -> U64:
    """Eight cells, each as a byte of 0 or 1."""
    return ((octet & U64(0xFF)) * EACH_BYTE & EACH_BIT) + ALMOST >> U64(7) & EACH_BYTE


@rule
def put_bytes(memory: list[U64], place: int, board: U64) -> None:
    """Write a whole set into eight words of an array, each cell as a byte of 0 or 1."""
    for octet in range(8):
        memory[place + octet] = spread(board >> U64(8 * octet))


@rule
def borrowed(memory: Memory) -> Memory:
    """The same array, for as long as the caller holds it: compiled code counts the users of an
    array at every call, and that costs more than a small rule itself."""
    return memory


@rule
def fetch(memory: object, place: int) -> None:
    """Say that a place of an array will be read soon, so that it is near by then."""
