"""Create players by name, as on the command line (`level7`, `engine`, `ugi:...`), or by settings.

`warm_up_game` compiles the machine code ahead of time that players compile at first use.
"""

import random
import re
from os import PathLike

from steinreich.compile.binder import Rule
from steinreich.compile.machine_code import Compiler
from steinreich.core.game import Game, load
from steinreich.engines.player_settings import FULL_STRENGTH, PlayerSettings
from steinreich.players.knowledge import find_heuristics, get_heuristics_compiler
from steinreich.players.player import Player, Question
from steinreich.rules import arguments, playout
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text
from steinreich.rules.untrusted import with_suggestion
from steinreich.search.alphabeta import rules as alphabeta
from steinreich.search.exact import rules as exact
from steinreich.search.mcts import rules as mcts
from steinreich.search.proof import rules as proof
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


def get_entry_points(game: Game) -> list[tuple[Compiler, Rule]]:
    """Return all entry points of a game that players, sessions and commands call.

    Each rule comes with its compiler: the game's own, or the one with the game's heuristics.
    """
    general, informed = game.compiler, get_heuristics_compiler(game)
    heuristics = find_heuristics(game)
    is_solvable = heuristics is not None and heuristics.is_solvable
    return [
        *((general, rule) for rule in (playout.perft, playout.legal_actions, playout.playouts)),
        *((informed, rule) for rule in alphabeta.ENTRY_POINTS),
        *((informed, rule) for rule in mcts.ENTRY_POINTS),
        *((informed, rule) for rule in proof.ENTRY_POINTS),
        *((informed, rule) for rule in exact.ENTRY_POINTS if is_solvable),
    ]


def warm_up_game(game: Game) -> None:
    """Compile all machine code of a game that is not on disk yet."""
    for compiler, rule in get_entry_points(game):
        compiler.entry(rule).load()
