"""What is the same for every position of a game: its board, which cells actions name, what pieces
look like."""

from collections.abc import Iterable, Set
from functools import cache
from random import Random
from typing import Any, NamedTuple

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.draw.picture import CellReader
from steinreich.rules.about import Piece
from steinreich.session import protocol

LOOKED_AT = 24  # actions of a game from which is known what its pieces look like


class Look(NamedTuple):
    """What is seen of a piece."""

    colour: str
    mark: str


class Target(NamedTuple):
    """A legal action."""

    kind: str  # its name without its cells: `Z@` of `Z@A1`, nothing of `b3`
    shown: protocol.Target


class Scene:
    """The board of a game, looked at once and not for every frame."""

    def __init__(self, game: Game) -> None:
        self.board = game.board
        self.reader = CellReader(self.board)
        self.has_rods = any(len(cells) > 1 for cells in self.reader.spots.values())
        self.known: dict[str, list[int]] = {}  # cells by action, where they are always the same
        # Pieces and targets as `views` shows them: kept, not remade.
        self.pieces: dict[Piece, protocol.Piece] = {}
        self.targets: dict[Any, Target] = {}
        self.puts: dict[tuple[int, str], list[Look]] = {}  # by player and kind of action

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

    def kind(self, action: str) -> str:
        """An action's name without its cells."""
        return self.reader.pattern.sub("", action)

    def hand(self, position: Position, kind: str, action: str) -> list[Look]:
        """What the player would put on the cells of a legal action, in their order.

        Each player puts the same by all actions of a kind: one of them is tried out, once.
        """
        player = position.player
        if (player, kind) not in self.puts:
            self.puts[player, kind] = self.put(position, action)
        return self.puts[player, kind]

    def put(self, position: Position, action: str) -> list[Look]:
        """The looks of what a legal action puts on empty cells; none where it moves a piece."""
        taken = {piece.cell for piece in position.pieces()}
        cells = self.before(action, taken)
        there = {piece.cell: piece for piece in position.play(action).pieces()}
        if any(cell in taken or cell not in there for cell in cells):
            return []
        return [Look(there[cell].colour, there[cell].mark) for cell in cells]

    def spots(self, cells: Iterable[int]) -> list[str]:
        """How actions call these cells: all places of a rod by the name of the rod."""
        return [self.board.cells[cell].name.partition(".")[0] for cell in cells]


@cache
def scene_of(game: Game) -> Scene:
    """The stage of a game; games with the same options share it."""
    return Scene(game)


@cache
def seat_looks(game: Game) -> tuple[Look | None, ...]:
    """By what each seat is known: it is called after its pieces (Red, White, Perforated), if it
    has any of its own.  Where these have several marks, the colour alone counts."""
    looks: dict[str, set[Look]] = {}
    for position in some_positions(game):
        for piece in position.pieces():
            owner = position.kind(piece).en.partition(" ")[0].lower()
            looks.setdefault(owner, set()).add(Look(piece.colour, piece.mark))
    seats = [looks.get(seat.en.lower()) for seat in game.about.players[: game.players]]
    return tuple(common_look(seen) if seen else None for seen in seats)


def some_positions(game: Game) -> Iterable[Position]:
    """The start of a game at random."""
    dice, position = Random(1), game.start(1)
    yield position
    for _ in range(LOOKED_AT):
        actions = position.actions()
        if not actions:
            return
        position = position.after_legal(dice.choice(actions))
        yield position


def common_look(looks: set[Look]) -> Look:
    """What pieces of one colour have in common."""
    colour = min(looks).colour
    return min(looks) if len(looks) == 1 else Look(colour, "plain")
