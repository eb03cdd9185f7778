"""TZAAR: capture or build stacks, and never run out of one of three kinds of pieces.

The board is a hexagon of 60 points with a hole in the middle.  Each colour has 6 Tzaars,
9 Tzarras and 15 Totts.  A piece or stack moves along a line over empty points to the first
piece it meets.  An enemy that is not taller is captured; a piece of the same colour is stacked
upon.  A turn is a capture followed by a capture, a reinforcement or a pass.  A player has lost
without a visible piece of each kind, or without a capture to begin a turn with.

    A5 . . I5   columns A to I of 5, 6, 7, 8, 8, 8, 7, 6, 5 points, numbered from the bottom
     .  o  .    and counted column by column: A1 to A5 are 0 to 4, B1 to B6 are 5 to 10,
    A1 . . I1   E1 to E4 and E5 to E8, with the hole between, 26 to 33; I5 is 59.

Actions: 6 * point + way for a move (up, right up, right down and their opposites), 360 for
`pass`, and from 366 on 3 * point + kind for the placement of a piece before the game.
"""

from .about import ABOUT, TYPICAL_ACTIONS, figures
from .notation import (
    ACTION_PATTERN,
    ACTION_SEPARATOR,
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
)
from .rules import (
    HAS_DRAWS,
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
