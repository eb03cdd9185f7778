"""Names shared by games, pictures and clients."""

from typing import Literal, TypeAlias

# Languages of texts: English in the sources, others in catalogues (`steinreich/locale`)
Language: TypeAlias = Literal["en", "de", "fr"]

Colour: TypeAlias = Literal["white", "black", "red", "blue", "yellow", "wood"]
Mark: TypeAlias = Literal["plain", "dot", "ring", "crown", "holes"]

# Kinds of actions: a piece comes onto a cell, or the halves of a tile onto two cells; a piece moves
# from the first cell to the last, which is empty, an opponent's or the player's own; a piece
# leaves; nothing happens.
Kind: TypeAlias = Literal["place", "tile", "move", "capture", "stack", "take", "pass"]
