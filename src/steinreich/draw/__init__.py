"""Pictures of positions: as data, as SVG and PNG, and as text for the terminal."""

from steinreich.draw.picture import Arrow, Picture, Ring, as_data, picture
from steinreich.draw.png import png
from steinreich.draw.svg import svg
from steinreich.draw.terminal import text

__all__ = ["Arrow", "Picture", "Ring", "as_data", "picture", "png", "svg", "text"]
