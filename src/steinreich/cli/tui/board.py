"""The board widget, drawn as large as possible; cells are selected by key or click.

Brackets repeat the information of colours: `[r]` is the cursor, `{r}` is held, `(r)` is a target,
`<r>` belongs to the last action.  Arrow keys move the cursor, Enter or a click selects a cell.
"""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from steinreich.draw.picture import Picture
from steinreich.draw.styles import DARK, LIGHT, PIECES, Palette
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

MAX_ROWS = 4  # from one cell to the next
MIN_COLUMNS = 3  # from one cell to the next: a letter between brackets
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
        """Return the cell at a row and column."""
        down, across = self.reach
        near = [
            (abs(row - spot[0]) * across + abs(column - spot[1]) * down, cell)
            for cell, spot in enumerate(self.spots)
            if abs(row - spot[0]) <= down and abs(column - spot[1]) <= across
        ]
        return min(near)[1] if near else None

    def neighbour(self, cell: int, direction: str) -> int:
        """Return the next cell in the direction of an arrow key; the same cell at the edge."""
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
    """Yield the scales in which a board keeps its shape, the largest first."""
    step_x, step_y = steps(board)
    least = 2 if draws_lines(board) else 1
    for rows in range(MAX_ROWS, least - 1, -1):
        yield Scale(rows, max(round(2 * rows * step_x / step_y), MIN_COLUMNS))


def grid_in(board: Board, scale: Scale) -> Grid:
    """Return the grid of a board in a scale."""
    step_x, step_y = steps(board)
    left, top = min(cell.x for cell in board.cells), max(cell.y for cell in board.cells)
    return Grid(left, top, scale.columns / step_x, scale.rows / step_y)


class Plan(NamedTuple):
    """The layout of an empty board; rows and columns count from 0."""

    spots: tuple[Spot, ...]  # the middle of each cell
    marks: dict[Spot, str]  # labels, titles and lines, and where each begins
    size: Spot


def plan(board: Board, scale: Scale, language: str) -> Plan:
    """Return a board in a scale."""
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
    """Return how far a cell reaches from its middle: up, down, to the left and to the right."""
    if not board.squares:
        return 0, 0, 1, 2  # brackets, and perhaps the height of a stack
    rows, columns = scale
    return (rows - 1) // 2, rows // 2, (columns - 1) // 2, columns // 2


def fitting_scale(board: Board, height: int, width: int, language: str) -> Scale | None:
    """Return the largest scale in which a board fits; None if none does."""
    for scale in scales(board):
        rows, columns = plan(board, scale, language).size
        if rows <= height and columns <= width:
            return scale
    return None


def drawn(
    picture: Picture, touches: Touches, scale: Scale, language: str, is_dark: bool = True
) -> Drawing:
    """Return a picture in a scale."""
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
    """Return what stands on a cell."""
    if piece:
        return letter(piece.letter, piece.height)
    return "+" if cell in board.marked else "."


def look(
    picture: Picture, touches: Touches, cell: int, piece: Piece | None, colours: Palette
) -> tuple[Style, str]:
    """Return the colours of a cell, and the brackets around it."""
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
        """Return all rows, neighbours of the same style joined."""
        return [list(Segment.simplify(row)) for row in self.cells]


class BoardView(Widget, can_focus=True):
    """Shows a picture, as large as it is told to, in the middle of the room that it has."""

    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; min-height: 6; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *((key, f"step('{key}')") for key in ("left", "right", "up", "down")),
        ("enter,space", "touch"),
    ]

    class Touched(Message):
        """A cell was selected."""

        def __init__(self, cell: int) -> None:
            self.cell = cell
            super().__init__()

    class Moved(Message):
        """The cursor moved to another cell."""

    def __init__(self, picture: Picture, language: str) -> None:
        super().__init__(id="board")
        self.picture = picture
        self.language = language
        self.touches = Touches(cursor=0)
        self.scale: Scale = list(scales(picture.board))[-1]
        self.drawing = self.draw()

    def draw(self) -> Drawing:
        """Return the board as it is now."""
        is_dark = not self.is_attached or self.app.current_theme.dark
        return drawn(self.picture, self.touches, self.scale, self.language, is_dark)

    def show(self, picture: Picture | None = None, **changes: object) -> None:
        """Show another picture, or something else beside the pieces."""
        self.picture = picture or self.picture
        self.touches = self.touches._replace(**changes)  # type: ignore[arg-type]  # its own fields
        self.drawing = self.draw()
        self.refresh()

    @property
    def offsets(self) -> tuple[int, int]:
        """The row and column where the drawing begins."""
        rows, columns = len(self.drawing.lines), self.drawing_width
        return max(0, (self.size.height - rows) // 2), max(0, (self.size.width - columns) // 2)

    @property
    def drawing_width(self) -> int:
        return sum(segment.cell_length for segment in self.drawing.lines[0])

    def render_line(self, y: int) -> Strip:
        top, left = self.offsets
        if not 0 <= y - top < len(self.drawing.lines):
            return Strip.blank(self.size.width, self.rich_style)
        line = [Segment(" " * left), *self.drawing.lines[y - top]]
        return Strip(line).adjust_cell_length(self.size.width).apply_style(self.rich_style)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.drawing_width

    # What people do

    def action_step(self, direction: str) -> None:
        """Look at the next cell in a direction."""
        self.look_at(self.drawing.neighbour(self.touches.cursor or 0, direction))

    def look_at(self, cell: int) -> None:
        """Look at a cell."""
        self.show(cursor=cell)
        self.post_message(self.Moved())

    def action_touch(self) -> None:
        """Select the cell at the cursor."""
        if self.touches.cursor is not None:
            self.post_message(self.Touched(self.touches.cursor))

    def on_click(self, event: events.Click) -> None:
        top, left = self.offsets
        cell = self.drawing.cell_at(event.y - top, event.x - left)
        if cell is not None:
            self.look_at(cell)
            self.post_message(self.Touched(cell))
