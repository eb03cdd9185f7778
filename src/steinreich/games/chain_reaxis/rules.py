"""The rules of Chain Reaxis: geometry, state and pure functions.  Numbers: see the package."""

from itertools import product
from typing import NamedTuple

from steinreich.rules import *

# Geometry: plain Python, run once


POINTS = [(x, y) for y, x in product(range(8), repeat=2)]
WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))
OTHER = numbers(  # (256,) where the perforated half of an action lies, -1 off the largest board
    POINTS.index((x + dx, y + dy)) if (x + dx, y + dy) in POINTS else -1
    for x, y in POINTS
    for dx, dy in WAYS
)
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
STEPS = words(dx + 8 * dy for dx, dy in DIRECTIONS)  # (4,) from a square to the next
FIRSTS = words(  # (4,) the squares on which a line of four in this direction begins
    bitboard(line[0] for line in lines_of(4, POINTS, [way])) for way in DIRECTIONS
)
NOT_A = bitboard(cell for cell in range(64) if cell % 8 != 0)
NOT_H = bitboard(cell for cell in range(64) if cell % 8 != 7)

ACTIONS = 256

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    blank: U64
    perforated: U64
    board: U64  # the squares there are
    turn: int
    last: int  # the tile placed last, as its action; -1 before the first
    diagonals: int
    corners: int  # 1 if touching at a corner is enough


@rule
def beside(squares: U64) -> U64:
    """The squares left and right of these."""
    return (squares & NOT_H) << U64(1) | (squares & NOT_A) >> U64(1)


@rule
def around(squares: U64) -> U64:
    """The squares that share an edge with these; some may lie off the board."""
    return beside(squares) | squares << U64(8) | squares >> U64(8)


@rule
def free(s: State) -> U64:
    """The empty squares."""
    return s.board & ~(s.blank | s.perforated)


@rule
def touching(squares: U64, corners: int) -> U64:
    """The squares that touch these, some of them perhaps included or off the board."""
    if not corners:
        return around(squares)
    row = squares | beside(squares)
    return row | row << U64(8) | row >> U64(8)


@rule
def duty(s: State) -> U64:
    """The empty squares of which the next tile must cover at least one."""
    empty = free(s)
    if s.last < 0:
        return empty
    near = touching(bit(s.last >> 2) | bit(OTHER[s.last]), s.corners) & empty
    return near if near & around(empty) != U64(0) else empty


class Tiles(NamedTuple):
    """The candidates, and what makes them legal."""

    low: U64
    high: U64
    ways: int
    first: int
    empty: U64
    duty: U64


@rule
def candidates(s: State) -> Tiles:
    """Blank halves on or beside the squares of duty, in all four ways."""
    empty, required = free(s), duty(s)
    return Tiles(empty & (required | around(required)), U64(0), 4, 0, empty, required)


@rule
def legal(s: State, c: Tiles, action: int) -> bool:
    """The other square is empty too, and one of the two is of duty."""
    other = OTHER[action]
    if other < 0 or not has(c.empty, other):
        return False
    return (bit(action >> 2) | bit(other)) & c.duty != U64(0)


@rule
def play(s: State, action: int) -> State:
    """Place a tile; the turn passes."""
    blank = s.blank | bit(action >> 2)
    perforated = s.perforated | bit(OTHER[action])
    return State(blank, perforated, s.board, 1 - s.turn, action, s.diagonals, s.corners)


@rule
def four_along(halves: U64, d: int) -> U64:
    """The squares on which a four of these halves begins, in one direction."""
    pairs = halves & halves >> STEPS[d]
    return pairs & pairs >> STEPS[d] >> STEPS[d] & FIRSTS[d]


@rule
def has_four(halves: U64, diagonals: int) -> bool:
    """Whether these halves stand four in a line."""
    found = four_along(halves, 0) | four_along(halves, 1)
    if diagonals:
        found |= four_along(halves, 2) | four_along(halves, 3)
    return found != U64(0)


@rule
def variety(s: State, action: int) -> int:
    """A number always stands for the same tile."""
    return 0


@rule
def outcome(s: State) -> int:
    """A four wins, the mover's before the opponent's; no room for a tile is a draw."""
    mover = 1 - s.turn
    if has_four(s.perforated if mover else s.blank, s.diagonals):
        return mover
    if has_four(s.blank if mover else s.perforated, s.diagonals):
        return s.turn
    empty = free(s)
    return ONGOING if empty & around(empty) != U64(0) else DRAW


# Around the rules: plain Python


def size(options: Options) -> tuple[int, int]:
    """Columns and rows."""
    width, height = options["size"].split("x")
    return int(width), int(height)


def extent(s: State) -> tuple[int, int]:
    """Columns and rows."""
    return (s.board & 0xFF).bit_length(), (s.board.bit_length() + 7) // 8


def start(options: Options, seed: int | None = None) -> State:
    """An empty board."""
    width, height = size(options)
    squares = bitboard(x + 8 * y for x, y in product(range(width), range(height)))
    diagonals, corners = options["diagonals"] == "on", options["contact"] == "corner"
    return State(0, 0, squares, 0, -1, int(diagonals), int(corners))


def passed(s: State) -> State:
    """If no tile were placed now: the opponent's turn, with the same tile to touch."""
    return s._replace(turn=1 - s.turn)


def tile_on(blank: int, perforated: int) -> int | None:
    """The action that covers these squares, if they share an edge."""
    actions = range(4 * blank, 4 * blank + 4)
    return next((action for action in actions if OTHER[action] == perforated), None)
