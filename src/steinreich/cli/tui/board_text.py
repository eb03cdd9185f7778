"""A position drawn as large as there is room for, and where on the screen each cell lies.

Brackets tell what colours tell as well: `[r]` is looked at, `{r}` is held, `(r)` may be touched,
`<r>` belongs to the last action.
"""

from collections.abc import Iterator
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style

from steinreich.draw.palette import DARK, LIGHT, PIECES, Palette
from steinreich.draw.picture import Picture
from steinreich.draw.terminal import (
    Grid,
    Spot,
    draws_lines,
    label_marks,
    letter,
    level_titles,
    line_marks,
    steps,
)
from steinreich.rules.about import Board, Piece

LARGEST = 4  # rows from one cell to the next
NARROWEST = 3  # columns from one cell to the next: a letter between brackets
HEADINGS = {"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}
STEEPEST = 1.2  # across for one along: on hexagons neighbours lie at 30 and 60 degrees
DRIFT = 1.4  # how much more a way across costs than a way along


class Touches(NamedTuple):
    """What is shown beside the pieces."""

    cursor: int | None = None
    held: int | None = None
    targets: frozenset[int] = frozenset()  # what may be touched
    advised: frozenset[int] = frozenset()  # where a hint points


class Drawing(NamedTuple):
    """Lines of text, and the row and column of each cell's middle."""

    lines: list[list[Segment]]
    spots: tuple[Spot, ...]
    reach: Spot  # how far from its middle a cell reaches, in rows and columns

    def cell_at(self, row: int, column: int) -> int | None:
        """The cell that somebody points at."""
        down, across = self.reach
        near = [
            (abs(row - spot[0]) * across + abs(column - spot[1]) * down, cell)
            for cell, spot in enumerate(self.spots)
            if abs(row - spot[0]) <= down and abs(column - spot[1]) <= across
        ]
        return min(near)[1] if near else None

    def neighbour(self, cell: int, direction: str) -> int:
        """The next cell in the direction of an arrow key; at the edge the same."""
        right, down = HEADINGS[direction]
        row, column = self.spots[cell]
        best = (float("inf"), cell)
        for other, spot in enumerate(self.spots):
            x, y = (spot[1] - column) / 2, spot[0] - row  # characters are twice as high as wide
            along, across = x * right + y * down, x * down - y * right
            if along > 0 and abs(across) <= STEEPEST * along + 1:
                # Of two equally near the one on the left-hand side, so that going back leads back.
                cost = along + DRIFT * abs(across) - (1e-3 if across > 0 else 0)
                best = min(best, (cost, other))
        return best[1]


class Scale(NamedTuple):
    """How far cells lie apart."""

    rows: int
    columns: int


def scales(board: Board) -> Iterator[Scale]:
    """The scales in which a board keeps its shape, the largest first."""
    step_x, step_y = steps(board)
    least = 2 if draws_lines(board) else 1
    for rows in range(LARGEST, least - 1, -1):
        yield Scale(rows, max(round(2 * rows * step_x / step_y), NARROWEST))


def grid_in(board: Board, scale: Scale) -> Grid:
    """The grid of a board in a scale."""
    step_x, step_y = steps(board)
    left, top = min(cell.x for cell in board.cells), max(cell.y for cell in board.cells)
    return Grid(left, top, scale.columns / step_x, scale.rows / step_y)


class Plan(NamedTuple):
    """Where everything on an empty board comes to lie: rows and columns count from 0."""

    spots: tuple[Spot, ...]  # the middle of each cell
    marks: dict[Spot, str]  # labels, titles and lines, and where each begins
    size: Spot


def plan(board: Board, scale: Scale, language: str) -> Plan:
    """A board in a scale."""
    grid = grid_in(board, scale)
    spots = tuple(grid.spot(cell.x, cell.y) for cell in board.cells)
    up, down, left, right = around(board, scale)
    first, last = min(spots)[0], max(spots)[0]
    marks = dict(line_marks(board, grid))
    beside = level_titles(board, grid, language) | label_marks(board, grid)
    for (row, column), mark in beside.items():  # they keep clear of the squares
        marks[row - up if row < first else row + down if row > last else row, column] = mark
    top = min([first - up, *(row for row, _ in marks)])
    begin = min([column - left for _, column in spots] + [column for _, column in marks])
    end = max(column + right for _, column in spots)
    end = max([end, *(column + len(mark) - 1 for (_, column), mark in marks.items())])
    bottom = max([last + down, *(row for row, _ in marks)])
    return Plan(
        tuple((row - top, column - begin) for row, column in spots),
        {(row - top, column - begin): mark for (row, column), mark in marks.items()},
        (bottom - top + 1, end - begin + 1),
    )


def around(board: Board, scale: Scale) -> tuple[int, int, int, int]:
    """How far a cell reaches from its middle: up, down, to the left and to the right."""
    if not board.squares:
        return 0, 0, 1, 2  # brackets, and perhaps the height of a stack
    rows, columns = scale
    return (rows - 1) // 2, rows // 2, (columns - 1) // 2, columns // 2


def fitting_scale(board: Board, height: int, width: int, language: str) -> Scale | None:
    """The largest scale in which a board fits; None if none does."""
    for scale in scales(board):
        rows, columns = plan(board, scale, language).size
        if rows <= height and columns <= width:
            return scale
    return None


def drawn(
    picture: Picture, touches: Touches, scale: Scale, language: str, is_dark: bool = True
) -> Drawing:
    """A picture in a scale."""
    board, colours = picture.board, DARK if is_dark else LIGHT
    spots, marks, (rows, columns) = plan(board, scale, language)
    canvas = Canvas(rows, columns)
    paint_ground(canvas, board, spots, scale, colours)
    for (row, column), mark in marks.items():
        faint = "faint" if board.squares else "label"
        canvas.write(row, column, mark, Style(color=colours[faint]))
    pieces = picture.taken
    for cell, (row, column) in enumerate(spots):
        shown = symbol(board, cell, pieces.get(cell))
        style, brackets = look(picture, touches, cell, pieces.get(cell), colours)
        half = (scale.columns - 2) // 2 if board.squares and scale.columns > 4 else 1
        text = brackets[0] + shown.center(2 * half - 1) + brackets[1]
        canvas.write(row, column - half, text, style)
    return Drawing(canvas.lines(), spots, (scale.rows // 2, scale.columns // 2))


def paint_ground(
    canvas: "Canvas", board: Board, spots: tuple[Spot, ...], scale: Scale, colours: Palette
) -> None:
    """Squares lighter and darker by turns, or one board below all points."""
    if not board.squares:
        for row in range(len(canvas.cells)):
            canvas.write(row, 0, " " * len(canvas.cells[row]), Style(bgcolor=colours["frame"]))
        return
    up, down, left, _ = around(board, scale)
    for place, (middle, column) in zip(board.cells, spots, strict=True):
        tone = "field" if round(place.x + place.y) % 2 else "frame-high"
        for row in range(middle - up, middle + down + 1):
            canvas.write(row, column - left, " " * scale.columns, Style(bgcolor=colours[tone]))


def symbol(board: Board, cell: int, piece: Piece | None) -> str:
    """What stands on a cell."""
    if piece:
        return letter(piece.letter, piece.height)
    return "+" if cell in board.marked else "."


def look(
    picture: Picture, touches: Touches, cell: int, piece: Piece | None, colours: Palette
) -> tuple[Style, str]:
    """The colours of a cell, and the brackets around it."""
    tones = PIECES.get(piece.colour, PIECES["stone"]) if piece else None
    style = Style(color=colours["label"])
    if tones:
        style = Style(color=tones.mark, bgcolor=tones.body, bold=True)
    lit = {other for line in picture.lit for other in line}
    if cell in lit:
        style += Style(underline=True, bold=True)
    brackets = "<>" if cell in picture.last else "  "
    if cell in touches.targets or cell in touches.advised:
        brackets = "()"
        style += Style(bold=True)
    if cell in touches.advised:
        style += Style(bgcolor=colours["accent"], color=colours["paper"])
    if cell == touches.held:
        brackets = "{}"
    if cell == touches.cursor:
        brackets = "[]"
        style += Style(reverse=True)
    return style, brackets


class Canvas:
    """Characters with styles, written upon each other."""

    def __init__(self, rows: int, columns: int) -> None:
        self.cells = [[Segment(" ", Style()) for _ in range(columns)] for _ in range(rows)]

    def write(self, row: int, column: int, text: str, style: Style) -> None:
        """Write over what is there; its ground shows where the new style has none."""
        if not 0 <= row < len(self.cells):
            return
        for at, character in enumerate(text, column):
            if 0 <= at < len(self.cells[row]):
                before = self.cells[row][at].style or Style()
                self.cells[row][at] = Segment(character, before + style)

    def lines(self) -> list[list[Segment]]:
        """All rows, neighbours of the same style joined."""
        return [list(Segment.simplify(row)) for row in self.cells]
