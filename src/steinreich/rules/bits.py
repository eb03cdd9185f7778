"""Bit operations: the functions by which rules process sets of cells.

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
    """A lookup table for rules."""

    is_wide: bool  # elements are U64, else small signed integers


F = TypeVar("F", bound=Callable[..., object])
Memory = TypeVar("Memory")  # an array that rules write to

ALL = U64(0xFFFF_FFFF_FFFF_FFFF)
EACH_BYTE = U64(0x0101_0101_0101_0101)
EACH_BIT = U64(0x8040_2010_0804_0201)  # bit i of byte i
BELOW_HIGH_BITS = U64(0x7F7F_7F7F_7F7F_7F7F)  # all bits of each byte but the highest
HIGH_BITS = U64(0x8080_8080_8080_8080)
EACH_TWO = U64(0x3333_3333_3333_3333)  # two of every four bits
EACH_FOUR = U64(0x0F0F_0F0F_0F0F_0F0F)  # four of every eight bits
SET_BYTES, WIDE_SET_BYTES = 8, 16  # size of a set, and of a set in `rules.wide`
CELLS_BY_BYTE = [  # the cells in a byte of a set, by index and value of the byte
    [tuple(first + cell for cell in range(8) if byte >> cell & 1) for byte in range(256)]
    for first in range(0, 8 * WIDE_SET_BYTES, 8)
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
    table.is_wide = True
    return table


def numbers(values: Iterable[int]) -> LookupTable:
    """Return a lookup table of small numbers for rules."""
    table = LookupTable(values)
    table.is_wide = False
    return table


def bitboard(cells: Iterable[int]) -> U64:
    """Return the set of these cells."""
    return U64(sum(1 << cell for cell in set(cells)))


def each(board: int) -> Iterator[int]:
    """Iterate over the cells of a set, lowest first.

    It runs in plain Python only, for boards of up to 128 cells; rules loop with `lowest` and
    `clear_lowest`.
    """
    set_bytes = board.to_bytes(SET_BYTES if board <= ALL else WIDE_SET_BYTES, "little")
    return chain.from_iterable(map(getitem, CELLS_BY_BYTE, set_bytes))


def permute(board: int, to: Sequence[int]) -> int:
    """Return the set in which every cell i is replaced by `to[i]`."""
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
def clear_lowest(board: U64) -> U64:
    """Return a set without its lowest cell."""
    return board & (board - U64(1))


NTH_IN_OCTET = numbers(  # by rank and octet: the cell of an octet that has `rank` lower ones
    next(
        (
            cell
            for cell in range(8)
            if octet >> cell & 1 and (octet & (1 << cell) - 1).bit_count() == rank
        ),
        0,
    )
    for rank in range(8)
    for octet in range(256)
)


@rule
def nth(board: U64, n: int) -> int:
    """Return the n-th cell of a set, counted from 0."""
    # 1. The number of cells in each octet and all lower ones, as a byte.
    sums = board - (board >> U64(1) & U64(0x5555_5555_5555_5555))
    sums = (sums & EACH_TWO) + (sums >> U64(2) & EACH_TWO)
    sums = (sums + (sums >> U64(4)) & EACH_FOUR) * EACH_BYTE & ALL
    # 2. The octet: those before it have at most n cells, so their highest bits remain set.
    first = 8 * count((EACH_BYTE * U64(n) | HIGH_BITS) - sums & HIGH_BITS)
    # 3. The cell within the octet. In compiled code `int` keeps a word unsigned; adding a signed
    # number makes it signed.
    rank = n - (0 + int(sums << U64(8) >> U64(first) & U64(0xFF)))
    return first + NTH_IN_OCTET[256 * rank + (0 + int(board >> U64(first) & U64(0xFF)))]


@rule
def reachable_cells(empty: U64, cell: int) -> U64:
    """Return the cells of a line that a piece on a cell can reach by sliding over empty cells."""
    up, below = U64(cell + 1), bit(cell) - U64(1)
    # `upwards` are the empty cells up to the next occupied one, `downwards` the cells from the next
    # occupied one down, which cannot be reached.
    upwards = bit(lowest(~(empty >> up) & ALL)) - U64(1) << up
    downwards = bit(highest((~empty & below) << U64(1) | U64(1))) - U64(1)
    return upwards | below & ~downwards


@rule
def everywhere(condition: bool) -> U64:
    """Return all cells or none: the plane of a property that belongs to no single cell."""
    return ALL if condition else U64(0)


@rule
def digit(number: int, index: int) -> U64:
    """Return all cells if a binary digit of a number is 1, else none; digit 0 is the lowest."""
    return everywhere(number >> index & 1 != 0)


def line_factor(line: int) -> U64:
    """Return the factor with which `line_bits` moves the cells of a line to the highest bits.

    The cells have equal distances; a distance of two is not supported.  Each cell has a term of the
    factor that moves it to its place.  All its other products are too low or too high to matter.
    """
    cells = list(each(line))
    highest_places = range(64 - len(cells), 64)
    terms = {place - cell for place, cell in zip(highest_places, cells, strict=True)}
    if [cell - cells[0] for cell in cells] == [0, 3, 6, 9]:  # the terms above would collide
        terms = {52 - cells[0], 56 - cells[0], 60 - cells[0]}
    return U64(sum(1 << term for term in terms))


@rule
def line_bits(board: U64, line: U64, factor: U64, length: int) -> int:
    """Return which cells of a line are in a set, as a number: the first cell is the lowest bit.

    `factor` is `line_factor(line)`, and `length` the number of cells.  Of four cells at a distance
    of three the order is the first, fourth, third and second.
    """
    return 0 + int(((board & line) * factor & ALL) >> U64(64 - length))


@rule
def rising_rays_to(targets: U64, pieces: U64, rays: LookupTable, start: int, number: int) -> U64:
    """Return the rays on which the lowest piece is a target, as a set of numbers from 0.

    The `number` rays, at most four, are in the table `rays` from index `start` on.
    """
    found = U64(0)
    for ray in range(number):
        ahead = rays[start + ray] & pieces
        found |= bit(ray) if ahead & ~clear_lowest(ahead) & targets != U64(0) else U64(0)
    return found


@rule
def falling_rays_to(targets: U64, pieces: U64, rays: LookupTable, start: int, number: int) -> U64:
    """Return the rays on which the highest piece is a target; otherwise like `rising_rays_to`."""
    found = U64(0)
    for ray in range(number):
        ahead = rays[start + ray] & pieces
        nearest = ahead & bit(highest(ahead | U64(1)))
        found |= bit(ray) if nearest & targets != U64(0) else U64(0)
    return found


@rule
def bits_to_bytes(cells: U64) -> U64:
    """Return the eight lowest cells as eight bytes, each 0 or 1."""
    return ((cells & U64(0xFF)) * EACH_BYTE & EACH_BIT) + BELOW_HIGH_BITS >> U64(7) & EACH_BYTE


@rule
def write_bits_as_bytes(memory: list[U64], start: int, board: U64) -> None:
    """Write a set into eight elements of an array, each cell as one byte, 0 or 1."""
    for word in range(8):
        memory[start + word] = bits_to_bytes(board >> U64(8 * word))


@rule
def prefetch(memory: object, index: int) -> None:
    """Load an element of an array, which will be read soon, into the processor's cache."""
