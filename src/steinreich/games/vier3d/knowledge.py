"""Heuristics of Four in a Row 3D: a game of threats.

A *threat* is an empty cell that would complete a four.  If it can be filled now, it wins or must be
answered.  If it is higher up, the opponent must not fill the cell below it.  The value of the balls
on a line, which depends on the levels of its empty cells, was learned from games: each of the 76
lines looks up the weight of its pattern.
"""

from steinreich.players.knowledge.definition import UNITS, read_weights
from steinreich.rules import ALL, U64, Candidates, count, has, lowest, numbers, rule
from steinreich.rules.bits import bitboard, each, gather_bits, words
from steinreich.rules.boards import dihedral, fourth_places

from .rules import (
    FIRSTS,
    FLOOR,
    LEVEL,
    LINES,
    ROD,
    ROD_NAMES,
    RODS,
    STEPS,
    State,
    count_fours,
    landing_cells,
)

FORCING = True  # forced wins may be longer than the search depth
SCALE = UNITS
NOTHING = U64(0)
PATTERNS = 256  # patterns of a line: four bits for red, four for blue
IMPOSSIBLE = 0  # weight index of patterns with two balls in one cell


def features() -> list[int]:
    """Return the weight index of each line and pattern; symmetric ones share an index."""
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


def swap_mask(a: int, b: int) -> int:
    """Return the cells whose number has bit `a` set and bit `b` clear.

    Exchanging each of them with the cell whose number has these two bits swapped transposes the
    board.
    """
    return bitboard(cell for cell in range(64) if cell >> a & 1 and not cell >> b & 1)


