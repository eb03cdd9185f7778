"""What is the same for every position of a game, looked at once and not for every frame."""

from functools import cache

from steinreich.core.game import Game
from steinreich.rules.about import Action, Piece
from steinreich.session.schema import protocol


class Scene:
    """The board of a game, and its pieces and actions as `views` shows them: kept, not remade."""

    def __init__(self, game: Game) -> None:
        self.board = game.board
        self.pieces: dict[Piece, protocol.Piece] = {}
        self.targets: dict[tuple[str, Action], protocol.Target] = {}  # by name and what it is
        # Where pieces drop, all places of a pillar mean the same: they bear its name.
        self.places = [cell.name for cell in self.board.cells]
        for name, cells in self.board.pillars:
            for cell in cells:
                self.places[cell] = name


@cache
def scene_of(game: Game) -> Scene:
    """The scene of a game; games with the same options share it."""
    return Scene(game)
