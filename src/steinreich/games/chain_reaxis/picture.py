"""The board of Chain Reaxis as data for pictures, and the texts shown beside it."""

from collections.abc import Mapping
from functools import cache

from steinreich.rules import *

from .about import ABOUT
from .rules import (
    PERFORATED_SQUARES,
    STEPS,
    State,
    board_size,
    contact_squares,
    empty_squares,
    find_tile,
    four_starts,
    play,
    size_option,
)

KINDS = {
    "o": Text("blank half"),
    "x": Text("perforated half"),
}


def square_name(cell: int) -> str:
    return square(cell % 8, cell // 8)


def parse_square(name: str) -> int:
    return ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1)


def to_cell(s: State, square: int) -> int:
    """Return the cell of the drawn board that shows a square."""
    width, _ = board_size(s)
    return square % 8 + width * (square // 8)


def to_square(s: State, cell: int) -> int:
    """Return the square that a cell of the drawn board shows."""
    width, _ = board_size(s)
    return cell % width + 8 * (cell // width)


def board(options: Options) -> Board:
    """Return the squares, row by row."""
    return Board(
        grid(*size_option(options)), squares=True, labels=edge_labels(*size_option(options))
    )


@cache
def half(cell: int, owner: int, joined: int | None = None) -> Piece:
    """Return half a tile on a cell of the drawn board."""
    return Piece(cell, *ABOUT.looks[owner], "ox"[owner], joined=joined, owner=owner)


def pieces(s: State) -> list[Piece]:
    """Return the halves of all tiles."""
    halves = enumerate((s.blank, s.perforated))
    return [half(to_cell(s, cell), owner) for owner, cells in halves for cell in each(cells)]


def fours(s: State, owner: int) -> list[tuple[int, ...]]:
    """Return the fours of a player as cells of the drawn board; five in a row are two fours."""
    halves = s.perforated if owner else s.blank
    return [
        tuple(to_cell(s, first + STEPS[d] * i) for i in range(4))
        for d in range(4 if s.diagonals else 2)
        for first in each(four_starts(halves, d))
    ]


def winning_lines(s: State, winner: int) -> list[list[int]]:
    """Return the winner's fours."""
    return [list(line) for line in fours(s, winner)]


def symmetries(options: Options) -> list[dict[str, str]]:
    """Return the rotations and reflections of the board."""
    return dihedral_symmetries(grid(*size_option(options)))


def transform(s: State, to: Mapping[str, str]) -> State:
    """Return the state with every square moved to its image."""
    cells = [parse_square(to.get(square_name(cell), square_name(cell))) for cell in range(64)]
    image = -1 if s.last < 0 else find_tile(cells[s.last >> 2], cells[PERFORATED_SQUARES[s.last]])
    assert image is not None  # images of neighbours are neighbours
    return s._replace(
        blank=permute(s.blank, cells), perforated=permute(s.perforated, cells), last=image
    )


# Texts beside the board


def prompt(s: State) -> Text:
    """Return what the player has to do."""
    if contact_squares(s) == empty_squares(s):
        return Text("place a tile anywhere")
    return Text("place a tile that touches the last one")


def effects(s: State, action: int) -> Effects:
    """Return the fours of both players that a tile completes.

    Every four on the board is new, since the first one ends the game.
    """
    after = play(s, action)
    found = [fours(after, owner) for owner in range(2)]
    owners = [ABOUT.players[owner] for owner in range(2) if found[owner]]
    if not owners:
        return Effects()
    whose = join_with_and(owners)
    spoken = Text("completes a four for {whose}", whose=whose)
    return Effects((), (*found[0], *found[1]), spoken, "◎" * len(owners))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Return the ending: a four of one player or of both, or no room for a tile."""
    if outcome == DRAW:
        left = tuple(to_cell(s, cell) for cell in each(empty_squares(s)))
        full = Text("the board is full")
        no_room = Text("no tile fits on the board any more")
        return Ending(None, no_room if left else full, left)
    mover, cells = 1 - s.turn, tuple(sorted({cell for line in fours(s, outcome) for cell in line}))
    if outcome != mover:
        reason = Text(
            "{player} completed a four for {winner}",
            you="You completed a four for {winner}",
            player=PlayerName(mover),
            winner=PlayerName(outcome),
        )
    elif fours(s, 1 - mover):
        reason = Text(
            "{player} completed a four for both, which counts for the player who placed the tile",
            you="You completed a four for both, which counts for the player who placed the tile",
            player=PlayerName(mover),
        )
    else:
        reason = Text(
            "{player} completed a four", you="You completed a four", player=PlayerName(mover)
        )
    return Ending(outcome, reason, cells)
