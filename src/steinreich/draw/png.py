"""A position as PNG, for where no SVG can be shown: needs CairoSVG, the extra `png`."""

from collections.abc import Sequence
from typing import TypedDict, Unpack

from steinreich.core.position import Position
from steinreich.draw.picture import Drawing
from steinreich.draw.styles import Style
from steinreich.draw.svg import Theme, svg
from steinreich.rules import arguments
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Words


class MissingPackage(SteinreichError):
    """Something needs a package that is not installed; the message says how to get it."""


class Looks(TypedDict, total=False):
    """What `svg` can be told about a picture."""

    theme: Theme
    language: str
    width: float | None
    targets: bool
    style: Style
    drawn: Sequence[Drawing]
    turned: int


def png(position: Position, scale: float = 1, **looks: Unpack[Looks]) -> bytes:
    """The picture of a position as a file of PNG; all that `svg` can be told holds here as well.

    `scale` gives it so many times more pixels, for sharp print.  `auto` is light here.

    >>> from steinreich import load, png
    >>> png(load("tzaar").start(seed=1), width=300)[:4]
    b'\\x89PNG'
    """
    scale = arguments.positive("scale", scale)
    text = svg(position, **looks)
    try:
        import cairosvg
    except (ImportError, OSError):  # OSError: the package is there, but not the library of Cairo
        raise MissingPackage(
            Words(
                "pictures as PNG need CairoSVG; this installs it:  pip install 'steinreich[png]'",
                "Bilder als PNG brauchen CairoSVG; das installiert es:  "
                "pip install 'steinreich[png]'",
            )
        ) from None
    return bytes(cairosvg.svg2png(bytestring=text.encode(), scale=scale))
