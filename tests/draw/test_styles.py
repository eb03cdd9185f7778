"""Styles of boards: complete, and with sufficient contrast where promised."""

from itertools import combinations

import pytest

from steinreich import games, load
from steinreich.draw.styles import DARK, LIGHT, STYLES, Palette, Style, get_page_palettes
from steinreich.draw.svg import svg

MIN_CONTRAST = 7.0  # WCAG 2.2, level AAA


def luminance(colour: str) -> float:
    """Return the relative luminance by the definition of WCAG."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    darker, brighter = sorted((luminance(first), luminance(second)))
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_has_the_same_roles(style: Style) -> None:
    assert [palette.keys() for palette in STYLES[style]] == [LIGHT.keys(), DARK.keys()]
    assert [set(palette) for palette in get_page_palettes(style)] == [
        set(palette) for palette in get_page_palettes("wood")
    ]


CONTRAST = pytest.mark.parametrize("palette", get_page_palettes("contrast"), ids=["light", "dark"])
COLOURS = ("white", "black", "red", "blue", "yellow", "wood", "stone")


@CONTRAST
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("ground", ["field", "field-high", "field-other"])
def test_pieces_have_contrast_to_the_board(palette: Palette, colour: str, ground: str) -> None:
    body, rim = palette[f"{colour}-body"], palette[f"{colour}-rim"]
    by_body = contrast(body, palette[ground])
    by_rim = min(contrast(rim, palette[ground]), contrast(rim, body))
    assert max(by_body, by_rim) >= MIN_CONTRAST
    assert float(palette["rim"]) >= 3 * float(LIGHT["rim"]), "a visible edge"


@CONTRAST
def test_marks_lines_and_letters_have_contrast(palette: Palette) -> None:
    for colour in COLOURS:
        assert contrast(palette[f"{colour}-mark"], palette[f"{colour}-body"]) >= MIN_CONTRAST
    for role in ("groove", "accent", "accent-soft", "focus"):
        assert contrast(palette[role], palette["field"]) >= MIN_CONTRAST, role
    assert contrast(palette["label"], palette["frame"]) >= MIN_CONTRAST
    assert contrast(palette["ink"], palette["paper"]) >= MIN_CONTRAST
    assert contrast(palette["faint"], palette["paper"]) >= MIN_CONTRAST


@CONTRAST
@pytest.mark.parametrize("name", games())
def test_pieces_of_two_sides_differ(palette: Palette, name: str) -> None:
    looks = load(name).about.looks[:2]
    for first, second in combinations(looks, 2):
        bright = contrast(palette[f"{first.colour}-body"], palette[f"{second.colour}-body"])
        assert bright >= MIN_CONTRAST or (
            first.colour == second.colour and first.mark != second.mark
        )


def test_pictures_have_a_style() -> None:
    position = load("inner_square").start()
    plain = svg(position, style="plain")
    assert STYLES["plain"].light["field"] in plain
    assert LIGHT["field"] not in plain
    with pytest.raises(
        ValueError, match="'marble' is not a style; choose from wood, plain, contrast"
    ):
        svg(position, style="marble")  # type: ignore[arg-type]
