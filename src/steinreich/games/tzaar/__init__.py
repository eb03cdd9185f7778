"""TZAAR: capture, or make yourself stronger, and never run out of one of three kinds.

The board is a hexagon of 60 points with a hole in the middle.  Each colour has 6 Tzaars,
9 Tzarras and 15 Totts.  A piece or stack moves along a line over empty points to the first
piece it meets: an enemy no taller is captured, one's own piece is stacked upon.  A turn is a
capture and then a capture, a reinforcement or a pass.  A player who shows none of one kind,
or who cannot capture, has lost.

    A5 . . I5   columns A to I of 5, 6, 7, 8, 8, 8, 7, 6, 5 points, numbered from the bottom
     .  o  .    and counted column by column: A1 to A5 are 0 to 4, B1 to B6 are 5 to 10,
    A1 . . I1   E1 to E4 and E5 to E8, with the hole between, 26 to 33; I5 is 59.

Actions: 6 * point + way for a move (up, right up, right down and their opposites), 360 for
`pass`, and from 366 on 3 * point + kind for the placement of a piece before the game.
"""

from .about import ABOUT, USUAL_ACTIONS
from .actions import ACTION, JOIN, action, described, meant, name, spoken, why_not
from .figures import figures
from .picture import CHOICES, KINDS, board, pieces, symmetries, turned
from .planes import PLANE, observe
from .positions import parse, setup, text
from .rules import (
    ACTIONS,
    DRAWS,
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
