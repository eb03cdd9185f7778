"""Heuristics of TZAAR: the fewer pieces of a kind are left, the more each of them is worth.

A player without any piece of one kind has lost.  So to be down to two Totts is far worse than to
have two pieces fewer of a kind with many.  Height protects a piece and lets it capture tall ones:
a kind is safe while its tallest stack is taller than all enemies.  The weights were learned from
games.
"""

from steinreich.players.knowledge.definition import UNITS, Profile, read_weights
from steinreich.rules import U64, clear_lowest, count, has, lowest, numbers, rule
from steinreich.rules.arrays import Int64Array
from steinreich.rules.bits import bit

from .rules import (
    PASS,
    PLACING,
    SECOND,
    State,
    find_target,
    height,
    is_capture,
    mine,
    play,
    theirs,
)

FORCING = True  # forced wins may be longer than the search depth
SCALE = UNITS
LEVELS = {  # turns of two actions need more nodes than turns of one
    1: Profile(depth=1, action_probability=0.2, reply_probability=0.0, noise=5.0),
    2: Profile(depth=1, action_probability=0.4, reply_probability=0.0, noise=0.9),
    3: Profile(depth=1, action_probability=0.7, reply_probability=0.0, noise=0.45),
    4: Profile(depth=1, action_probability=0.9, reply_probability=0.0, noise=0.18),
    5: Profile(700),
    6: Profile(5_000),
    7: Profile(12_000),
    8: Profile(45_000),
    9: Profile(200_000),
}
NOTHING = U64(0)
# Offsets of the tables of weights: value of a stack by kind, number of its kind and height; of a
# kind by the height of its tallest stack, compared with the tallest enemy; of a kind by the number
# of its pieces that can be captured; of the number of all captures; and of being to move.
STACKS = 0  # shape (kind 3, number 16, height 4)
SAFETY = STACKS + 3 * 16 * 4  # shape (kind 3, lower or equal or taller 3, number 4)
EXPOSED = SAFETY + 3 * 3 * 4  # shape (is to move 2, kind 3, number 8, exposed 4)
REACH = EXPOSED + 2 * 3 * 8 * 4  # shape (is to move 2, pieces 16)
MOVER = REACH + 2 * 16
WEIGHT_INDICES = range(MOVER + 1)
VALUES = numbers(read_weights(__file__, len(WEIGHT_INDICES)))


@rule
def feature_value(out: Int64Array, feature: int, sign: int) -> int:
    """Return the value of one feature, negated if `sign` is -1.

    Weight tuning replaces this rule by one that adds `sign` to the count of the feature in the
    array `out`.
    """
    return sign * VALUES[feature]


@rule
def filter_kind(s: State, pieces: U64, kind: int) -> U64:
    """Return the pieces with a kind on top."""
    if kind == 0:
        return pieces & s.tzaars
    return pieces & s.tzarras if kind == 1 else pieces & ~(s.tzaars | s.tzarras)


@rule
def tallest(s: State, pieces: U64) -> int:
    """Return the height of the tallest of these stacks; there must be at least one."""
    max_height = 0  # minus one, as in the planes: digit by digit, the highest first
    for digit in range(4, -1, -1):
        plane = s.h4 if digit == 4 else s.h3 if digit == 3 else s.h2 if digit == 2 else s.h1
        plane = s.h0 if digit == 0 else plane
        if pieces & plane != NOTHING:
            pieces &= plane
            max_height |= 1 << digit
    return max_height + 1


@rule
def capturable_enemies(s: State) -> U64:
    """Return the enemies that the player to move can capture now."""
    found, pieces = NOTHING, mine(s)
    while pieces != NOTHING:
        move = 6 * lowest(pieces)
        for way in range(6):
            if is_capture(s, move + way):
                found |= bit(find_target(s, move + way))
        pieces = clear_lowest(pieces)
    return found


@rule
def swap_turn(s: State) -> State:
    """Return the same board with the other player to move."""
    turn = 1 - s.turn
    return State(s.white, s.black, s.tzaars, s.tzarras, s.h0, s.h1, s.h2, s.h3, s.h4, turn, s.phase)


@rule
def side_value(
    s: State, out: Int64Array, pieces: U64, enemies: U64, exposed: U64, to_move: int
) -> int:
    """Return the value of one side's pieces to the player to move."""
    sign = 1 if to_move else -1
    score, top = 0, tallest(s, enemies)
    for kind in range(3):
        stacks = filter_kind(s, pieces, kind)
        number = count(stacks)
        if number == 0:
            continue
        own = tallest(s, stacks)
        compared = 0 if own < top else 1 if own == top else 2
        score += feature_value(out, SAFETY + (kind * 3 + compared) * 4 + min(number, 4) - 1, sign)
        hit = min(count(stacks & exposed), 3)
        score += feature_value(
            out, EXPOSED + ((to_move * 3 + kind) * 8 + min(number, 7)) * 4 + hit, sign
        )
        place = STACKS + (kind * 16 + number) * 4
        tall = stacks & (s.h0 | s.h1 | s.h2 | s.h3 | s.h4)
        score += feature_value(out, place, sign * (number - count(tall)))
        while tall != NOTHING:
            score += feature_value(out, place + min(height(s, lowest(tall)), 4) - 1, sign)
            tall = clear_lowest(tall)
    return score


@rule
def sum_features(s: State, out: Int64Array) -> int:
    """Return the value of all pieces to the player to move."""
    reach, danger = capturable_enemies(s), capturable_enemies(swap_turn(s))
    us, them = mine(s), theirs(s)
    score = feature_value(out, MOVER, 1)
    score += feature_value(out, REACH + 16 + min(count(reach), 15), 1)
    score += feature_value(out, REACH + min(count(danger), 15), -1)
    return score + side_value(s, out, us, them, danger, 1) + side_value(s, out, them, us, reach, 0)


@rule
def evaluate(s: State) -> int:
    """Evaluate kinds, heights and possible captures; within a turn, as after a pass."""
    if s.phase == PLACING:
        return 0
    return -sum_features(play(s, PASS), ()) if s.phase == SECOND else sum_features(s, ())


@rule
def scarcity(s: State, cell: int) -> int:
    """Return roughly how valuable the piece on a point is to its owner."""
    owner = s.white if has(s.white, cell) else s.black
    kind = 0 if has(s.tzaars, cell) else 1 if has(s.tzarras, cell) else 2
    return 16 - count(filter_kind(s, owner, kind)) + 4 * min(height(s, cell), 5)


@rule
def move_order(s: State, action: int) -> int:
    """Order captures of scarce pieces first, then reinforcements of scarce pieces."""
    if action >= PASS:
        return 0
    target = find_target(s, action)
    if has(theirs(s), target):
        return 20 + scarcity(s, target)
    return scarcity(s, action // 6)


@rule
def is_quiet(s: State) -> bool:
    """Return whether a turn begins: a search never stops within a turn."""
    return s.phase != SECOND


@rule
def is_noisy(s: State, action: int) -> bool:
    """Return whether an action is a second one that captures or reinforces."""
    return action < PASS and s.phase == SECOND


@rule
def reduction(s: State, depth: int, i: int) -> int:
    """Reduce the search depth of late actions."""
    if depth < 3 or i < 8:
        return 0
    return 1 if i < 24 else 2
