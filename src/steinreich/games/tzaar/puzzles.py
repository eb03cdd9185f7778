"""Puzzle themes of TZAAR: the kind of pieces, or the captures, that the opponent runs out of."""

from steinreich.core.position import Position
from steinreich.puzzles.definition import STATIC
from steinreich.rules.language import Text

from .rules import State

THEMES = {
    "last_tzaar": Text("Win the Tzaars"),
    "last_tzarra": Text("Win the Tzarras"),
    "last_tott": Text("Win the Totts"),
    "no_capture": Text("Nothing left to capture"),
}
DEPTHS = (STATIC, STATIC, STATIC, 0)  # exchanges of captures take long to search


def theme(line: list[Position]) -> str:
    """Return the theme of a win: the kind that the loser lacks, or `no_capture`."""
    s: State = line[-1].state
    lost = s.white if line[-1].outcome == 1 else s.black
    kinds = {"last_tzaar": s.tzaars, "last_tzarra": s.tzarras}
    missing = [name for name, pieces in kinds.items() if not lost & pieces]
    if not lost & ~(s.tzaars | s.tzarras):
        missing.append("last_tott")
    return missing[0] if missing else "no_capture"
