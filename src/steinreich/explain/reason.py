"""What a reason is: a kind, by which reasons are ordered, and a predicate in two languages."""

from enum import IntEnum
from typing import NamedTuple

from steinreich.rules.language import Words


class Kind(IntEnum):
    """What a reason is about; the most important kind first."""

    ENDS = 0  # the game is won, lost or drawn by this action
    ONLY = 1  # nothing else can be played, or nothing else without losing at once
    PREPARES = 2  # the mover goes on and can win
    BLUNDER = 3  # the next player can win
    MISSES = 4  # another action would have won
    SAVES = 5  # the next player cannot win any more
    FORCES = 6  # wins in the next turn, whatever the others do
    THREAT = 7  # wins in the next turn, unless it is stopped
    GAIN = 8  # pieces taken, lines filled, coins earned
    RISK = 9  # what the next player can gain
    DUE = 10  # the next player has something else to do than usual
    PLAN = 11  # what it builds, blocks or opens for later turns
    LIMITS = 12  # few replies are left
    AGAIN = 13  # the same player has another turn
    QUIET = 14  # nothing of all that


class Reason(NamedTuple):
    """Why to play an action, or why not.

    The words are a predicate whose subject is the action, such as "wins at once", so that
    they stand alone as well as behind the action's name.
    """

    kind: Kind
    words: Words
