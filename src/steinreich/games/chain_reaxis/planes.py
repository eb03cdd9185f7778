"""What networks see of Chain Reaxis: planes, one's own pieces first."""

from typing import NamedTuple

from steinreich.rules import *

from .rules import OTHER, State

PLANE = [[x + 8 * y for x in range(8)] for y in range(8)]


class Observation(NamedTuple):
    """The halves, and what makes actions legal."""

    mine: U64
    theirs: U64
    last: U64  # the tile placed last
    board: U64  # the squares there are
    blank: U64  # everywhere, if my halves are the blank ones: actions name the blank half


@rule
def observe(s: State) -> Observation:
    """One's own halves first, whichever those are."""
    last = bit(s.last >> 2) | bit(OTHER[s.last]) if s.last >= 0 else U64(0)
    mine, theirs = (s.perforated, s.blank) if s.turn else (s.blank, s.perforated)
    return Observation(mine, theirs, last, s.board, everywhere(s.turn == 0))
