"""Pictures in a program that knows SVG but no pages: CairoSVG, which many others print with."""

import re
from io import BytesIO

import cairosvg
import pytest
from PIL import Image

from steinreich import games, load
from steinreich.arena.plot import plot
from steinreich.arena.report import report
from steinreich.draw import svg
from steinreich.draw.palette import DARK, LIGHT
from steinreich.draw.svg import Theme
from tests.arena.test_report import ROD, game
from tests.draw.conftest import MIDDLE, played

PAPERS: dict[Theme, str] = {"light": LIGHT["paper"], "dark": DARK["paper"], "auto": LIGHT["paper"]}


def painted(text: str) -> Image.Image:
    """What CairoSVG makes of a picture."""
    return Image.open(BytesIO(cairosvg.svg2png(bytestring=text.encode()))).convert("RGB")


def hexadecimal(image: Image.Image, x: int, y: int) -> str:
    colour = image.getpixel((x, y))
    assert isinstance(colour, tuple)
    return "#{:02x}{:02x}{:02x}".format(*colour)


def colours(image: Image.Image) -> set[tuple[int, ...]]:
    return {colour for _, colour in image.getcolors(1 << 24) or () if isinstance(colour, tuple)}


@pytest.mark.parametrize("theme", PAPERS)
@pytest.mark.parametrize("name", games())
def test_a_position_is_seen(name: str, theme: Theme) -> None:
    """In its size, on its paper, with as many colours as shaded wood and stones have."""
    text = svg(played(name, MIDDLE), theme=theme, width=400)
    image = painted(text)
    (height,) = re.findall(r'<svg [^>]* height="([\d.]+)"', text)
    assert image.width == 400
    assert image.height == pytest.approx(float(height), abs=1)
    assert hexadecimal(image, 200, 3) == PAPERS[theme]
    assert len(colours(image)) > 1000


def test_ratings_are_seen() -> None:
    image = painted(plot([report([game("ab", ROD)])]))
    assert hexadecimal(image, image.width // 2, 3) == LIGHT["paper"]
    assert len(colours(image)) > 50


def test_pieces_have_their_colours() -> None:
    """A red and a blue ball on the rods a1 and d4."""
    start = load("vier3d").start()
    new = colours(painted(svg(start.play("a1").play("d4")))) - colours(painted(svg(start)))
    assert any(red > 150 and green < 100 and blue < 80 for red, green, blue in new)
    assert any(red < 60 and blue > 120 for red, green, blue in new)
