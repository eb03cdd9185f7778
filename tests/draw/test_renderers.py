"""Pictures in CairoSVG, a renderer outside of browsers that many programs print with."""

import re
import sys
from io import BytesIO

import cairosvg
import pytest
from PIL import Image

from steinreich import games, load
from steinreich.arena.chart import plot
from steinreich.arena.report import report
from steinreich.draw import Arrow, Ring, png, svg
from steinreich.draw.styles import DARK, LIGHT
from steinreich.draw.svg import Theme
from steinreich.rules.extras import MissingPackage
from tests.arena.test_report import ROD, game
from tests.draw.conftest import MIDDLE_ACTIONS, play_random_game

BACKGROUNDS: dict[Theme, str] = {
    "light": LIGHT["paper"],
    "dark": DARK["paper"],
    "auto": LIGHT["paper"],
}


def render_bitmap(text: str) -> Image.Image:
    """Return the bitmap that CairoSVG makes of a picture."""
    return Image.open(BytesIO(cairosvg.svg2png(bytestring=text.encode()))).convert("RGB")


def get_hex_colour(image: Image.Image, x: int, y: int) -> str:
    colour = image.getpixel((x, y))
    assert isinstance(colour, tuple)
    return "#{:02x}{:02x}{:02x}".format(*colour)


def colours(image: Image.Image) -> set[tuple[int, ...]]:
    return {colour for _, colour in image.getcolors(1 << 24) or () if isinstance(colour, tuple)}


@pytest.mark.parametrize("theme", BACKGROUNDS)
@pytest.mark.parametrize("name", games())
def test_rendered_position_has_size_background_and_shading(name: str, theme: Theme) -> None:
    """Shaded wood and stones have many colours."""
    text = svg(play_random_game(name, MIDDLE_ACTIONS), theme=theme, width=400)
    image = render_bitmap(text)
    (height,) = re.findall(r'<svg [^>]* height="([\d.]+)"', text)
    assert image.width == 400
    assert image.height == pytest.approx(float(height), abs=1)
    assert get_hex_colour(image, 200, 3) == BACKGROUNDS[theme]
    assert len(colours(image)) > 1000


def test_renders_the_ratings_chart() -> None:
    image = render_bitmap(plot([report([game("ab", ROD)])]))
    assert get_hex_colour(image, image.width // 2, 3) == LIGHT["paper"]
    assert len(colours(image)) > 50


def test_pieces_have_their_colours() -> None:
    """A red and a blue ball on the rods a1 and d4."""
    start = load("vier3d").start()
    new = colours(render_bitmap(svg(start.play("a1").play("d4")))) - colours(
        render_bitmap(svg(start))
    )
    assert any(red > 150 and green < 100 and blue < 80 for red, green, blue in new)
    assert any(red < 60 and blue > 120 for red, green, blue in new)


def test_png_is_the_output_of_cairosvg() -> None:
    position = load("inner_square").start()
    drawn = [Arrow("c2", "c5"), Ring("e5")]
    image = Image.open(BytesIO(png(position, theme="dark", width=300, drawn=drawn)))
    assert image.format == "PNG"
    assert image.width == 300
    assert image.convert("RGB") == render_bitmap(
        svg(position, theme="dark", width=300, drawn=drawn)
    )
    assert Image.open(BytesIO(png(position, scale=2, width=300))).width == 600


def test_missing_png_package_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)  # as if it were not installed
    with pytest.raises(MissingPackage, match=r"^[^\n]*pip install 'steinreich\[png\]'$"):
        png(load("vier3d").start())
