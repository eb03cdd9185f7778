"""The rules of Inner Square: geometry, state and pure functions.

The docstring of the package shows how cells and actions are numbered.  Observations for networks
are planes of bits, those of the player to move first.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from steinreich.rules import *
from steinreich.rules.wide import *

# Geometry: plain Python, run once


SIDE = 9
POINTS = [(x, y) for y, x in product(range(SIDE), repeat=2)]
DIAGONAL_STEPS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), *DIAGONAL_STEPS)
WAYS = 2 * SIDE + 4
NOWHERE = -1
ROW = U64(0x1FF)  # the nine points of row 1


def destination(x: int, y: int, way: int) -> tuple[int, int]:
    """Return the target of a way; it may be off the board or the point itself."""
    if way < 2 * SIDE:
        return (way, y) if way < SIDE else (x, way - SIDE)
    dx, dy = DIAGONAL_STEPS[way - 2 * SIDE]
    return x + dx, y + dy


def path(x: int, y: int, way: int) -> Iterator[int]:
    """Yield the points that a move enters.

    A way that leads nowhere enters its own point, which is occupied, so that it is never legal.
    """
    to_x, to_y = destination(x, y, way)
    dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    if (to_x, to_y) not in POINTS or (to_x, to_y) == (x, y):
        yield POINTS.index((x, y))
        return
    while (x, y) != (to_x, to_y):
        x, y = x + dx, y + dy
        yield POINTS.index((x, y))


def index(x: int, y: int) -> int:
    """Return the number of a point, or NOWHERE."""
    return x + SIDE * y if 0 <= x < SIDE and 0 <= y < SIDE else NOWHERE


PATHS = [bitboard(path(x, y, way)) for (x, y) in POINTS for way in range(WAYS)]
PATHS_LOW = words(board & ALL for board in PATHS)  # (81 * 22,)
PATHS_HIGH = words(board >> 64 for board in PATHS)  # (81 * 22,)
TARGETS = numbers(index(*destination(x, y, way)) for (x, y) in POINTS for way in range(WAYS))
NEXT = [[index(x + dx, y + dy) for dx, dy in STEPS] for x, y in POINTS]  # [81][8]
EVEN = numbers((x + y + 1) % 2 for x, y in POINTS)  # (81,) 1 where the standard board has diagonals

NEAR = [  # neighbours of each point on drawn lines: for the standard board, then with all diagonals
    bitboard(to for to in NEXT[cell][: 8 if full or EVEN[cell] else 4] if to != NOWHERE)
    for full in range(2)
    for cell in range(81)
]
NEAR_LOW = words(board & ALL for board in NEAR)  # (2 * 81,)
NEAR_HIGH = words(board >> 64 for board in NEAR)  # (2 * 81,)
COLUMN = numbers(x for x, y in POINTS)  # (81,)
COLUMNS = [bitboard(index(x, y) for y in range(SIDE)) for x in range(SIDE)]
COLUMNS_LOW = words(board & ALL for board in COLUMNS)  # (9,)
COLUMNS_HIGH = words(board >> 64 for board in COLUMNS)  # (9,)
FACTORS_LOW = words(map(line_factor, COLUMNS_LOW))  # (9,)
FACTORS_HIGH = words(map(line_factor, COLUMNS_HIGH))  # (9,)

SLIDES = numbers(  # (512 * 9,) by the set of empty places in a line and the place of the stone
    reachable_cells(empty, place) for empty in range(1 << SIDE) for place in range(SIDE)
)

NUM_ACTIONS = SIDE * SIDE * WAYS
STONES = 14
LOSING_STONES = 4  # a side with this number or fewer has lost
QUIET_LIMIT = 100  # number of actions in a row without a capture that ends the game

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    red: Wide
    yellow: Wide
    board: Wide  # all points of the board
    corners: Wide  # the four inner ones
    turn: int
    quiet: int  # actions since the last capture
    full: int  # 1 if every diagonal is drawn
    groups: int  # 1 if unbroken rows of enemies are captured as well
    between: int  # 1 if a stone may stop between two enemies when it captures one of them
    has_tiebreak: int  # 1 if corners and stones decide at the quiet limit


INNER_COLUMNS = wide(cell for cell in range(81) if 0 < cell % SIDE < SIDE - 1)
INNER_LOW, INNER_HIGH = U64(INNER_COLUMNS.low), U64(INNER_COLUMNS.high)
RIGHT = wide(cell for cell in range(81) if cell % SIDE > 0)  # targets of steps to the right
RIGHT_LOW, RIGHT_HIGH = U64(RIGHT.low), U64(RIGHT.high)
LEFT = wide(cell for cell in range(81) if cell % SIDE < SIDE - 1)  # targets of steps to the left
LEFT_LOW, LEFT_HIGH = U64(LEFT.low), U64(LEFT.high)
EVEN_POINTS = wide(cell for cell in range(81) if EVEN[cell])
EVEN_LOW, EVEN_HIGH = U64(EVEN_POINTS.low), U64(EVEN_POINTS.high)


@rule
def mine(s: State) -> Wide:
    """Return the stones of the player to move."""
    return s.yellow if s.turn else s.red


@rule
def theirs(s: State) -> Wide:
    """Return the stones of the other player."""
    return s.red if s.turn else s.yellow


@rule
def shift_up(p: Wide, step: int) -> Wide:
    """Return the set with `step` added to the number of each point."""
    return Wide(p.low << U64(step) & ALL, p.high << U64(step) | p.low >> U64(64 - step))


@rule
def shift_down(p: Wide, step: int) -> Wide:
    """Return the set with `step` subtracted from the number of each point."""
    return Wide((p.low >> U64(step) | p.high << U64(64 - step)) & ALL, p.high >> U64(step))


@rule
def midpoints(p: Wide, step: int) -> Wide:
    """Return the points with a point of the set at this step on both sides."""
    return intersection(shift_up(p, step), shift_down(p, step))


@rule
def flanked_points(enemies: Wide, full: int) -> Wide:
    """Return the points between two enemies on a drawn line."""
    row, column = midpoints(enemies, 1), midpoints(enemies, SIDE)
    rising, falling = midpoints(enemies, SIDE + 1), midpoints(enemies, SIDE - 1)
    low, high = rising.low | falling.low, rising.high | falling.high
    if not full:
        low, high = low & EVEN_LOW, high & EVEN_HIGH
    return Wide(
        column.low | (row.low | low) & INNER_LOW, column.high | (row.high | high) & INNER_HIGH
    )


class Moves(NamedTuple):
    """The candidates, with the data that `is_legal` needs."""

    low: U64
    high: U64
    ways: int
    first: int
    empty: Wide
    open: Wide  # empty and not between two enemies


@rule
def candidates(s: State) -> Moves:
    """Return each stone of the player to move, in every way."""
    own = mine(s)
    empty = difference(s.board, union(s.red, s.yellow))
    return Moves(
        own.low, own.high, WAYS, 0, empty, difference(empty, flanked_points(theirs(s), s.full))
    )


@rule
def is_legal(s: State, c: Moves, action: int) -> bool:
    """Return whether the path is empty and drawn and does not end between two enemies.

    With the option `between` it may end there if the move captures one of the two.
    """
    if PATHS_LOW[action] & ~c.empty.low | PATHS_HIGH[action] & ~c.empty.high != U64(0):
        return False
    if action % WAYS >= 2 * SIDE and not s.full and not EVEN[action // WAYS]:
        return False
    return contains(c.open, TARGETS[action]) or (s.between != 0 and breaks_flank(s, action))


@rule
def row_bits(p: Wide, y: int) -> U64:
    """Return the columns of a row that are in the set."""
    upper = p.low >> U64(63) | p.high << U64(1)  # rows 7 and 8, numbered from 0
    return (p.low >> U64(SIDE * y) if y < 7 else upper >> U64(SIDE * y - 63)) & ROW


@rule
def column_bits(p: Wide, x: int) -> U64:
    """Return the rows of a column that are in the set."""
    low, high = count(COLUMNS_LOW[x]), count(COLUMNS_HIGH[x])
    rows = line_bits(p.low, COLUMNS_LOW[x], FACTORS_LOW[x], low)
    return U64(rows | line_bits(p.high, COLUMNS_HIGH[x], FACTORS_HIGH[x], high) << low)


@rule
def slide_targets(empty: U64, open_places: U64, place: int) -> U64:
    """Return the open places of a line to which a stone can slide."""
    return U64(SLIDES[int(empty) * SIDE + place]) & open_places


@rule
def diagonal_ways(s: State, c: Moves, cell: int) -> U64:
    """Return the drawn diagonals that lead to open points, in the order of the steps."""
    right = Wide(c.open.low & RIGHT_LOW, c.open.high & RIGHT_HIGH)
    left = Wide(c.open.low & LEFT_LOW, c.open.high & LEFT_HIGH)
    ways = (
        get_bit(shift_down(right, SIDE + 1), cell)
        | get_bit(shift_down(left, SIDE - 1), cell) << U64(1)
        | get_bit(shift_up(right, SIDE - 1), cell) << U64(2)
        | get_bit(shift_up(left, SIDE + 1), cell) << U64(3)
    )
    return ways if s.full or EVEN[cell] else U64(0)


@rule
def get_bit(p: Wide, cell: int) -> U64:
    """Return 1 if the cell is in the set, else 0."""
    return (p.low if cell < 64 else p.high) >> U64(cell & 63) & U64(1)


@rule
def legal_ways(s: State, c: Moves, cell: int) -> U64:
    """Look up the slides in the row and the column, and add diagonal steps."""
    x, y = COLUMN[cell], cell // SIDE
    row = slide_targets(row_bits(c.empty, y), row_bits(c.open, y), x)
    column = slide_targets(column_bits(c.empty, x), column_bits(c.open, x), y)
    ways = row | column << U64(SIDE) | diagonal_ways(s, c, cell) << U64(2 * SIDE)
    return ways | breaking_ways(s, c, cell) if s.between else ways


@noinline
def breaking_ways(s: State, c: Moves, cell: int) -> U64:
    """Return the legal ways that end between two enemies, where the option allows them."""
    ways = U64(0)
    for way in range(WAYS):
        target = TARGETS[cell * WAYS + way]
        if target >= 0 and not contains(c.open, target) and is_legal(s, c, cell * WAYS + way):
            ways |= bit(way)
    return ways


@rule
def neighbours(s: State, cell: int) -> Wide:
    """Return the points next to this one on drawn lines."""
    return Wide(NEAR_LOW[81 * s.full + cell], NEAR_HIGH[81 * s.full + cell])


@rule
def beyond(cell: int, over: int) -> int:
    """Return the point on the far side of a neighbour, or NOWHERE."""
    far = 2 * over - cell
    if far < 0 or far > 80:
        return NOWHERE
    across = COLUMN[far] - COLUMN[over]
    return far if -1 <= across <= 1 else NOWHERE


@rule
def captured_stones(s: State, action: int) -> Wide:
    """Return the enemies that a move captures."""
    target = TARGETS[action]
    own, enemies = difference(mine(s), single_cell(action // WAYS)), theirs(s)
    near = intersection(neighbours(s, target), enemies)
    captured = Wide(U64(0), U64(0))
    while is_nonempty(near):
        cell = lowest_cell(near)
        near = difference(near, single_cell(cell))
        run, far = single_cell(cell), beyond(target, cell)
        if s.groups:
            run, far = find_group(target, cell, enemies)
        if far >= 0 and contains(own, far):
            captured = union(captured, run)
    return captured


@noinline
def find_group(cell: int, over: int, enemies: Wide) -> tuple[Wide, int]:
    """Return the unbroken run of enemies from a neighbour on, and the point behind it."""
    run, far = single_cell(over), beyond(cell, over)
    while far >= 0 and contains(enemies, far):
        run = union(run, single_cell(far))
        over, far = far, beyond(over, far)
    return run, far


@noinline
def breaks_flank(s: State, action: int) -> bool:
    """Return whether a move captures a stone of each pair of enemies around its target."""
    target = TARGETS[action]
    left = difference(theirs(s), captured_stones(s, action))
    near = intersection(neighbours(s, target), left)
    while is_nonempty(near):
        cell = lowest_cell(near)
        near = difference(near, single_cell(cell))
        opposite = beyond(cell, target)
        if opposite >= 0 and contains(left, opposite):
            return False
    return True


@rule
def play(s: State, action: int) -> State:
    """Move a stone, remove what it captures and pass the turn."""
    own = union(difference(mine(s), single_cell(action // WAYS)), single_cell(TARGETS[action]))
    captured = captured_stones(s, action)
    quiet = 0 if is_nonempty(captured) else s.quiet + 1
    left = difference(theirs(s), captured)
    red, yellow = (left, own) if s.turn else (own, left)
    return State(
        red,
        yellow,
        s.board,
        s.corners,
        1 - s.turn,
        quiet,
        s.full,
        s.groups,
        s.between,
        s.has_tiebreak,
    )


@rule
def has_open_neighbour(s: State, open_points: Wide) -> bool:
    """Return True only if the player to move has an orthogonal step to an open point.

    The test is fast.  False is inconclusive, but rare; `any_legal` decides these cases.
    """
    own = mine(s)
    low, high, k, row = open_points.low, open_points.high, U64(1), U64(SIDE)
    inner = low & INNER_LOW
    near_low = inner << k | inner >> k | low << row | low >> row | high << U64(64 - SIDE)
    return own.low & near_low | own.high & (
        high << row | high >> row | low >> U64(64 - SIDE)
    ) != U64(0)


@noinline
def any_legal(s: State, c: Moves) -> bool:
    """Return whether one of the candidates is legal."""
    stones = mine(s)
    while is_nonempty(stones):
        cell = lowest_cell(stones)
        stones = difference(stones, single_cell(cell))
        for way in range(WAYS):
            if is_legal(s, c, cell * WAYS + way):
                return True
    return False


@noinline
def quiet_outcome(s: State) -> int:
    """Return the outcome at the quiet limit: more inner corners win, then more stones."""
    lead = size(intersection(s.red, s.corners)) - size(intersection(s.yellow, s.corners))
    if lead == 0:
        lead = size(s.red) - size(s.yellow)
    if lead == 0 or not s.has_tiebreak:
        return DRAW
    return 0 if lead > 0 else 1


@rule
def outcome(s: State) -> int:
    """Return the outcome: four corners, few enemy stones or no legal reply win.

    A hundred actions without a capture end the game as well.
    """
    mover = 1 - s.turn
    missing = difference(s.corners, theirs(s))
    if not is_nonempty(missing) or size(mine(s)) <= LOSING_STONES:
        return mover
    if s.quiet >= QUIET_LIMIT:
        return quiet_outcome(s)
    c = candidates(s)
    return ONGOING if has_open_neighbour(s, c.open) or any_legal(s, c) else mover


# Around the rules: plain Python


def board_side(options: Options) -> int:
    """Return the number of points in a row."""
    return int(options["board"][-1])


def start(options: Options, seed: int | None = None) -> State:
    """Return two ranks of stones on each side; on the largest board the second is shorter."""
    n = board_side(options)
    second = range(n) if n == 7 else range(2, 7)
    red = [(x, 0) for x in range(n)] + [(x, 1) for x in second]
    inner = (n // 2 - 1, n // 2 + 1)
    return State(
        red=wide(index(x, y) for x, y in red),
        yellow=wide(index(x, n - 1 - y) for x, y in red),
        board=wide(index(x, y) for x, y in product(range(n), repeat=2)),
        corners=wide(index(x, y) for x, y in product(inner, repeat=2)),
        turn=0,
        quiet=0,
        full=int(options["board"] == "full7"),
        groups=int(options["groups"] == "on"),
        between=int(options["between"] == "on"),
        has_tiebreak=int(options["quiet"] == "corners"),
    )


def after_pass(s: State) -> State:
    """Return the state after a pass, with the count of quiet actions unchanged."""
    return s._replace(turn=1 - s.turn)


# Observations for networks

PLANE_LAYOUT = [[index(x, y) for x in range(SIDE)] for y in range(SIDE)]


class Observation(NamedTuple):
    """The stones, the board, and the count of quiet actions by its binary digits."""

    mine: Wide
    theirs: Wide
    board: Wide  # all points of the board
    corners: Wide
    quiet_1: Wide
    quiet_2: Wide
    quiet_4: Wide
    quiet_8: Wide
    quiet_16: Wide
    quiet_32: Wide
    quiet_64: Wide


@rule
def quiet_digit(s: State, place: int) -> Wide:
    """Return all points if a binary digit of the count of quiet actions is 1, else none."""
    cells = digit(s.quiet, place)
    return Wide(cells, cells)


@rule
def observe(s: State) -> Observation:
    """Return the stones of the player to move first."""
    return Observation(
        mine(s),
        theirs(s),
        s.board,
        s.corners,
        quiet_digit(s, 0),
        quiet_digit(s, 1),
        quiet_digit(s, 2),
        quiet_digit(s, 3),
        quiet_digit(s, 4),
        quiet_digit(s, 5),
        quiet_digit(s, 6),
    )
