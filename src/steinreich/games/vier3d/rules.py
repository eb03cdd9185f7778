"""The rules of Four in a Row 3D: geometry, state and pure functions.  Numbers: see the package."""

from itertools import product
from typing import NamedTuple

from steinreich.rules import *

# Geometry: plain Python, run once


CELLS = [(x, y, z) for z, y, x in product(range(4), repeat=3)]
RODS = grid(4, 4)
ROD_NAMES = [rod.name for rod in RODS]
DIRECTIONS = [(x, y, z) for x, y, z in product((-1, 0, 1), repeat=3) if (z, y, x) > (0, 0, 0)]
LINES = [bitboard(line) for line in lines_of(4, CELLS, DIRECTIONS)]

STEPS = words(x + 4 * y + 16 * z for x, y, z in DIRECTIONS)  # (13,) from a cell to the next
FIRSTS = words(  # (13,) the cells on which a line in this direction begins
    bitboard(line[0] for line in lines_of(4, CELLS, [step])) for step in DIRECTIONS
)
FLOOR = U64(0xFFFF)
ROD = U64(0x0001_0001_0001_0001)  # the four places of rod a1
LEVEL = U64(16)
NEUTRAL_BALLS = 21

ACTIONS = 32

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    red: U64
    blue: U64
    yellow: U64  # the third player's balls, or neutral ones
    turn: int
    players: int
    most_fours: int  # 1 in that variant
    neutral: int  # 1 where neutral balls may be put


@rule
def candidates(s: State) -> Candidates:
    """Every rod that is not full, and the same again for neutral balls."""
    rods = ~(s.red | s.blue | s.yellow) >> U64(48) & FLOOR
    if s.neutral and count(s.yellow) < NEUTRAL_BALLS:
        rods |= rods << U64(16)
    return Candidates(rods, U64(0), 1, 0)


@rule
def resting(s: State) -> U64:
    """The places where a ball could come to rest now: empty, with something below."""
    balls = s.red | s.blue | s.yellow
    return ~balls & (balls << LEVEL | FLOOR) & ALL


@rule
def play(s: State, action: int) -> State:
    """Drop a ball on a rod; the turn passes."""
    ball = resting(s) & ROD << U64(action & 15)
    turn = s.turn + 1 if s.turn + 1 < s.players else 0
    if action >= 16 or s.turn == 2:
        return State(s.red, s.blue, s.yellow | ball, turn, s.players, s.most_fours, s.neutral)
    if s.turn == 0:
        return State(s.red | ball, s.blue, s.yellow, turn, s.players, s.most_fours, s.neutral)
    return State(s.red, s.blue | ball, s.yellow, turn, s.players, s.most_fours, s.neutral)


@rule
def has_four(balls: U64) -> bool:
    """Whether these balls fill a line."""
    found = U64(0)
    for d in range(len(STEPS)):
        pairs = balls & balls >> STEPS[d]
        found |= pairs & pairs >> STEPS[d] >> STEPS[d] & FIRSTS[d]
    return found != U64(0)


@rule
def fours(balls: U64) -> int:
    """How many lines these balls fill."""
    found = 0
    for d in range(len(STEPS)):
        pairs = balls & balls >> STEPS[d]
        found += count(pairs & pairs >> STEPS[d] >> STEPS[d] & FIRSTS[d])
    return found


@rule
def places(players: int) -> int:
    """How many places are filled in the end: three players have 21 balls each."""
    return 63 if players == 3 else 64


@rule
def variety(s: State, action: int) -> int:
    """How high the ball comes to rest, and whose it is."""
    return lowest(resting(s) & ROD << U64(action & 15)) // 16 * 4 + s.turn


@rule
def outcome(s: State) -> int:
    """The first four, or the most of them."""
    if not s.most_fours:
        last = s.turn - 1 if s.turn else s.players - 1
        balls = s.red if last == 0 else s.blue if last == 1 else s.yellow
        if count(balls) >= 4 and has_four(balls):
            return last
    if count(s.red | s.blue | s.yellow) < places(s.players):
        return ONGOING
    return most(s) if s.most_fours else DRAW


@seldom
def most(s: State) -> int:
    """Who owns more fours than anybody else, or DRAW."""
    red, blue = fours(s.red), fours(s.blue)
    yellow = fours(s.yellow) if s.players == 3 else -1
    if red > max(blue, yellow):
        return 0
    if blue > max(red, yellow):
        return 1
    return 2 if yellow > max(red, blue) else DRAW


# Around the rules: plain Python


def start(options: Options, seed: int | None = None) -> State:
    """No ball on any rod."""
    players = int(options["players"])
    most_fours = int(options["variant"] == "most_fours")
    neutral = int(most_fours and players == 2 and options["yellow"] == "on")
    return State(0, 0, 0, 0, players, most_fours, neutral)


def passed(s: State) -> State:
    """If nobody dropped a ball now: the next player's turn."""
    return s._replace(turn=(s.turn + 1) % s.players)
