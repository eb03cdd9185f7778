"""Puzzle themes of Chain Reaxis."""

from steinreich.core.position import Position
from steinreich.rules.language import Text

from .rules import is_enclosed

THEMES = {"enclose": Text("Enclose the tile")}


def theme(line: list[Position]) -> str | None:
    """Return the theme `enclose` if an enclosed last tile allows placing the next one anywhere."""
    return "enclose" if any(is_enclosed(position.state) for position in line[1:-1]) else None
