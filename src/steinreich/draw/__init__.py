"""Pictures of positions: as data, as SVG and as text for the terminal."""

from steinreich.draw.picture import Picture, as_data, picture
from steinreich.draw.svg import svg
from steinreich.draw.terminal import text

__all__ = ["Picture", "as_data", "picture", "svg", "text"]
