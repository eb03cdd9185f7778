"""Puzzle themes of Chain Reaxis."""

from steinreich.core.position import Position
from steinreich.rules.language import Text

from .rules import is_enclosed

THEMES = {"enclose": Text("Enclose the tile")}


def theme(line: list[Position]) -> str | None:
    """Return `enclose` if a tile may be placed anywhere because the last one is enclosed."""
    return "enclose" if any(is_enclosed(position.state) for position in line[1:-1]) else None
