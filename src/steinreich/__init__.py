"""Steinreich: a home for abstract board games.

>>> from steinreich import games, load
>>> position = load("vier3d").start()
>>> position.play("b3").player
1
"""

from typing import TYPE_CHECKING, Any

from steinreich.core.game import Game, load
from steinreich.core.playout import perft, random_games
from steinreich.core.position import Position
from steinreich.core.registry import games
from steinreich.draw import Arrow, Ring, png, svg
from steinreich.draw.notebook import register_display_methods
from steinreich.rules.contract import DRAW, LOST, ONGOING
from steinreich.rules.errors import (
    BadArgument,
    BadOption,
    BadPosition,
    BadRecord,
    BadType,
    GpuUnavailable,
    IllegalMove,
    SteinreichError,
    UnknownGame,
)

if TYPE_CHECKING:
    from steinreich.arena.local_match import MatchResult, play_match
    from steinreich.core.gpu import GpuGames
    from steinreich.engines.named_players import UnknownPlayer, player
    from steinreich.engines.ugi.external import External, UgiTimeouts
    from steinreich.explain import explain
    from steinreich.players.analysis import AnalysedLine, Analysis
    from steinreich.players.async_engine import AsyncEngine
    from steinreich.players.engine import Engine
    from steinreich.players.player import Limit, Player, PlayerClosed, PlayerFailed, Question
    from steinreich.players.solo_solver import solve
    from steinreich.puzzles import puzzles
    from steinreich.puzzles.puzzle import Puzzle
    from steinreich.records import Record, iter_records, read, write
    from steinreich.search.exact.solver import Solver
    from steinreich.search.mcts.tree_search import Judgement, Mcts
    from steinreich.search.proof.prover import Prover
    from steinreich.search.result import Line, SearchResult, Verdict

# isort: split
import steinreich.games  # noqa: F401  (last: the callable package replaces the function)

register_display_methods()

__version__ = "0.1.0"

__all__ = [
    "DRAW",
    "LOST",
    "ONGOING",
    "AnalysedLine",
    "Analysis",
    "Arrow",
    "AsyncEngine",
    "BadArgument",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadType",
    "Engine",
    "External",
    "Game",
    "GpuGames",
    "GpuUnavailable",
    "IllegalMove",
    "Judgement",
    "Limit",
    "Line",
    "MatchResult",
    "Mcts",
    "Player",
    "PlayerClosed",
    "PlayerFailed",
    "Position",
    "Prover",
    "Puzzle",
    "Question",
    "Record",
    "Ring",
    "SearchResult",
    "Solver",
    "SteinreichError",
    "UgiTimeouts",
    "UnknownGame",
    "UnknownPlayer",
    "Verdict",
    "explain",
    "games",
    "iter_records",
    "load",
    "perft",
    "play_match",
    "player",
    "png",
    "puzzles",
    "random_games",
    "read",
    "solve",
    "svg",
    "write",
]

LAZY_ATTRIBUTES = {  # name: its module, imported at first use because its imports are slow
    "AnalysedLine": "steinreich.players.analysis",
    "Analysis": "steinreich.players.analysis",
    "AsyncEngine": "steinreich.players.async_engine",
    "Engine": "steinreich.players.engine",
    "External": "steinreich.engines.ugi.external",
    "GpuGames": "steinreich.core.gpu",
    "Judgement": "steinreich.search.mcts.tree_search",
    "Limit": "steinreich.players.player",
    "Line": "steinreich.search.result",
    "MatchResult": "steinreich.arena.local_match",
    "Mcts": "steinreich.search.mcts.tree_search",
    "UgiTimeouts": "steinreich.engines.ugi.external",
    "Player": "steinreich.players.player",
    "PlayerClosed": "steinreich.players.player",
    "PlayerFailed": "steinreich.players.player",
    "Prover": "steinreich.search.proof.prover",
    "Puzzle": "steinreich.puzzles.puzzle",
    "Question": "steinreich.players.player",
    "Record": "steinreich.records",
    "SearchResult": "steinreich.search.result",
    "Solver": "steinreich.search.exact.solver",
    "UnknownPlayer": "steinreich.engines.named_players",
    "Verdict": "steinreich.search.result",
    "iter_records": "steinreich.records",
    "play_match": "steinreich.arena.local_match",
    "player": "steinreich.engines.named_players",
    "read": "steinreich.records",
    "solve": "steinreich.players.solo_solver",
    "write": "steinreich.records",
}
CALLABLE_PACKAGES = ("explain", "puzzles")  # like `games`, callable: the package is also a function


def __getattr__(name: str) -> Any:
    """Import an attribute at its first use."""
    if name not in LAZY_ATTRIBUTES and name not in CALLABLE_PACKAGES:
        raise AttributeError(f"module 'steinreich' has no attribute {name!r}")
    from importlib import import_module

    if name in CALLABLE_PACKAGES:
        return import_module(f"steinreich.{name}")  # the import also sets the attribute
    value = globals()[name] = getattr(import_module(LAZY_ATTRIBUTES[name]), name)
    return value


def __dir__() -> list[str]:
    """Return all names, including those that are not imported yet."""
    return [*globals(), *LAZY_ATTRIBUTES, *CALLABLE_PACKAGES]
