"""What is known of TZAAR: a kind is worth the more the fewer of it are left.

Whoever loses the last piece of one kind has lost, so two Totts left are far worse than two pieces
fewer of many.  Height protects, and lets a piece capture others that are tall.
"""

from steinreich.core import U64, count, has, numbers, rule
from steinreich.games.tzaar import (
    CAPTURE,
    FIRST_PLACEMENT,
    OPENING,
    PASS,
    PLACING,
    SECOND,
    State,
    captures,
    height,
    met,
    mine,
    theirs,
)

# What it is worth to have so many pieces of a kind in sight.
HOLDING = numbers(
    (0, 0, 350, 560, 710, 820, 905, 975, 1035, 1085, 1130, 1170, 1205, 1235, 1265, 1290)
)
RISE = numbers((0, 75, 115, 140, 155, 165, 172, 178))  # for the height of a stack, less one
TURN = 60  # to be about to move


@rule
def kinds(s: State, pieces: U64) -> int:
    """What the numbers of each kind are worth."""
    totts = count(pieces & ~(s.tzaars | s.tzarras))
    return HOLDING[count(pieces & s.tzaars)] + HOLDING[count(pieces & s.tzarras)] + HOLDING[totts]


@rule
def heights(s: State, pieces: U64) -> int:
    """What the stacks are worth beyond their top pieces."""
    low = pieces & ~(s.h2 | s.h3 | s.h4)
    two, three, four = low & s.h0 & ~s.h1, low & s.h1 & ~s.h0, low & s.h1 & s.h0
    tall = pieces & (s.h2 | s.h3 | s.h4)
    dear = s.tzaars | s.tzarras  # their stacks are worth more
    score = RISE[1] * count(two) + RISE[2] * count(three) + RISE[3] * count(four)
    score += RISE[4] * count(tall)
    return score + 20 * count((two | three | four | tall) & dear)


@rule
def evaluate(s: State) -> int:
    """Kinds and heights."""
    if s.phase == PLACING:
        return 0
    us, them = mine(s), theirs(s)
    score = kinds(s, us) - kinds(s, them) + heights(s, us) - heights(s, them)
    return score + TURN


@rule
def worth(s: State, cell: int) -> int:
    """How much the piece on a point is worth to its owner."""
    owner = s.white if has(s.white, cell) else s.black
    if has(s.tzaars, cell):
        left = count(owner & s.tzaars)
    elif has(s.tzarras, cell):
        left = count(owner & s.tzarras)
    else:
        left = count(owner & ~(s.tzaars | s.tzarras))
    scarce = HOLDING[left] - HOLDING[left - 1] if left > 1 else 2_000
    return int(scarce + RISE[min(height(s, cell) - 1, 7)])


@rule
def promise(s: State, action: int) -> int:
    """Dear pieces are captured first; then dear ones are made taller."""
    if action >= PASS:
        return 0
    target = met(s, action)
    if has(theirs(s), target):
        return 500 + worth(s, target)
    return worth(s, action // 6) // 2


@rule
def calm(s: State) -> bool:
    """A turn is played to its end."""
    return s.phase != SECOND


@rule
def loud(s: State, action: int) -> bool:
    """Whether the second action captures."""
    return action < PASS and captures(s, action)


@rule
def spare(s: State, depth: int, i: int) -> int:
    """Most late actions are not worth a deep look."""
    if depth < 3 or i < 6:
        return 0
    return 1 if i < 20 else 2
