"""What networks see of TZAAR: planes, one's own pieces first."""

from typing import NamedTuple

from steinreich.rules import *

from .rules import FULL, OPENING, PLACING, POINTS, SECOND, SIDE, State, mine, theirs

PLANE = [  # columns from left to right, in each of them heights: rows run along two of the lines
    [POINTS.index((q, v)) if (q, v) in POINTS else -1 for v in range(-SIDE, SIDE + 1)]
    for q in range(-SIDE, SIDE + 1)
]


class Observation(NamedTuple):
    """The pieces on top by their kinds, the heights by their binary digits, and what is due."""

    my_tzaars: U64
    my_tzarras: U64
    my_totts: U64
    their_tzaars: U64
    their_tzarras: U64
    their_totts: U64
    height_1: U64  # the height less one: its ones
    height_2: U64  # its twos
    height_4: U64
    height_8: U64
    height_16: U64
    placing: U64  # everywhere, while pieces are placed
    opening: U64  # everywhere, if a single capture opens the game
    second: U64  # everywhere, if the second action of a turn is due


@rule
def observe(s: State) -> Observation:
    """One's own pieces first."""
    own, enemies = mine(s), theirs(s)
    totts = ~(s.tzaars | s.tzarras) & FULL
    return Observation(
        own & s.tzaars,
        own & s.tzarras,
        own & totts,
        enemies & s.tzaars,
        enemies & s.tzarras,
        enemies & totts,
        s.h0,
        s.h1,
        s.h2,
        s.h3,
        s.h4,
        everywhere(s.phase == PLACING),
        everywhere(s.phase == OPENING),
        everywhere(s.phase == SECOND),
    )
