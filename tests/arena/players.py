"""Players for tests: simple ones, and one for each kind of failure."""

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
        wins = [action for action in actions if position.after(action).outcome == position.player]
        return self.rng.choice(wins or actions)


class IllegalPlayer(FirstPlayer):
    def action(self, position: Position) -> int:
        return -5


class RaisingPlayer(FirstPlayer):
    def action(self, position: Position) -> int:
        return 1 // 0


class InvalidAnswerPlayer(FirstPlayer):
    """Fails because its answer is not an action."""

    def action(self, position: Position) -> int:
        raise PlayerFailed("it said 'hello' instead of an action")


class HangingPlayer(FirstPlayer):
    """Answers once, then never again."""

    def action(self, position: Position) -> int:
        if self.answers > 1:
            time.sleep(1000)
        return super().action(position)


class DyingPlayer(FirstPlayer):
    """Answers once, then ends its process."""

    def action(self, position: Position) -> int:
        if self.answers > 1:
            os._exit(7)
        return super().action(position)


class OneGamePlayer(FirstPlayer):
    """Plays its first game, and fails at the start of every other game."""

    def new_game(self) -> None:
        super().new_game()
        if self.games > 1:
            raise PlayerFailed("it plays one game only")


class MissingPlayer(FirstPlayer):
    """Cannot be created."""

    def __init__(self, name: str, game: Game, seed: int | None) -> None:
        raise PlayerFailed("there is no such program")


PLAYER_CLASSES: dict[str, type[FirstPlayer]] = {
    "first": FirstPlayer,
    "last": LastPlayer,
    "greedy": GreedyPlayer,
    "illegal": IllegalPlayer,
    "raising": RaisingPlayer,
    "invalid": InvalidAnswerPlayer,
    "hanging": HangingPlayer,
    "dying": DyingPlayer,
    "one_game": OneGamePlayer,
    "missing": MissingPlayer,
}


def make_player(name: str, game: Game, seed: int | None = None) -> Player:
    """Return a player of this module, or else any player of the package."""
    return (
        PLAYER_CLASSES[name](name, game, seed)
        if name in PLAYER_CLASSES
        else player(name, game, seed)
    )
