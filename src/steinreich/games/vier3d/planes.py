"""What networks see of Four in a Row 3D: planes, one's own pieces first."""

from typing import NamedTuple

from steinreich.rules import *

from .rules import State

PLANE = [[[x + 4 * y + 16 * z for x in range(4)] for y in range(4)] for z in range(4)]


class Observation(NamedTuple):
    """The balls, in the order of the turns."""

    mine: U64
    theirs: U64  # the next player's
    others: U64  # the third player's, or neutral ones


@rule
def observe(s: State) -> Observation:
    """Whose balls come first changes with the turn; neutral ones stay last."""
    if s.turn == 0:
        return Observation(s.red, s.blue, s.yellow)
    if s.turn == 2:
        return Observation(s.yellow, s.red, s.blue)
    if s.players == 3:
        return Observation(s.blue, s.yellow, s.red)
    return Observation(s.blue, s.red, s.yellow)
