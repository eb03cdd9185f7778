"""Players by name, as they are written on the command line: `level7`, `engine`, `ugi:...`."""

import random
import re

from steinreich.core.game import Game
from steinreich.players.player import Line, Opinion, Player, Question, Verdict
from steinreich.rules.errors import SteinreichError


class UnknownPlayer(SteinreichError):
    """No player has this name."""


class RandomPlayer(Player):
    """Plays any action, each with the same chance."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self.dice = random.Random(seed)

    def answer(self, question: Question) -> Opinion:
        position = question.position
        action = self.dice.choice(position.actions())
        return Opinion((Line((action,), Verdict((0.0,) * position.game.players)),))


def player(name: str, game: Game, seed: int | None = None) -> Player:
    """The player of this name, ready to play a game."""
    if name == "random":
        return RandomPlayer(seed)
    if match := re.fullmatch(r"level(\d{1,2})", name):
        from steinreich.players.levels import LEVELS, Level  # loads the compiler

        if int(match[1]) not in LEVELS:
            raise UnknownPlayer(f"levels go from level1 to level{LEVELS[-1]}; not {name!r}")
        return Level(game, int(match[1]), seed)
    if name == "beginner":
        if game.players != 2:
            raise UnknownPlayer("the beginner is for games of two players")
        from steinreich.players.beginner import Beginner  # loads the compiler

        return Beginner(game, seed)
    if name in ("engine", "mcts", "alphabeta"):
        return engine(name, game, seed or 0)
    if name.startswith("ugi:"):
        from steinreich.engines.ugi.external import External

        return External(name.removeprefix("ugi:"), game)
    known = "level1 to level10, engine, mcts, alphabeta, beginner, random and ugi:COMMAND"
    raise UnknownPlayer(f"no player is called {name!r}; there are {known}")


def engine(name: str, game: Game, seed: int) -> Player:
    """The strongest player, or one that thinks in a way of its own, to compare with."""
    from steinreich.players.engine import USUAL_MEMORY, Engine  # loads the compiler
    from steinreich.players.strategies import AlphaBetaStrategy, MctsStrategy, Strategy

    strategy: Strategy | None = None
    if name == "mcts":
        strategy = MctsStrategy(game, 1, USUAL_MEMORY, seed)
    elif name == "alphabeta":
        if game.players != 2:
            raise UnknownPlayer("alphabeta is for games of two players")
        strategy = AlphaBetaStrategy(game, USUAL_MEMORY)
    chosen = Engine(game, seed=seed, strategy=strategy)
    chosen.name = name
    return chosen
