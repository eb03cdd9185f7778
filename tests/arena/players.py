"""Players for the tests: simple ones, and such as fail in every way there is."""

import os
import random
import time

from steinreich import Game, Position
from steinreich.engines.by_name import player
from steinreich.players.player import Line, Opinion, Player, PlayerFailed, Question, Verdict


class Simple(Player):
    """Plays the first legal action, or whatever a subclass chooses."""

    def __init__(self, name: str, game: Game, seed: int | None) -> None:
        self.name = name
        self.dice = random.Random(seed)
        self.games = self.answers = 0

    def new_game(self) -> None:
        self.games += 1
        self.answers = 0

    def answer(self, question: Question) -> Opinion:
        self.answers += 1
        position = question.position
        return Opinion((Line((self.action(position),), Verdict((0.0,) * position.game.players)),))

    def action(self, position: Position) -> int:
        return position.actions()[0]


class Last(Simple):
    def action(self, position: Position) -> int:
        return position.actions()[-1]


class Greedy(Simple):
    """Wins if it can at once, else draws lots."""

    def action(self, position: Position) -> int:
        actions = position.actions()
        wins = [one for one in actions if position.after(one).outcome == position.player]
        return self.dice.choice(wins or actions)


class Illegal(Simple):
    def action(self, position: Position) -> int:
        return -5


class Erring(Simple):
    def action(self, position: Position) -> int:
        return 1 // 0


class Babbling(Simple):
    def action(self, position: Position) -> int:
        raise PlayerFailed("it said 'hello' instead of an action")


class Hanging(Simple):
    """Answers once, then never again."""

    def action(self, position: Position) -> int:
        if self.answers > 1:
            time.sleep(1000)
        return super().action(position)


class Dying(Simple):
    def action(self, position: Position) -> int:
        if self.answers > 1:
            os._exit(7)
        return super().action(position)


class Leaving(Simple):
    """Comes to its first game only."""

    def new_game(self) -> None:
        super().new_game()
        if self.games > 1:
            raise PlayerFailed("it has gone home")


class Missing(Simple):
    def __init__(self, name: str, game: Game, seed: int | None) -> None:
        raise PlayerFailed("there is no such program")


KINDS: dict[str, type[Simple]] = {
    "first": Simple,
    "last": Last,
    "greedy": Greedy,
    "illegal": Illegal,
    "erring": Erring,
    "babbling": Babbling,
    "hanging": Hanging,
    "dying": Dying,
    "leaving": Leaving,
    "missing": Missing,
}


def made(name: str, game: Game, seed: int | None = None) -> Player:
    """A player for the tests, or any other."""
    return KINDS[name](name, game, seed) if name in KINDS else player(name, game, seed)
