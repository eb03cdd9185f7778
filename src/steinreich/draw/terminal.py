"""Positions as text: a letter per piece on a grid of characters, and the caption below."""

from collections.abc import Iterable
from itertools import groupby, pairwise
from typing import NamedTuple

from steinreich.core.position import Position, expect_position
from steinreich.draw.layout import get_cells_at_height
from steinreich.draw.picture import Picture, check_language, picture
from steinreich.rules import arguments
from steinreich.rules.about import Board
from steinreich.rules.language import Text

COLOURS = {  # ANSI codes; visible on dark and light terminals: bold for white, cyan for black
    "white": "1",
    "black": "36",
    "red": "31",
    "blue": "94",
    "yellow": "33",
    "wood": "32",
}
LAST_ACTION_CODE = "7"  # reverse video: cells of the last action
WINNING_LINE_CODE = "4"  # underlined: cells of the winner's lines

Spot = tuple[int, int]  # row and column of a character


class Grid(NamedTuple):
    """The mapping of the plane to characters, which are twice as high as wide."""

    left: float
    top: float
    columns: float  # characters per unit of x
    rows: float  # lines per unit of y

    def spot(self, x: float, y: float) -> Spot:
        """Return the character at a point of the board."""
        return round((self.top - y) * self.rows), round((x - self.left) * self.columns)


def text(position: Position, colour: bool = False, language: str = "en") -> str:
    """Return the position as lines of text.

    `colour` adds ANSI codes, which also show the last action and the lines that won.
    """
    expect_position(position)
    return render(picture(position), arguments.check_boolean("colour", colour), language)


def render(picture: Picture, colour: bool = False, language: str = "en") -> str:
    """Return the text of a picture."""
    check_language(language)
    symbols = {piece.cell: format_piece(piece.letter, piece.height) for piece in picture.pieces}
    grid = find_fitting_grid(picture.board, max(map(len, symbols.values()), default=1))
    marks: dict[Spot, str] = {}  # text by position; later entries win
    marks |= make_level_titles(picture.board, grid, language)
    marks |= make_label_marks(picture.board, grid)
    marks |= make_line_marks(picture.board, grid)
    ansi_codes = get_ansi_codes(picture) if colour else {}
    colours: dict[Spot, str] = {}
    for index, cell in enumerate(picture.board.cells):
        spot = grid.spot(cell.x, cell.y)
        marks[spot] = symbols.get(index, "+" if index in picture.board.marked else ".")
        colours[spot] = ansi_codes.get(index, "")
    return "\n".join([*format_lines(marks, colours), "", *caption(picture, language)])


def format_piece(name: str, height: int) -> str:
    """Return the letter of a piece, with its height if it is a stack."""
    return name if height == 1 else f"{name}{height}"


def caption(picture: Picture, language: str) -> list[str]:
    """Return the caption and the last action."""
    lines = picture.caption.in_language(language).split("\n")
    if picture.last_action:
        last = Text("Last action").in_language(language)
        lines.append(f"{last}: {picture.last_action}")
    return lines


def get_ansi_codes(picture: Picture) -> dict[int, str]:
    """Return the ANSI codes of cells with a piece, the last action or a winning line."""
    codes = {piece.cell: [COLOURS.get(piece.colour, "")] for piece in picture.pieces}
    for cell in picture.last:
        codes.setdefault(cell, []).append(LAST_ACTION_CODE)
    for cell in {cell for line in picture.winning_lines for cell in line}:
        codes.setdefault(cell, []).append(WINNING_LINE_CODE)
    return {cell: ";".join(filter(None, parts)) for cell, parts in codes.items()}


# The grid


def find_fitting_grid(board: Board, max_width: int) -> Grid:
    """Return the smallest grid that separates adjacent cells and keeps the board's proportions.

    `max_width` is the number of characters of the widest piece.
    """
    step_x, step_y = get_minimum_steps(board)
    rows = (2 if can_draw_lines(board) else 1) / step_y
    column_width = max(
        [max_width, *(len(label) for label, x, _ in board.labels if is_column_of_cells(board, x))]
    )
    columns = max(round(2 * rows * step_x), column_width + 1) / step_x
    return Grid(min(c.x for c in board.cells), max(c.y for c in board.cells), columns, rows)


