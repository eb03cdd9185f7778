"""Where a board's cells come to lie on paper.

A flat board is one plank.  A board with height becomes one plank a level, two in a row,
from the lowest at the bottom left, and every plank bears the labels of all.
"""

from collections.abc import Sequence
from typing import NamedTuple

from steinreich.draw.shape import Point, corners_of, hull, overhang, widened
from steinreich.rules.about import Board, Cell

LABEL_ROOM = 0.36  # from the middle of a label to the edge of the plank
LEAST_MARGIN = {True: 0.2, False: 0.72}  # around squares, around points: stones reach over those
GAP = 0.45  # between planks
PANEL_MARGIN = 0.5  # from the outermost points: more than a stone, less than a label


class Plank(NamedTuple):
    """A piece of board: its outline, and the level it shows (0: the only one)."""

    outline: tuple[Point, ...]
    level: int


class Layout(NamedTuple):
    """A board with its cells and labels as drawn, and the planks below them."""

    board: Board
    planks: tuple[Plank, ...]


def layout(board: Board) -> Layout:
    """The planks of a board."""
    if not board.scene:
        return Layout(board, (plank(board, range(len(board.cells))),))
    floor = stacked(board)
    moves = level_moves(floor)
    level_of = [z for _, _, z in board.scene]
    cells = tuple(
        cell._replace(x=cell.x + moves[z][0], y=cell.y + moves[z][1])
        for cell, z in zip(floor.cells, level_of, strict=True)
    )
    labels = tuple((text, x + right, y + up) for right, up in moves for text, x, y in floor.labels)
    moved = board._replace(cells=cells, labels=labels)
    planks = tuple(plank(moved, level(board, z), z + 1) for z in sorted(set(level_of)))
    return Layout(moved, planks)


def stacked(board: Board) -> Board:
    """A board with height with its levels one upon the other, the lower left at (0, 0), and every
    label once: so that each level can be read by itself, wherever it is put."""
    corners = [corner(board, z) for z in sorted({z for _, _, z in board.scene})]
    level_of = [z for _, _, z in board.scene]
    cells = tuple(
        cell._replace(x=cell.x - corners[z][0], y=cell.y - corners[z][1])
        for cell, z in zip(board.cells, level_of, strict=True)
    )
    labels = set()
    for text, x, y in board.labels:
        left, low = corners[level_of[nearest(board.cells, x, y)]]
        labels.add((text, round(x - left, 4), round(y - low, 4)))
    return board._replace(cells=cells, labels=tuple(sorted(labels)))


def panel(board: Board) -> tuple[Point, ...]:
    """The outline of the lighter wood below a board of points."""
    points = [(cell.x, cell.y) for cell in board.cells]
    return tuple(widened(hull(points + line_ends(board)), PANEL_MARGIN))


def plank(board: Board, cells: Sequence[int], level: int = 0) -> Plank:
    """Wood under these cells and as wide on all sides as their labels need."""
    ground = [point for cell in cells for point in extent(board, board.cells[cell])]
    outline = hull(ground + line_ends(board))
    beyond = [overhang(outline, (x, y)) for _, x, y in board.labels]
    reach = max((distance + LABEL_ROOM for distance in beyond if distance < 1), default=0.0)
    margin = max(LEAST_MARGIN[board.squares], reach)
    return Plank(tuple(widened(outline, margin)), level)


def line_ends(board: Board) -> list[Point]:
    """Where lines end, of a flat board: there may be no cell."""
    flat = [] if board.scene else board.lines
    return [point for x, y, to_x, to_y in flat for point in ((x, y), (to_x, to_y))]


def extent(board: Board, cell: Cell) -> list[Point]:
    """The ground a cell covers: a square, or a point."""
    return corners_of(cell) if board.squares else [(cell.x, cell.y)]


def level(board: Board, z: int) -> list[int]:
    """The cells at this height."""
    return [cell for cell, point in enumerate(board.scene) if point[2] == z]


def level_moves(floor: Board) -> list[Point]:
    """How far each of the levels that lie one upon the other moves: two stand in a row."""
    first = plank(floor, level(floor, 0))
    wide, high = (
        max(point[axis] for point in first.outline) - min(point[axis] for point in first.outline)
        for axis in (0, 1)
    )
    return [
        (z % 2 * (wide + GAP), z // 2 * (high + GAP))
        for z in range(1 + max(z for _, _, z in floor.scene))
    ]


def corner(board: Board, z: int) -> Point:
    """The lower left of a level, where the board has it."""
    ground = [board.cells[cell] for cell in level(board, z)]
    return min(cell.x for cell in ground), min(cell.y for cell in ground)


def nearest(cells: Sequence[Cell], x: float, y: float) -> int:
    """The cell nearest to a point."""
    return min(range(len(cells)), key=lambda i: (cells[i].x - x) ** 2 + (cells[i].y - y) ** 2)
