r"""Inner Square: capture enemy stones between two of your own, or hold the four inner corners.

Stones stand on points.  They slide along rows and columns and step along drawn diagonals.
A stone may not stop between two enemies; an enemy between the moved stone and another stone
of the same colour is captured.  On the standard board the diagonals run through every second point:

    a7-b7-c7-d7-e7-f7-g7    54 55 56 57 58 59 60
     | \ | / | \ | / | \ |
    ...                     ...
     | / | \ | / | \ | / |
    a1-b1-c1-d1-e1-f1-g1     0  1  2  3  4  5  6     point = column + 9 * row

The numbers leave room for nine columns, so that all boards share one geometry.  A set of
points needs two 64-bit words, since the largest board has 81 of them.

Action: 22 * point + way.  The ways are a slide to column 0 to 8 of the row, a slide to row 0 to 8
of the column, and a step along a diagonal (up right, up left, down right, down left).
"""

from .about import ABOUT, TYPICAL_ACTIONS, figures
from .notation import (
    ACTION_PATTERN,
    describe_action,
    find_action,
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
)
