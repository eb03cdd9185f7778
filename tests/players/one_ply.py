"""A one-ply player of Six in Line, with which its levels are compared."""

import random

from steinreich.core.position import Position
from steinreich.games.six_in_line.rules import get_coins
from steinreich.players.levels import Level
from steinreich.players.player import Limit

UNLIMITED = Limit()  # the level has its own limit


class OnePly:
    """Plays an action that earns coins at once if there is one, else a random action."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose_action(self, position: Position) -> int:
        coins = {
            action: get_coins(position.after_legal(action).state, position.player)
            for action in position.actions()
        }
        max_coins = max(coins.values())
        return self.rng.choice([action for action in coins if coins[action] == max_coins])


def count_level_wins(number: int, start: Position, games: int) -> int:
    """Return how many games a level wins against the one-ply player, with alternating sides."""
    wins = 0
    for seed in range(games):
        level, one_ply, position = Level(start.game, number, seed), OnePly(seed), start
        while not position.is_over:
            is_level = position.player == seed % 2
            action = (
                level.think(position, UNLIMITED).best
                if is_level
                else one_ply.choose_action(position)
            )
            position = position.after_legal(action)
        wins += position.outcome == seed % 2
    return wins
