r"""Inner Square: take enemy stones between two of your own, or hold the four inner corners.

Stones stand on points.  They slide along rows and columns and step along drawn diagonals.
A stone may not stop between two enemies; an enemy between the moved stone and another stone
of the same colour is taken.  On the usual board the diagonals run through every second point:

    a7-b7-c7-d7-e7-f7-g7    54 55 56 57 58 59 60
     | \ | / | \ | / | \ |
    ...                     ...
     | / | \ | / | \ | / |
    a1-b1-c1-d1-e1-f1-g1     0  1  2  3  4  5  6     point = column + 9 * row

The numbers leave room for nine columns, so that all boards share one geometry.  A set of
points takes two words, since the largest board has 81 of them.

Action: 22 * point + way: to column 0 to 8 of its row, to row 0 to 8 of its column, or one
step along a diagonal (up right, up left, down right, down left).
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from steinreich.rules import *
from steinreich.rules.wide import *

ABOUT = About(
    title=Words("Inner Square", "Inneres Quadrat"),
    players=(Words("Red", "Rot"), Words("Yellow", "Gelb")),
    summary=Words(
        "Trap enemy stones between two of your own, or hold the four corners of the inner square.",
        "Nimm gegnerische Steine in die Zange oder besetze die vier Ecken des inneren Quadrats.",
    ),
    rules=rules_beside(__file__),
    options=(
        Option(
            "board",
            ("alq7", "full7", "alq9"),
            Words(
                "7 by 7 points with every second diagonal or with all of them, or 9 by 9 points.",
                "7 mal 7 Punkte mit jeder zweiten oder mit jeder Diagonale, oder 9 mal 9 Punkte.",
            ),
            Words("Board", "Brett"),
            (
                Words("7 by 7", "7 mal 7"),
                Words("7 by 7, all diagonals", "7 mal 7, alle Diagonalen"),
                Words("9 by 9", "9 mal 9"),
            ),
            (
                Words("7 × 7", "7 × 7"),
                Words("7 × 7 with all diagonals", "7 × 7 mit allen Diagonalen"),
                Words("9 × 9", "9 × 9"),
            ),
        ),
        Option(
            "groups",
            ("off", "on"),
            Words(
                "Whether unbroken rows of several enemy stones are taken as well.",
                "Ob auch lückenlose Reihen mehrerer gegnerischer Steine geschlagen werden.",
            ),
            Words("What is taken", "Geschlagen werden"),
            (Words("single stones", "einzelne Steine"), Words("groups as well", "auch Gruppen")),
            (NO_WORDS, Words("groups are taken as well", "auch Gruppen werden geschlagen")),
        ),
        Option(
            "between",
            ("off", "on"),
            Words(
                "Whether a stone may stop between two enemy stones if it takes one of them.",
                "Ob ein Stein zwischen zwei gegnerischen halten darf, wenn er einen davon schlägt.",
            ),
            Words("Stopping between two enemies", "Zwischen zwei Gegnern halten"),
            (Words("never", "nie"), Words("if it takes one", "wenn einer geschlagen wird")),
            (
                NO_WORDS,
                Words(
                    "stopping between two enemies if one is taken",
                    "zwischen zwei Gegnern halten, wenn einer geschlagen wird",
                ),
            ),
        ),
        Option(
            "quiet",
            ("draw", "corners"),
            Words(
                "After a hundred moves without a capture: a draw, or more inner corners win and, "
                "if these are level, more stones. This is our addition.",
                "Nach hundert Zügen ohne Schlagen: unentschieden, oder mehr innere Ecken gewinnen "
                "und bei Gleichstand mehr Steine. Das ist unsere Ergänzung.",
            ),
            Words("After a hundred moves without a capture", "Nach hundert Zügen ohne Schlagen"),
            (
                Words("a draw", "unentschieden"),
                Words("corners, then stones decide", "Ecken, dann Steine entscheiden"),
            ),
            (
                NO_WORDS,
                Words(
                    "corners decide after a hundred quiet moves",
                    "nach hundert Zügen ohne Schlagen entscheiden die Ecken",
                ),
            ),
        ),
    ),
    credit=Words("Designed by Christiane Frankenstein.", "Von Christiane Frankenstein."),
    looks=(Look("red", "plain"), Look("yellow", "dot")),
)

# Geometry: plain Python, run once

SIDE = 9
POINTS = [(x, y) for y, x in product(range(SIDE), repeat=2)]
DIAGONAL_STEPS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), *DIAGONAL_STEPS)
WAYS = 2 * SIDE + 4
NOWHERE = -1


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
    return POINTS.index((x, y)) if (x, y) in POINTS else NOWHERE


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

ACTIONS = SIDE * SIDE * WAYS
ACTION = r"[a-i][1-9]-[a-i][1-9]"
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
def amid(p: Wide, step: int) -> Wide:
    """The points that have one of the set before and one behind them at this step."""
    k, back = U64(step), U64(64 - step)
    up_high = p.high << k | p.low >> back
    down_low = (p.low >> k | p.high << back) & ALL
    return Wide(p.low << k & down_low, up_high & p.high >> k)


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


# Names and texts


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


def point_name(cell: int) -> str:
    return square(cell % SIDE, cell // SIDE)


def cell_of(name: str) -> int:
    return ord(name[0]) - ord("a") + SIDE * (int(name[1]) - 1)


def name(s: State, action: int) -> str:
    """`c2-c5`."""
    return f"{point_name(action // WAYS)}-{point_name(TARGETS[action])}"


def columns(s: State) -> int:
    """Points in a row."""
    return SIDE if s.board.high else 7


def drawn(s: State, point: int) -> int:
    """A point as a cell of the board that is drawn."""
    return point % SIDE + columns(s) * (point // SIDE)


def point_of(s: State, cell: int) -> int:
    """The point that is drawn as this cell."""
    return cell % columns(s) + SIDE * (cell // columns(s))


def described(s: State, action: int) -> Action:
    """From where to where."""
    return move(columns(s), action // WAYS, TARGETS[action])


@cache
def move(width: int, *points: int) -> Action:
    """A move between points, on a board of so many columns."""
    return Action("move", tuple(point % SIDE + width * (point // SIDE) for point in points))


def meant(s: State, name: str) -> Action | Words:
    """The move between two points that are named."""
    points = name.split("-")
    for point in points:
        if not holds(s.board, cell_of(point)):
            return Words(f"{point} is not on the board", f"{point} liegt nicht auf dem Brett")
    return move(columns(s), *map(cell_of, points))


def action(s: State, wish: Action) -> int | None:
    """The number of a move, if some way leads there."""
    return move_between(*(point_of(s, cell) for cell in wish.cells))


def move_between(origin: int, target: int) -> int | None:
    """The action that leads from one point to another, if some way does."""
    move = origin * WAYS
    return next((move + way for way in range(WAYS) if TARGETS[move + way] == target), None)


def why_not(s: State, wish: Action) -> Words | None:
    """Why this move is not allowed."""
    cell, *ends = (point_of(s, shown) for shown in wish.cells)
    if not holds(mine(s), cell):
        who, origin = colour(s.turn), point_name(cell)
        return Words(
            f"{who.en} has no stone on {origin}", f"{who.de} hat keinen Stein auf {origin}"
        )
    return why_no_move(s, cell, *ends) if ends else None


def why_no_move(s: State, cell: int, to: int) -> Words:
    """Why an own stone cannot make this move."""
    origin, target = point_name(cell), point_name(to)
    if cell == to:
        return Words("the stone has to move", "der Stein muss sich bewegen")
    if holds(both(s.red, s.yellow), to):
        return Words(f"{target} is not empty", f"{target} ist nicht frei")
    move = move_between(cell, to)
    if move is None or (move % WAYS >= 2 * SIDE and not holds(neighbours(s, cell), to)):
        return why_no_line(s, cell, to)
    if between := PATHS[move] & bitboard(each_wide(both(s.red, s.yellow))):
        first = point_name(lowest_of(between) if to > cell else between.bit_length() - 1)
        return Words(
            f"the stone on {first} is in the way from {origin} to {target}",
            f"der Stein auf {first} ist im Weg von {origin} nach {target}",
        )
    return why_not_between(s, move)


def lowest_of(points: int) -> int:
    """The lowest of a set of points."""
    return (points & -points).bit_length() - 1


def why_no_line(s: State, cell: int, to: int) -> Words:
    """Why no line leads from one point to another in one move."""
    origin, target = point_name(cell), point_name(to)
    across, up = abs(to % SIDE - cell % SIDE), abs(to // SIDE - cell // SIDE)
    if across != up:
        return Words(
            f"no line leads from {origin} to {target}",
            f"keine Linie führt von {origin} nach {target}",
        )
    if s.full or EVEN[cell]:
        return Words(
            "along a diagonal a stone moves one step only",
            "auf einer Schräge zieht ein Stein nur einen Schritt",
        )
    return Words(
        f"no diagonal is drawn from {origin}", f"von {origin} geht keine eingezeichnete Schräge aus"
    )


def why_not_between(s: State, move: int) -> Words:
    """Why a stone may not stop here: it would stand between two enemies."""
    to = TARGETS[move]
    left = without(theirs(s), taken(s, move)) if s.between else theirs(s)
    near = each_wide(common(neighbours(s, to), left))
    one = next(cell for cell in near if beyond(cell, to) in near)
    target, a, b = (point_name(cell) for cell in (to, one, beyond(one, to)))
    takes_none = Words("", "")
    if s.between:
        takes_none = Words(
            ", and the move takes neither of them", ", und der Zug schlägt keinen von beiden"
        )
    return Words(
        f"{target} lies between two enemies, on {a} and {b}{takes_none.en}",
        f"{target} liegt zwischen zwei gegnerischen Steinen auf {a} und {b}{takes_none.de}",
    )


def text(s: State) -> str:
    """The position string."""
    letters = dict.fromkeys(each_wide(s.red), "r") | dict.fromkeys(each_wide(s.yellow), "y")
    n = columns(s)
    stones = board_text(n, n, lambda x, y: letters.get(index(x, y), ""))
    return f"{stones} {'ry'[s.turn]} {s.quiet}"


def parse(text: str, options: Options) -> State:
    """The state a position string stands for."""
    stones, turn, quiet = fields(text, Words("board side quiet-actions", "Brett Seite ruhige-Züge"))
    first = start(options)
    found = parse_board(stones, side(options), side(options), "ry")
    if quiet not in [str(n) for n in range(QUIET_LIMIT + 1)]:
        raise BadPosition(
            Words(
                f"the actions since the last capture are {quiet!r}, not 0 to {QUIET_LIMIT}",
                f"die Züge seit dem letzten Schlagen sind {quiet!r}, nicht 0 bis {QUIET_LIMIT}",
            )
        )
    s = first._replace(
        red=wide(index(x, y) for (x, y), letter in found.items() if letter == "r"),
        yellow=wide(index(x, y) for (x, y), letter in found.items() if letter == "y"),
        turn=one_of(turn, "ry", Words("the side to move", "die Seite am Zug")),
        quiet=int(quiet),
    )
    if s != first:
        check_stones(s)
        check_moves(s, first)
        check_last_move(s, first)
    return s


def colour(player: int) -> Words:
    """The name of a side within an English or German sentence."""
    return Words(ABOUT.players[player].en.lower(), ABOUT.players[player].de)


def check_stones(s: State) -> None:
    """There are not too many stones, and the game was not over before the last action."""
    for player, stones in ((0, s.red), (1, s.yellow)):
        if size(stones) > STONES:
            who, n = ("red", "rote") if player == 0 else ("yellow", "gelbe"), size(stones)
            raise BadPosition(
                Words(
                    f"{n} {who[0]} stones are more than {STONES}",
                    f"{n} {who[1]} Steine sind mehr als {STONES}",
                )
            )
    if size(theirs(s)) <= FEW:
        left = plural(size(theirs(s)), Words("stone", "Stein"), Words("stones", "Steinen"))
        who = colour(1 - s.turn)
        raise BadPosition(
            Words(
                f"{who.en} had lost before {who.en} moved last, with {left.en}",
                f"{who.de} hatte vor dem eigenen letzten Zug mit {left.de} schon verloren",
            )
        )
    if not some(without(s.corners, mine(s))):
        who = colour(s.turn)
        raise BadPosition(
            Words(
                f"{who.en} held all four inner corners already",
                f"{who.de} hatte schon alle vier inneren Ecken",
            )
        )


def check_moves(s: State, first: State) -> None:
    """While all stones are there, the count of quiet actions tells how many moves there were."""
    if size(s.red) < STONES or size(s.yellow) < STONES:
        return
    if s.quiet % 2 != s.turn:
        made = plural(s.quiet, Words("action", "Zug"), Words("actions", "Zügen"))
        due = "ry"[s.quiet % 2]
        raise BadPosition(
            Words(f"after {made.en} {due} is to move", f"nach {made.de} ist {due} am Zug")
        )
    for player in (0, 1):
        moves, away = moves_and_stones_away(s, first, player)
        if away > moves or (moves == 1 and not away):
            made = plural(moves, Words("move", "Zug"), Words("moves", "Züge"))
            moved = plural(away, *STONE)
            stand = Words("stands", "steht") if away == 1 else Words("stand", "stehen")
            who = ABOUT.players[player]
            raise BadPosition(
                Words(
                    f"{who.en} has made {made.en}, but {moved.en} {stand.en} elsewhere now",
                    f"{who.de} hat {made.de} gemacht, aber {moved.de} {stand.de} jetzt woanders",
                )
            )


def moves_and_stones_away(s: State, first: State, player: int) -> tuple[int, int]:
    """Before any capture: a side's moves, and its stones that are not where they began."""
    now, home = (s.yellow, first.yellow) if player else (s.red, first.red)
    return (s.quiet + 1 - player) // 2, size(without(now, home))


