"""Steinreich: a home for abstract board games.

>>> from steinreich import games, load
>>> position = load("vier3d").start()
>>> position.play("b3").player
1
"""

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.core.random_games import random_games
from steinreich.core.registry import games
from steinreich.draw.notebook import show_positions
from steinreich.rules.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    SteinreichError,
    UnknownGame,
)

# isort: split
import steinreich.games  # noqa: F401  (last: it can be called, and takes the function's place)

show_positions()

__version__ = "0.1.0"

__all__ = [
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "IllegalMove",
    "Position",
    "SteinreichError",
    "UnknownGame",
    "games",
    "load",
    "random_games",
]
