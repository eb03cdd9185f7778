"""Puzzle themes of Chain Reaxis."""

from steinreich.core.position import Position
from steinreich.rules.language import Text

from .rules import OTHER, State, around, empty_squares, touching

THEMES = {"enclose": Text("Enclose the tile")}


def theme(line: list[Position]) -> str | None:
    """Return `enclose` if a tile may be placed anywhere because the last one is enclosed."""
    return "enclose" if any(is_enclosed(position.state) for position in line[1:-1]) else None


def is_enclosed(s: State) -> bool:
    """Return whether no tile can touch the last one."""
    tile = 1 << (s.last >> 2) | 1 << OTHER[s.last]
    near = touching(tile, s.corners) & empty_squares(s)
    return not near & around(empty_squares(s))
