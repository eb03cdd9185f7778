"""Pictures of positions: as data, as SVG and as text for the terminal."""

from steinreich.draw.picture import Annotation, Picture, as_data, picture
from steinreich.draw.svg import svg
from steinreich.draw.terminal import text

__all__ = ["Annotation", "Picture", "as_data", "picture", "svg", "text"]
