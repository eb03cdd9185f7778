"""A one-ply player of Six in Line, as a yardstick for its first level."""

import random

from steinreich.core.position import Position
from steinreich.games.six_in_line.rules import get_coins
from steinreich.players.levels import Level
from steinreich.players.player import Limit

UNLIMITED = Limit()  # the level has its own limit


class OnePly:
    """Plays an action that earns coins at once if there is one, else a random action."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def action(self, position: Position) -> int:
        coins = {
            action: get_coins(position.after_legal(action).state, position.player)
            for action in position.actions()
        }
        most = max(coins.values())
        return self.dice.choice([action for action in coins if coins[action] == most])


def count_wins_of_level(number: int, start: Position, games: int) -> int:
    """Return how many games a level of Six in Line wins against the one-ply player, with
    alternating sides.
    """
    won = 0
    for seed in range(games):
        level, one_ply, position = Level(start.game, number, seed), OnePly(seed), start
        while not position.is_over:
            is_level = position.player == seed % 2
            action = level.think(position, UNLIMITED).best if is_level else one_ply.action(position)
            position = position.after_legal(action)
        won += position.outcome == seed % 2
    return won
