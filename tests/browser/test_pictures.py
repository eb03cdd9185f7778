"""Pictures in other pages: they fit, and follow the dark theme."""

from typing import Literal

import pytest
from playwright.sync_api import Browser

from steinreich import load
from steinreich.draw import svg
from steinreich.draw.styles import DARK, LIGHT

pytestmark = pytest.mark.xdist_group(__name__)

GET_PAPER_COLOUR = "() => getComputedStyle(document.querySelector('svg > rect')).fill"
MEASURE_SVG = "() => { const box = document.querySelector('svg').getBoundingClientRect();"
MEASURE_SVG += " return [box.width, box.height]; }"


def to_rgb(colour: str) -> str:
    """Return a colour as browsers write it."""
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


@pytest.mark.parametrize(("scheme", "palette"), [("light", LIGHT), ("dark", DARK)])
def test_picture_fits_into_a_page(
    chromium: Browser, scheme: Literal["light", "dark"], palette: dict[str, str]
) -> None:
    page = chromium.new_page(color_scheme=scheme)
    picture = svg(load("tzaar").start(seed=1), theme="auto", width=480)
    page.set_content(f"<div style='width:240px'>{picture}</div>")
    width, height = page.evaluate(MEASURE_SVG)
    assert width == 240
    assert height == pytest.approx(240 * 597 / 480, abs=1)  # the picture is 480 by 597
    assert page.evaluate(GET_PAPER_COLOUR) == to_rgb(palette["paper"])
    page.set_viewport_size({"width": 2000, "height": 1000})
    page.set_content(picture)
    assert page.evaluate(MEASURE_SVG)[0] == 480  # never larger than its own size
    page.close()


@pytest.mark.parametrize(
    "body",
    [
        'data-jp-theme-light="{light}"',
        'class="vscode-{scheme}"',
        'data-theme="{scheme}"',
    ],
)
def test_picture_follows_the_theme_of_the_page(chromium: Browser, body: str) -> None:
    """The themes of JupyterLab, VS Code and Marimo override that of the system."""
    picture = svg(load("vier3d").start(), theme="auto")
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme, other_scheme, palette in zip(schemes, schemes[::-1], (LIGHT, DARK), strict=True):
        page = chromium.new_page(color_scheme=other_scheme)
        attributes = body.format(scheme=scheme, light=str(scheme == "light").lower())
        page.set_content(f"<body {attributes}>{picture}")
        assert page.evaluate(GET_PAPER_COLOUR) == to_rgb(palette["paper"])
        page.close()