def check_last_move(s: State, first: State) -> None:
    """Some move of the side not to move leads here; it took a stone if no quiet one followed."""
    loser = colour(s.turn)
    if not s.quiet and size(mine(s)) == STONES:
        raise BadPosition(
            Words(
                f"no action since a capture, but {loser.en} has lost no stone",
                f"eben wurde geschlagen, aber {loser.de} hat keinen Stein verloren",
            )
        )
    if s.quiet and size(mine(s)) <= FEW:
        left = plural(size(mine(s)), *STONE)
        raise BadPosition(
            Words(
                f"{loser.en} has only {left.en} left, but the last action took none",
                f"{loser.de} hat nur noch {left.de}, aber der letzte Zug hat keinen geschlagen",
            )
        )
    if not some_move_leads_to(s, first):
        who = colour(1 - s.turn)
        what = Words("leads here", "führt hierher")
        if not s.quiet:
            what = Words("can have taken a stone here", "kann hier einen Stein geschlagen haben")
        raise BadPosition(
            Words(f"no move of {who.en} {what.en}", f"kein Zug von {who.de} {what.de}")
        )


def some_move_leads_to(s: State, first: State) -> bool:
    """Whether a legal move of the side not to move leads here, from where there may have been."""
    empty = without(s.board, both(s.red, s.yellow))
    for target in each_wide(theirs(s)):
        for gone in possible_captures(s, target, empty):
            enemies = both(mine(s), gone)
            for origin in each_wide(without(empty, gone)):
                move = move_between(origin, target)
                own = both(without(theirs(s), single(target)), single(origin))
                red, yellow = (own, enemies) if s.turn else (enemies, own)
                before = s._replace(
                    red=red, yellow=yellow, turn=1 - s.turn, quiet=max(s.quiet - 1, 0)
                )
                if (
                    move is not None
                    and legal(before, candidates(before), move)
                    and play(before, move) == s
                    and outcome(before) == ONGOING
                    and (not s.quiet or may_have_been(before, first))
                ):
                    return True
    return False


