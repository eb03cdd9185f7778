"""The browser draws with the colours and outlines of the pictures."""

from pathlib import Path

import pytest

from steinreich.draw.client import FILES, outlines, stylesheet
from steinreich.draw.palette import DARK, LIGHT

BOARD = Path(__file__).parents[2] / "web" / "src" / "board"


@pytest.mark.parametrize("name", FILES)
def test_files_are_up_to_date(name: str) -> None:
    assert (BOARD / name).read_text() == FILES[name](), "`make client` writes it anew"


def test_the_palette_of_both_themes_is_written() -> None:
    light, dark = stylesheet().split("[data-theme")
    assert f"--board-frame: {LIGHT['frame']};" in light
    assert f"--board-frame: {DARK['frame']};" in dark
    assert f"--red-body: {LIGHT['red-body']};" in light
    assert "--red-body" not in dark, "pieces are the same in the dark"
    assert "stone-body" not in light, "a colour that no message has"


def test_outlines_are_written() -> None:
    assert "export const RADIUS = 40; // of a stone\n" in outlines()
    assert 'export const CROWN = "M-18 13L-24 -9' in outlines()
