"""Heuristics of Breakthrough: stones count, and more so the further they have advanced."""

from typing import TYPE_CHECKING

from steinreich.rules import *

if TYPE_CHECKING:
    from breakthrough import State  # the game in this folder, for type checkers only

SCALE = 300  # the evaluation that makes a win e times as likely as a loss
ROWS = words(0xFF << 8 * row for row in range(8))  # (8,)


@rule
def advance(stones: U64, upward: bool) -> int:
    """Return the value of a side's stones; it grows with the square of their advance."""
    total = 0
    for row in range(8):
        steps = row if upward else 7 - row
        total += count(stones & ROWS[row]) * (60 + steps * steps)
    return total


@rule
def evaluate(s: "State") -> int:
    """Evaluate stones and their advance for the player to move, whose move is worth 10."""
    white = advance(s.white, True) - advance(s.black, False)
    return 10 - white if s.turn else 10 + white
