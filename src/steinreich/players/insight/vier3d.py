"""What is known of Four in a Row 3D: it is a game of threats.

A *threat* is an empty place that would complete a four.  One that can be filled now wins, or
must be answered; one higher up decides who may fill the place below it.  Places on odd levels
(counted from 1, so the third) favour Red, who begins, and those on even levels Blue: at the end
of the game, when all rods but one are full, it is they who reach them.
"""

from steinreich.core import ALL, U64, Candidates, count, rule
from steinreich.games.vier3d import FIRSTS, FLOOR, LEVEL, STEPS, State

FORCING = True  # forced wins may be longer than a search reads
NOTHING = U64(0)
THIRD_LEVEL = U64(0xFFFF << 32)
EVEN_LEVELS = U64(0xFFFF << 16 | 0xFFFF << 48)


@rule
def mine(s: State) -> U64:
    """The balls of the player to move, of two."""
    return s.blue if s.turn else s.red


@rule
def theirs(s: State) -> U64:
    """The balls of the other player, of two."""
    return s.red if s.turn else s.blue


@rule
def threats(balls: U64) -> U64:
    """The places, empty or not, that have the three others of a line in these balls."""
    found = NOTHING
    for d in range(len(STEPS)):
        k = STEPS[d]
        a1, a2, a3 = balls >> k, balls >> k >> k, balls >> k >> k >> k
        front, back = balls & a1, a2 & a3
        line = FIRSTS[d]
        found |= a1 & back & line | (balls & back & line) << k
        found |= (front & a3 & line) << k << k | (front & a2 & line) << k << k << k
    return found & ALL


@rule
def resting(s: State) -> U64:
    """The places where a ball could come to rest now."""
    balls = s.red | s.blue | s.yellow
    return ~balls & (balls << LEVEL | FLOOR) & ALL


@rule
def on_rods(places: U64) -> U64:
    """The rods of these places."""
    return (places | places >> LEVEL | places >> U64(32) | places >> U64(48)) & FLOOR


@rule
def narrow(s: State, c: Candidates) -> Candidates:
    """A win at once; else the answer to a threat; else whatever does not serve the opponent."""
    if s.most_fours or s.players != 2:
        return c
    now = resting(s)
    winning = now & threats(mine(s))
    if winning != NOTHING:
        return Candidates(on_rods(winning), NOTHING, 1, 0)
    against = threats(theirs(s))
    urgent = now & against
    if urgent != NOTHING:
        return Candidates(on_rods(urgent), NOTHING, 1, 0)
    safe = now & ~(against >> LEVEL)  # a ball here would lift the opponent to a four
    return Candidates(on_rods(safe) if safe != NOTHING else c.low, NOTHING, 1, 0)


@rule
def evaluate(s: State) -> int:
    """Threats that stand, weighed by who will reach them."""
    if s.most_fours or s.players != 2:
        return 0
    empty = ~(s.red | s.blue)
    red, blue = threats(s.red) & empty, threats(s.blue) & empty
    score = 60 * count(red & THIRD_LEVEL) + 20 * count(red & ~THIRD_LEVEL & ALL)
    score -= 60 * count(blue & EVEN_LEVELS) + 20 * count(blue & ~EVEN_LEVELS & ALL)
    return -score if s.turn else score
