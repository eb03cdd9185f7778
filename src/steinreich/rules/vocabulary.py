"""Words that games, pictures and clients share."""

from typing import Literal, TypeAlias

Colour: TypeAlias = Literal["white", "black", "red", "blue", "yellow", "wood"]
Mark: TypeAlias = Literal["plain", "dot", "ring", "crown", "holes"]

# What a player does: a piece comes onto a cell, or one of two halves onto two cells; a piece goes
# from the first cell to the last, which is empty, an enemy's or one's own; a piece leaves; nothing.
Kind: TypeAlias = Literal["place", "tile", "move", "capture", "stack", "take", "pass"]
