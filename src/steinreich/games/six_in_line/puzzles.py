"""Puzzles of Six in Line: for two players and for one."""

from steinreich.puzzles.definition import Solo
from steinreich.rules.language import Text

VARIANTS: tuple[dict[str, str], ...] = ({}, {"players": "1"})
SOLO = Solo(
    task=Text("Get all stones onto the board without filling a line."),
    dead_end=Text("After this the stones can no longer all be placed."),
    random_pieces=range(19, 27),
    min_pieces=22,  # of 30: at most eight turns from the end
)
