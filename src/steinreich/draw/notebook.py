"""Positions and games show themselves in notebooks."""

from steinreich.core.game import Game
from steinreich.core.position import Position


def show_positions() -> None:
    """Give positions and games the methods by which notebooks ask for a picture, and a terminal.

    They are given from here because `core` must not know of pictures.  A picture within a page can
    follow the theme of the notebook, which a file of SVG does not see; the file is for printing.
    """
    Position._repr_svg_ = picture_of  # type: ignore[attr-defined]
    Position._repr_html_ = picture_of  # type: ignore[attr-defined]
    Game._repr_html_ = page_of  # type: ignore[attr-defined]
    Position.drawn_as_text = staticmethod(lines_of)


def picture_of(position: Position) -> str:
    """The picture, in the colours of the page or of the reader's choice."""
    from steinreich.draw.svg import svg

    return svg(position, theme="auto")


def lines_of(position: Position, colour: bool, language: str) -> str:
    """The board for a terminal."""
    from steinreich.draw.terminal import text

    return text(position, colour, language)


def page_of(game: Game) -> str:
    """The start of a game, and what it is."""
    from steinreich.draw.html import shown_game

    return shown_game(game)
