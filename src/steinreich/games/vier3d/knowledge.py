"""Heuristics of Four in a Row 3D: a game of threats.

A *threat* is an empty cell that would complete a four.  If it can be filled now, it wins or must be
answered.  If it is higher up, the opponent must not fill the cell below it.  The value of the balls
on a line, which depends on the levels of its empty cells, was learned from games: each of the 76
lines looks up the weight of its pattern.
"""

from steinreich.players.knowledge.definition import UNITS, read_weights
from steinreich.rules import ALL, U64, Candidates, count, has, lowest, numbers, rule
from steinreich.rules.arrays import Int64Array
from steinreich.rules.bits import bitboard, each, line_bits, line_factor, words
from steinreich.rules.boards import dihedral_symmetries, fourth_cells

from .rules import (
    FLOOR,
    LEVEL,
    LINE_STARTS,
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
NUM_PATTERNS = 256  # of a line: four bits for its red balls, four for its blue balls
IMPOSSIBLE = 0  # weight index of patterns with two balls in one cell


def find_pattern_weight_indices() -> list[int]:
    """Return the weight index of each line and pattern; symmetric ones share an index."""
    rod_images = [
        [ROD_NAMES.index(to[rod]) for rod in ROD_NAMES] for to in dihedral_symmetries(RODS)
    ]
    index_by_image: dict[tuple[tuple[int, int], ...], int] = {}
    indices = []
    for line in LINES:
        cells = list(each(line))
        for pattern in range(NUM_PATTERNS):
            if pattern & pattern >> 4:
                indices.append(IMPOSSIBLE)
                continue
            balls = [(pattern >> i & 1) + 2 * (pattern >> i + 4 & 1) for i in range(4)]
            images = [
                tuple(
                    sorted(
                        (rods[cell % 16] + cell // 16 * 16, ball)
                        for cell, ball in zip(cells, balls, strict=True)
                    )
                )
                for rods in rod_images
            ]
            indices.append(index_by_image.setdefault(min(images), len(index_by_image) + 1))
    return indices


def list_patterns(line: int) -> list[int]:
    """Return the patterns of a line in the order in which `line_bits` numbers them."""
    cells, factor = list(each(line)), line_factor(line)
    subsets = {}  # of the cells, by their number
    for subset in range(16):
        balls = bitboard(cell for i, cell in enumerate(cells) if subset >> i & 1)
        subsets[line_bits(balls, line, factor, 4)] = subset
    return [subsets[red] | subsets[blue] << 4 for blue in range(16) for red in range(16)]


def swap_mask(a: int, b: int) -> int:
    """Return the cells whose number has bit `a` set and bit `b` clear.

    `swap_cells` exchanges each of them with the cell whose number has these two bits swapped.  Bits
    0 and 1 of the number of a cell are its x, bits 2 and 3 its y, bits 4 and 5 its z; so two such
    exchanges swap two coordinates.
    """
    return bitboard(cell for cell in range(64) if cell >> a & 1 and not cell >> b & 1)


def list_axis_lines() -> list[int]:
    """Return the lines along x, then along y, then along z, in the order of `line_value`."""
    along_x = [15 << 4 * i for i in range(16)]
    transpositions = [[4, 1, 16], [16, 4, 1]]  # steps along x, y, z with x and y, x and z swapped
    lines = list(along_x)
    for x, y, z in transpositions:
        images = [cell % 4 * x + cell // 4 % 4 * y + cell // 16 * z for cell in range(64)]
        lines += [bitboard(images[cell] for cell in each(line)) for line in along_x]
    return lines


AXIS_LINES = list_axis_lines()
DIAGONALS = words(line for line in LINES if line not in AXIS_LINES)  # (28,)
DIAGONAL_FACTORS = words(map(line_factor, DIAGONALS))  # (28,)
ORDERED_LINES = [*AXIS_LINES, *map(int, DIAGONALS)]  # all 76, in the order of their weights
MAX_LINES_PER_CELL = 7  # cells with fewer lines are padded with empty ones
LINES_THROUGH_CELL = words(
    line
    for cell in range(64)
    for line in ([line for line in ORDERED_LINES if has(line, cell)] + MAX_LINES_PER_CELL * [0])[
        :MAX_LINES_PER_CELL
    ]
)  # (64 * 7,)
FACTORS_THROUGH_CELL = words(map(line_factor, LINES_THROUGH_CELL))  # (64 * 7,)
Y_LOW, Y_HIGH = swap_mask(0, 2), swap_mask(1, 3)
Z_LOW, Z_HIGH = swap_mask(0, 4), swap_mask(1, 5)

PATTERN_WEIGHT_INDICES = find_pattern_weight_indices()  # (76 * 256,), line by line
WEIGHT_INDICES = [
    PATTERN_WEIGHT_INDICES[NUM_PATTERNS * LINES.index(line) + pattern]
    for line in ORDERED_LINES
    for pattern in list_patterns(line)
]
MOVER = len(WEIGHT_INDICES)  # offset of the weight of being to move
WEIGHT_INDICES.append(max(WEIGHT_INDICES) + 1)
WEIGHTS = read_weights(__file__, WEIGHT_INDICES[MOVER] + 1)
VALUES = numbers(WEIGHTS[feature] for feature in WEIGHT_INDICES)
PATTERN_OFFSETS = numbers(  # (64 * 7,) index in VALUES of the first pattern of each line
    NUM_PATTERNS * ORDERED_LINES.index(line or AXIS_LINES[0]) for line in LINES_THROUGH_CELL
)


@rule
def feature_value(out: Int64Array, feature: int, sign: int) -> int:
    """Return the value of a pattern to Red.

    Weight tuning replaces this rule by one that adds `sign`, which is -1 for patterns if Blue is to
    move, to the count of the pattern in the array `out`.
    """
    return VALUES[U64(feature)]  # an unsigned index saves machine code a check for negative ones


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
        found |= fourth_cells(balls, STEPS[d], LINE_STARTS[d])
    return found & ALL


@rule
def to_rods(cells: U64) -> U64:
    """Return the rods of these cells."""
    return (cells | cells >> LEVEL | cells >> U64(32) | cells >> U64(48)) & FLOOR


@rule
def prune(s: State, c: Candidates) -> Candidates:
    """Keep wins at once, else answers to a threat, else actions that do not enable a win.

    If all actions enable a win of the opponent, all are kept.
    """
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
    """Exchange the balls on some cells with those `step` cells further: a delta swap."""
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
def row_value(red: U64, blue: U64, out: Int64Array, first: int, sign: int) -> int:
    """Return the value to Red of the sixteen lines of four consecutive cells.

    `first` is the index of the first of these lines in `ORDERED_LINES`.
    """
    score = 0
    for i in range(16):
        k = U64(4 * i)
        pattern = red >> k & U64(15) | (blue >> k & U64(15)) << U64(4)
        score += feature_value(out, NUM_PATTERNS * (first + i) + (0 + int(pattern)), sign)
    return score


@rule
def line_value(s: State, out: Int64Array) -> int:
    """Return the value of the patterns of all lines to Red."""
    sign = -1 if s.turn else 1
    score = row_value(s.red, s.blue, out, 0, sign)
    score += row_value(swap_xy(s.red), swap_xy(s.blue), out, 16, sign)
    score += row_value(swap_xz(s.red), swap_xz(s.blue), out, 32, sign)
    for i in range(len(DIAGONALS)):
        red = line_bits(s.red, DIAGONALS[i], DIAGONAL_FACTORS[i], 4)
        blue = line_bits(s.blue, DIAGONALS[i], DIAGONAL_FACTORS[i], 4)
        score += feature_value(out, NUM_PATTERNS * (48 + i) + (red | blue << 4), sign)
    return score


@rule
def sum_features(s: State, out: Int64Array) -> int:
    """Return the value of the patterns of all lines to the player to move."""
    score = line_value(s, out)
    return feature_value(out, MOVER, 1) + (-score if s.turn else score)


@rule
def accumulator(s: State) -> int:
    """Return the value of all lines to Red."""
    return 0 if s.most_fours or s.players != 2 else line_value(s, ())


@rule
def accumulator_after(s: State, action: int, t: int) -> int:
    """Return the accumulator after an action, given the one before it.

    Only the lines through the cell of the new ball are updated.
    """
    if s.most_fours or s.players != 2:
        return 0
    ball = landing_cells(s) & ROD << U64(action)
    red, blue = s.red, s.blue
    first = MAX_LINES_PER_CELL * lowest(ball)
    for i in range(MAX_LINES_PER_CELL):
        line = LINES_THROUGH_CELL[U64(first + i)]
        factor = FACTORS_THROUGH_CELL[U64(first + i)]
        before = line_bits(red, line, factor, 4) | line_bits(blue, line, factor, 4) << 4
        index = PATTERN_OFFSETS[U64(first + i)] + before
        change = line_bits(ball, line, factor, 4) << (4 * s.turn)
        t += VALUES[U64(index + change)] - VALUES[U64(index)]
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
