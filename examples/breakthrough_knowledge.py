"""What is known of Breakthrough: stones count, and the further they have come the more."""

from typing import TYPE_CHECKING

from steinreich.rules import *

if TYPE_CHECKING:
    from breakthrough import State  # the game beside this file, as type checkers see it

SCALE = 300
ROWS = words(0xFF << 8 * row for row in range(8))  # (8,)


@rule
def advance(stones: U64, upward: bool) -> int:
    """How far the stones of a side have come, squared: the last steps count most."""
    total = 0
    for row in range(8):
        steps = row if upward else 7 - row
        total += count(stones & ROWS[row]) * (60 + steps * steps)
    return total


@rule
def evaluate(s: "State") -> int:
    """Stones and their advance, for the player to move."""
    white = advance(s.white, True) - advance(s.black, False)
    return 10 - white if s.turn else 10 + white
