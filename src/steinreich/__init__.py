"""Steinreich: a home for abstract board games.

>>> from steinreich import games, load
>>> position = load("vier3d").start()
>>> position.play("b3").player
1
"""

from typing import TYPE_CHECKING, Any

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.core.random_games import random_games
from steinreich.core.registry import games
from steinreich.draw import Arrow, Ring, png, svg
from steinreich.draw.notebook import show_positions
from steinreich.rules.contract import DRAW, LOST, ONGOING
from steinreich.rules.errors import (
    BadArgument,
    BadOption,
    BadPosition,
    BadRecord,
    BadType,
    IllegalMove,
    SteinreichError,
    UnknownGame,
)

if TYPE_CHECKING:
    from steinreich.arena.local_match import MatchResult, play_match
    from steinreich.core.gpu import GpuGames
    from steinreich.engines.by_name import player
    from steinreich.players.analysis import AnalysedLine, Analysis
    from steinreich.players.async_engine import AsyncEngine
    from steinreich.players.engine import Engine
    from steinreich.players.player import Player
    from steinreich.records import Record, read, write

# isort: split
import steinreich.games  # noqa: F401  (last: it can be called, and takes the function's place)

show_positions()

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
    "Game",
    "GpuGames",
    "IllegalMove",
    "MatchResult",
    "Player",
    "Position",
    "Record",
    "Ring",
    "SteinreichError",
    "UnknownGame",
    "games",
    "load",
    "play_match",
    "player",
    "png",
    "random_games",
    "read",
    "svg",
    "write",
]

LATER = {  # loaded at first use: they need what is slow to import
    "AnalysedLine": "steinreich.players.analysis",
    "Analysis": "steinreich.players.analysis",
    "AsyncEngine": "steinreich.players.async_engine",
    "Engine": "steinreich.players.engine",
    "GpuGames": "steinreich.core.gpu",
    "MatchResult": "steinreich.arena.local_match",
    "Player": "steinreich.players.player",
    "Record": "steinreich.records",
    "play_match": "steinreich.arena.local_match",
    "player": "steinreich.engines.by_name",
    "read": "steinreich.records",
    "write": "steinreich.records",
}


def __getattr__(name: str) -> Any:
    """What is loaded at first use."""
    if name not in LATER:
        raise AttributeError(f"module 'steinreich' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(LATER[name]), name)
    return value


def __dir__() -> list[str]:
    """Everything that is public, loaded or not."""
    return [*globals(), *LATER]
