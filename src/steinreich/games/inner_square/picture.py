"""The board of Inner Square as data for pictures, and the texts shown beside it."""

from collections.abc import Mapping
from functools import cache

from steinreich.rules import *
from steinreich.rules.wide import *

from .about import ABOUT
from .rules import (
    LOSING_STONES,
    QUIET_LIMIT,
    SIDE,
    State,
    board_side,
    captured_stones,
    mine,
    neighbours,
    start,
    theirs,
)

KINDS = {"r": Text("red stone"), "y": Text("yellow stone")}


def point_name(cell: int) -> str:
    return square(cell % SIDE, cell // SIDE)


def parse_point(name: str) -> int:
    return ord(name[0]) - ord("a") + SIDE * (int(name[1]) - 1)


def columns(s: State) -> int:
    """Return the number of points in a row."""
    return SIDE if s.board.high else 7


def to_cell(s: State, point: int) -> int:
    """Return the cell of the drawn board that shows a point."""
    return point % SIDE + columns(s) * (point // SIDE)


def to_point(s: State, cell: int) -> int:
    """Return the point that a cell of the drawn board shows."""
    return cell % columns(s) + SIDE * (cell // columns(s))


def to_cells(s: State, points: Wide) -> tuple[int, ...]:
    """Return the cells of the drawn board that show these points."""
    return tuple(to_cell(s, point) for point in each_wide(points))


def board(options: Options) -> Board:
    """Return the points, the drawn lines and the inner corners."""
    n = board_side(options)
    s = start(options)
    drawn = tuple(
        (float(cell % SIDE), float(cell // SIDE), float(to % SIDE), float(to // SIDE))
        for cell in each_wide(s.board)
        for to in each_wide(intersection(neighbours(s, cell), s.board))
        if to > cell
    )
    return Board(grid(n, n), False, drawn, to_cells(s, s.corners), edge_labels(n, n))


@cache
def stone(cell: int, owner: int) -> Piece:
    return Piece(cell, *ABOUT.looks[owner], "ry"[owner], owner=owner)


def pieces(s: State) -> list[Piece]:
    return [
        stone(cell, owner)
        for owner, stones in enumerate((s.red, s.yellow))
        for cell in to_cells(s, stones)
    ]


def symmetries(options: Options) -> list[dict[str, str]]:
    """Return the rotations and reflections of the board."""
    return dihedral_symmetries(grid(board_side(options), board_side(options)))


def transform(s: State, to: Mapping[str, str]) -> State:
    """Return the state with every point moved to its image."""
    red = wide(parse_point(to[point_name(cell)]) for cell in each_wide(s.red))
    return s._replace(
        red=red, yellow=wide(parse_point(to[point_name(cell)]) for cell in each_wide(s.yellow))
    )


# Texts beside the board


def prompt(s: State) -> Text:
    """Return what the player has to do."""
    return Text("move a stone")


def info(s: State) -> Text:
    """Return the numbers of stones of both sides."""
    stones = f"{size(s.red)}:{size(s.yellow)}"
    return Text("Stones {stones}", stones=stones)


def counts(s: State) -> list[Count]:
    """Return the numbers of stones of both sides."""
    red, yellow = size(s.red), size(s.yellow)
    return [
        Count(0, Plural("stone", "stones", red), *ABOUT.looks[0], red),
        Count(1, Plural("stone", "stones", yellow), *ABOUT.looks[1], yellow),
    ]


def effects(s: State, action: int) -> Effects:
    """Return the stones that a move captures."""
    captured = captured_stones(s, action)
    if not is_nonempty(captured):
        return Effects()
    cells = to_cells(s, captured)
    return Effects(tuple(piece for piece in pieces(s) if piece.cell in cells))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Return the ending: corners, few stones, the quiet limit, or no legal move."""
    mover, waiting = 1 - s.turn, s.turn
    if not is_nonempty(difference(s.corners, theirs(s))):
        return Ending(
            mover,
            Text(
                "{player} holds all four inner corners",
                you="You hold all four inner corners",
                player=PlayerName(mover),
            ),
            to_cells(s, s.corners),
        )
    if size(mine(s)) <= LOSING_STONES:
        few = Text(
            "{player} has only {left} left ({score})",
            you="You have only {left} left ({score})",
            player=PlayerName(waiting),
            left=Plural("{n} stone", "{n} stones", size(mine(s))),
            score=f"{size(s.red)} : {size(s.yellow)}",
        )
        return Ending(mover, few, to_cells(s, mine(s)))
    if s.quiet >= QUIET_LIMIT:
        return quiet_ending(s, outcome)
    return Ending(
        mover,
        Text("{player} cannot move", you="You cannot move", player=PlayerName(waiting)),
        to_cells(s, mine(s)),
    )


MORE_CORNERS = Text(
    "a hundred moves in a row without a capture, and {player} has more inner corners "
    "({better} : {worse})",
    you="a hundred moves in a row without a capture, and you have more inner corners "
    "({better} : {worse})",
)
MORE_STONES = Text(
    "a hundred moves in a row without a capture, and {player} has more stones ({better} : {worse})",
    you="a hundred moves in a row without a capture, and you have more stones ({better} : {worse})",
)


def quiet_ending(s: State, outcome: int) -> Ending:
    """Return the ending after a hundred actions without a capture."""
    if outcome == DRAW and s.has_tiebreak:
        level = Text("a hundred moves in a row without a capture, and corners and stones are level")
        return Ending(None, level)
    if outcome == DRAW:
        return Ending(None, Text("a hundred moves in a row without a capture"))
    winner, loser = (s.yellow, s.red) if outcome else (s.red, s.yellow)
    corners = size(intersection(winner, s.corners)), size(intersection(loser, s.corners))
    stones = size(winner), size(loser)
    by_corners = corners[0] != corners[1]
    better, worse = corners if by_corners else stones
    reason = MORE_CORNERS if by_corners else MORE_STONES
    return Ending(
        outcome,
        reason.with_values(player=PlayerName(outcome), better=better, worse=worse),
        to_cells(s, intersection(winner, s.corners) if by_corners else winner),
    )
