"""The rules of Four in a Row 3D: geometry, state and pure functions.

The docstring of the package shows how cells and actions are numbered.  Observations for networks
are planes of bits, those of the player to move first.
"""

from itertools import product
from typing import NamedTuple

from steinreich.rules import *

# Geometry: plain Python, run once


CELLS = [(x, y, z) for z, y, x in product(range(4), repeat=3)]
RODS = grid(4, 4)
ROD_NAMES = [rod.name for rod in RODS]
DIRECTIONS = [(x, y, z) for x, y, z in product((-1, 0, 1), repeat=3) if (z, y, x) > (0, 0, 0)]
LINES = [bitboard(line) for line in straight_lines(4, CELLS, DIRECTIONS)]

STEPS = words(  # (13,) added to a cell to get the next one
    x + 4 * y + 16 * z for x, y, z in DIRECTIONS
)
LINE_STARTS = words(  # (13,) cells on which a line in this direction begins
    bitboard(line[0] for line in straight_lines(4, CELLS, [step])) for step in DIRECTIONS
)
FLOOR = U64(0xFFFF)
ROD = U64(0x0001_0001_0001_0001)  # the four cells of rod a1
LEVEL = U64(16)
NEUTRAL_BALLS = 21

NUM_ACTIONS = 32

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    red: U64
    blue: U64
    yellow: U64  # balls of the third player, or neutral ones
    turn: int
    players: int
    most_fours: int  # 1 if the most fours win, 0 if the first one does
    neutral: int  # 1 if neutral balls may be dropped


@rule
def candidates(s: State) -> Candidates:
    """Return the rods that are not full, then the same for neutral balls, if allowed."""
    rods = ~(s.red | s.blue | s.yellow) >> U64(48) & FLOOR  # those with an empty top cell
    if s.neutral and count(s.yellow) < NEUTRAL_BALLS:
        rods |= rods << U64(16)
    return Candidates(rods, U64(0), 1, 0)


@rule
def landing_cells(s: State) -> U64:
    """Return the cells in which a ball could come to rest: empty, with support below."""
    balls = s.red | s.blue | s.yellow
    return ~balls & (balls << LEVEL | FLOOR) & ALL


@rule
def play(s: State, action: int) -> State:
    """Drop a ball on a rod and pass the turn."""
    ball = landing_cells(s) & ROD << U64(action & 15)
    turn = s.turn + 1 if s.turn + 1 < s.players else 0
    if action >= 16 or s.turn == 2:
        return State(s.red, s.blue, s.yellow | ball, turn, s.players, s.most_fours, s.neutral)
    if s.turn == 0:
        return State(s.red | ball, s.blue, s.yellow, turn, s.players, s.most_fours, s.neutral)
    return State(s.red, s.blue | ball, s.yellow, turn, s.players, s.most_fours, s.neutral)


@rule
def has_four(balls: U64) -> bool:
    """Return whether these balls fill a line."""
    found = U64(0)
    for d in range(len(STEPS)):
        pairs = balls & balls >> STEPS[d]
        found |= pairs & pairs >> STEPS[d] >> STEPS[d] & LINE_STARTS[d]
    return found != U64(0)


@rule
def count_fours(balls: U64) -> int:
    """Return the number of lines that these balls fill."""
    found = 0
    for d in range(len(STEPS)):
        pairs = balls & balls >> STEPS[d]
        found += count(pairs & pairs >> STEPS[d] >> STEPS[d] & LINE_STARTS[d])
    return found


@rule
def max_balls(players: int) -> int:
    """Return the number of balls on a finished board: three players have 21 each."""
    return 63 if players == 3 else 64


@rule
def outcome(s: State) -> int:
    """Return the owner of the first four or of the most fours, depending on the variant."""
    if not s.most_fours:
        last = s.turn - 1 if s.turn else s.players - 1
        balls = s.red if last == 0 else s.blue if last == 1 else s.yellow
        if count(balls) >= 4 and has_four(balls):
            return last
    if count(s.red | s.blue | s.yellow) < max_balls(s.players):
        return ONGOING
    return most_fours_winner(s) if s.most_fours else DRAW


@noinline
def most_fours_winner(s: State) -> int:
    """Return the player with the most fours, or DRAW if there are several."""
    red, blue = count_fours(s.red), count_fours(s.blue)
    yellow = count_fours(s.yellow) if s.players == 3 else -1
    if red > max(blue, yellow):
        return 0
    if blue > max(red, yellow):
        return 1
    return 2 if yellow > max(red, blue) else DRAW


# Start position and helpers: plain Python


def start(options: Options, seed: int | None = None) -> State:
    """Return the empty board."""
    players = int(options["players"])
    most_fours = int(options["variant"] == "most_fours")
    neutral = int(most_fours and players == 2 and options["yellow"] == "on")
    return State(0, 0, 0, 0, players, most_fours, neutral)


def after_pass(s: State) -> State:
    """Return the state with the next player to move."""
    return s._replace(turn=(s.turn + 1) % s.players)


# Observations for networks

PLANE_LAYOUT = [[[x + 4 * y + 16 * z for x in range(4)] for y in range(4)] for z in range(4)]


class Observation(NamedTuple):
    """The balls, in the order of turns."""

    mine: U64
    theirs: U64  # the next player's
    others: U64  # the third player's, or neutral ones


@rule
def observe(s: State) -> Observation:
    """Return the balls of the player to move first, then of the next players; neutral ones last."""
    if s.turn == 0:
        return Observation(s.red, s.blue, s.yellow)
    if s.turn == 2:
        return Observation(s.yellow, s.red, s.blue)
    if s.players == 3:
        return Observation(s.blue, s.yellow, s.red)
    return Observation(s.blue, s.red, s.yellow)
