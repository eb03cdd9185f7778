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
    """The puzzles of a game that come with the library, with all its options; may be none."""
    from steinreich.core.game import load
    from steinreich.puzzles.files import shipped

    return shipped(load(game).name)


class Puzzles(ModuleType):
    """This package, which can be called: `steinreich.puzzles` is the function as well."""

    def __call__(self, game: "Game | str | PathLike[str]") -> "tuple[Puzzle, ...]":
        """The puzzles of a game that come with the library, with all its options; may be none."""
        return puzzles(game)


sys.modules[__name__].__class__ = Puzzles
