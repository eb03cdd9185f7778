"""What is known of Four in a Row 3D: it is a game of threats.

A *threat* is an empty place that would complete a four.  One that can be filled now wins, or
must be answered; one higher up decides who may fill the place below it.  What the balls on a line
are worth, and on which level its empty places are good for whom, was learned from games: each of
the 76 lines looks up its pattern.
"""

from steinreich.games.vier3d.rules import (
    FIRSTS,
    FLOOR,
    LEVEL,
    LINES,
    ROD,
    ROD_NAMES,
    RODS,
    STEPS,
    State,
    fours,
    resting,
)
from steinreich.players.knowledge.line_patterns import fourth_places
from steinreich.players.knowledge.weights import UNITS, weights_of
from steinreich.rules import ALL, U64, Candidates, count, has, lowest, numbers, rule
from steinreich.rules.bits import bitboard, each, gathered, words
from steinreich.rules.geometry import dihedral

FORCING = True  # forced wins may be longer than a search reads
SCALE = UNITS
NOTHING = U64(0)
PATTERNS = 256  # of a line: four bits for red, four for blue
IMPOSSIBLE = 0  # the weight of patterns with two balls in one place


def features() -> list[int]:
    """For each line and pattern the number of its weight; those that mirror each other share it."""
    turns = [[ROD_NAMES.index(to[rod]) for rod in ROD_NAMES] for to in dihedral(RODS)]
    seen: dict[tuple[tuple[int, int], ...], int] = {}
    found = []
    for line in LINES:
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


def swapping(a: int, b: int) -> int:
    """The cells to exchange with others so that two digits of each cell's number change places."""
    return bitboard(cell for cell in range(64) if cell >> a & 1 and not cell >> b & 1)


