"""Hulls and margins."""

from math import cos, pi, sin

import pytest

from steinreich.draw.shape import hull, overhang, widened

SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]


def test_the_hull_of_a_grid_is_its_corners() -> None:
    assert hull((float(x), float(y)) for x in range(3) for y in range(3)) == SQUARE


def test_a_square_grows_on_all_sides() -> None:
    wider = widened(SQUARE, 0.5)
    assert wider == [(-0.5, -0.5), (2.5, -0.5), (2.5, 2.5), (-0.5, 2.5)]


def test_a_hexagon_grows_by_its_margin() -> None:
    corners = [(cos(i * pi / 3), sin(i * pi / 3)) for i in range(6)]
    for x, y in widened(hull(corners), 0.3):
        assert overhang(hull(corners), (x, y)) == pytest.approx(0.3)
        assert (x * x + y * y) ** 0.5 == pytest.approx(1 + 0.3 / cos(pi / 6))


def test_points_inside_hang_over_by_less_than_nothing() -> None:
    assert overhang(SQUARE, (1.0, 1.0)) == -1
    assert overhang(SQUARE, (1.0, -0.85)) == pytest.approx(0.85)
