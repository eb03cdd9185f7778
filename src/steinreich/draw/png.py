"""Positions as PNG, for use where SVG is not supported; needs CairoSVG, the extra `png`."""

from collections.abc import Sequence
from typing import TypedDict, Unpack

from steinreich.core.position import Position
from steinreich.draw.picture import Drawing
from steinreich.draw.styles import Style
from steinreich.draw.svg import Theme, svg
from steinreich.rules import arguments
from steinreich.rules.extras import MissingPackage
from steinreich.rules.language import Text


class SvgArguments(TypedDict, total=False):
    """Keyword arguments of `svg`."""

    theme: Theme
    language: str
    width: float | None
    targets: bool
    style: Style
    drawn: Sequence[Drawing]
    turned: int


def png(position: Position, scale: float = 1, **arguments_of_svg: Unpack[SvgArguments]) -> bytes:
    """Return the picture of a position as PNG; takes the arguments of `svg`.

    `scale` multiplies the number of pixels, for sharp print. The theme `auto` is light here.

    >>> from steinreich import load, png
    >>> png(load("tzaar").start(seed=1), width=300)[:4]
    b'\\x89PNG'
    """
    scale = arguments.check_positive("scale", scale)
    text = svg(position, **arguments_of_svg)
    try:
        import cairosvg
    except (ImportError, OSError):  # OSError: Cairo's library is missing
        raise MissingPackage(
            Text("PNG pictures need CairoSVG; install it with  pip install 'steinreich[png]'")
        ) from None
    return bytes(cairosvg.svg2png(bytestring=text.encode(), scale=scale))
