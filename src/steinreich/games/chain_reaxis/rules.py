"""The rules of Chain Reaxis: geometry, state and pure functions.

The docstring of the package shows how cells and actions are numbered.  Observations for networks
are planes of bits, those of the player to move first.
"""

from itertools import product
from typing import NamedTuple

from steinreich.rules import *

# Geometry: plain Python, run once


POINTS = [(x, y) for y, x in product(range(8), repeat=2)]
WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # from the blank half to the perforated one
PERFORATED_SQUARES = numbers(  # (256,) of each action; -1 if the perforated half is off the board
    POINTS.index((x + dx, y + dy)) if (x + dx, y + dy) in POINTS else -1
    for x, y in POINTS
    for dx, dy in WAYS
)
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # of lines
STEPS = words(dx + 8 * dy for dx, dy in DIRECTIONS)  # (4,) added to a square to get the next one
LINE_STARTS = words(  # (4,) squares on which a line of four in this direction begins
    bitboard(line[0] for line in straight_lines(4, POINTS, [way])) for way in DIRECTIONS
)
NOT_A = bitboard(cell for cell in range(64) if cell % 8 != 0)
NOT_H = bitboard(cell for cell in range(64) if cell % 8 != 7)

NUM_ACTIONS = 256

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    blank: U64
    perforated: U64
    board: U64  # all squares of the board
    turn: int
    last: int  # action that placed the last tile; -1 before the first
    diagonals: int  # 1 if diagonal fours count
    corners: int  # 1 if touching at a corner is enough


@rule
def beside(squares: U64) -> U64:
    """Return the squares to the left and right of these."""
    return (squares & NOT_H) << U64(1) | (squares & NOT_A) >> U64(1)


@rule
def around(squares: U64) -> U64:
    """Return the squares that share an edge with these; some may be off the board."""
    return beside(squares) | squares << U64(8) | squares >> U64(8)


@rule
def empty_squares(s: State) -> U64:
    """Return the empty squares."""
    return s.board & ~(s.blank | s.perforated)


@rule
def touching(squares: U64, corners: int) -> U64:
    """Return the squares that touch these; some may be among them or off the board."""
    if not corners:
        return around(squares)
    row = squares | beside(squares)
    return row | row << U64(8) | row >> U64(8)


@rule
def contact_squares(s: State) -> U64:
    """Return the empty squares of which the next tile must cover at least one."""
    empty = empty_squares(s)
    if s.last < 0:
        return empty
    near = touching(bit(s.last >> 2) | bit(PERFORATED_SQUARES[s.last]), s.corners) & empty
    return near if near & around(empty) != U64(0) else empty


class Tiles(NamedTuple):
    """The candidates, with the data that `is_legal` needs."""

    low: U64
    high: U64
    ways: int
    first: int
    empty: U64
    required: U64  # squares of which the tile must cover at least one


@rule
def candidates(s: State) -> Tiles:
    """Return blank halves on or next to the required squares, in all four directions."""
    empty, required = empty_squares(s), contact_squares(s)
    return Tiles(empty & (required | around(required)), U64(0), 4, 0, empty, required)


@rule
def is_legal(s: State, c: Tiles, action: int) -> bool:
    """Return whether the other square is empty as well and one of the two is required."""
    other = PERFORATED_SQUARES[action]
    if other < 0 or not has(c.empty, other):
        return False
    return (bit(action >> 2) | bit(other)) & c.required != U64(0)


@rule
def play(s: State, action: int) -> State:
    """Place a tile and pass the turn."""
    blank = s.blank | bit(action >> 2)
    perforated = s.perforated | bit(PERFORATED_SQUARES[action])
    return State(blank, perforated, s.board, 1 - s.turn, action, s.diagonals, s.corners)


@rule
def four_starts(halves: U64, d: int) -> U64:
    """Return the squares on which a four of these halves begins, in one direction."""
    pairs = halves & halves >> STEPS[d]
    return pairs & pairs >> STEPS[d] >> STEPS[d] & LINE_STARTS[d]


@rule
def has_four(halves: U64, diagonals: int) -> bool:
    """Return whether these halves contain four in a line."""
    found = four_starts(halves, 0) | four_starts(halves, 1)
    if diagonals:
        found |= four_starts(halves, 2) | four_starts(halves, 3)
    return found != U64(0)


@rule
def outcome(s: State) -> int:
    """Return the winner: a four wins, the mover's before the opponent's.

    Without room for another tile the game is a draw.
    """
    mover = 1 - s.turn
    if has_four(s.perforated if mover else s.blank, s.diagonals):
        return mover
    if has_four(s.blank if mover else s.perforated, s.diagonals):
        return s.turn
    empty = empty_squares(s)
    return ONGOING if empty & around(empty) != U64(0) else DRAW


# Around the rules: plain Python


def size_option(options: Options) -> tuple[int, int]:
    """Return the numbers of columns and rows that the options state."""
    width, height = options["size"].split("x")
    return int(width), int(height)


def board_size(s: State) -> tuple[int, int]:
    """Return the numbers of columns and rows of the board."""
    return (s.board & 0xFF).bit_length(), (s.board.bit_length() + 7) // 8


def start(options: Options, seed: int | None = None) -> State:
    """Return an empty board."""
    width, height = size_option(options)
    squares = bitboard(x + 8 * y for x, y in product(range(width), range(height)))
    diagonals, corners = options["diagonals"] == "on", options["contact"] == "corner"
    return State(0, 0, squares, 0, -1, int(diagonals), int(corners))


def after_pass(s: State) -> State:
    """Return the state after a pass: the opponent must touch the same tile."""
    return s._replace(turn=1 - s.turn)


def is_enclosed(s: State) -> bool:
    """Return whether no tile can touch the last one, so that a tile may be placed anywhere."""
    tile = bit(s.last >> 2) | bit(PERFORATED_SQUARES[s.last])
    empty = empty_squares(s)
    return not touching(tile, s.corners) & empty & around(empty)


def find_tile(blank: int, perforated: int) -> int | None:
    """Return the action that covers these squares, or None if they do not share an edge."""
    actions = range(4 * blank, 4 * blank + 4)
    return next((action for action in actions if PERFORATED_SQUARES[action] == perforated), None)


# Observations for networks

PLANE_LAYOUT = [[x + 8 * y for x in range(8)] for y in range(8)]


class Observation(NamedTuple):
    """The halves, and what makes actions legal."""

    mine: U64
    theirs: U64
    last: U64  # the tile placed last
    board: U64  # all squares of the board
    blank: U64  # all cells if the mover's halves are the blank ones: actions name the blank half


@rule
def observe(s: State) -> Observation:
    """Return the halves of the player to move first, whether they are blank or perforated."""
    last = bit(s.last >> 2) | bit(PERFORATED_SQUARES[s.last]) if s.last >= 0 else U64(0)
    mine, theirs = (s.perforated, s.blank) if s.turn else (s.blank, s.perforated)
    return Observation(mine, theirs, last, s.board, everywhere(s.turn == 0))
