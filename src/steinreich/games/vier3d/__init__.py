"""Four in a Row 3D: four balls in a line on a 4 by 4 square of rods.

Players in turn drop a ball on a rod; it comes to rest on the balls already there, four to
a rod.  A line of four is upright, level or diagonal, in any of the 13 directions of space:
76 lines.  Whoever first owns one wins; or, in the other variant, whoever owns most of them
when all places are filled.  There a player may also put a neutral yellow ball, which blocks.

The rods from above:   a4 b4 c4 d4     12 13 14 15
                       a3 b3 c3 d3      8  9 10 11
                       a2 b2 c2 d2      4  5  6  7
                       a1 b1 c1 d1      0  1  2  3     cell = rod + 16 * level

Actions: 0 to 15 put a ball of one's own on that rod, 16 to 31 a neutral one.
"""

from .about import ABOUT, USUAL_ACTIONS
from .actions import ACTION, action, described, meant, name, spoken, why_not
from .figures import figures
from .picture import KINDS, board, pieces, symmetries, turned, winning
from .planes import PLANE, observe
from .positions import parse, setup, text
from .rules import (
    ACTIONS,
    State,
    candidates,
    outcome,
    passed,
    play,
    start,
    variety,
)
from .words import CHOICES, counts, due, effects, ending, info
