"""Positions in notebooks."""

from xml.etree import ElementTree

from steinreich import load
from steinreich.draw.notebook import show_positions


def test_a_position_shows_itself() -> None:
    show_positions()
    picture = load("vier3d").start()._repr_svg_()  # type: ignore[attr-defined]
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "prefers-color-scheme" in picture
