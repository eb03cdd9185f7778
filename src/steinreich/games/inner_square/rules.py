"""The rules of Inner Square: geometry, state and pure functions.  Numbers: see the package."""

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
ROW = U64(0x1FF)


def destination(x: int, y: int, way: int) -> tuple[int, int]:
    """Where a way leads from a point; perhaps off the board, or to the point itself."""
    if way < 2 * SIDE:
        return (way, y) if way < SIDE else (x, way - SIDE)
    dx, dy = DIAGONAL_STEPS[way - 2 * SIDE]
    return x + dx, y + dy


def path(x: int, y: int, way: int) -> Iterator[int]:
    """The points a move enters.  One that leads nowhere enters its own: never legal."""
    to_x, to_y = destination(x, y, way)
    dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    if (to_x, to_y) not in POINTS or (to_x, to_y) == (x, y):
        yield POINTS.index((x, y))
        return
    while (x, y) != (to_x, to_y):
        x, y = x + dx, y + dy
        yield POINTS.index((x, y))


def index(x: int, y: int) -> int:
    """The number of a point, or NOWHERE."""
    return x + SIDE * y if 0 <= x < SIDE and 0 <= y < SIDE else NOWHERE


PATHS = [bitboard(path(x, y, way)) for (x, y) in POINTS for way in range(WAYS)]
PATHS_LOW = words(board & ALL for board in PATHS)  # (81 * 22,)
PATHS_HIGH = words(board >> 64 for board in PATHS)  # (81 * 22,)
TARGETS = numbers(index(*destination(x, y, way)) for (x, y) in POINTS for way in range(WAYS))
NEXT = [[index(x + dx, y + dy) for dx, dy in STEPS] for x, y in POINTS]  # [81][8]
EVEN = numbers((x + y + 1) % 2 for x, y in POINTS)  # (81,) 1 where the usual board has diagonals

