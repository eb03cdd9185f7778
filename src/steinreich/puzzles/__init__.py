"""Positions with one right action, mined from engine games; `puzzles(name)` gives those of a game.

>>> from steinreich import puzzles
>>> easiest = min(puzzles("vier3d"), key=lambda puzzle: puzzle.rating)
>>> easiest.lines[0][0] in easiest.start.legal_moves()
True
"""

import sys
from os import PathLike
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steinreich.core.game import Game
    from steinreich.puzzles.puzzle import Puzzle


def puzzles(game: "Game | str | PathLike[str]") -> "tuple[Puzzle, ...]":
    """Return the built-in puzzles of a game, in all its variants; may be empty."""
    from steinreich.core.game import load
    from steinreich.puzzles.puzzle import load_puzzles

    return load_puzzles(load(game).name)


class Puzzles(ModuleType):
    """Callable module: `steinreich.puzzles` is also the function."""

    def __call__(self, game: "Game | str | PathLike[str]") -> "tuple[Puzzle, ...]":
        """Return the built-in puzzles of a game, in all its variants; may be empty."""
        return puzzles(game)


sys.modules[__name__].__class__ = Puzzles
