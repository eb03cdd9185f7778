"""What networks see of Inner Square: planes, one's own pieces first."""

from typing import NamedTuple

from steinreich.rules import *
from steinreich.rules.wide import *

from .rules import SIDE, State, index, mine, theirs

PLANE = [[index(x, y) for x in range(SIDE)] for y in range(SIDE)]


class Observation(NamedTuple):
    """The stones, the board, and the length of the quiet by its binary digits."""

    mine: Wide
    theirs: Wide
    board: Wide  # the points there are
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
    """A digit of the number of actions since the last capture, on all points."""
    cells = digit(s.quiet, place)
    return Wide(cells, cells)


@rule
def observe(s: State) -> Observation:
    """One's own stones first."""
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
