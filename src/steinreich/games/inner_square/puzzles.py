"""Puzzle themes of Inner Square: three ways to win."""

from steinreich.core.position import Position
from steinreich.rules.language import Text
from steinreich.rules.wide import difference, is_nonempty, size

from .rules import LOSING_STONES, State, mine, theirs

THEMES = {
    "corners": Text("The four inner corners"),
    "few_stones": Text("Capture until few are left"),
    "no_move": Text("No move left"),
}


def theme(line: list[Position]) -> str:
    """Return the theme of a win: by corners, captures or a blockade."""
    s: State = line[-1].state
    if not is_nonempty(difference(s.corners, theirs(s))):
        return "corners"
    return "few_stones" if size(mine(s)) <= LOSING_STONES else "no_move"
