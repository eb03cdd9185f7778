"""The board widget, drawn as large as possible; cells are selected by key or click.

Brackets show the same as colours: `[r]` is the cursor, `{r}` the selected piece, `(r)` a target,
`<r>` a cell of the last action.  Arrow keys move the cursor, Enter or a click selects a cell.
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
    can_draw_lines,
    format_piece,
    get_minimum_steps,
    make_label_marks,
    make_level_titles,
    make_line_marks,
)
from steinreich.rules.about import Board, Piece

MAX_ROWS_PER_CELL = 4
MIN_COLUMNS_PER_CELL = 3  # a letter between brackets
DIRECTIONS = {"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}
# An arrow key goes to a cell whose sideways distance is at most MAX_SLOPE times the distance ahead,
# plus one row: on hexagonal boards adjacent cells lie at angles of 30 and 60 degrees.
MAX_SLOPE = 1.2
SIDEWAYS_COST = 1.4  # weight of the sideways distance relative to the distance ahead


class Highlights(NamedTuple):
    """Cells that are marked on the board."""

    cursor: int | None = None
    held: int | None = None  # the cell of the selected piece
    targets: frozenset[int] = frozenset()  # cells that can be selected next
    advised: frozenset[int] = frozenset()  # cells of the action in a hint


class Drawing(NamedTuple):
    """A picture as lines of text, and the row and column of each cell's centre."""

    lines: list[list[Segment]]
    spots: tuple[Spot, ...]
    reach: Spot  # largest distance of a click from the centre of its cell, in rows and columns

    def cell_at(self, row: int, column: int) -> int | None:
        """Return the cell at a row and column, or None."""
        down, across = self.reach
        # Row and column distances relative to `reach`, both multiplied by down * across
        distances = [
            (abs(row - spot[0]) * across + abs(column - spot[1]) * down, cell)
            for cell, spot in enumerate(self.spots)
            if abs(row - spot[0]) <= down and abs(column - spot[1]) <= across
        ]
        return min(distances)[1] if distances else None

    def find_neighbour(self, cell: int, direction: str) -> int:
        """Return the next cell in the direction of an arrow key; the same cell at the edge."""
        right, down = DIRECTIONS[direction]
        row, column = self.spots[cell]
        nearest = (float("inf"), cell)
        for candidate, spot in enumerate(self.spots):
            x, y = (spot[1] - column) / 2, spot[0] - row  # characters are twice as high as wide
            along, across = x * right + y * down, x * down - y * right
            if along > 0 and abs(across) <= MAX_SLOPE * along + 1:
                # Of two equally near cells prefer the left one, seen in the direction of travel,
                # so that the opposite key returns.
                cost = along + SIDEWAYS_COST * abs(across) - (1e-3 if across > 0 else 0)
                nearest = min(nearest, (cost, candidate))
        return nearest[1]


class Scale(NamedTuple):
    """The distance between adjacent cells in characters."""

    rows: int
    columns: int


def scales(board: Board) -> Iterator[Scale]:
    """Yield the scales at which a board keeps its proportions, the largest first."""
    step_x, step_y = get_minimum_steps(board)
    min_rows = 2 if can_draw_lines(board) else 1
    for rows in range(MAX_ROWS_PER_CELL, min_rows - 1, -1):
        yield Scale(rows, max(round(2 * rows * step_x / step_y), MIN_COLUMNS_PER_CELL))


def make_grid(board: Board, scale: Scale) -> Grid:
    """Return the character grid of a board at a scale."""
    step_x, step_y = get_minimum_steps(board)
    left, top = min(cell.x for cell in board.cells), max(cell.y for cell in board.cells)
    return Grid(left, top, scale.columns / step_x, scale.rows / step_y)


class BoardLayout(NamedTuple):
    """The layout of an empty board in characters; rows and columns count from 0."""

    spots: tuple[Spot, ...]  # the centre of each cell
    marks: dict[Spot, str]  # labels, titles and lines, by the location of their first character
    size: Spot  # numbers of rows and columns


def lay_out_board(board: Board, scale: Scale, language: str) -> BoardLayout:
    """Return the layout of a board at a scale."""
    grid = make_grid(board, scale)
    spots = tuple(grid.spot(cell.x, cell.y) for cell in board.cells)
    up, down, left, right = cell_extent(board, scale)
    first, last = min(spots)[0], max(spots)[0]
    marks = dict(make_line_marks(board, grid))
    beside = make_level_titles(board, grid, language) | make_label_marks(board, grid)
    for (row, column), mark in beside.items():  # move labels away from the edge of the squares
        marks[row - up if row < first else row + down if row > last else row, column] = mark
    top = min([first - up, *(row for row, _ in marks)])
    first_column = min([column - left for _, column in spots] + [column for _, column in marks])
    last_column = max(
        [column + right for _, column in spots]
        + [column + len(mark) - 1 for (_, column), mark in marks.items()]
    )
    bottom = max([last + down, *(row for row, _ in marks)])
    return BoardLayout(
        tuple((row - top, column - first_column) for row, column in spots),
        {(row - top, column - first_column): mark for (row, column), mark in marks.items()},
        (bottom - top + 1, last_column - first_column + 1),
    )


def cell_extent(board: Board, scale: Scale) -> tuple[int, int, int, int]:
    """Return the extent of a cell from its centre: up, down, left and right."""
    if not board.squares:
        return 0, 0, 1, 2  # a letter in brackets, and room for the height of a stack
    rows, columns = scale
    return (rows - 1) // 2, rows // 2, (columns - 1) // 2, columns // 2


def find_fitting_scale(board: Board, height: int, width: int, language: str) -> Scale | None:
    """Return the largest scale at which a board fits; None if none does."""
    for scale in scales(board):
        rows, columns = lay_out_board(board, scale, language).size
        if rows <= height and columns <= width:
            return scale
    return None