def get_minimum_steps(board: Board) -> tuple[float, float]:
    """Return the minimum distance between columns, and between rows."""
    return get_minimum_step(c.x for c in board.cells), get_minimum_step(c.y for c in board.cells)


def get_minimum_step(values: Iterable[float]) -> float:
    """Return the minimum distance between different values, apart from rounding errors."""
    steps = [b - a for a, b in pairwise(sorted(values)) if b - a > 1e-6]
    return min(steps, default=1.0)


def can_draw_lines(board: Board) -> bool:
    """Return whether the lines between points can be drawn, which requires a square grid."""
    step_x, step_y = get_minimum_steps(board)
    return bool(board.lines) and abs(step_x - step_y) < 1e-6


def make_line_marks(board: Board, grid: Grid) -> dict[Spot, str]:
    """Return the characters of the lines between points by row and column."""
    marks: dict[Spot, str] = {}
    if not can_draw_lines(board):
        return marks
    for x1, y1, x2, y2 in board.lines:
        (row1, column1), (row2, column2) = sorted([grid.spot(x1, y1), grid.spot(x2, y2)])
        length = max(row2 - row1, abs(column2 - column1))
        for step in range(1, length):
            row = row1 + (row2 - row1) * step / length
            column = column1 + (column2 - column1) * step / length
            if row == int(row) and column == int(column):
                spot = int(row), int(column)
                stroke = get_stroke(row2 - row1, column2 - column1)
                crosses = marks.get(spot, stroke) != stroke  # two lines cross here
                marks[spot] = "X" if crosses else stroke
    return marks


def get_stroke(down: int, across: int) -> str:
    """Return the character for a line in this direction."""
    if down == 0:
        return "-"
    return "|" if across == 0 else "\\" if across > 0 else "/"


def make_label_marks(board: Board, grid: Grid) -> dict[Spot, str]:
    """Return the labels by row and column.

    Labels of columns are above or below all cells, since on boards with slanting edges they would
    otherwise be between cells of other columns.
    """
    rows, columns = zip(*(grid.spot(cell.x, cell.y) for cell in board.cells), strict=True)
    marks = {}
    for label, x, y in board.labels:
        row, column = grid.spot(x, y)
        if is_column_of_cells(board, x):
            row = min(rows) - 1 if 2 * row < min(rows) + max(rows) else max(rows) + 1
        elif column < min(columns):
            column -= len(label) - 1  # numbers are aligned right
        marks[row, column] = label
    return marks


def is_column_of_cells(board: Board, x: float) -> bool:
    """Return whether a cell has this x coordinate."""
    return any(abs(cell.x - x) < 1e-6 for cell in board.cells)


def make_level_titles(board: Board, grid: Grid, language: str) -> dict[Spot, str]:
    """Return the names of levels, above each level of a board with height."""
    name = Text("Level").in_language(language)
    titles = {}
    for z in {z for _, _, z in board.scene}:
        spots = [
            grid.spot(board.cells[cell].x, board.cells[cell].y)
            for cell in get_cells_at_height(board, z)
        ]
        row, column = min(spots)
        titles[row - 1, column] = f"{name} {z + 1}"
    return titles


def format_lines(marks: dict[Spot, str], colours: dict[Spot, str]) -> list[str]:
    """Return the text as lines, without empty rows."""
    left = min(column for _, column in marks)
    lines = []
    for _, spots in groupby(sorted(marks), key=lambda spot: spot[0]):
        line, end = "", left
        for spot in spots:
            mark, code = marks[spot], colours.get(spot)
            line += " " * (spot[1] - end) + (f"\x1b[{code}m{mark}\x1b[0m" if code else mark)
            end = spot[1] + len(mark)
        lines.append(line)
    return lines
