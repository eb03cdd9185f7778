"""The rules of Six in Line: geometry, state and pure functions.  Numbers: see the package."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from steinreich.rules import *

# Geometry: plain Python, run once


SQUARES = grid(6, 6)
NAMES = [square.name for square in SQUARES]
FULL = bitboard(range(36))
ROWS = [bitboard(6 * row + column for column in range(6)) for row in range(6)]
COLUMNS = [bitboard(6 * row + column for row in range(6)) for column in range(6)]
DIAGONALS = [bitboard(7 * i for i in range(6)), bitboard(5 * i + 5 for i in range(6))]
LINES = words(ROWS + COLUMNS + DIAGONALS)  # (14,)
LANES = 12  # the first lines: those in which one slides


def targets(cell: int) -> Iterator[int]:
    """Where each of the twelve ways leads: along the row, then along the column."""
    row, column = divmod(cell, 6)
    yield from (6 * row + to for to in range(6))
    yield from (6 * to + column for to in range(6))


def path(cell: int, to: int) -> int:
    """The squares a slide enters.  Staying put enters the stone's own square: never legal."""
    step = 6 if (to - cell) % 6 == 0 else 1
    step = -step if to < cell else step
    return bitboard([cell] if to == cell else range(cell + step, to + step, step))


PATHS = words(path(cell, to) for cell in range(36) for to in targets(cell))  # (432,)
LANE_OF = words(  # (432,) the row or column of a slide
    ROWS[cell // 6] if way < 6 else COLUMNS[cell % 6] for cell, way in product(range(36), range(12))
)
FIRST_SLIDE = 36
FIRST_PLACEMENT = FIRST_SLIDE + 36 * 12
ACTIONS = FIRST_PLACEMENT + 36
STONES = 30
MOST_LINES = 4  # that one turn can fill: two squares of a row or column, two lines across each

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    stones: U64
    turn: int
    coins: int  # eight bits for each player
    opening: int  # stones the opener still has to place
    slide: int  # 12 * from + way of the slide just made, or -1
    players: int
    step: int  # 1 if one slides one square only
    once: int  # 1 if a turn earns one coin, however many lines it fills


@rule
def thirtieth(s: State) -> bool:
    """Whether this turn brings the last stone of the solo game, which is free to go anywhere."""
    return s.players == 1 and count(s.stones) == STONES - 1


@rule
def candidates(s: State) -> Candidates:
    """Opening squares, slides or placements: whatever is due."""
    empty = FULL & ~s.stones
    if s.opening:
        return Candidates(empty, U64(0), 1, 0)
    if s.slide < 0:
        return Candidates(s.stones, U64(0), 12, FIRST_SLIDE)
    if thirtieth(s):
        return Candidates(empty, U64(0), 1, FIRST_PLACEMENT)
    room = empty & LANE_OF[s.slide] & ~bit(s.slide // 12)
    return Candidates(room, U64(0), 1, FIRST_PLACEMENT)


@rule
def legal(s: State, c: Candidates, action: int) -> bool:
    """A slide needs a free path and a row or column with room for one more stone."""
    if action < FIRST_SLIDE or action >= FIRST_PLACEMENT:
        return True
    way = PATHS[action - FIRST_SLIDE]
    if way & s.stones != U64(0) or (s.step and count(way) > 1):
        return False
    return count(s.stones & LANE_OF[action - FIRST_SLIDE]) <= 4 or thirtieth(s)


@rule
def slides_along(s: State, lane: int, place: int) -> U64:
    """Where in its row or column a stone can slide to, if there is room for one more stone."""
    if count(s.stones & LINES[lane]) > 4 and not thirtieth(s):
        return U64(0)
    reached = slides(U64(gathered(~s.stones & FULL, LINES[lane])), place)
    return reached & U64(5) << U64(place) >> U64(1) if s.step else reached


@rule
def legal_ways(s: State, c: Candidates, cell: int) -> U64:
    """Two lines at once: where a stone can slide to."""
    if c.ways == 1:
        return U64(1)
    row, column = cell // 6, cell % 6
    return slides_along(s, row, column) | slides_along(s, 6 + column, row) << U64(6)


@rule
def slide_target(slide: int) -> int:
    """The square to which a slide leads."""
    cell, way = slide // 12, slide % 12
    return cell // 6 * 6 + way if way < 6 else (way - 6) * 6 + cell % 6


@rule
def play(s: State, action: int) -> State:
    """Open, slide or place."""
    if action < FIRST_SLIDE:
        stones = s.stones | bit(action)
        turn = s.turn if s.opening == 2 else (s.turn + 1) % s.players
        return State(stones, turn, s.coins, s.opening - 1, -1, s.players, s.step, s.once)
    if action < FIRST_PLACEMENT:
        slide = action - FIRST_SLIDE
        stones = s.stones & ~bit(slide // 12) | bit(slide_target(slide))
        return State(stones, s.turn, s.coins, 0, slide, s.players, s.step, s.once)
    return clear(s, s.stones | bit(action - FIRST_PLACEMENT))


@rule
def clear(s: State, stones: U64) -> State:
    """After a placement: full lines earn coins, and their stones leave; the turn passes."""
    full = U64(0)
    earned = 0
    for i in range(len(LINES)):
        if stones & LINES[i] == LINES[i]:
            full |= LINES[i]
            earned = 1 if s.once else earned + 1
    stones &= ~full
    coins = s.coins + (earned << 8 * s.turn)
    opening = 2 if stones == U64(0) else 0
    return State(stones, (s.turn + 1) % s.players, coins, opening, -1, s.players, s.step, s.once)


@rule
def coins_of(s: State, player: int) -> int:
    """The coins of one player."""
    return s.coins >> 8 * player & 255


@rule
def goal(players: int) -> int:
    """How many coins end the game: they win it, or lose it for who plays alone."""
    return 1 if players == 1 else 3 if players == 2 else 2


@rule
def can_slide(s: State) -> bool:
    """Whether some row or column holds one to four stones: one of them can move there."""
    for i in range(LANES):
        if 0 < count(s.stones & LINES[i]) <= 4:
            return True
    return thirtieth(s)


@rule
def variety(s: State, action: int) -> int:
    """A number always stands for the same action."""
    return 0


@rule
def outcome(s: State) -> int:
    """Enough coins win; without a slide the most coins do.  Alone, the first coin loses."""
    if s.opening == 1 or s.slide >= 0:
        return ONGOING
    if s.players == 1:
        if s.coins:
            return LOST
        return 0 if count(s.stones) == STONES else ONGOING if s.opening or can_slide(s) else LOST
    mover = (s.turn + s.players - 1) % s.players
    if coins_of(s, mover) >= goal(s.players):
        return mover
    return ONGOING if s.opening or can_slide(s) else richest(s)


@seldom
def richest(s: State) -> int:
    """Who has more coins than anybody else, or DRAW."""
    best, most = DRAW, -1
    for player in range(s.players):
        if coins_of(s, player) > most:
            best, most = player, coins_of(s, player)
        elif coins_of(s, player) == most:
            best = DRAW
    return best


# Around the rules: plain Python


def start(options: Options, seed: int | None = None) -> State:
    """An empty board to be opened."""
    players = int(options["players"])
    once = int(players > 1 and options["coins"] == "turn")
    return State(0, 0, 0, 2, -1, players, int(options["slide"] == "step"), once)


def starts_turn(s: State) -> bool:
    """A turn begins with a slide, or with the first of two opening stones."""
    return s.opening == 2 or (s.opening == 0 and s.slide < 0)


def passed(s: State) -> State | None:
    """If no turn were made now: the next player's.  A turn that has begun is ended, and who plays
    alone has nobody to pass to."""
    can_pass = s.players > 1 and starts_turn(s)
    return s._replace(turn=(s.turn + 1) % s.players) if can_pass else None


def slide_of(cell: int, to: int) -> int | None:
    """The slide between two squares, if they are in one row or column."""
    ways = (12 * cell + way for way, square in enumerate(targets(cell)) if square == to)
    return next(ways, None)