def draw_board(
    picture: Picture, highlights: Highlights, scale: Scale, language: str, is_dark: bool = True
) -> Drawing:
    """Draw a picture at a scale."""
    board, colours = picture.board, DARK if is_dark else LIGHT
    spots, marks, (rows, columns) = lay_out_board(board, scale, language)
    canvas = Canvas(rows, columns)
    paint_background(canvas, board, spots, scale, colours)
    for (row, column), mark in marks.items():
        role = "faint" if board.squares else "label"
        canvas.write(row, column, mark, Style(color=colours[role]))
    pieces = picture.pieces_by_cell
    for cell, (row, column) in enumerate(spots):
        shown = cell_symbol(board, cell, pieces.get(cell))
        style, brackets = style_cell(picture, highlights, cell, pieces.get(cell), colours)
        # Columns from the centre to each bracket
        half = (scale.columns - 2) // 2 if board.squares and scale.columns > 4 else 1
        text = brackets[0] + shown.center(2 * half - 1) + brackets[1]
        canvas.write(row, column - half, text, style)
    return Drawing(canvas.lines(), spots, (scale.rows // 2, scale.columns // 2))


def paint_background(
    canvas: "Canvas", board: Board, spots: tuple[Spot, ...], scale: Scale, colours: Palette
) -> None:
    """Paint a chequered background, or a plain one for boards without squares."""
    if not board.squares:
        for row in range(len(canvas.cells)):
            canvas.write(row, 0, " " * len(canvas.cells[row]), Style(bgcolor=colours["frame"]))
        return
    up, down, left, _ = cell_extent(board, scale)
    for cell, (middle, column) in zip(board.cells, spots, strict=True):
        tone = "field" if round(cell.x + cell.y) % 2 else "frame-high"
        for row in range(middle - up, middle + down + 1):
            canvas.write(row, column - left, " " * scale.columns, Style(bgcolor=colours[tone]))


def cell_symbol(board: Board, cell: int, piece: Piece | None) -> str:
    """Return the letter of the piece on a cell, or the mark of an empty cell."""
    if piece:
        return format_piece(piece.letter, piece.height)
    return "+" if cell in board.marked else "."


def style_cell(
    picture: Picture, highlights: Highlights, cell: int, piece: Piece | None, colours: Palette
) -> tuple[Style, str]:
    """Return the style of a cell, and the opening and closing bracket around it."""
    colours_of_piece = PIECES.get(piece.colour, PIECES["stone"]) if piece else None
    style = Style(color=colours["label"])
    if colours_of_piece:
        style = Style(color=colours_of_piece.mark, bgcolor=colours_of_piece.body, bold=True)
    winning_cells = {candidate for line in picture.winning_lines for candidate in line}
    if cell in winning_cells:
        style += Style(underline=True, bold=True)
    brackets = "<>" if cell in picture.last else "  "
    if cell in highlights.targets or cell in highlights.advised:
        brackets = "()"
        style += Style(bold=True)
    if cell in highlights.advised:
        style += Style(bgcolor=colours["accent"], color=colours["paper"])
    if cell == highlights.held:
        brackets = "{}"
    if cell == highlights.cursor:
        brackets = "[]"
        style += Style(reverse=True)
    return style, brackets


class Canvas:
    """A grid of characters with styles."""

    def __init__(self, rows: int, columns: int) -> None:
        self.cells = [[Segment(" ", Style()) for _ in range(columns)] for _ in range(rows)]

    def write(self, row: int, column: int, text: str, style: Style) -> None:
        """Overwrite characters; keep their background if the new style has none."""
        if not 0 <= row < len(self.cells):
            return
        for index, character in enumerate(text, column):
            if 0 <= index < len(self.cells[row]):
                before = self.cells[row][index].style or Style()
                self.cells[row][index] = Segment(character, before + style)

    def lines(self) -> list[list[Segment]]:
        """Return the rows; adjacent characters of the same style form one segment."""
        return [list(Segment.simplify(row)) for row in self.cells]


class BoardView(Widget, can_focus=True):
    """Widget that shows a picture, centred, at the scale set by the screen."""

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
        self.highlights = Highlights(cursor=0)
        self.scale: Scale = list(scales(picture.board))[-1]
        self.drawing = self.draw()

    def draw(self) -> Drawing:
        """Draw the current picture."""
        is_dark = not self.is_attached or self.app.current_theme.dark
        return draw_board(self.picture, self.highlights, self.scale, self.language, is_dark)

    def show(self, picture: Picture | None = None, **changes: object) -> None:
        """Show a picture, by default the same, and change fields of `highlights`."""
        self.picture = picture or self.picture
        self.highlights = self.highlights._replace(**changes)  # type: ignore[arg-type]
        self.drawing = self.draw()
        self.refresh()

    @property
    def offsets(self) -> tuple[int, int]:
        """The first row and column of the drawing."""
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

    # Input

    def action_step(self, direction: str) -> None:
        """Move the cursor to the next cell in a direction."""
        self.move_cursor(self.drawing.find_neighbour(self.highlights.cursor or 0, direction))

    def move_cursor(self, cell: int) -> None:
        """Move the cursor to a cell."""
        self.show(cursor=cell)
        self.post_message(self.Moved())

    def action_touch(self) -> None:
        """Select the cell at the cursor."""
        if self.highlights.cursor is not None:
            self.post_message(self.Touched(self.highlights.cursor))

    def on_click(self, event: events.Click) -> None:
        top, left = self.offsets
        cell = self.drawing.cell_at(event.y - top, event.x - left)
        if cell is not None:
            self.move_cursor(cell)
            self.post_message(self.Touched(cell))