FEW_MOVES = 2  # so soon after the start all moves so far are gone through


def may_have_been(s: State, first: State) -> bool:
    """Whether a position before the last move is the start, or something can have led to it."""
    if size(s.red) < STONES or size(s.yellow) < STONES:
        return s.quiet > 0 or can_have_taken(s)
    if s.quiet > FEW_MOVES:
        return True
    for player in (0, 1):
        moves, away = moves_and_stones_away(s, first, player)
        if away > moves:
            return False
    return s == first if s.quiet == 0 else some_move_leads_to(s, first)


def can_have_taken(s: State) -> bool:
    """Whether the side not to move may just have taken a stone."""
    empty = without(s.board, both(s.red, s.yellow))
    return any(any(possible_captures(s, target, empty)) for target in each_wide(theirs(s)))


def possible_captures(s: State, target: int, empty: Wide) -> Iterator[Wide]:
    """The sets of stones that a move to this point may just have taken."""
    if s.quiet:
        yield Wide(0, 0)
        return
    least = max(1, FEW + 1 - size(mine(s)))  # whoever has lost by it had more before
    runs = [
        run for over in each_wide(neighbours(s, target)) for run in gaps(s, target, over, empty)
    ]
    for n in range(1, len(runs) + 1):
        for chosen in combinations(runs, n):
            cells = [cell for run in chosen for cell in run]
            if least <= len(cells) <= STONES - size(mine(s)):
                yield wide(cells)


