"""Positions show themselves in notebooks."""

from steinreich.core.position import Position
from steinreich.draw.svg import svg


def show_positions() -> None:
    """Give positions the method by which notebooks ask for a picture.

    It is given from here because `core` must not know of pictures.
    """
    Position._repr_svg_ = picture_of  # type: ignore[attr-defined]


def picture_of(position: Position) -> str:
    """The picture, in the colours the reader prefers."""
    return svg(position, theme="auto")
