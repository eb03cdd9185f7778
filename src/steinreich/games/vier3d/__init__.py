"""Four in a Row 3D: four balls in a line on a 4 by 4 square of rods.

Players in turn drop a ball on a rod; it comes to rest on the balls already there, at most four
on a rod.  A line of four is upright, level or diagonal, in any of the 13 directions of space:
76 lines.  The first player with a four wins; in the other variant, the player with the most
fours on the full board.  There a player may also drop a neutral yellow ball, which blocks.

The rods from above:   a4 b4 c4 d4     12 13 14 15
                       a3 b3 c3 d3      8  9 10 11
                       a2 b2 c2 d2      4  5  6  7
                       a1 b1 c1 d1      0  1  2  3     cell = rod + 16 * level

Actions: 0 to 15 drop a ball of the player to move on that rod, 16 to 31 a neutral one.
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
    CHOICES,
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
    winning_lines,
)
from .rules import (
    NUM_ACTIONS,
    PLANE_LAYOUT,
    State,
    after_pass,
    candidates,
    observe,
    outcome,
    play,
    start,
)