def gaps(s: State, target: int, over: int, empty: Wide) -> Iterator[list[int]]:
    """The empty points from a neighbour on, if another stone of the same side is behind them."""
    run: list[int] = []
    before, cell = target, over
    while cell >= 0 and holds(empty, cell) and (s.groups or not run):
        run.append(cell)
        before, cell = cell, beyond(before, cell)
    if run and cell >= 0 and holds(theirs(s), cell):
        yield run


# For people

KINDS = {"r": Words("red stone", "roter Stein"), "y": Words("yellow stone", "gelber Stein")}
STONE = Words("stone", "Stein"), Words("stones", "Steine")


@cache
def spoken(name: str) -> Words:
    """An action read aloud."""
    origin, target = name.split("-")
    return Words(f"{origin} to {target}", f"{origin} nach {target}")


def due(s: State) -> Words:
    """What the player has to do now."""
    return Words("move a stone", "einen Stein ziehen")


def info(s: State) -> Words:
    """The stones of both sides."""
    stones = f"{size(s.red)}:{size(s.yellow)}"
    return Words(f"Stones {stones}", f"Steine {stones}")


def counts(s: State) -> list[Count]:
    """The stones of both sides."""
    red, yellow = size(s.red), size(s.yellow)
    return [
        Count(0, noun(red, *STONE), *ABOUT.looks[0], red),
        Count(1, noun(yellow, *STONE), *ABOUT.looks[1], yellow),
    ]


