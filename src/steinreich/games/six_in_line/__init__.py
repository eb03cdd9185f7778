"""Six in Line: fill rows, columns and long diagonals of a six by six board.

All stones are black and belong to no player.  A turn slides one stone along its row or column
and then places a new stone in that same row or column.  Each full line of six then earns a
coin, and its stones return to the supply.  In the solo game the goal is to place all thirty
stones without ever filling a line.

    a6 b6 c6 d6 e6 f6     30 31 32 33 34 35
    ...                   ...
    a1 b1 c1 d1 e1 f1      0  1  2  3  4  5     square = column + 6 * row

Actions: 0 to 35 place an opening stone on that square; from 36 on a slide, 12 ways for each square
(to column 0 to 5 in its row, then to row 0 to 5 in its column); from 468 on a placement.
"""

from .about import ABOUT, TYPICAL_ACTIONS, figures
from .notation import (
    ACTION_PATTERN,
    ACTION_SEPARATOR,
    describe_action,
    find_action,
    last_action,
    name,
    parse,
    parse_action,
    setup,
    spoken_name,
    text,
    why_not,
)
from .picture import (
    KINDS,
    board,
    counts,
    effects,
    ending,
    info,
    pieces,
    prompt,
    symmetries,
    transform,
)
from .rules import (
    NUM_ACTIONS,
    PLANE_LAYOUT,
    State,
    after_pass,
    candidates,
    is_legal,
    legal_ways,
    observe,
    outcome,
    play,
    start,
    starts_turn,
)
