"""What is known of Four in a Row 3D: it is a game of threats.

A *threat* is an empty place that would complete a four.  One that can be filled now wins, or
must be answered; one higher up decides who may fill the place below it.  What the balls on a line
are worth, and on which level its empty places are good for whom, was learned from games: each of
the 76 lines looks up its pattern.
"""

from steinreich.core import ALL, U64, Candidates, count, numbers, rule
from steinreich.core.bits import each, gathered, words
from steinreich.core.geometry import dihedral
from steinreich.games import vier3d
from steinreich.games.vier3d import FIRSTS, FLOOR, LEVEL, STEPS, State, fours
from steinreich.players.insight.lines import fourth_places
from steinreich.players.insight.weights import UNITS, weights_of

FORCING = True  # forced wins may be longer than a search reads
SCALE = UNITS
NOTHING = U64(0)
LINES = words(vier3d.LINES)  # (76,)
PATTERNS = 256  # of a line: four bits for red, four for blue
IMPOSSIBLE = 0  # the weight of patterns with two balls in one place


def features() -> list[int]:
    """For each line and pattern the number of its weight; those that mirror each other share it."""
    turns = [
        [vier3d.ROD_NAMES.index(to[rod]) for rod in vier3d.ROD_NAMES]
        for to in dihedral(vier3d.RODS)
    ]
    seen: dict[tuple[tuple[int, int], ...], int] = {}
    found = []
    for line in vier3d.LINES:
        cells = list(each(line))
        for pattern in range(PATTERNS):
            if pattern & pattern >> 4:
                found.append(IMPOSSIBLE)
                continue
            shown = [(pattern >> i & 1) + 2 * (pattern >> i + 4 & 1) for i in range(4)]
            images = [
                tuple(
                    sorted(
                        (rods[cell % 16] + cell // 16 * 16, ball)
                        for cell, ball in zip(cells, shown, strict=True)
                    )
                )
                for rods in turns
            ]
            found.append(seen.setdefault(min(images), len(seen) + 1))
    return found


FEATURES = features()  # (76 * 256,), and then:
MOVER = len(FEATURES)  # to be about to move
FEATURES.append(max(FEATURES) + 1)
WEIGHTS = weights_of(__file__, FEATURES[MOVER] + 1)
VALUES = numbers(WEIGHTS[feature] for feature in FEATURES)


@rule
def note(out: object, place: int, sign: int) -> int:
    """What one pattern is worth; `out` is for those who learn the weights."""
    return sign * VALUES[place]


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
        found |= fourth_places(balls, STEPS[d], FIRSTS[d])
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
    if s.players != 2:
        return c
    if s.most_fours:  # a neutral ball never does better than one's own
        return Candidates(c.low & FLOOR, NOTHING, 1, 0)
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
def appraise(s: State, out: object) -> int:
    """What the patterns of all lines are worth to the player to move."""
    sign = -1 if s.turn else 1
    score = note(out, MOVER, 1)
    for i in range(len(LINES)):
        pattern = gathered(s.red, LINES[i]) | gathered(s.blue, LINES[i]) << 4
        score += note(out, PATTERNS * i + pattern, sign)
    return score


@rule
def fours_so_far(s: State) -> int:
    """Where most fours win: those made, and those that one ball would make."""
    empty = ~(s.red | s.blue | s.yellow)
    score = 200 * (fours(s.red) - fours(s.blue))
    score += 50 * (count(threats(s.red) & empty) - count(threats(s.blue) & empty))
    return -score if s.turn else score


@rule
def evaluate(s: State) -> int:
    """What the balls on all lines are worth."""
    if s.players != 2:
        return 0
    return fours_so_far(s) if s.most_fours else appraise(s, ())


@rule
def calm(s: State) -> bool:
    """Whether nobody could complete a four at once."""
    if s.most_fours or s.players != 2:
        return True
    return resting(s) & (threats(s.red) | threats(s.blue)) == NOTHING


@rule
def loud(s: State, action: int) -> bool:
    """Where a four could be completed, `narrow` leaves only what matters."""
    return not calm(s)


@rule
def spare(s: State, depth: int, i: int) -> int:
    """Most late actions are not worth a deep look."""
    if s.most_fours or depth < 3 or i < 4:
        return 0
    return 1 if i < 9 else 2