def shown_cells(s: State, points: Wide) -> tuple[int, ...]:
    """The points as cells of the board that is drawn."""
    return tuple(drawn(s, point) for point in each_wide(points))


def effects(s: State, action: int) -> Effects:
    """The stones that a move takes."""
    gone = taken(s, action)
    if not some(gone):
        return Effects()
    cells = shown_cells(s, gone)
    return Effects(tuple(piece for piece in pieces(s) if piece.cell in cells))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Corners, few stones, a long quiet, or no move left."""
    mover, waiting = 1 - s.turn, s.turn
    if not some(without(s.corners, theirs(s))):
        return Ending(
            mover,
            Words(
                f"{{{mover}}} holds all four inner corners",
                f"{{{mover}}} hält alle vier inneren Ecken",
            ),
            shown_cells(s, s.corners),
        )
    if size(mine(s)) <= FEW:
        left, score = plural(size(mine(s)), *STONE), f"({size(s.red)} : {size(s.yellow)})"
        return Ending(
            mover,
            Words(
                f"{{{waiting}}} has only {left.en} left {score}",
                f"{{{waiting}}} hat nur noch {left.de} {score}",
            ),
            shown_cells(s, mine(s)),
        )
    if s.quiet >= QUIET_LIMIT:
        return quiet_ending(s, outcome)
    return Ending(
        mover,
        Words(f"{{{waiting}}} cannot move", f"{{{waiting}}} kann nicht mehr ziehen"),
        shown_cells(s, mine(s)),
    )


def quiet_ending(s: State, outcome: int) -> Ending:
    """A hundred actions without a capture: a draw, or counted out."""
    quiet = Words(
        "a hundred moves in a row without a capture",
        "hundert Züge hintereinander, ohne dass ein Stein geschlagen wurde",
    )
    if outcome == DRAW and s.decided:
        level = Words("corners and stones are level", "Ecken und Steine sind gleich verteilt")
        return Ending(None, Words(f"{quiet.en}, and {level.en}", f"{quiet.de}, und {level.de}"))
    if outcome == DRAW:
        return Ending(None, quiet)
    winner, loser = (s.yellow, s.red) if outcome else (s.red, s.yellow)
    corners = size(common(winner, s.corners)), size(common(loser, s.corners))
    stones = size(winner), size(loser)
    by_corners = corners[0] != corners[1]
    better, worse = corners if by_corners else stones
    what = Words("inner corners", "innere Ecken") if by_corners else Words("stones", "Steine")
    return Ending(
        outcome,
        Words(
            f"{quiet.en}, and {{{outcome}}} has more {what.en} ({better} : {worse})",
            f"{quiet.de}, und {{{outcome}}} hat mehr {what.de} ({better} : {worse})",
        ),
        shown_cells(s, common(winner, s.corners) if by_corners else winner),
    )


def board(options: Options) -> Board:
    """Points, drawn lines and the inner corners."""
    n = side(options)
    s = start(options)
    drawn = tuple(
        (float(cell % SIDE), float(cell // SIDE), float(to % SIDE), float(to // SIDE))
        for cell in each_wide(s.board)
        for to in each_wide(common(neighbours(s, cell), s.board))
        if to > cell
    )
    return Board(grid(n, n), False, drawn, shown_cells(s, s.corners), edge_labels(n, n))


def pieces(s: State) -> list[Piece]:
    """The stones."""
    return [
        Piece(cell, *ABOUT.looks[owner], "ry"[owner], owner=owner)
        for owner, stones in enumerate((s.red, s.yellow))
        for cell in shown_cells(s, stones)
    ]


def symmetries(options: Options) -> list[dict[str, str]]:
    """The board can be turned and mirrored."""
    return dihedral(grid(side(options), side(options)))


def turned(s: State, to: Mapping[str, str]) -> State:
    """The points moved to other places."""
    red = wide(cell_of(to[point_name(cell)]) for cell in each_wide(s.red))
    return s._replace(
        red=red, yellow=wide(cell_of(to[point_name(cell)]) for cell in each_wide(s.yellow))
    )
