"""Chain Reaxis: tiles of a blank and a perforated half, each placed against the one before.

A tile covers two squares.  One player owns all blank halves, the other all perforated ones,
whoever placed them.  A tile must touch the tile placed just before it; only where that is not
possible may it go anywhere.  Four halves of one kind in a line win for their owner.

The squares of the largest board (smaller ones are its lower left part):

    a8 b8 c8 ... h8     56 57 58 ... 63
    ...                 ...
    a2 b2 c2 ... h2      8  9 10 ... 15
    a1 b1 c1 ... h1      0  1  2 ...  7

Action: 4 * square of the blank half + way to the perforated one (right, up, left, down).
"""

from .about import ABOUT, USUAL_ACTIONS
from .actions import ACTION, TILES, action, described, last, meant, name, spoken, why_not
from .figures import figures
from .picture import KINDS, board, pieces, symmetries, turned, winning
from .planes import PLANE, observe
from .positions import parse, setup, text
from .rules import (
    ACTIONS,
    State,
    candidates,
    legal,
    outcome,
    passed,
    play,
    start,
    variety,
)
from .words import due, effects, ending
