"""Layout of boards: panel, levels, views from other sides."""

import re
from collections import Counter
from itertools import pairwise
from math import cos, pi, sin

import pytest

from steinreich import games, load, svg
from steinreich.draw.layout import (
    distance_outside,
    get_rotations,
    hull,
    layout,
    make_panel,
    rotate_board,
    stack_levels,
    widen,
)
from steinreich.rules.about import Board
from tests.draw.conftest import MIDDLE_ACTIONS, play_random_game


@pytest.mark.parametrize("id", ["chain_reaxis", "tzaar", "inner_square", "vier3d"])
def test_panel_includes_every_cell_and_label(id: str) -> None:
    board_layout = layout(load(id).board)
    spots = [(cell.x, cell.y) for cell in board_layout.board.cells]
    spots += [(x, y) for _, x, y in board_layout.board.labels]
    for spot in spots:
        assert min(distance_outside(plank.outline, spot) for plank in board_layout.planks) < -0.3


def test_panel_without_labels_is_smaller() -> None:
    board = load("chain_reaxis").board
    [width] = layout(board).planks
    [narrow] = layout(board._replace(labels=())).planks
    assert distance_outside(narrow.outline, min(width.outline)) > 0.5


def test_panel_includes_all_points_but_no_label() -> None:
    board = load("tzaar").board
    outline = make_panel(board)
    assert max(
        distance_outside(outline, (cell.x, cell.y)) for cell in board.cells
    ) == pytest.approx(-0.5)
    assert min(distance_outside(outline, (x, y)) for _, x, y in board.labels) > 0


def test_stacks_levels() -> None:
    board = load("vier3d").board
    floor = stack_levels(board)
    assert {(cell.x, cell.y) for cell in floor.cells} == {
        (x, y) for x in range(4) for y in range(4)
    }
    assert sorted(text for text, _, _ in floor.labels) == ["1", "2", "3", "4", "a", "b", "c", "d"]
    assert [(cell.x, cell.y) for cell in floor.cells] == [(x, y) for x, y, _ in board.scene]


HALF, QUARTERS, SIXTHS = (0, 180), (0, 90, 180, 270), (0, 60, 120, 180, 240, 300)
ROTATIONS = {
    "chain_reaxis": QUARTERS,
    "inner_square": QUARTERS,
    "six_in_line": QUARTERS,
    "tzaar": SIXTHS,
    "vier3d": QUARTERS,
    "chain_reaxis(size=6x4)": HALF,
    "examples/connect_four.py": (0,),  # upright
}


def spots(board: Board) -> list[tuple[float, float]]:
    return [(round(x, 2), round(y, 2)) for _, x, y in layout(board).board.cells]


@pytest.mark.parametrize(("game", "rotations"), ROTATIONS.items())
def test_boards_rotate_as_their_shape_allows(game: str, rotations: tuple[int, ...]) -> None:
    assert get_rotations(load(game).board) == rotations


@pytest.mark.parametrize("name", games())
def test_full_rotation_restores_the_layout(name: str) -> None:
    """In between, neighbouring cells stay neighbours, and the number of labels is unchanged."""
    board = load(name).board
    rotations = get_rotations(board)
    rotated = board
    for _ in rotations:
        rotated = rotate_board(rotated, rotations[1])
        assert Counter(text for text, _, _ in layout(rotated).board.labels) == Counter(
            text for text, _, _ in layout(board).board.labels
        )
    first, last = spots(board), spots(rotated)
    offsets = {
        (round(x - a, 2), round(y - b, 2)) for (x, y), (a, b) in zip(first, last, strict=True)
    }
    assert len(offsets) == 1  # at most translated as a whole


def test_opposite_side_sees_the_far_row_near() -> None:
    board = load("inner_square").board
    cell_points = dict(
        zip(board.names(range(len(board.cells))), spots(rotate_board(board, 180)), strict=True)
    )
    assert cell_points["a1"][1] > cell_points["a7"][1]
    assert cell_points["a1"][0] > cell_points["g1"][0]


@pytest.mark.parametrize("name", games())
def test_turned_pictures_have_the_same_content(name: str) -> None:
    position = play_random_game(name, MIDDLE_ACTIONS)
    pictures = [svg(position, turned=degrees) for degrees in get_rotations(position.game.board)]
    words = [Counter(re.findall(r"<text[^>]*>([^<]+)</text>", picture)) for picture in pictures]
    uses = [picture.count("<use ") for picture in pictures]
    assert len(set(pictures)) == len(pictures) > 1
    assert all(first == second for first, second in pairwise(words))
    assert all(first == second for first, second in pairwise(uses))


def test_rejects_an_invalid_turn() -> None:
    with pytest.raises(ValueError, match="turned by 60 degrees, only by 0, 90, 180, 270"):
        svg(load("vier3d").start(), turned=60)


SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]


def test_hull_of_a_grid_is_its_corners() -> None:
    assert hull((float(x), float(y)) for x in range(3) for y in range(3)) == SQUARE


def test_square_grows_on_all_sides() -> None:
    wider = widen(SQUARE, 0.5)
    assert wider == [(-0.5, -0.5), (2.5, -0.5), (2.5, 2.5), (-0.5, 2.5)]


def test_hexagon_grows_by_its_margin() -> None:
    corners = [(cos(i * pi / 3), sin(i * pi / 3)) for i in range(6)]
    for x, y in widen(hull(corners), 0.3):
        assert distance_outside(hull(corners), (x, y)) == pytest.approx(0.3)
        assert (x * x + y * y) ** 0.5 == pytest.approx(1 + 0.3 / cos(pi / 6))


def test_overhang_of_inner_points_is_negative() -> None:
    assert distance_outside(SQUARE, (1.0, 1.0)) == -1
    assert distance_outside(SQUARE, (1.0, -0.85)) == pytest.approx(0.85)
