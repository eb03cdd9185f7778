"""What is known of Inner Square: stones count, and the four corners threaten.

Most games are won by captures.  The corners of the inner square win seldom, but whoever holds three
of them ties the opponent to the fourth.  The weights were chosen by hand: games between equals are
drawn so often that they teach next to nothing.  Where corners and stones decide after a long quiet,
they weigh more and more as its end comes near.
"""

from steinreich.games.inner_square.rules import (
    QUIET_LIMIT,
    SIDE,
    TARGETS,
    State,
    mine,
    taken,
    theirs,
)
from steinreich.players.knowledge.weights import UNITS, weights_of
from steinreich.players.profile import Profile
from steinreich.rules import U64, numbers, rule
from steinreich.rules.wide import Wide, common, first, holds, single, size, some, without

SCALE = UNITS
LEVELS = {  # who reads and overlooks nothing draws, however deep: so all but the last overlook
    1: Profile(depth=1, notice=0.1, reading=0.0, doubt=20.0),
    2: Profile(depth=1, notice=0.3, reading=0.0, doubt=2.5),
    3: Profile(depth=1, notice=0.4, reading=0.0, doubt=0.9),
    4: Profile(depth=2, notice=0.5, reading=0.15, doubt=0.7),
    5: Profile(depth=2, notice=0.55, reading=0.3, doubt=0.5),
    6: Profile(depth=2, notice=0.68, reading=0.55, doubt=0.33),
    7: Profile(depth=2, notice=0.76, reading=0.7, doubt=0.26),
    8: Profile(depth=2, notice=0.87, reading=0.87, doubt=0.19),
    9: Profile(depth=3, notice=0.93, reading=0.92, doubt=0.12),
}
# The weights, each a table: of a stone by board and point, seen from its own side; of a number of
# stones by board; of a number of corners.
POINTS = 0  # [board 3][row 9][column from the edge 5]
STONES = POINTS + 3 * 9 * 5  # [board 3][stones 15]
CORNERS = STONES + 3 * 15  # [to move 2][corners 5]
MOVER = CORNERS + 2 * 5
FEATURES = range(MOVER + 1)
VALUES = numbers(weights_of(__file__, len(FEATURES)))
# For each action of the last ones before a long quiet decides: a corner ahead, and stones ahead.
LAST_ACTIONS = 50
CORNER_AHEAD = 8
STONES_AHEAD = 4


@rule
def note(out: object, place: int, sign: int) -> int:
    """What one feature is worth; `out` is for those who learn the weights."""
    return sign * VALUES[place]


@rule
def side(s: State, out: object, stones: Wide, colour: int, to_move: int) -> int:
    """What one side's stones are worth to the player to move."""
    sign = 1 if to_move else -1
    large = s.board.high != U64(0)
    board = 2 if large else s.full
    last = SIDE - 1 if large else 6
    score = note(out, STONES + board * 15 + size(stones), sign)
    score += note(out, CORNERS + to_move * 5 + size(common(stones, s.corners)), sign)
    while some(stones):
        cell = first(stones)
        stones = without(stones, single(cell))
        row, column = cell // SIDE, cell % SIDE
        row = last - row if colour else row
        column = min(column, last - column)
        score += note(out, POINTS + (board * 9 + row) * 5 + column, sign)
    return score


@rule
def appraise(s: State, out: object) -> int:
    """What both sides' stones are worth to the player to move."""
    us = side(s, out, mine(s), s.turn, 1)
    return note(out, MOVER, 1) + us + side(s, out, theirs(s), 1 - s.turn, 0)


@rule
def prospect(s: State) -> int:
    """What the end of a long quiet is worth to the player to move, where it decides the game."""
    near = s.quiet - (QUIET_LIMIT - LAST_ACTIONS)
    if not s.decided or near <= 0:
        return 0
    corners = size(common(mine(s), s.corners)) - size(common(theirs(s), s.corners))
    if corners:
        return near * CORNER_AHEAD * corners
    stones = size(mine(s)) - size(theirs(s))
    return near * STONES_AHEAD * (1 if stones > 0 else -1 if stones < 0 else 0)


@rule
def evaluate(s: State) -> int:
    """Stones, where they stand, and corners."""
    return appraise(s, ()) + prospect(s)


@rule
def move_order(s: State, action: int) -> int:
    """Captures first, then moves to a corner."""
    return 10 * size(taken(s, action)) + (3 if holds(s.corners, TARGETS[action]) else 0)


@rule
def is_quiet(s: State) -> bool:
    """Captures are always looked at."""
    return False


@rule
def is_noisy(s: State, action: int) -> bool:
    """Whether an action captures."""
    return some(taken(s, action))


@rule
def reduction(s: State, depth: int, i: int) -> int:
    """Most late actions are not worth a deep look."""
    if depth < 3 or i < 5:
        return 0
    return 1 if i < 15 else 2
