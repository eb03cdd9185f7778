"""The browser uses the colours and outlines of the pictures."""

import re
from pathlib import Path
from typing import get_args

import pytest

from steinreich.draw.client import FILES, palettes, shapes, stylesheet, with_properties
from steinreich.draw.elements import flat, stones
from steinreich.draw.styles import DARK, LIGHT, PIECES, STYLES, Style, get_page_palettes
from steinreich.rules.vocabulary import Mark

SOURCES = Path(__file__).parents[2] / "web" / "src"


@pytest.mark.parametrize("name", FILES)
def test_generated_files_are_up_to_date(name: str) -> None:
    assert (SOURCES / name).read_text() == FILES[name](), "`make client` generates it"


def test_palette_of_both_themes_is_written() -> None:
    light, dark, *_ = stylesheet().split("[data-")
    assert f"--board-frame: {LIGHT['frame']};" in light
    assert f"--board-frame: {DARK['frame']};" in dark
    assert f"--red-body: {LIGHT['red-body']};" in light
    assert "--red-body" not in dark, "pieces are the same in the dark theme"
    assert "stone-body" not in light, "a colour without a text"


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_style_has_its_colours_in_both_themes(style: Style, theme: str) -> None:
    """The resulting values of the CSS rules for a page, in order."""
    page = {f'[data-style="{style}"]', f'[data-theme="{theme}"]'}
    properties: dict[str, str] = {}
    for selector, body in re.findall(r"^(\S+) \{\n(.*?)^\}", stylesheet(), re.M | re.S):
        if set(re.findall(r"\[[^]]*\]", selector)) <= page:
            properties |= re.findall(r"(--[a-z-]+): (.*);", body)
    expected = getattr(get_page_palettes(style), theme)
    for role in ("field", "frame-edge", "accent", "rim", "focus"):
        assert properties[f"--board-{role}"] == expected[role], role
    for role in ("red-body", "white-rim", "wood-mark"):
        assert properties[f"--{role}"] == expected[role], role


def test_view_in_3d_has_the_colours_of_each_style() -> None:
    all_palettes = [palette for style in STYLES for palette in get_page_palettes(style)]
    for role in ("lamp-label", "red-body", "drawn-dashed"):
        row = ", ".join(f'"{palette[role]}"' for palette in all_palettes)
        assert f'"{role}": [{row}],' in palettes()
    assert '"wood light",\n  "wood dark",\n  "plain light",' in palettes()


def test_sizes_are_written() -> None:
    assert "export const STONE_RADIUS = 40;\n" in shapes()


def test_shapes_are_those_of_the_pictures() -> None:
    text = shapes()
    assert with_properties("".join(stones.draw_body("{colour}"))) in text
    assert all(
        with_properties("".join(stones.draw_mark(mark, "{colour}"))) in text
        for mark in get_args(Mark)
    )
    assert with_properties("".join(flat.draw_plank("{outline}"))) in text


def test_shapes_have_the_colours_of_the_stylesheet() -> None:
    """The stylesheet defines each property that shapes use, for every colour of pieces."""
    used = set(re.findall(r"var\((--[a-z{}-]+)\)", shapes()))
    filled = {name.replace("{colour}", colour) for name in used for colour in PIECES}
    known = set(re.findall(r"(--[a-z-]+):", stylesheet()))
    assert {name for name in filled if "stone" not in name} <= known
    assert "@" not in shapes()


def test_defines_all_referenced_ids() -> None:
    """Ids of lights and patterns; the client has its own ids for `use`."""
    text = shapes()
    used = {name.replace("{colour}", "red") for name in re.findall(r"url\(#~([^)]*)\)", text)}
    defined = {name.replace("{colour}", "red") for name in re.findall(r'id="~([^"]*)"', text)}
    assert used <= defined
    for source in SOURCES.glob("board/**/*.svelte"):
        for name in re.findall(r"#drawn-([a-z-]*[a-z])(?![a-z{-])", source.read_text()):
            assert name in defined, (source.name, name)
