"""Puzzles of Breakthrough: their theme, and the boards on which they are played."""

from steinreich import Position
from steinreich.rules import *

THEMES = {"last_stone": Text("Take the last stone")}
VARIANTS = ({"size": "5"}, {"size": "6"})


def theme(line: list[Position]) -> str | None:
    """Return `last_stone` if the winning line captures the last enemy stone."""
    end = line[-1]
    return None if {piece.owner for piece in end.pieces()} == {0, 1} else "last_stone"
