"""Create players by name, as on the command line (`level7`, `engine`, `ugi:...`), or by settings.

`warm_up_game` compiles the machine code ahead of time that players compile at first use.
"""

import random
import re
from collections.abc import Iterator
from os import PathLike

from steinreich.core.game import Game, load
from steinreich.engines.player_settings import FULL_STRENGTH, PlayerSettings, warm_up
from steinreich.players.player import Player, Question
from steinreich.rules import arguments, playout
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text
from steinreich.rules.untrusted import with_suggestion
from steinreich.search.result import Line, SearchResult, Verdict

PLAYER_NAMES = ("engine", "mcts", "alphabeta", "beginner", "random")


class UnknownPlayer(SteinreichError):
    """No player has this name.

    >>> from steinreich import player
    >>> player("levl3", "vier3d")
    Traceback (most recent call last):
    steinreich.engines.named_players.UnknownPlayer: unknown player 'levl3'; choose from level1 to \
level10, engine, mcts, alphabeta, beginner, random and ugi:COMMAND; did you mean 'level3'?
    """


class RandomPlayer(Player):
    """Plays a random legal action."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self.rng = random.Random(seed)

    def answer(self, question: Question) -> SearchResult:
        position = question.position
        action = self.rng.choice(position.actions())
        return SearchResult((Line((action,), Verdict((0.0,) * position.game.players)),))


def player(name: str, game: Game | str | PathLike[str], seed: int | None = None) -> Player:
    """Return a player by name, as on the command line of `steinreich arena` and `play`.

    Names are `level1` to `level10`, `engine`, `mcts`, `alphabeta`, `beginner`, `random`, and `ugi:`
    with the command of an external engine.

    >>> from steinreich import load, player
    >>> with player("random", "tzaar", seed=1) as opponent:
    ...     opponent.play(load("tzaar", setup="fixed").start())
    'C5xB4'
    """
    game = load(game)
    name = arguments.check_text(Text("a player"), name)
    seed = None if seed is None else arguments.check_seed(seed)
    if name == "random":
        return RandomPlayer(seed)
    if match := re.fullmatch(r"level(\d{1,2})", name):
        return make_level(int(match[1]), game, seed)
    if name == "beginner":
        if game.players != 2:
            raise UnknownPlayer(Text("beginner supports only games of two players"))
        from steinreich.players.beginner import Beginner  # loads the compiler

        return Beginner(game, seed)
    if name in ("engine", "mcts", "alphabeta"):
        return make_engine(name, game, seed or 0)
    if name.startswith("ugi:"):
        from steinreich.engines.ugi.external import External

        return External(name.removeprefix("ugi:"), game)
    raise make_unknown_player_error(name)


def make_unknown_player_error(name: str) -> UnknownPlayer:
    """Return the error for an unknown name, with a suggestion."""
    message = Text(
        "unknown player {name}; choose from level1 to level10, {names} and ugi:COMMAND",
        name=repr(name),
        names=", ".join(PLAYER_NAMES),
    )
    levels = (f"level{number}" for number in range(1, 11))
    return UnknownPlayer(with_suggestion(message, name, (*PLAYER_NAMES, *levels)))


def make_level(number: int, game: Game, seed: int | None) -> Player:
    """Return one of the ten levels."""
    from steinreich.players.levels import LEVELS, Level  # loads the compiler

    if number not in LEVELS:
        raise UnknownPlayer(
            Text(
                "unknown player 'level{number}'; levels range from level1 to level{levels}",
                levels=LEVELS[-1],
                number=number,
            )
        )
    return Level(game, number, seed)


def make_engine(name: str, game: Game, seed: int) -> Player:
    """Return the strongest player, or one with a fixed search algorithm, for comparison."""
    from steinreich.players.engine import DEFAULT_MEMORY_MB, Engine  # loads the compiler
    from steinreich.players.strategies import AlphaBetaStrategy, MctsStrategy, Strategy

    strategy: Strategy | None = None
    if name == "mcts":
        strategy = MctsStrategy(game, DEFAULT_MEMORY_MB, seed)
    elif name == "alphabeta":
        if game.players != 2:
            raise UnknownPlayer(Text("alphabeta supports only games of two players"))
        strategy = AlphaBetaStrategy(game, DEFAULT_MEMORY_MB)
    player = Engine(game, seed=seed, strategy=strategy)
    player.name = name
    return player


# Players with settings


def create_player(game: Game, settings: PlayerSettings) -> Player:
    """Return the player with these settings: a level, or the engine at full strength."""
    if settings.level != FULL_STRENGTH:
        return player(f"level{settings.level}", game, settings.seed)
    from steinreich.players.engine import Engine  # loads the compiler

    return Engine(game, memory=settings.memory, seed=settings.seed)


# Machine code, ahead of time


def get_warm_up_player_names(game: Game) -> Iterator[str]:
    """Yield names of players that together use all machine code of a game."""
    yield from ("engine", "level1", "mcts")
    if game.players == 2:
        yield from ("beginner", "alphabeta")


def warm_up_game(game: Game) -> None:
    """Compile all machine code of a game that is not on disk yet."""
    import numpy as np

    from steinreich.compile.binder import to_machine_state
    from steinreich.core.playout import random_games

    start = game.start(seed=0)
    random_games(start, 1)
    game.compiler.entry(playout.perft)(to_machine_state(start.state), 0)
    out = np.zeros(game.definition.num_actions, np.int64)
    game.compiler.entry(playout.legal_actions)(to_machine_state(start.state), out)
    for name in get_warm_up_player_names(game):
        warm_up(player(name, game, seed=0), start)
