"""The board on the screen: arrow keys go from cell to cell, Enter or a click touches one."""

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from steinreich.cli.tui.board_text import Drawing, Scale, Touches, drawn, scales
from steinreich.draw.picture import Picture


class BoardView(Widget, can_focus=True):
    """Shows a picture, as large as it is told to, in the middle of the room that it has."""

    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; min-height: 6; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *((key, f"step('{key}')") for key in ("left", "right", "up", "down")),
        ("enter,space", "touch"),
    ]

    class Touched(Message):
        """Somebody has touched a cell."""

        def __init__(self, cell: int) -> None:
            self.cell = cell
            super().__init__()

    class Moved(Message):
        """Somebody looks at another cell."""

    def __init__(self, picture: Picture, language: str) -> None:
        super().__init__(id="board")
        self.picture = picture
        self.language = language
        self.touches = Touches(cursor=0)
        self.scale: Scale = list(scales(picture.board))[-1]
        self.drawing = self.draw()

    def draw(self) -> Drawing:
        """The board as it is now."""
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
        """Touch the cell that one looks at."""
        if self.touches.cursor is not None:
            self.post_message(self.Touched(self.touches.cursor))

    def on_click(self, event: events.Click) -> None:
        top, left = self.offsets
        cell = self.drawing.cell_at(event.y - top, event.x - left)
        if cell is not None:
            self.look_at(cell)
            self.post_message(self.Touched(cell))
