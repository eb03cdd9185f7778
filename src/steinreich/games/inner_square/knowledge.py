"""Heuristics of Inner Square: stones count, and the four inner corners are a threat.

Most games are won by captures.  The inner corners seldom win, but a player who holds three of them
ties the opponent to the fourth.  The weights were chosen by hand: games between equal players are
drawn so often that hardly anything can be learned from them.  In the variant in which corners and
stones decide after a hundred quiet moves, their weight grows as the end approaches.
"""

from steinreich.players.knowledge.definition import UNITS, Profile, read_weights
from steinreich.rules import U64, numbers, rule
from steinreich.rules.arrays import Int64Array
from steinreich.rules.wide import (
    Wide,
    contains,
    difference,
    intersection,
    is_nonempty,
    lowest_cell,
    single_cell,
    size,
)

from .rules import (
    QUIET_LIMIT,
    SIDE,
    TARGETS,
    State,
    captured_stones,
    mine,
    theirs,
)

SCALE = UNITS
LEVELS = {  # all overlook some actions: at any depth, players that do not would draw
    1: Profile(depth=1, action_probability=0.1, reply_probability=0.0, noise=20.0),
    2: Profile(depth=1, action_probability=0.3, reply_probability=0.0, noise=2.5),
    3: Profile(depth=1, action_probability=0.4, reply_probability=0.0, noise=0.9),
    4: Profile(depth=2, action_probability=0.5, reply_probability=0.15, noise=0.7),
    5: Profile(depth=2, action_probability=0.55, reply_probability=0.3, noise=0.5),
    6: Profile(depth=2, action_probability=0.68, reply_probability=0.55, noise=0.33),
    7: Profile(depth=2, action_probability=0.76, reply_probability=0.7, noise=0.26),
    8: Profile(depth=2, action_probability=0.87, reply_probability=0.87, noise=0.19),
    9: Profile(depth=3, action_probability=0.93, reply_probability=0.92, noise=0.12),
}
# Offsets of the tables of weights: value of a stone by board and point, seen from its own side; of
# the number of stones by board; of the number of inner corners; and of being to move.
POINTS = 0  # shape (board 3, row 9, column from the edge 5)
STONES = POINTS + 3 * 9 * 5  # shape (board 3, stones 15)
CORNERS = STONES + 3 * 15  # shape (is to move 2, corners 5)
MOVER = CORNERS + 2 * 5
WEIGHT_INDICES = range(MOVER + 1)
VALUES = numbers(read_weights(__file__, len(WEIGHT_INDICES)))
# In the last actions before the quiet limit decides the game, each adds a bonus to the lead: for
# every corner more, or for more stones
LAST_ACTIONS = 50
CORNER_BONUS = 8
STONES_BONUS = 4


@rule
def feature_value(out: Int64Array, feature: int, sign: int) -> int:
    """Return the value of one feature, negated if `sign` is -1.

    Weight tuning replaces this rule by one that adds `sign` to the count of the feature in the
    array `out`.
    """
    return sign * VALUES[feature]


@rule
def side_value(s: State, out: Int64Array, stones: Wide, colour: int, to_move: int) -> int:
    """Return the value of one side's stones to the player to move."""
    sign = 1 if to_move else -1
    large = s.board.high != U64(0)
    board = 2 if large else s.full  # as in the tables: standard, all diagonals, 9 by 9
    last = SIDE - 1 if large else 6
    score = feature_value(out, STONES + board * 15 + size(stones), sign)
    score += feature_value(out, CORNERS + to_move * 5 + size(intersection(stones, s.corners)), sign)
    while is_nonempty(stones):
        cell = lowest_cell(stones)
        stones = difference(stones, single_cell(cell))
        row, column = cell // SIDE, cell % SIDE
        row = last - row if colour else row  # from the side's own edge
        column = min(column, last - column)
        score += feature_value(out, POINTS + (board * 9 + row) * 5 + column, sign)
    return score


@rule
def sum_features(s: State, out: Int64Array) -> int:
    """Return the value of all stones to the player to move."""
    us = side_value(s, out, mine(s), s.turn, 1)
    return feature_value(out, MOVER, 1) + us + side_value(s, out, theirs(s), 1 - s.turn, 0)


@rule
def quiet_bonus(s: State) -> int:
    """Return a bonus for the lead in corners or stones shortly before the quiet limit."""
    near = s.quiet - (QUIET_LIMIT - LAST_ACTIONS)
    if not s.has_tiebreak or near <= 0:
        return 0
    corners = size(intersection(mine(s), s.corners)) - size(intersection(theirs(s), s.corners))
    if corners:
        return near * CORNER_BONUS * corners
    stones = size(mine(s)) - size(theirs(s))
    return near * STONES_BONUS * (1 if stones > 0 else -1 if stones < 0 else 0)


@rule
def evaluate(s: State) -> int:
    """Evaluate stones, their points and the inner corners."""
    return sum_features(s, ()) + quiet_bonus(s)


@rule
def move_order(s: State, action: int) -> int:
    """Order captures first, then moves to an inner corner."""
    return 10 * size(captured_stones(s, action)) + (
        3 if contains(s.corners, TARGETS[action]) else 0
    )


@rule
def is_quiet(s: State) -> bool:
    """Return False: captures are always searched."""
    return False


@rule
def is_noisy(s: State, action: int) -> bool:
    """Return whether an action captures."""
    return is_nonempty(captured_stones(s, action))


@rule
def reduction(s: State, depth: int, i: int) -> int:
    """Reduce the search depth of late actions."""
    if depth < 3 or i < 5:
        return 0
    return 1 if i < 15 else 2
