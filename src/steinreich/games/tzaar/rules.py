"""The rules of TZAAR: geometry, state and pure functions.

The docstring of the package shows how cells and actions are numbered.  Observations for networks
are planes of bits, those of the player to move first.
"""

import random
from typing import NamedTuple

from steinreich.rules import *

# Geometry: plain Python, run once


SIDE = 4  # steps from the hole to the edge
HEXAGON = [
    (q, v)  # column relative to the hole, and height above the line through the hole
    for q in range(-SIDE, SIDE + 1)
    for v in range(max(-SIDE, -SIDE - q), min(SIDE, SIDE - q) + 1)
]
HOLE = (0, 0)
POINTS = [point for point in HEXAGON if point != HOLE]
RISING = ((0, 1), (1, 0), (1, -1))  # steps to points with higher numbers
STEPS = (*RISING, *((-q, -v) for q, v in RISING))
NAMES = [
    f"{'ABCDEFGHI'[q + SIDE]}{[point for point in POINTS if point[0] == q].index((q, v)) + 1}"
    for q, v in POINTS
]


def ray(q: int, v: int, step: tuple[int, int]) -> list[int]:
    """Return the points in a direction, up to the edge or the hole."""
    found = []
    while (q + step[0], v + step[1]) in POINTS:
        q, v = q + step[0], v + step[1]
        found.append(POINTS.index((q, v)))
    return found


RAYS = words(  # (361,) the last one is empty padding: machine code reads four at once
    [*(bitboard(ray(q, v, step)) for q, v in POINTS for step in STEPS), 0]
)
FULL = bitboard(range(60))
NUMBERS = {name: point for point, name in enumerate(NAMES)}
SUPPLY = numbers((6, 9, 15))  # Tzaars, Tzarras and Totts of each colour
PIECES = 30  # of each colour
FIXED_LAYOUT = "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT"

PASS = 360  # 6 * 60: way 0 of a point after the last one, of which no other way is legal
FIRST_PLACEMENT = 366
NUM_ACTIONS = FIRST_PLACEMENT + 180  # 3 kinds on 60 points
HAS_DRAWS = False
# Phases: White's first capture, the first and the second action of a turn, the placement of pieces
# before the game
OPENING, CAPTURE, SECOND, PLACING = 0, 1, 2, 3

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    white: U64  # points with a white piece on top
    black: U64
    tzaars: U64  # points with this kind on top, of both colours
    tzarras: U64
    h0: U64  # height minus one as binary digits: h0 the ones, h1 the twos, ...
    h1: U64
    h2: U64
    h3: U64
    h4: U64
    turn: int
    phase: int


@rule
def mine(s: State) -> U64:
    """Return the points of the player to move."""
    return s.black if s.turn else s.white


@rule
def theirs(s: State) -> U64:
    """Return the points of the other player."""
    return s.white if s.turn else s.black


@rule
def height(s: State, cell: int) -> int:
    """Return the height of the stack on a point; a single piece has height 1."""
    k = U64(cell)
    return 1 + int(
        s.h0 >> k & U64(1)
        | (s.h1 >> k & U64(1)) << U64(1)
        | (s.h2 >> k & U64(1)) << U64(2)
        | (s.h3 >> k & U64(1)) << U64(3)
        | (s.h4 >> k & U64(1)) << U64(4)
    )


@rule
def stacks(s: State) -> U64:
    """Return the points with more than one piece."""
    return s.h0 | s.h1 | s.h2 | s.h3 | s.h4


@rule
def find_target(s: State, move: int) -> int:
    """Return the point of the first piece in the direction of a move, or -1."""
    ahead = RAYS[move] & (s.white | s.black)
    if ahead == U64(0):
        return -1
    return lowest(ahead) if move % 6 < 3 else highest(ahead)


