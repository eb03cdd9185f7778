"""Machine code made ahead of time: all that random games, counts and players of a game compile."""

from collections.abc import Iterator

from steinreich.compile.binder import typed
from steinreich.core.game import Game
from steinreich.core.random_games import random_games
from steinreich.engines.by_name import player
from steinreich.engines.seating import warm_up
from steinreich.rules import playout


def players_of(game: Game) -> Iterator[str]:
    """Those who compile something that the ones before them do not."""
    yield from ("engine", "level1", "mcts")
    if game.players == 2:
        yield from ("beginner", "alphabeta")


def warm(game: Game) -> None:
    """Compile what is not compiled yet, or find it on disk."""
    import numpy as np

    start = game.start(seed=0)
    random_games(start, 1)
    game.compiled.entry(playout.perft)(typed(start.state), 0)
    out = np.zeros(game.definition.actions, np.int64)
    game.compiled.entry(playout.legal_actions)(typed(start.state), out)
    for name in players_of(game):
        warm_up(player(name, game, seed=0), start)