def axis_lines() -> list[int]:
    """Return the lines along x, then along y, then along z, in the order `appraise` uses."""
    along_x = [15 << 4 * i for i in range(16)]
    rotations = [[4, 1, 16], [16, 4, 1]]  # steps along x, y and z on two rotated boards
    found = list(along_x)
    for x, y, z in rotations:
        places = [cell % 4 * x + cell // 4 % 4 * y + cell // 16 * z for cell in range(64)]
        found += [bitboard(places[cell] for cell in each(line)) for line in along_x]
    return found


ROWS = axis_lines()
OTHERS = [line for line in LINES if line not in ROWS]
DIAGONALS = words(OTHERS)  # (28,)
MAX_LINES_PER_CELL = 7  # cells with fewer lines are padded with empty ones
THROUGH = words(
    line
    for cell in range(64)
    for line in ([line for line in ROWS + OTHERS if has(line, cell)] + MAX_LINES_PER_CELL * [0])[
        :MAX_LINES_PER_CELL
    ]
)  # (64 * 7,)
Y_LOW, Y_HIGH = swap_mask(0, 2), swap_mask(1, 3)
Z_LOW, Z_HIGH = swap_mask(0, 4), swap_mask(1, 5)

LEARNED = features()  # (76 * 256,), line by line
FEATURES = [
    LEARNED[PATTERNS * LINES.index(line) + pattern]
    for line in ROWS + OTHERS
    for pattern in range(PATTERNS)
]
MOVER = len(FEATURES)  # offset of the weight of being to move
FEATURES.append(max(FEATURES) + 1)
WEIGHTS = read_weights(__file__, FEATURES[MOVER] + 1)
VALUES = numbers(WEIGHTS[feature] for feature in FEATURES)
FIRST_VALUES = numbers(PATTERNS * (ROWS + OTHERS).index(line or ROWS[0]) for line in THROUGH)


@rule
def note(out: object, place: int, sign: int) -> int:
    """Return the value of a pattern to Red; weight tuning counts it in `out` instead."""
    return VALUES[U64(place)]  # an unsigned index saves machine code a check for negative ones


@rule
def mine(s: State) -> U64:
    """Return the balls of the player to move, of two."""
    return s.blue if s.turn else s.red


@rule
def theirs(s: State) -> U64:
    """Return the balls of the other player, of two."""
    return s.red if s.turn else s.blue


@rule
def threats(balls: U64) -> U64:
    """Return the cells, empty or not, whose line of four is otherwise filled by these balls."""
    found = NOTHING
    for d in range(len(STEPS)):
        found |= fourth_places(balls, STEPS[d], FIRSTS[d])
    return found & ALL


@rule
def to_rods(places: U64) -> U64:
    """Return the rods of these cells."""
    return (places | places >> LEVEL | places >> U64(32) | places >> U64(48)) & FLOOR


@rule
def prune(s: State, c: Candidates) -> Candidates:
    """Keep wins at once, else answers to a threat, else actions that do not serve the opponent."""
    if s.players != 2:
        return c
    if s.most_fours:  # a neutral ball is never better than one of the mover's
        return Candidates(c.low & FLOOR, NOTHING, 1, 0)
    now = landing_cells(s)
    winning = now & threats(mine(s))
    if winning != NOTHING:
        return Candidates(to_rods(winning), NOTHING, 1, 0)
    against = threats(theirs(s))
    urgent = now & against
    if urgent != NOTHING:
        return Candidates(to_rods(urgent), NOTHING, 1, 0)
    safe = now & ~(against >> LEVEL)  # no enemy threat directly above
    return Candidates(to_rods(safe) if safe != NOTHING else c.low, NOTHING, 1, 0)


@rule
def swap_cells(balls: U64, cells: U64, step: U64) -> U64:
    """Exchange the balls on some cells with those `step` cells further."""
    differing = (balls ^ balls >> step) & cells
    return balls ^ differing ^ differing << step


@rule
def swap_xy(balls: U64) -> U64:
    """Exchange x and y, so that the cells of each line along y have consecutive numbers."""
    return swap_cells(swap_cells(balls, Y_LOW, U64(3)), Y_HIGH, U64(6))


@rule
def swap_xz(balls: U64) -> U64:
    """Exchange x and z, so that the cells of each upright line have consecutive numbers."""
    return swap_cells(swap_cells(balls, Z_LOW, U64(15)), Z_HIGH, U64(30))


@rule
def row_value(red: U64, blue: U64, out: object, first: int, sign: int) -> int:
    """Return the value to Red of the sixteen lines of four consecutive cells."""
    score = 0
    for i in range(16):
        k = U64(4 * i)
        pattern = red >> k & U64(15) | (blue >> k & U64(15)) << U64(4)
        score += note(out, PATTERNS * (first + i) + (0 + int(pattern)), sign)
    return score


@rule
def line_value(s: State, out: object) -> int:
    """Return the value of the patterns of all lines to Red."""
    sign = -1 if s.turn else 1
    score = row_value(s.red, s.blue, out, 0, sign)
    score += row_value(swap_xy(s.red), swap_xy(s.blue), out, 16, sign)
    score += row_value(swap_xz(s.red), swap_xz(s.blue), out, 32, sign)
    for i in range(len(DIAGONALS)):
        pattern = gather_bits(s.red, DIAGONALS[i]) | gather_bits(s.blue, DIAGONALS[i]) << 4
        score += note(out, PATTERNS * (48 + i) + pattern, sign)
    return score


@rule
def appraise(s: State, out: object) -> int:
    """Return the value of the patterns of all lines to the player to move."""
    score = line_value(s, out)
    return note(out, MOVER, 1) + (-score if s.turn else score)


@rule
def accumulator(s: State) -> int:
    """Return the value of all lines to Red."""
    return 0 if s.most_fours or s.players != 2 else line_value(s, ())


@rule
def accumulator_after(s: State, action: int, t: int) -> int:
    """Return the accumulator after an action, updating only the lines through one cell."""
    if s.most_fours or s.players != 2:
        return 0
    ball = landing_cells(s) & ROD << U64(action)
    red, blue = s.red, s.blue
    first = MAX_LINES_PER_CELL * lowest(ball)
    for i in range(MAX_LINES_PER_CELL):
        line = THROUGH[U64(first + i)]
        before = gather_bits(red, line) | gather_bits(blue, line) << 4
        place = FIRST_VALUES[U64(first + i)] + before
        change = gather_bits(ball, line) << (4 * s.turn)
        t += VALUES[U64(place + change)] - VALUES[U64(place)]
    return t


@rule
def most_fours_value(s: State) -> int:
    """Evaluate fours and threats of fours, for the variant in which most fours win."""
    empty = ~(s.red | s.blue | s.yellow)
    score = 200 * (count_fours(s.red) - count_fours(s.blue))
    score += 50 * (count(threats(s.red) & empty) - count(threats(s.blue) & empty))
    return -score if s.turn else score


@rule
def evaluate_accumulated(s: State, t: int) -> int:
    """Evaluate a position, given the value of its lines to Red."""
    if s.players != 2:
        return 0
    if s.most_fours:
        return most_fours_value(s)
    return VALUES[MOVER] + (-t if s.turn else t)


@rule
def evaluate(s: State) -> int:
    """Evaluate a position by the patterns of its lines."""
    return evaluate_accumulated(s, accumulator(s))


@rule
def is_quiet(s: State) -> bool:
    """Return whether no player could complete a four with the next ball."""
    if s.most_fours or s.players != 2:
        return True
    return landing_cells(s) & (threats(s.red) | threats(s.blue)) == NOTHING


@rule
def is_noisy(s: State, action: int) -> bool:
    """Return whether a four could be completed; `prune` then leaves only the relevant actions."""
    return not is_quiet(s)


@rule
def reduction(s: State, depth: int, i: int) -> int:
    """Reduce the search depth of late actions."""
    if s.most_fours or depth < 3 or i < 4:
        return 0
    return 1 if i < 9 else 2
