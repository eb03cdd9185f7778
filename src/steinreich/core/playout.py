"""Perft and random games, in machine code.

Perft counts sequences of actions, which is the usual check of rules. Numba is imported on first
use.
"""

from typing import TYPE_CHECKING, NamedTuple

from steinreich.core.position import Position, expect_position
from steinreich.rules import arguments, playout

MAX_DEPTH = 100  # never finishes in practice
MAX_PLAIN_DEPTH = 2  # up to which plain Python is faster than importing Numba


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` actions from a position.

    >>> from steinreich import load, perft
    >>> [perft(load("vier3d").start(), depth) for depth in range(5)]
    [1, 16, 256, 4096, 65536]
    """
    expect_position(position)
    depth = arguments.check_integer("depth", depth, 0, MAX_DEPTH)
    if depth <= MAX_PLAIN_DEPTH:
        return int(position.game.plain(playout.perft)(position.state, depth))
    return int(position.game.compiler.entry(playout.perft)(position.state, depth))


if TYPE_CHECKING:
    import numpy as np


MAX_GAMES = 1 << 40


class RandomGames(NamedTuple):
    """The results of random games."""

    outcomes: "np.ndarray"  #: (games,) int8: the index of the winner, or DRAW or LOST
    lengths: "np.ndarray"  #: (games,) int32: actions until the end


def random_games(start: Position, games: int, seed: int = 0, first: int = 0) -> RandomGames:
    """Play `games` games from a position to the end, with uniformly random legal actions.

    Games are numbered from `first`; each depends only on the seed and its number.

    >>> from steinreich import load, random_games
    >>> played = random_games(load("vier3d").start(), games=1000, seed=1)
    >>> int((played.outcomes == 0).sum()), int(played.lengths.max())
    (561, 59)
    """
    expect_position(start, name="start")
    games = arguments.check_integer("games", games, 0, MAX_GAMES)
    first = arguments.check_integer("first", first, 0, arguments.MAX_INT64 - games)
    seed = arguments.check_seed(seed)
    import numpy as np

    outcomes, lengths = np.zeros(games, np.int8), np.zeros(games, np.int32)
    run_playouts = start.game.compiler.entry(playout.playouts)
    run_playouts(start.state, seed, first, outcomes, lengths)
    return RandomGames(outcomes, lengths)
