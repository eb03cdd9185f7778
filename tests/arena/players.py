"""Players for the tests: simple ones, and ones that fail in every possible way."""

import os
import random
import time

from steinreich import Game, Position
from steinreich.engines.named_players import player
from steinreich.players.player import Player, PlayerFailed, Question
from steinreich.search.result import Line, SearchResult, Verdict


class FirstPlayer(Player):
    """Plays the first legal action, or what a subclass chooses."""

    def __init__(self, name: str, game: Game, seed: int | None) -> None:
        self.name = name
        self.rng = random.Random(seed)
        self.games = self.answers = 0

    def new_game(self) -> None:
        self.games += 1
        self.answers = 0

    def answer(self, question: Question) -> SearchResult:
        self.answers += 1
        position = question.position
        return SearchResult(
            (Line((self.action(position),), Verdict((0.0,) * position.game.players)),)
        )

    def action(self, position: Position) -> int:
        return position.actions()[0]


class LastPlayer(FirstPlayer):
    def action(self, position: Position) -> int:
        return position.actions()[-1]


class GreedyPlayer(FirstPlayer):
    """Takes an immediate win, else plays randomly."""

    def action(self, position: Position) -> int:
        actions = position.actions()
        wins = [one for one in actions if position.after(one).outcome == position.player]
        return self.rng.choice(wins or actions)


class IllegalPlayer(FirstPlayer):
    def action(self, position: Position) -> int:
        return -5


class RaisingPlayer(FirstPlayer):
    def action(self, position: Position) -> int:
        return 1 // 0


class BabblingPlayer(FirstPlayer):
    def action(self, position: Position) -> int:
        raise PlayerFailed("it said 'hello' instead of an action")


class HangingPlayer(FirstPlayer):
    """Answers once, then never again."""

    def action(self, position: Position) -> int:
        if self.answers > 1:
            time.sleep(1000)
        return super().action(position)


class DyingPlayer(FirstPlayer):
    def action(self, position: Position) -> int:
        if self.answers > 1:
            os._exit(7)
        return super().action(position)


class LeavingPlayer(FirstPlayer):
    """Is available for its first game only."""

    def new_game(self) -> None:
        super().new_game()
        if self.games > 1:
            raise PlayerFailed("it has gone home")


class MissingPlayer(FirstPlayer):
    def __init__(self, name: str, game: Game, seed: int | None) -> None:
        raise PlayerFailed("there is no such program")


PLAYER_CLASSES: dict[str, type[FirstPlayer]] = {
    "first": FirstPlayer,
    "last": LastPlayer,
    "greedy": GreedyPlayer,
    "illegal": IllegalPlayer,
    "erring": RaisingPlayer,
    "babbling": BabblingPlayer,
    "hanging": HangingPlayer,
    "dying": DyingPlayer,
    "leaving": LeavingPlayer,
    "missing": MissingPlayer,
}


def make_player(name: str, game: Game, seed: int | None = None) -> Player:
    """Return a player of the tests, or any other player."""
    return (
        PLAYER_CLASSES[name](name, game, seed)
        if name in PLAYER_CLASSES
        else player(name, game, seed)
    )
