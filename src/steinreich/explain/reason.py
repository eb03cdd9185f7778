"""Reasons: kinds, which determine their order and clues, and parts of their sentences.

`find_completing_cells` is for games in which full lines win.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from steinreich.rules.language import Text


class Kind(IntEnum):
    """The kinds of reasons, the most important first."""

    ENDS_GAME = 0  # the action ends the game
    ONLY_MOVE = 1  # the only legal action, or the only one that does not lose at once
    ENABLES_WIN = 2  # the mover can win with the next actions of the same turn
    BLUNDER = 3  # the next player can win
    MISSED_WIN = 4  # another action would have won
    PREVENTS_LOSS = 5  # the next player cannot win any more
    FORCES_WIN = 6  # the mover wins in the next turn, whatever the others do
    THREAT = 7  # the mover wins in the next turn, unless it is stopped
    GAIN = 8  # pieces captured, lines filled, coins earned
    RISK = 9  # what the next player can gain
    NEW_TASK = 10  # the next player has another prompt than after most other actions
    PLAN = 11  # builds, blocks or opens something for later turns
    FEW_REPLIES = 12  # few replies are left
    EXTRA_TURN = 13  # the same player has another turn
    QUIET = 14  # none of these


class Reason(NamedTuple):
    """A reason for or against an action.

    The words are a predicate whose subject is the action, such as "wins at once"; they are used
    alone or after the name of the action.
    """

    kind: Kind
    words: Text


# Clues: hints that do not name the action

CLUES = {
    Kind.ENDS_GAME: Text("You can win at once."),
    Kind.ENABLES_WIN: Text("You can win in this turn."),
    Kind.ONLY_MOVE: Text("All moves but one lose at once."),
    Kind.PREVENTS_LOSS: Text("Your opponent threatens to win. Prevent it."),
    Kind.BLUNDER: Text("Your opponent threatens to win. Make it as hard as you can."),
    Kind.FORCES_WIN: Text("You can force a win with your next turn."),
    Kind.THREAT: Text("You can threaten to win."),
    Kind.GAIN: Text("Look for a move that gains something."),
}
ONLY_LEGAL = Text("Only one move is possible.")
QUIET = Text("Look for a quiet move that improves your position.")


# Parts of sentences


class Person(NamedTuple):
    """A player in a sentence, by grammatical role, since other languages have cases."""

    subject: Text  # the opponent wins
    object: Text  # lets the opponent win
    recipient: Text  # leaves the opponent no reply
    owner: Text  # the opponent's next turn


OPPONENT = Person(
    Text("the opponent", "subject"),
    Text("the opponent", "object"),
    Text("the opponent", "recipient"),
    Text("the opponent", "owner"),
)
NEXT_PLAYER = Person(
    Text("the next player", "subject"),
    Text("the next player", "object"),
    Text("the next player", "recipient"),
    Text("the next player", "owner"),
)


ORDINALS = (Text("first"), Text("second"), Text("third"), Text("fourth"))


def ordinal(n: int) -> Text:
    """Return an ordinal number up to four."""
    return ORDINALS[n - 1]


# Lines of cells


def find_completing_cells(lines: Iterable[int], own: int) -> int:
    """Return the cells, empty or not, each of which is the only one that a line lacks.

    The lines and the pieces `own` are sets of cells.
    """
    cells = 0
    for line in lines:
        missing = line & ~own
        if missing & missing - 1 == 0:  # at most one cell is missing
            cells |= missing
    return cells
