"""Counting sequences of actions: the classic check of rules."""

from steinreich.compile.binder import typed
from steinreich.core.position import Position, expect_position
from steinreich.rules import arguments, playout

MAX_DEPTH = 100  # more than anybody can wait for
PLAIN_DEPTH = 2  # up to here plain Python is quicker than loading a compiler


def perft(position: Position, depth: int) -> int:
    """The number of sequences of `depth` actions from a position.

    >>> from steinreich import load, perft
    >>> [perft(load("vier3d").start(), depth) for depth in range(5)]
    [1, 16, 256, 4096, 65536]
    """
    expect_position(position)
    depth = arguments.integer("depth", depth, 0, MAX_DEPTH)
    if depth <= PLAIN_DEPTH:
        return int(position.game.plain(playout.perft)(position.state, depth))
    return int(position.game.compiled.entry(playout.perft)(typed(position.state), depth))