NEAR = [  # the neighbours on drawn lines, for each point: of the usual board, then of the full one
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

SLIDES = numbers(  # (512 * 9,) by which places of a line are empty, and where in it a stone stands
    slides(empty, place) for empty in range(1 << SIDE) for place in range(SIDE)
)

ACTIONS = SIDE * SIDE * WAYS
STONES = 14
FEW = 4  # whoever has no more stones than these has lost
QUIET_LIMIT = 100

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    red: Wide
    yellow: Wide
    board: Wide  # the points there are
    corners: Wide
    turn: int
    quiet: int  # actions since the last capture
    full: int  # 1 if every diagonal is drawn
    groups: int
    between: int
    decided: int  # 1 if corners and stones decide after a long quiet


INNER_COLUMNS = wide(cell for cell in range(81) if 0 < cell % SIDE < SIDE - 1)
INNER_LOW, INNER_HIGH = U64(INNER_COLUMNS.low), U64(INNER_COLUMNS.high)
RIGHT = wide(cell for cell in range(81) if cell % SIDE > 0)  # what a step to the right can reach
RIGHT_LOW, RIGHT_HIGH = U64(RIGHT.low), U64(RIGHT.high)
LEFT = wide(cell for cell in range(81) if cell % SIDE < SIDE - 1)
LEFT_LOW, LEFT_HIGH = U64(LEFT.low), U64(LEFT.high)
EVENS = wide(cell for cell in range(81) if EVEN[cell])
EVEN_LOW, EVEN_HIGH = U64(EVENS.low), U64(EVENS.high)


@rule
def mine(s: State) -> Wide:
    """The stones of the player to move."""
    return s.yellow if s.turn else s.red


@rule
def theirs(s: State) -> Wide:
    """The stones of the other player."""
    return s.red if s.turn else s.yellow


@rule
def up(p: Wide, step: int) -> Wide:
    """The points so many numbers above those of the set."""
    return Wide(p.low << U64(step) & ALL, p.high << U64(step) | p.low >> U64(64 - step))


@rule
def down(p: Wide, step: int) -> Wide:
    """The points so many numbers below those of the set."""
    return Wide((p.low >> U64(step) | p.high << U64(64 - step)) & ALL, p.high >> U64(step))


@rule
def amid(p: Wide, step: int) -> Wide:
    """The points that have one of the set before and one behind them at this step."""
    return common(up(p, step), down(p, step))


@rule
def flanked(enemies: Wide, full: int) -> Wide:
    """The points whose two neighbours on some drawn line are enemies."""
    row, column = amid(enemies, 1), amid(enemies, SIDE)
    rising, falling = amid(enemies, SIDE + 1), amid(enemies, SIDE - 1)
    low, high = rising.low | falling.low, rising.high | falling.high
    if not full:
        low, high = low & EVEN_LOW, high & EVEN_HIGH
    return Wide(
        column.low | (row.low | low) & INNER_LOW, column.high | (row.high | high) & INNER_HIGH
    )


class Moves(NamedTuple):
    """The candidates, and what makes them legal."""

    low: U64
    high: U64
    ways: int
    first: int
    empty: Wide
    open: Wide  # empty and not between two enemies


@rule
def candidates(s: State) -> Moves:
    """Each own stone in every way."""
    own = mine(s)
    empty = without(s.board, both(s.red, s.yellow))
    return Moves(own.low, own.high, WAYS, 0, empty, without(empty, flanked(theirs(s), s.full)))


@rule
def legal(s: State, c: Moves, action: int) -> bool:
    """The way is free and drawn, and it does not end between two enemies."""
    if PATHS_LOW[action] & ~c.empty.low | PATHS_HIGH[action] & ~c.empty.high != U64(0):
        return False
    if action % WAYS >= 2 * SIDE and not s.full and not EVEN[action // WAYS]:
        return False
    return holds(c.open, TARGETS[action]) or (s.between != 0 and breaks(s, action))


@rule
def in_row(p: Wide, y: int) -> U64:
    """Which columns of a row are in the set."""
    upper = p.low >> U64(63) | p.high << U64(1)  # rows 7 and 8
    return (p.low >> U64(SIDE * y) if y < 7 else upper >> U64(SIDE * y - 63)) & ROW


@rule
def in_column(p: Wide, x: int) -> U64:
    """Which rows of a column are in the set."""
    low = count(COLUMNS_LOW[x])
    return U64(gathered(p.low, COLUMNS_LOW[x]) | gathered(p.high, COLUMNS_HIGH[x]) << low)


@rule
def reach(empty: U64, open_places: U64, place: int) -> U64:
    """Where a stone can slide to from its place in a line."""
    return U64(SLIDES[int(empty) * SIDE + place]) & open_places


@rule
def diagonal_ways(s: State, c: Moves, cell: int) -> U64:
    """The drawn diagonals from a point to open ones, in the order of the steps."""
    right = Wide(c.open.low & RIGHT_LOW, c.open.high & RIGHT_HIGH)
    left = Wide(c.open.low & LEFT_LOW, c.open.high & LEFT_HIGH)
    ways = (
        digit_of(down(right, SIDE + 1), cell)
        | digit_of(down(left, SIDE - 1), cell) << U64(1)
        | digit_of(up(right, SIDE - 1), cell) << U64(2)
        | digit_of(up(left, SIDE + 1), cell) << U64(3)
    )
    return ways if s.full or EVEN[cell] else U64(0)


@rule
def digit_of(p: Wide, cell: int) -> U64:
    """1 if the cell is in the set, 0 if not."""
    return (p.low if cell < 64 else p.high) >> U64(cell & 63) & U64(1)


@rule
def legal_ways(s: State, c: Moves, cell: int) -> U64:
    """Two lines at once: where a stone can slide to, as far as that is open."""
    x, y = COLUMN[cell], cell // SIDE
    row = reach(in_row(c.empty, y), in_row(c.open, y), x)
    column = reach(in_column(c.empty, x), in_column(c.open, x), y)
    ways = row | column << U64(SIDE) | diagonal_ways(s, c, cell) << U64(2 * SIDE)
    return ways | breaking_ways(s, c, cell) if s.between else ways


@seldom
def breaking_ways(s: State, c: Moves, cell: int) -> U64:
    """The legal ways that end between two enemies, where that is allowed."""
    ways = U64(0)
    for way in range(WAYS):
        target = TARGETS[cell * WAYS + way]
        if target >= 0 and not holds(c.open, target) and legal(s, c, cell * WAYS + way):
            ways |= bit(way)
    return ways


@rule
def neighbours(s: State, cell: int) -> Wide:
    """The points next to this one on drawn lines."""
    return Wide(NEAR_LOW[81 * s.full + cell], NEAR_HIGH[81 * s.full + cell])


@rule
def beyond(cell: int, over: int) -> int:
    """The point on the far side of a neighbour, or NOWHERE."""
    far = 2 * over - cell
    if far < 0 or far > 80:
        return NOWHERE
    across = COLUMN[far] - COLUMN[over]
    return far if -1 <= across <= 1 else NOWHERE


@rule
def taken(s: State, action: int) -> Wide:
    """The enemies that a move takes."""
    target = TARGETS[action]
    own, enemies = without(mine(s), single(action // WAYS)), theirs(s)
    near = common(neighbours(s, target), enemies)
    gone = Wide(U64(0), U64(0))
    while some(near):
        cell = first(near)
        near = without(near, single(cell))
        run, far = single(cell), beyond(target, cell)
        if s.groups:
            run, far = group(target, cell, enemies)
        if far >= 0 and holds(own, far):
            gone = both(gone, run)
    return gone


@seldom
def group(cell: int, over: int, enemies: Wide) -> tuple[Wide, int]:
    """The unbroken run of enemies that begins with a neighbour, and the point behind it."""
    run, far = single(over), beyond(cell, over)
    while far >= 0 and holds(enemies, far):
        run = both(run, single(far))
        over, far = far, beyond(over, far)
    return run, far


@seldom
def breaks(s: State, action: int) -> bool:
    """Whether a move takes at least one stone of every pair of enemies that flank its end."""
    target = TARGETS[action]
    left = without(theirs(s), taken(s, action))
    near = common(neighbours(s, target), left)
    while some(near):
        cell = first(near)
        near = without(near, single(cell))
        opposite = beyond(cell, target)
        if opposite >= 0 and holds(left, opposite):
            return False
    return True


@rule
def play(s: State, action: int) -> State:
    """Move a stone and take what it brackets; the turn passes."""
    own = both(without(mine(s), single(action // WAYS)), single(TARGETS[action]))
    gone = taken(s, action)
    quiet = 0 if some(gone) else s.quiet + 1
    left = without(theirs(s), gone)
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
        s.decided,
    )


@rule
def beside_open(s: State, open_points: Wide) -> bool:
    """Whether an own stone stands one straight step from an open point (some may be missed)."""
    own = mine(s)
    low, high, k, row = open_points.low, open_points.high, U64(1), U64(SIDE)
    inner = low & INNER_LOW
    near_low = inner << k | inner >> k | low << row | low >> row | high << U64(64 - SIDE)
    return own.low & near_low | own.high & (
        high << row | high >> row | low >> U64(64 - SIDE)
    ) != U64(0)


@seldom
def any_legal(s: State, c: Moves) -> bool:
    """Whether one of the candidates is legal."""
    stones = mine(s)
    while some(stones):
        cell = first(stones)
        stones = without(stones, single(cell))
        for way in range(WAYS):
            if legal(s, c, cell * WAYS + way):
                return True
    return False


@seldom
def after_quiet(s: State) -> int:
    """Who wins after a long quiet: more inner corners, then more stones; or it is a draw."""
    lead = size(common(s.red, s.corners)) - size(common(s.yellow, s.corners))
    if lead == 0:
        lead = size(s.red) - size(s.yellow)
    if lead == 0 or not s.decided:
        return DRAW
    return 0 if lead > 0 else 1


@rule
def variety(s: State, action: int) -> int:
    """A number always stands for the same move."""
    return 0


@rule
def outcome(s: State) -> int:
    """Corners or captures win, a long quiet ends it, and who cannot move has lost."""
    mover = 1 - s.turn
    missing = without(s.corners, theirs(s))
    if not some(missing) or size(mine(s)) <= FEW:
        return mover
    if s.quiet >= QUIET_LIMIT:
        return after_quiet(s)
    c = candidates(s)
    return ONGOING if beside_open(s, c.open) or any_legal(s, c) else mover


# Around the rules: plain Python


def side(options: Options) -> int:
    """Points in a row."""
    return int(options["board"][-1])


def start(options: Options, seed: int | None = None) -> State:
    """Two ranks of stones on each side; on the largest board the second is shorter."""
    n = side(options)
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
        decided=int(options["quiet"] == "corners"),
    )


def passed(s: State) -> State:
    """If no stone were moved now: the opponent's turn, after as long a quiet."""
    return s._replace(turn=1 - s.turn)
