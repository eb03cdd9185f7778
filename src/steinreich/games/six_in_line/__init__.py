"""Six in Line: fill rows, columns and long diagonals of a six by six board.

All stones are black and belong to nobody.  A turn slides one stone along its row or column
and then puts a new stone into that same row or column.  Each line of six that is full then
earns a coin, and its stones go back to the supply.  Alone, one tries to get all thirty
stones onto the board without ever filling a line.

    a6 b6 c6 d6 e6 f6     30 31 32 33 34 35
    ...                   ...
    a1 b1 c1 d1 e1 f1      0  1  2  3  4  5     square = column + 6 * row

Actions: 0 to 35 an opening stone on that square; from 36 on a slide, 12 ways for each square
(to column 0 to 5 in its row, then to row 0 to 5 in its column); from 468 on a placement.
"""

from .about import ABOUT, USUAL_ACTIONS
from .actions import ACTION, JOIN, action, described, last, meant, name, spoken, why_not
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
    starts_turn,
    variety,
)
from .words import counts, due, effects, ending, info
