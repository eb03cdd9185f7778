"""Chain Reaxis: tiles of a blank and a perforated half, each placed against the one before.

A tile covers two squares.  One player owns all blank halves, the other all perforated ones,
regardless of who placed them.  A tile must touch the tile placed just before it; only if that is
not possible may it be placed anywhere.  Four halves of one kind in a line win for their owner.

The squares of the largest board; smaller boards are its lower left part:

    a8 b8 c8 ... h8     56 57 58 ... 63
    ...                 ...
    a2 b2 c2 ... h2      8  9 10 ... 15
    a1 b1 c1 ... h1      0  1  2 ...  7

Action: 4 * square of the blank half + direction of the perforated one (right, up, left, down).
"""

from .about import ABOUT, TYPICAL_ACTIONS, figures
from .notation import (
    ACTION_PATTERN,
    HAS_TILES,
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
    effects,
    ending,
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
    is_legal,
    observe,
    outcome,
    play,
    start,
)
