"""What is the same for every position of a game: its board, and which cells actions name."""

from collections.abc import Iterable, Set
from functools import cache
from typing import Any

from steinreich.core.about import Piece
from steinreich.core.game import Game
from steinreich.draw.picture import CellReader


class Stage:
    """The board of a game, looked at once and not for every frame."""

    def __init__(self, game: Game) -> None:
        self.board = game.board
        self.reader = CellReader(self.board)
        self.has_rods = any(len(cells) > 1 for cells in self.reader.spots.values())
        self.known: dict[str, list[int]] = {}  # cells by action, where they are always the same
        self.pieces: dict[Piece, dict[str, Any]] = {}  # as `views` shows them: kept, not remade

    def before(self, action: str, taken: Set[int]) -> list[int]:
        """The cells that a legal action names, in order; on a rod, where the ball would rest."""
        return list(self.reader.before(action, taken)) if self.has_rods else self.flat(action)

    def after(self, action: str, taken: Set[int]) -> list[int]:
        """The cells that an action just played has named."""
        return list(self.reader.after(action, taken)) if self.has_rods else self.flat(action)

    def flat(self, action: str) -> list[int]:
        if action not in self.known:
            self.known[action] = list(self.reader.before(action, frozenset()))
        return self.known[action]

    def spots(self, cells: Iterable[int]) -> list[str]:
        """How actions call these cells: all places of a rod by the name of the rod."""
        return [self.board.cells[cell].name.partition(".")[0] for cell in cells]


@cache
def stage(game: Game) -> Stage:
    """The stage of a game; games with the same options share it."""
    return Stage(game)
