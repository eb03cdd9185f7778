"""What is known of TZAAR: a kind is worth the more the fewer of it are left.

Whoever loses the last piece of one kind has lost, so two Totts left are far worse than two pieces
fewer of many.  Height protects, and lets a piece capture others that are tall: a kind is safe while
its tallest stack is taller than any of the enemy's.  The weights were learned from games.
"""

from steinreich.games.tzaar.rules import (
    PASS,
    PLACING,
    SECOND,
    State,
    captures,
    height,
    met,
    mine,
    play,
    theirs,
)
from steinreich.players.knowledge.weights import UNITS, weights_of
from steinreich.players.profile import Profile
from steinreich.rules import U64, count, has, lowest, numbers, rest, rule
from steinreich.rules.bits import bit

FORCING = True  # forced wins may be longer than a search reads
SCALE = UNITS
LEVELS = {  # a turn of two actions takes more nodes to read than one
    1: Profile(depth=1, notice=0.2, reading=0.0, doubt=5.0),
    2: Profile(depth=1, notice=0.4, reading=0.0, doubt=0.9),
    3: Profile(depth=1, notice=0.7, reading=0.0, doubt=0.45),
    4: Profile(depth=1, notice=0.9, reading=0.0, doubt=0.18),
    5: Profile(700),
    6: Profile(5_000),
    7: Profile(12_000),
    8: Profile(45_000),
    9: Profile(200_000),
}
NOTHING = U64(0)
# The weights, each a table: of a stack by kind, number of its kind and height; of a kind by how its
# tallest stack compares; of a kind by how many of it can be captured; of how much can be captured.
STACKS = 0  # [kind 3][number 16][height 4]
SAFETY = STACKS + 3 * 16 * 4  # [kind 3][lower, as tall, taller][number 4]
EXPOSED = SAFETY + 3 * 3 * 4  # [to move 2][kind 3][number 8][exposed 4]
REACH = EXPOSED + 2 * 3 * 8 * 4  # [to move 2][pieces 16]
MOVER = REACH + 2 * 16
FEATURES = range(MOVER + 1)
VALUES = numbers(weights_of(__file__, len(FEATURES)))


@rule
def note(out: object, place: int, sign: int) -> int:
    """What one feature is worth; `out` is for those who learn the weights."""
    return sign * VALUES[place]


@rule
def of_kind(s: State, pieces: U64, kind: int) -> U64:
    """Those of the pieces that show a kind."""
    if kind == 0:
        return pieces & s.tzaars
    return pieces & s.tzarras if kind == 1 else pieces & ~(s.tzaars | s.tzarras)


@rule
def tallest(s: State, pieces: U64) -> int:
    """The height of the tallest of these stacks, of which there is at least one."""
    most = 0
    for digit in range(4, -1, -1):
        plane = s.h4 if digit == 4 else s.h3 if digit == 3 else s.h2 if digit == 2 else s.h1
        plane = s.h0 if digit == 0 else plane
        if pieces & plane != NOTHING:
            pieces &= plane
            most |= 1 << digit
    return most + 1


@rule
def in_reach(s: State) -> U64:
    """The enemies that the player to move can capture now."""
    found, pieces = NOTHING, mine(s)
    while pieces != NOTHING:
        move = 6 * lowest(pieces)
        for way in range(6):
            if captures(s, move + way):
                found |= bit(met(s, move + way))
        pieces = rest(pieces)
    return found


@rule
def with_sides_changed(s: State) -> State:
    """The same board with the other player to move."""
    turn = 1 - s.turn
    return State(s.white, s.black, s.tzaars, s.tzarras, s.h0, s.h1, s.h2, s.h3, s.h4, turn, s.phase)


@rule
def side(s: State, out: object, pieces: U64, enemies: U64, exposed: U64, to_move: int) -> int:
    """What one side's pieces are worth to the player to move."""
    sign = 1 if to_move else -1
    score, top = 0, tallest(s, enemies)
    for kind in range(3):
        stacks = of_kind(s, pieces, kind)
        number = count(stacks)
        if number == 0:
            continue
        own = tallest(s, stacks)
        compared = 0 if own < top else 1 if own == top else 2
        score += note(out, SAFETY + (kind * 3 + compared) * 4 + min(number, 4) - 1, sign)
        hit = min(count(stacks & exposed), 3)
        score += note(out, EXPOSED + ((to_move * 3 + kind) * 8 + min(number, 7)) * 4 + hit, sign)
        place = STACKS + (kind * 16 + number) * 4
        tall = stacks & (s.h0 | s.h1 | s.h2 | s.h3 | s.h4)
        score += note(out, place, sign * (number - count(tall)))
        while tall != NOTHING:
            score += note(out, place + min(height(s, lowest(tall)), 4) - 1, sign)
            tall = rest(tall)
    return score


@rule
def appraise(s: State, out: object) -> int:
    """What both sides' pieces are worth to the player to move."""
    reach, danger = in_reach(s), in_reach(with_sides_changed(s))
    us, them = mine(s), theirs(s)
    score = note(out, MOVER, 1)
    score += note(out, REACH + 16 + min(count(reach), 15), 1)
    score += note(out, REACH + min(count(danger), 15), -1)
    return score + side(s, out, us, them, danger, 1) + side(s, out, them, us, reach, 0)


@rule
def evaluate(s: State) -> int:
    """Kinds, heights, and who can capture what; in the middle of a turn as if it ended there."""
    if s.phase == PLACING:
        return 0
    return -appraise(play(s, PASS), ()) if s.phase == SECOND else appraise(s, ())


@rule
def scarcity(s: State, cell: int) -> int:
    """How much the piece on a point is missed by its owner, roughly."""
    owner = s.white if has(s.white, cell) else s.black
    kind = 0 if has(s.tzaars, cell) else 1 if has(s.tzarras, cell) else 2
    return 16 - count(of_kind(s, owner, kind)) + 4 * min(height(s, cell), 5)


@rule
def move_order(s: State, action: int) -> int:
    """Dear pieces are captured first; then dear ones are made taller."""
    if action >= PASS:
        return 0
    target = met(s, action)
    if has(theirs(s), target):
        return 20 + scarcity(s, target)
    return scarcity(s, action // 6)


@rule
def is_quiet(s: State) -> bool:
    """A turn is played to its end."""
    return s.phase != SECOND


@rule
def is_noisy(s: State, action: int) -> bool:
    """Whether the second action captures, or makes a stack of dear pieces."""
    return action < PASS and s.phase == SECOND


@rule
def reduction(s: State, depth: int, i: int) -> int:
    """Most late actions are not worth a deep look."""
    if depth < 3 or i < 8:
        return 0
    return 1 if i < 24 else 2
