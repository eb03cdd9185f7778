r"""Inner Square: take enemy stones between two of your own, or hold the four inner corners.

Stones stand on points.  They slide along rows and columns and step along drawn diagonals.
A stone may not stop between two enemies; an enemy between the moved stone and another stone
of the same colour is taken.  On the usual board the diagonals run through every second point:

    a7-b7-c7-d7-e7-f7-g7    54 55 56 57 58 59 60
     | \ | / | \ | / | \ |
    ...                     ...
     | / | \ | / | \ | / |
    a1-b1-c1-d1-e1-f1-g1     0  1  2  3  4  5  6     point = column + 9 * row

The numbers leave room for nine columns, so that all boards share one geometry.  A set of
points takes two words, since the largest board has 81 of them.

Action: 22 * point + way: to column 0 to 8 of its row, to row 0 to 8 of its column, or one
step along a diagonal (up right, up left, down right, down left).
"""

from .about import ABOUT, USUAL_ACTIONS
from .actions import ACTION, action, described, meant, name, spoken, why_not
from .figures import figures
from .picture import KINDS, board, pieces, symmetries, turned
from .planes import PLANE, observe
from .positions import parse, setup, text
from .rules import (
    ACTIONS,
    State,
    candidates,
    legal,
    legal_ways,
    outcome,
    passed,
    play,
    start,
    variety,
)
from .words import counts, due, effects, ending, info
