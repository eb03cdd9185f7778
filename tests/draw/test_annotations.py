"""Arrows and rings: geometry, kinds, rendering."""

import re
from typing import get_args

import pytest

from steinreich import load
from steinreich.draw.elements.annotations import draw_shape, path_and_head
from steinreich.draw.picture import AnnotationKind, Arrow, Ring
from steinreich.draw.svg import svg

KINDS = get_args(AnnotationKind)


# annotations.svelte.test.ts in web/src has the same numbers: the browser draws like the pictures.
def test_arrow_leaves_one_cell_and_points_at_another() -> None:
    assert path_and_head((0, 0), (300, 0)) == ("M22 0L256 0", "M290 0L256 25L256 -25Z")
    assert path_and_head((100, 100), (100, 0)) == ("M100 78L100 44", "M100 10L125 44L75 44Z")


def test_short_arrow_still_has_a_shaft() -> None:
    assert path_and_head((0, 0), (60, 0))[0] == "M8 0L16 0"


def test_arrow_to_its_own_cell_is_a_ring() -> None:
    ring = "M50 -94A44 44 0 1 1 50 -6A44 44 0 1 1 50 -94"
    assert path_and_head((50, -50), (50, -50)) == (ring, "")


def test_kinds_differ_without_colour() -> None:
    assert len(
        {re.sub("@drawn-[a-z]+", "", draw_shape(kind, "M0 0", "M1 1")) for kind in KINDS}
    ) == len(KINDS)


@pytest.mark.parametrize("name", ["inner_square", "vier3d"])
def test_pictures_include_arrows_and_rings(name: str) -> None:
    position = load(name).start()
    drawn = [Arrow(0, 5, "dashed"), Ring(3, "dotted")]
    text, undecorated = svg(position, drawn=drawn), svg(position)
    added = text.count("A44 44") - undecorated.count("A44 44")
    assert added == (4 if name == "inner_square" else 8), "boards with height show them twice"
    assert 'stroke-dasharray="26 17"' in text
    assert "drawn" not in text


@pytest.mark.parametrize("name", ["tzaar", "vier3d"])
def test_cells_are_given_by_name_or_number(name: str) -> None:
    position = load(name).start(seed=1)
    first, second = position.game.board.names((7, 2))
    by_name = svg(position, drawn=[Arrow(first, second), Ring(first)])
    assert by_name == svg(position, drawn=[Arrow(7, 2), Ring(7)])
    assert by_name != svg(position, drawn=[Arrow(2, 7), Ring(7)])


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (Arrow(0, 1, "wavy"), "'wavy' is not a kind of line; choose from solid, dashed"),  # type: ignore[arg-type]
        (Arrow(0, 999), "there is no cell 999; the board has a1 to g7"),
        (Ring(-1), "there is no cell -1"),
        (Ring("h8"), "there is no cell 'h8'"),
    ],
)
def test_rejects_invalid_annotations(annotation: Arrow | Ring, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        svg(load("inner_square").start(), drawn=[annotation])
