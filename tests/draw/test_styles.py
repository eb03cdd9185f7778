"""Styles of boards: complete, and with sufficient contrast where promised."""

from itertools import combinations

import pytest

from steinreich import games, load
from steinreich.draw.styles import DARK, LIGHT, STYLES, Palette, Style, on_pages
from steinreich.draw.svg import svg

ENOUGH = 7.0  # WCAG 2.2, level AAA


def luminance(colour: str) -> float:
    """Return the relative luminance by the definition of WCAG."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_has_the_same_roles(style: Style) -> None:
    assert [palette.keys() for palette in STYLES[style]] == [LIGHT.keys(), DARK.keys()]
    assert [set(one) for one in on_pages(style)] == [set(one) for one in on_pages("wood")]


CONTRAST = pytest.mark.parametrize("palette", on_pages("contrast"), ids=["light", "dark"])
COLOURS = ("white", "black", "red", "blue", "yellow", "wood", "stone")


@CONTRAST
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("ground", ["field", "field-high", "field-other"])
def test_pieces_have_contrast_to_the_board(palette: Palette, colour: str, ground: str) -> None:
    body, rim = palette[f"{colour}-body"], palette[f"{colour}-rim"]
    by_body = contrast(body, palette[ground])
    by_rim = min(contrast(rim, palette[ground]), contrast(rim, body))
    assert max(by_body, by_rim) >= ENOUGH
    assert float(palette["rim"]) >= 3 * float(LIGHT["rim"]), "a visible edge"


@CONTRAST
def test_marks_lines_and_letters_have_contrast(palette: Palette) -> None:
    for colour in COLOURS:
        assert contrast(palette[f"{colour}-mark"], palette[f"{colour}-body"]) >= ENOUGH
    for role in ("groove", "accent", "accent-soft", "focus"):
        assert contrast(palette[role], palette["field"]) >= ENOUGH, role
    assert contrast(palette["label"], palette["frame"]) >= ENOUGH
    assert contrast(palette["ink"], palette["paper"]) >= ENOUGH
    assert contrast(palette["faint"], palette["paper"]) >= ENOUGH


@CONTRAST
@pytest.mark.parametrize("name", games())
def test_pieces_of_two_sides_differ(palette: Palette, name: str) -> None:
    looks = load(name).about.looks[:2]
    for one, other in combinations(looks, 2):
        bright = contrast(palette[f"{one.colour}-body"], palette[f"{other.colour}-body"])
        assert bright >= ENOUGH or (one.colour == other.colour and one.mark != other.mark)


def test_pictures_have_a_style() -> None:
    position = load("inner_square").start()
    plain = svg(position, style="plain")
    assert STYLES["plain"].light["field"] in plain
    assert LIGHT["field"] not in plain
    with pytest.raises(
        ValueError, match="'marble' is not a style; choose from wood, plain, contrast"
    ):
        svg(position, style="marble")  # type: ignore[arg-type]
