"""Many random games at machine speed, from any position (imports Numba when called)."""

from typing import TYPE_CHECKING, NamedTuple

from steinreich.compile.binder import typed
from steinreich.core.position import Position, expect_position
from steinreich.rules import arguments, playout

if TYPE_CHECKING:
    import numpy as np


MAX_GAMES = 1 << 40


class RandomGames(NamedTuple):
    """How random games ended."""

    outcomes: "np.ndarray"  #: (games,) int8: the winner's number, or DRAW or LOST
    lengths: "np.ndarray"  #: (games,) int32: actions until the end


def random_games(start: Position, games: int, seed: int = 0, first: int = 0) -> RandomGames:
    """Play from a position to the end, so many times, every legal action equally likely.

    Game number `first + i` depends on the seed and its number alone: the same everywhere.

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