@rule
def is_capture(s: State, move: int) -> bool:
    """Return whether a move leads to an enemy that is not taller."""
    target = find_target(s, move)
    if target < 0 or not has(theirs(s), target):
        return False
    return not has(stacks(s), target) or height(s, target) <= height(s, move // 6)


@rule
def is_reinforcement(s: State, move: int) -> bool:
    """Return whether a move leads to a piece of the same colour."""
    target = find_target(s, move)
    return target >= 0 and has(mine(s), target)


@rule
def count_in_hand(s: State, kind: int) -> int:
    """Return how many pieces of a kind the player to move still has to place."""
    placed = s.tzaars if kind == 0 else s.tzarras if kind == 1 else ~(s.tzaars | s.tzarras)
    return SUPPLY[kind] - count(mine(s) & placed & ALL)


@rule
def candidates(s: State) -> Candidates:
    """Return the mover's pieces in six ways and `pass` as point 60, or empty points.

    Empty points are for the placement of pieces before the game.
    """
    if s.phase == PLACING:
        return Candidates(FULL & ~(s.white | s.black), U64(0), 3, FIRST_PLACEMENT)
    passing = bit(60) if s.phase == SECOND else U64(0)
    return Candidates(mine(s) | passing, U64(0), 6, 0)


@rule
def is_legal(s: State, c: Candidates, action: int) -> bool:
    """Return whether an action is a capture, or a reinforcement or pass as the second action."""
    if action < PASS:
        return is_capture(s, action) or (s.phase == SECOND and is_reinforcement(s, action))
    return count_in_hand(s, action % 3) > 0 if action >= FIRST_PLACEMENT else action == PASS


@rule
def not_taller_than(s: State, cell: int) -> U64:
    """Return the points with stacks no taller than the one on this point, and the empty ones."""
    high = s.h2 | s.h3 | s.h4
    if has(high, cell):
        return not_taller_than_high(s, cell)
    twos, ones = everywhere(has(s.h1, cell)), everywhere(has(s.h0, cell))
    return ~(high | s.h1 & ~twos | ~(s.h1 ^ twos) & s.h0 & ~ones) & ALL


@noinline
def not_taller_than_high(s: State, cell: int) -> U64:
    """Like `not_taller_than`, for a stack of at least five pieces: compare all binary digits."""
    taller, equal = U64(0), ALL
    for digit_here, plane in (
        (s.h4 >> U64(cell), s.h4),
        (s.h3 >> U64(cell), s.h3),
        (s.h2 >> U64(cell), s.h2),
        (s.h1 >> U64(cell), s.h1),
        (s.h0 >> U64(cell), s.h0),
    ):
        if digit_here & U64(1) != U64(0):
            equal &= plane
        else:
            taller |= equal & plane
            equal &= ~plane
    return ~taller & ALL


@rule
def legal_ways(s: State, c: Candidates, cell: int) -> U64:
    """Compare the first piece on each of the six rays with the legal targets."""
    if s.phase == PLACING:
        kinds = U64(0)
        for kind in range(3):
            kinds |= bit(kind) if count_in_hand(s, kind) > 0 else U64(0)
        return kinds
    if cell == PASS // 6:
        return U64(1)
    pieces = s.white | s.black
    targets = theirs(s) & not_taller_than(s, cell)
    if s.phase == SECOND:
        targets |= mine(s)
    rising = rising_rays_to(targets, pieces, RAYS, 6 * cell, 3)
    return rising | falling_rays_to(targets, pieces, RAYS, 6 * cell + 3, 3) << U64(3)


@rule
def move_bit(plane: U64, origin: U64, target: U64, value: U64) -> U64:
    """Return a bit plane after a move: 0 on the origin, the lowest bit of `value` on the target."""
    return plane & ~(origin | target) | (target if value & U64(1) != U64(0) else U64(0))


@rule
def apply_move(s: State, action: int, turn: int, phase: int) -> State:
    """Return the state after a capture or a reinforcement."""
    cell, target = action // 6, find_target(s, action)
    a, b = bit(cell), bit(target)
    own = has(mine(s), target)
    tall = U64(height(s, cell) - 1 + (height(s, target) if own else 0))
    us, them = mine(s) & ~a | b, theirs(s) & ~b
    k = U64(cell)
    return State(
        them if s.turn else us,
        us if s.turn else them,
        move_bit(s.tzaars, a, b, s.tzaars >> k),
        move_bit(s.tzarras, a, b, s.tzarras >> k),
        move_bit(s.h0, a, b, tall),
        move_bit(s.h1, a, b, tall >> U64(1)),
        move_bit(s.h2, a, b, tall >> U64(2)),
        move_bit(s.h3, a, b, tall >> U64(3)),
        move_bit(s.h4, a, b, tall >> U64(4)),
        turn,
        phase,
    )


@rule
def apply_placement(s: State, point: int, kind: int) -> State:
    """Return the state after a placement; after the last one White begins."""
    piece = bit(point)
    full = s.white | s.black | piece == FULL
    return State(
        s.white if s.turn else s.white | piece,
        s.black | piece if s.turn else s.black,
        s.tzaars | piece if kind == 0 else s.tzaars,
        s.tzarras | piece if kind == 1 else s.tzarras,
        s.h0,
        s.h1,
        s.h2,
        s.h3,
        s.h4,
        0 if full else 1 - s.turn,
        OPENING if full else PLACING,
    )


@rule
def play(s: State, action: int) -> State:
    """Play an action; the opening capture and second actions end the turn."""
    if action >= FIRST_PLACEMENT:
        return apply_placement(s, (action - FIRST_PLACEMENT) // 3, (action - FIRST_PLACEMENT) % 3)
    turn = s.turn if s.phase == CAPTURE else 1 - s.turn
    phase = SECOND if s.phase == CAPTURE else CAPTURE
    if action == PASS:
        return State(
            s.white, s.black, s.tzaars, s.tzarras, s.h0, s.h1, s.h2, s.h3, s.h4, turn, phase
        )
    return apply_move(s, action, turn, phase)


@rule
def lacks_a_kind(s: State, pieces: U64) -> bool:
    """Return whether one of the three kinds is on top of none of these pieces."""
    totts = pieces & ~(s.tzaars | s.tzarras)
    return pieces & s.tzaars == U64(0) or pieces & s.tzarras == U64(0) or totts == U64(0)


@rule
def can_capture(s: State) -> bool:
    """Return whether the player to move has a capture."""
    pieces = mine(s)
    while pieces != U64(0):
        move = 6 * lowest(pieces)
        for way in range(6):
            if is_capture(s, move + way):
                return True
        pieces = clear_lowest(pieces)
    return False


@rule
def outcome(s: State) -> int:
    """Return the winner: a side without a kind, or without a capture to begin with, has lost."""
    if s.phase == PLACING:
        return ONGOING
    if lacks_a_kind(s, s.white):
        return 1
    if lacks_a_kind(s, s.black):
        return 0
    return ONGOING if s.phase == SECOND or can_capture(s) else 1 - s.turn


# Around the rules: plain Python


def start(options: Options, seed: int | None = None) -> State:
    """Return an empty board to be filled, the fixed layout, or all pieces at random."""
    if options["setup"] == "tournament":
        return State(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, PLACING)
    if options["setup"] == "fixed":
        return from_stacks([(letter, 1) for letter in FIXED_LAYOUT.replace("/", "")], 0, OPENING)
    letters = [
        letter for kind, n in zip("ZRTzrt", (*SUPPLY, *SUPPLY), strict=True) for letter in kind * n
    ]
    random.Random(seed).shuffle(letters)
    return from_stacks([(letter, 1) for letter in letters], 0, OPENING)


def starts_turn(s: State) -> bool:
    """Return whether a turn begins: with every action but the second."""
    return s.phase != SECOND


def after_pass(s: State) -> State | None:
    """Return the state with the rest of the turn passed; None while pieces are placed."""
    return None if s.phase == PLACING else s._replace(turn=1 - s.turn, phase=CAPTURE)


def from_stacks(stacks: list[tuple[str, int]], turn: int, phase: int) -> State:
    """Return the state with these letters and heights on the points in order; `.` is empty."""

    def plane(chosen: str) -> int:
        return bitboard(cell for cell, (letter, _) in enumerate(stacks) if letter in chosen)

    h0, h1, h2, h3, h4 = (
        bitboard(cell for cell, (_, tall) in enumerate(stacks) if tall - 1 >> digit & 1)
        for digit in range(5)
    )
    kinds = plane("ZRT"), plane("zrt"), plane("Zz"), plane("Rr")
    return State(*kinds, h0, h1, h2, h3, h4, turn, phase)


# Observations for networks

# column by column, with the heights of each: both axes run along lines of the board
PLANE_LAYOUT = [
    [POINTS.index((q, v)) if (q, v) in POINTS else -1 for v in range(-SIDE, SIDE + 1)]
    for q in range(-SIDE, SIDE + 1)
]


class Observation(NamedTuple):
    """The pieces on top by kind, the heights by binary digits, and the required action."""

    my_tzaars: U64
    my_tzarras: U64
    my_totts: U64
    their_tzaars: U64
    their_tzarras: U64
    their_totts: U64
    height_1: U64  # the height minus one as binary digits: its ones
    height_2: U64  # its twos
    height_4: U64
    height_8: U64
    height_16: U64
    placing: U64  # all cells while pieces are placed
    opening: U64  # all cells if White's single opening capture is required
    second: U64  # all cells if the second action of a turn is required


@rule
def observe(s: State) -> Observation:
    """Return the pieces of the player to move first."""
    own, enemies = mine(s), theirs(s)
    totts = ~(s.tzaars | s.tzarras) & FULL
    return Observation(
        own & s.tzaars,
        own & s.tzarras,
        own & totts,
        enemies & s.tzaars,
        enemies & s.tzarras,
        enemies & totts,
        s.h0,
        s.h1,
        s.h2,
        s.h3,
        s.h4,
        everywhere(s.phase == PLACING),
        everywhere(s.phase == OPENING),
        everywhere(s.phase == SECOND),
    )
