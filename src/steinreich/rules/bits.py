"""Bit operations: the functions with which rules work on sets of cells.

A set of at most 64 cells is one unsigned 64-bit integer, cell i being bit i. Every operation is a
plain Python function here; `compile.intrinsics` has the same one as a machine instruction if the
processor supports it, and the binder substitutes it.

Integers of plain Python have no fixed width. After `~` or `<<` a rule therefore masks the result
with `&`, so that plain and compiled values agree. In compiled rules signed and unsigned numbers
must not be mixed: constants combined with sets are created as `U64(...)`, while counts, cells and
actions stay plain `int`.
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
    """A lookup table for rules; the numbers of `wide` ones are U64, others small signed
    integers."""

    wide: bool


F = TypeVar("F", bound=Callable[..., object])
Memory = TypeVar("Memory")  # an array that rules write to

ALL = U64(0xFFFF_FFFF_FFFF_FFFF)
EACH_BYTE = U64(0x0101_0101_0101_0101)
EACH_BIT = U64(0x8040_2010_0804_0201)  # the first bit of the first byte, the second of the second
BELOW_HIGH_BITS = U64(0x7F7F_7F7F_7F7F_7F7F)  # all bits of each byte but the highest
OCTETS, WIDE_OCTETS = 8, 16  # in a set, and in the largest set that `wide` supports
CELLS_OF_OCTETS = [  # by index of a byte and by its value
    [tuple(first + cell for cell in range(8) if octet >> cell & 1) for octet in range(256)]
    for first in range(0, 8 * WIDE_OCTETS, 8)
]


def rule(function: F) -> F:
    """Mark a pure function that also runs as machine code and inside CUDA kernels."""
    function.__dict__["is_rule"] = True
    return function


def noinline(function: F) -> F:
    """Mark a large, rarely called rule, which is compiled once instead of being inlined."""
    function.__dict__["is_noinline"] = True
    return rule(function)


def words(values: Iterable[int]) -> LookupTable:
    """Return a lookup table of sets for rules."""
    table = LookupTable(values)
    table.wide = True
    return table


def numbers(values: Iterable[int]) -> LookupTable:
    """Return a lookup table of small numbers for rules."""
    table = LookupTable(values)
    table.wide = False
    return table


def bitboard(cells: Iterable[int]) -> U64:
    """Return the set of these cells."""
    return U64(sum(1 << cell for cell in set(cells)))


def each(board: int) -> Iterator[int]:
    """Iterate over the cells of a set of up to 128, lowest first (plain Python only; rules loop
    with `lowest` and `rest`)."""
    octets = board.to_bytes(OCTETS if board <= ALL else WIDE_OCTETS, "little")
    return chain.from_iterable(map(getitem, CELLS_OF_OCTETS, octets))


def permute(board: int, to: Sequence[int]) -> int:
    """Return the set with every cell i moved to `to[i]`."""
    return bitboard(to[cell] for cell in each(board))


@rule
def bit(cell: int) -> U64:
    """Return the set of one cell."""
    return U64(1) << U64(cell)


@rule
def has(board: U64, cell: int) -> bool:
    """Return whether a cell is in a set."""
    return board >> U64(cell) & U64(1) != U64(0)


@rule
def count(board: U64) -> int:
    """Return the number of cells in a set."""
    return board.bit_count()


@rule
def lowest(board: U64) -> int:
    """Return the lowest cell of a nonempty set."""
    return (board & -board).bit_length() - 1


@rule
def highest(board: U64) -> int:
    """Return the highest cell of a nonempty set."""
    return board.bit_length() - 1


@rule
def rest(board: U64) -> U64:
    """Return a set without its lowest cell."""
    return board & (board - U64(1))


@rule
def nth(board: U64, n: int) -> int:
    """Return the cell that has exactly n lower ones in the set (branch-free binary search)."""
    cell = 0
    for width in (32, 16, 8, 4, 2, 1):
        lower = count(board >> U64(cell) & (U64(1) << U64(width)) - U64(1))
        skip = n >= lower
        n -= lower * skip
        cell += width * skip
    return cell


@rule
def slides(empty: U64, place: int) -> U64:
    """Return the cells to which a piece can slide along its line over empty cells."""
    up, below = U64(place + 1), bit(place) - U64(1)
    upwards = bit(lowest(~(empty >> up) & ALL)) - U64(1) << up
    downwards = bit(highest((~empty & below) << U64(1) | U64(1))) - U64(1)
    return upwards | below & ~downwards


@rule
def everywhere(condition: bool) -> U64:
    """Return all cells or none: in observations, a value that belongs to no cell."""
    return ALL if condition else U64(0)


@rule
def digit(number: int, place: int) -> U64:
    """Return a binary digit of a number, on all cells."""
    return everywhere(number >> place & 1 != 0)


@rule
def gather_bits(board: U64, mask: U64) -> int:
    """Return the bits at the cells of a mask, packed from the lowest (parallel bit extract)."""
    found, place = 0, 0
    while mask != U64(0):
        found |= int(has(board, lowest(mask))) << place
        mask, place = rest(mask), place + 1
    return found


@rule
def rising_rays_to(targets: U64, pieces: U64, rays: LookupTable, place: int, number: int) -> U64:
    """Return which rays of a table, at most four from an index on, have a target as their lowest
    piece."""
    found = U64(0)
    for ray in range(number):
        ahead = rays[place + ray] & pieces
        found |= bit(ray) if ahead & ~rest(ahead) & targets != U64(0) else U64(0)
    return found


@rule
def falling_rays_to(targets: U64, pieces: U64, rays: LookupTable, place: int, number: int) -> U64:
    """Return the rays of a table (at most 4, from `place` on) whose highest piece is a target."""
    found = U64(0)
    for ray in range(number):
        ahead = rays[place + ray] & pieces
        met = ahead & bit(highest(ahead | U64(1)))
        found |= bit(ray) if met & targets != U64(0) else U64(0)
    return found


@rule
def spread(octet: U64) -> U64:
    """Return eight cells as bytes of 0 or 1."""
    return ((octet & U64(0xFF)) * EACH_BYTE & EACH_BIT) + BELOW_HIGH_BITS >> U64(7) & EACH_BYTE


@rule
def put_bytes(memory: list[U64], place: int, board: U64) -> None:
    """Write a set into eight words of an array, each cell as a byte of 0 or 1."""
    for octet in range(8):
        memory[place + octet] = spread(board >> U64(8 * octet))


@rule
def borrow(memory: Memory) -> Memory:
    """Return an array without counting the reference.

    Compiled code counts references to an array at every call, which costs more than a small rule.
    """
    return memory


@rule
def fetch(memory: object, place: int) -> None:
    """Prefetch an element of an array that will be read soon."""
