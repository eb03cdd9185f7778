"""What is known of Inner Square: stones count, and the four corners threaten.

Most games are won by captures.  The corners of the inner square win seldom, but whoever holds three
of them ties the opponent to the fourth.
"""

from steinreich.core import numbers, rule
from steinreich.core.wide import common, holds, size, some
from steinreich.games.inner_square import TARGETS, State, mine, taken, theirs

STONE = numbers((0, 0, 0, 0, 0, 420, 590, 730, 850, 960, 1060, 1150, 1235, 1315, 1390))
CORNER = numbers((0, 18, 45, 110, 400))
TURN = 15  # to be about to move


@rule
def evaluate(s: State) -> int:
    """Stones, each worth the more the fewer there are, and corners."""
    us, them = mine(s), theirs(s)
    score = STONE[size(us)] - STONE[size(them)]
    score += CORNER[size(common(us, s.corners))] - CORNER[size(common(them, s.corners))]
    return int(score) + TURN


@rule
def promise(s: State, action: int) -> int:
    """Captures first, then moves to a corner."""
    return 10 * size(taken(s, action)) + (3 if holds(s.corners, TARGETS[action]) else 0)


@rule
def calm(s: State) -> bool:
    """Captures are always looked at."""
    return False


@rule
def loud(s: State, action: int) -> bool:
    """Whether an action captures."""
    return some(taken(s, action))


@rule
def spare(s: State, depth: int, i: int) -> int:
    """Most late actions are not worth a deep look."""
    if depth < 3 or i < 5:
        return 0
    return 1 if i < 15 else 2
