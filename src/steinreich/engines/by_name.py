"""Players by name, as they are written on the command line: `level7`, `engine`, `ugi:...`."""

import random
import re
from os import PathLike

from steinreich.core.game import Game, load
from steinreich.players.player import Line, Opinion, Player, Question, Verdict
from steinreich.rules import arguments
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Words
from steinreich.rules.text.did_you_mean import suggesting

NAMED = ("engine", "mcts", "alphabeta", "beginner", "random")


class UnknownPlayer(SteinreichError):
    """No player has this name.

    >>> from steinreich import player
    >>> player("levl3", "vier3d")
    Traceback (most recent call last):
    steinreich.engines.by_name.UnknownPlayer: no player is called 'levl3'; there are level1 to \
level10, engine, mcts, alphabeta, beginner, random and ugi:COMMAND; did you mean 'level3'?
    """


class RandomPlayer(Player):
    """Plays any action, each with the same chance."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self.dice = random.Random(seed)

    def answer(self, question: Question) -> Opinion:
        position = question.position
        action = self.dice.choice(position.actions())
        return Opinion((Line((action,), Verdict((0.0,) * position.game.players)),))


def player(name: str, game: Game | str | PathLike[str], seed: int | None = None) -> Player:
    """The player of this name, ready to play a game: as `steinreich arena` and `play` know them.

    `level1` to `level10`, `engine`, `mcts`, `alphabeta`, `beginner`, `random`, and `ugi:` with a
    command that starts an engine of another program.

    >>> from steinreich import load, player
    >>> with player("random", "tzaar", seed=1) as somebody:
    ...     somebody.play(load("tzaar", setup="fixed").start())
    'C5xB4'
    """
    game = load(game)
    name = arguments.text(Words("a player", "ein Spieler"), name)
    seed = None if seed is None else arguments.seed(seed)
    if name == "random":
        return RandomPlayer(seed)
    if match := re.fullmatch(r"level(\d{1,2})", name):
        return level(int(match[1]), game, seed)
    if name == "beginner":
        if game.players != 2:
            raise UnknownPlayer(
                Words(
                    "the beginner is for games of two players",
                    "beginner ist für Spiele zu zweit",
                )
            )
        from steinreich.players.beginner import Beginner  # loads the compiler

        return Beginner(game, seed)
    if name in ("engine", "mcts", "alphabeta"):
        return engine(name, game, seed or 0)
    if name.startswith("ugi:"):
        from steinreich.engines.ugi.external import External

        return External(name.removeprefix("ugi:"), game)
    raise unknown(name)


def unknown(name: str) -> UnknownPlayer:
    """That no player has this name, and who may have been meant."""
    said = Words(
        f"no player is called {name!r}; there are level1 to level10, {', '.join(NAMED)} and "
        "ugi:COMMAND",
        f"kein Spieler heißt {name!r}; es gibt level1 bis level10, {', '.join(NAMED)} und "
        "ugi:BEFEHL",
    )
    levels = (f"level{number}" for number in range(1, 11))
    return UnknownPlayer(suggesting(said, name, (*NAMED, *levels)))


def level(number: int, game: Game, seed: int | None) -> Player:
    """One of the ten levels."""
    from steinreich.players.levels import LEVELS, Level  # loads the compiler

    if number not in LEVELS:
        raise UnknownPlayer(
            Words(
                f"levels go from level1 to level{LEVELS[-1]}; not 'level{number}'",
                f"Stufen gehen von level1 bis level{LEVELS[-1]}, nicht 'level{number}'",
            )
        )
    return Level(game, number, seed)


def engine(name: str, game: Game, seed: int) -> Player:
    """The strongest player, or one that thinks in a way of its own, to compare with."""
    from steinreich.players.engine import USUAL_MEMORY, Engine  # loads the compiler
    from steinreich.players.strategies import AlphaBetaStrategy, MctsStrategy, Strategy

    strategy: Strategy | None = None
    if name == "mcts":
        strategy = MctsStrategy(game, 1, USUAL_MEMORY, seed)
    elif name == "alphabeta":
        if game.players != 2:
            raise UnknownPlayer(
                Words(
                    "alphabeta is for games of two players",
                    "alphabeta ist für Spiele zu zweit",
                )
            )
        strategy = AlphaBetaStrategy(game, USUAL_MEMORY)
    chosen = Engine(game, seed=seed, strategy=strategy)
    chosen.name = name
    return chosen
