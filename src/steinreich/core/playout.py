"""Perft and random games, in machine code.

Perft, counting sequences of actions, is the classic check of rules. Numba is imported on first use.
"""

from typing import TYPE_CHECKING, NamedTuple

from steinreich.compile.binder import typed
from steinreich.core.position import Position, expect_position
from steinreich.rules import arguments, playout

MAX_DEPTH = 100  # runs longer than anyone would wait
PLAIN_DEPTH = 2  # up to this depth plain Python is faster than loading a compiler


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` actions from a position.

    >>> from steinreich import load, perft
    >>> [perft(load("vier3d").start(), depth) for depth in range(5)]
    [1, 16, 256, 4096, 65536]
    """
    expect_position(position)
    depth = arguments.integer("depth", depth, 0, MAX_DEPTH)
    if depth <= PLAIN_DEPTH:
        return int(position.game.plain(playout.perft)(position.state, depth))
    return int(position.game.compiled.entry(playout.perft)(typed(position.state), depth))


if TYPE_CHECKING:
    import numpy as np


MAX_GAMES = 1 << 40


class RandomGames(NamedTuple):
    """The results of random games."""

    outcomes: "np.ndarray"  #: (games,) int8: the winner's number, or DRAW or LOST
    lengths: "np.ndarray"  #: (games,) int32: actions until the end


def random_games(start: Position, games: int, seed: int = 0, first: int = 0) -> RandomGames:
    """Play from a position to the end, `games` times, with uniformly random legal actions.

    Game number `first + i` depends only on the seed and its number.

    >>> from steinreich import load, random_games
    >>> played = random_games(load("vier3d").start(), games=1000, seed=1)
    >>> int((played.outcomes == 0).sum()), int(played.lengths.max())
    (561, 59)
    """
    expect_position(start, name="start")
    games = arguments.integer("games", games, 0, MAX_GAMES)
    first = arguments.integer("first", first, 0, arguments.MAX_INT64 - games)
    seed = arguments.seed(seed)
    import numpy as np

    outcomes, lengths = np.zeros(games, np.int8), np.zeros(games, np.int32)
    play = start.game.compiled.entry(playout.playouts)
    play(typed(start.state), np.uint64(seed), first, outcomes, lengths)
    return RandomGames(outcomes, lengths)