def rows() -> list[int]:
    """The lines along x, then those along y and those upright, as they stand in `appraise`."""
    along_x = [15 << 4 * i for i in range(16)]
    turned = [[4, 1, 16], [16, 4, 1]]  # where steps along x, y and z lead on a turned board
    found = list(along_x)
    for x, y, z in turned:
        places = [cell % 4 * x + cell // 4 % 4 * y + cell // 16 * z for cell in range(64)]
        found += [bitboard(places[cell] for cell in each(line)) for line in along_x]
    return found


ROWS = rows()
OTHERS = [line for line in LINES if line not in ROWS]
DIAGONALS = words(OTHERS)  # (28,)
MOST = 7  # lines through a place; where there are fewer, lines of no place fill up
THROUGH = words(
    line
    for cell in range(64)
    for line in ([line for line in ROWS + OTHERS if has(line, cell)] + MOST * [0])[:MOST]
)  # (64 * 7,)
Y_LOW, Y_HIGH = swapping(0, 2), swapping(1, 3)
Z_LOW, Z_HIGH = swapping(0, 4), swapping(1, 5)

LEARNED = features()  # (76 * 256,), line by line
FEATURES = [
    LEARNED[PATTERNS * LINES.index(line) + pattern]
    for line in ROWS + OTHERS
    for pattern in range(PATTERNS)
]
MOVER = len(FEATURES)  # to be about to move
FEATURES.append(max(FEATURES) + 1)
WEIGHTS = weights_of(__file__, FEATURES[MOVER] + 1)
VALUES = numbers(WEIGHTS[feature] for feature in FEATURES)
FIRST_VALUES = numbers(PATTERNS * (ROWS + OTHERS).index(line or ROWS[0]) for line in THROUGH)


@rule
def note(out: object, place: int, sign: int) -> int:
    """What one pattern is worth to Red; `out` and `sign` are for those who learn the weights."""
    return VALUES[U64(place)]  # compiled, an unsigned place needs no test for the negative


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
def on_rods(places: U64) -> U64:
    """The rods of these places."""
    return (places | places >> LEVEL | places >> U64(32) | places >> U64(48)) & FLOOR


@rule
def prune(s: State, c: Candidates) -> Candidates:
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
def exchanged(balls: U64, cells: U64, step: U64) -> U64:
    """Balls on some cells change places with those so many cells further."""
    differing = (balls ^ balls >> step) & cells
    return balls ^ differing ^ differing << step


@rule
def across(balls: U64) -> U64:
    """The board with x and y exchanged, so that lines along y stand side by side."""
    return exchanged(exchanged(balls, Y_LOW, U64(3)), Y_HIGH, U64(6))


@rule
def upright(balls: U64) -> U64:
    """The board with x and z exchanged, so that upright lines stand side by side."""
    return exchanged(exchanged(balls, Z_LOW, U64(15)), Z_HIGH, U64(30))


@rule
def in_rows(red: U64, blue: U64, out: object, first: int, sign: int) -> int:
    """What the sixteen lines of four cells side by side are worth to Red."""
    score = 0
    for i in range(16):
        k = U64(4 * i)
        pattern = red >> k & U64(15) | (blue >> k & U64(15)) << U64(4)
        score += note(out, PATTERNS * (first + i) + (0 + int(pattern)), sign)
    return score


@rule
def of_lines(s: State, out: object) -> int:
    """What the patterns of all lines are worth to Red."""
    sign = -1 if s.turn else 1
    score = in_rows(s.red, s.blue, out, 0, sign)
    score += in_rows(across(s.red), across(s.blue), out, 16, sign)
    score += in_rows(upright(s.red), upright(s.blue), out, 32, sign)
    for i in range(len(DIAGONALS)):
        pattern = gathered(s.red, DIAGONALS[i]) | gathered(s.blue, DIAGONALS[i]) << 4
        score += note(out, PATTERNS * (48 + i) + pattern, sign)
    return score


@rule
def appraise(s: State, out: object) -> int:
    """What the patterns of all lines are worth to the player to move."""
    score = of_lines(s, out)
    return note(out, MOVER, 1) + (-score if s.turn else score)


@rule
def accumulator(s: State) -> int:
    """What the lines are worth to Red."""
    return 0 if s.most_fours or s.players != 2 else of_lines(s, ())


@rule
def accumulator_after(s: State, action: int, t: int) -> int:
    """The same after an action: only the lines through one place change."""
    if s.most_fours or s.players != 2:
        return 0
    ball = resting(s) & ROD << U64(action)
    red, blue = s.red, s.blue
    first = MOST * lowest(ball)
    for i in range(MOST):
        line = THROUGH[U64(first + i)]
        before = gathered(red, line) | gathered(blue, line) << 4
        place = FIRST_VALUES[U64(first + i)] + before
        change = gathered(ball, line) << (4 * s.turn)
        t += VALUES[U64(place + change)] - VALUES[U64(place)]
    return t


@rule
def fours_so_far(s: State) -> int:
    """Where most fours win: those made, and those that one ball would make."""
    empty = ~(s.red | s.blue | s.yellow)
    score = 200 * (fours(s.red) - fours(s.blue))
    score += 50 * (count(threats(s.red) & empty) - count(threats(s.blue) & empty))
    return -score if s.turn else score


@rule
def evaluate_accumulated(s: State, t: int) -> int:
    """What the balls on all lines are worth."""
    if s.players != 2:
        return 0
    if s.most_fours:
        return fours_so_far(s)
    return VALUES[MOVER] + (-t if s.turn else t)


@rule
def evaluate(s: State) -> int:
    """What the balls on all lines are worth."""
    return evaluate_accumulated(s, accumulator(s))


@rule
def is_quiet(s: State) -> bool:
    """Whether nobody could complete a four at once."""
    if s.most_fours or s.players != 2:
        return True
    return resting(s) & (threats(s.red) | threats(s.blue)) == NOTHING


@rule
def is_noisy(s: State, action: int) -> bool:
    """Where a four could be completed, `prune` leaves only what matters."""
    return not is_quiet(s)


@rule
def reduction(s: State, depth: int, i: int) -> int:
    """Most late actions are not worth a deep look."""
    if s.most_fours or depth < 3 or i < 4:
        return 0
    return 1 if i < 9 else 2
