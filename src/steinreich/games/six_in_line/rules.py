"""The rules of Six in Line: geometry, state and pure functions.

The docstring of the package shows how cells and actions are numbered.  Observations for networks
are planes of bits, those of the player to move first.
"""

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
FACTORS = words(map(line_factor, LINES[:12]))  # (12,) of the rows and columns
LANES = 12  # number of rows and columns, the first lines: stones slide in them


def targets(cell: int) -> Iterator[int]:
    """Yield the target of each of the twelve ways: along the row, then along the column."""
    row, column = divmod(cell, 6)
    yield from (6 * row + to for to in range(6))
    yield from (6 * to + column for to in range(6))


def path(cell: int, to: int) -> int:
    """Return the squares that a slide enters.

    A slide to its own square enters that square, which is occupied, so that it is never legal.
    """
    step = 6 if (to - cell) % 6 == 0 else 1
    step = -step if to < cell else step
    return bitboard([cell] if to == cell else range(cell + step, to + step, step))


PATHS = words(path(cell, to) for cell in range(36) for to in targets(cell))  # (432,)
SLIDE_LANES = words(  # (432,) row or column of each slide
    ROWS[cell // 6] if way < 6 else COLUMNS[cell % 6] for cell, way in product(range(36), range(12))
)
FIRST_SLIDE = 36
FIRST_PLACEMENT = FIRST_SLIDE + 36 * 12
NUM_ACTIONS = FIRST_PLACEMENT + 36
STONES = 30
MAX_LINES_PER_TURN = 4  # a turn fills two squares of one line, each on at most two other lines

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    stones: U64
    turn: int
    coins: int  # eight bits for each player
    opening: int  # opening stones still to be placed
    slide: int  # 12 * origin + way of the slide of this turn, or -1
    players: int
    single_step: int  # 1 if stones slide one square only
    coin_per_turn: int  # 1 if a turn earns one coin only, even for several lines


@rule
def is_last_solo_turn(s: State) -> bool:
    """Return whether a solo game has one stone to go, which may be placed anywhere."""
    return s.players == 1 and count(s.stones) == STONES - 1


@rule
def candidates(s: State) -> Candidates:
    """Return opening squares, slides or placements, whichever the state requires."""
    empty = FULL & ~s.stones
    if s.opening:
        return Candidates(empty, U64(0), 1, 0)
    if s.slide < 0:
        return Candidates(s.stones, U64(0), 12, FIRST_SLIDE)
    if is_last_solo_turn(s):
        return Candidates(empty, U64(0), 1, FIRST_PLACEMENT)
    room = empty & SLIDE_LANES[s.slide] & ~bit(s.slide // 12)
    return Candidates(room, U64(0), 1, FIRST_PLACEMENT)


@rule
def is_legal(s: State, c: Candidates, action: int) -> bool:
    """Return whether a slide has an empty path and a row or column with room for a stone."""
    if action < FIRST_SLIDE or action >= FIRST_PLACEMENT:
        return True
    path = PATHS[action - FIRST_SLIDE]
    if path & s.stones != U64(0) or (s.single_step and count(path) > 1):
        return False
    return count(s.stones & SLIDE_LANES[action - FIRST_SLIDE]) <= 4 or is_last_solo_turn(s)


@rule
def lane_targets(s: State, lane: int, place: int) -> U64:
    """Return the places, 0 to 5, of a row or column to which the stone on a place can slide.

    There are none if the row or column has no room for one more stone.
    """
    if count(s.stones & LINES[lane]) > 4 and not is_last_solo_turn(s):
        return U64(0)
    empty = line_bits(~s.stones & FULL, LINES[lane], FACTORS[lane], 6)
    reachable = reachable_cells(U64(empty), place)
    # 5 has bits 0 and 2: shifted, the places beside `place`.
    return reachable & U64(5) << U64(place) >> U64(1) if s.single_step else reachable


@rule
def legal_ways(s: State, c: Candidates, cell: int) -> U64:
    """Return the legal slides of a stone: bits 0 to 5 along its row, 6 to 11 along its column."""
    if c.ways == 1:
        return U64(1)
    row, column = cell // 6, cell % 6
    return lane_targets(s, row, column) | lane_targets(s, 6 + column, row) << U64(6)


@rule
def slide_target(slide: int) -> int:
    """Return the target of a slide."""
    cell, way = slide // 12, slide % 12
    return cell // 6 * 6 + way if way < 6 else (way - 6) * 6 + cell % 6


@rule
def play(s: State, action: int) -> State:
    """Place an opening stone, slide or place a stone."""
    if action < FIRST_SLIDE:
        stones = s.stones | bit(action)
        turn = s.turn if s.opening == 2 else (s.turn + 1) % s.players
        return State(
            stones, turn, s.coins, s.opening - 1, -1, s.players, s.single_step, s.coin_per_turn
        )
    if action < FIRST_PLACEMENT:
        slide = action - FIRST_SLIDE
        stones = s.stones & ~bit(slide // 12) | bit(slide_target(slide))
        return State(stones, s.turn, s.coins, 0, slide, s.players, s.single_step, s.coin_per_turn)
    return clear_full_lines(s, s.stones | bit(action - FIRST_PLACEMENT))


@rule
def clear_full_lines(s: State, stones: U64) -> State:
    """Remove full lines after a placement, add their coins and pass the turn."""
    full = U64(0)
    earned = 0
    for i in range(len(LINES)):
        if stones & LINES[i] == LINES[i]:
            full |= LINES[i]
            earned = 1 if s.coin_per_turn else earned + 1
    stones &= ~full
    coins = s.coins + (earned << 8 * s.turn)
    opening = 2 if stones == U64(0) else 0
    return State(
        stones,
        (s.turn + 1) % s.players,
        coins,
        opening,
        -1,
        s.players,
        s.single_step,
        s.coin_per_turn,
    )


@rule
def get_coins(s: State, player: int) -> int:
    """Return the coins of a player."""
    return s.coins >> 8 * player & 255


@rule
def coin_goal(players: int) -> int:
    """Return the number of coins that ends the game: a win, but a loss in a solo game."""
    return 1 if players == 1 else 3 if players == 2 else 2


@rule
def can_slide(s: State) -> bool:
    """Return whether a row or column holds one to four stones, so that one can slide."""
    for i in range(LANES):
        if 0 < count(s.stones & LINES[i]) <= 4:
            return True
    return is_last_solo_turn(s)


@rule
def outcome(s: State) -> int:
    """Return the winner by coins: enough of them, or the most when no slide is legal.

    In a solo game the first coin loses and the thirtieth stone wins.
    """
    if s.opening == 1 or s.slide >= 0:
        return ONGOING
    if s.players == 1:
        if s.coins:
            return LOST
        return 0 if count(s.stones) == STONES else ONGOING if s.opening or can_slide(s) else LOST
    mover = (s.turn + s.players - 1) % s.players
    if get_coins(s, mover) >= coin_goal(s.players):
        return mover
    return ONGOING if s.opening or can_slide(s) else player_with_most_coins(s)


@noinline
def player_with_most_coins(s: State) -> int:
    """Return the player with the most coins, or DRAW if there are several."""
    best, max_coins = DRAW, -1
    for player in range(s.players):
        if get_coins(s, player) > max_coins:
            best, max_coins = player, get_coins(s, player)
        elif get_coins(s, player) == max_coins:
            best = DRAW
    return best


# Around the rules: plain Python


def start(options: Options, seed: int | None = None) -> State:
    """Return an empty board that awaits two opening stones."""
    players = int(options["players"])
    coin_per_turn = int(players > 1 and options["coins"] == "turn")
    single_step = int(options["slide"] == "step")
    return State(0, 0, 0, 2, -1, players, single_step, coin_per_turn)


def starts_turn(s: State) -> bool:
    """Return whether a turn begins: with a slide, or with the first opening stone."""
    return s.opening == 2 or (s.opening == 0 and s.slide < 0)


def after_pass(s: State) -> State | None:
    """Return the next player's turn; None within a turn and in a solo game."""
    can_pass = s.players > 1 and starts_turn(s)
    return s._replace(turn=(s.turn + 1) % s.players) if can_pass else None


def find_slide(cell: int, to: int) -> int | None:
    """Return the slide between two squares of one row or column, or None."""
    ways = (12 * cell + way for way, square in enumerate(targets(cell)) if square == to)
    return next(ways, None)


# Observations for networks

PLANE_LAYOUT = [[column + 6 * row for column in range(6)] for row in range(6)]


class Observation(NamedTuple):
    """The board, the required action, and the coins in the order of turns."""

    stones: U64
    lane: U64  # row or column of the slide of this turn: a stone is to be placed in it
    origin: U64  # origin of that slide, where no stone may be placed
    opening: U64  # all cells during the opening turn, which places two stones
    again: U64  # all cells if the second stone of the opening turn is due
    own_coin: U64  # all cells if the player to move has at least one coin
    own_coins: U64  # all cells if that player has at least two
    next_coin: U64  # the same of the next player, if there is one
    next_coins: U64
    third_coin: U64  # of the player after that one
    third_coins: U64
    fourth_coin: U64  # and of the fourth
    fourth_coins: U64


@rule
def has_coins(s: State, ahead: int, least: int) -> U64:
    """Return all cells if the player `ahead` turns later has at least `least` coins, else none."""
    owner = (s.turn + ahead) % s.players
    return everywhere(ahead < s.players and get_coins(s, owner) >= least)


@rule
def observe(s: State) -> Observation:
    """Return the stones, which belong to no player, and the coins, which do."""
    slides = s.slide >= 0
    return Observation(
        s.stones,
        SLIDE_LANES[s.slide] if slides else U64(0),
        bit(s.slide // 12) if slides else U64(0),
        everywhere(s.opening > 0),
        everywhere(s.opening == 1),
        has_coins(s, 0, 1),
        has_coins(s, 0, 2),
        has_coins(s, 1, 1),
        has_coins(s, 1, 2),
        has_coins(s, 2, 1),
        has_coins(s, 2, 2),
        has_coins(s, 3, 1),
        has_coins(s, 3, 2),
    )
