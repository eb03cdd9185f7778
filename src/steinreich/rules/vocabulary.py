"""Names shared by games, pictures and clients."""

from typing import Literal, TypeAlias

# Languages of texts: English in the sources, others in catalogues (`steinreich/locale`)
Language: TypeAlias = Literal["en", "de", "fr"]

Colour: TypeAlias = Literal["white", "black", "red", "blue", "yellow", "wood"]
Mark: TypeAlias = Literal["plain", "dot", "ring", "crown", "holes"]

# Kinds of actions
# place:    a piece is placed on a cell
# tile:     the two halves of a tile are placed on two cells
# move:     a piece moves from the first cell to the last, which is empty
# capture:  a piece moves onto a piece of an opponent
# stack:    a piece moves onto a piece of the same player
# take:     a piece leaves the board
# pass:     nothing changes on the board
Kind: TypeAlias = Literal["place", "tile", "move", "capture", "stack", "take", "pass"]
