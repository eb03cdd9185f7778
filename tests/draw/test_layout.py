"""Where boards lie: their wood, and levels apart from each other."""

import pytest

from steinreich.core.game import load
from steinreich.draw.layout import layout, panel, stacked
from steinreich.draw.shape import overhang


@pytest.mark.parametrize("id", ["chain_reaxis", "tzaar", "inner_square", "vier3d"])
def test_wood_lies_below_every_cell_and_label(id: str) -> None:
    laid = layout(load(id).board)
    spots = [(cell.x, cell.y) for cell in laid.board.cells]
    spots += [(x, y) for _, x, y in laid.board.labels]
    for spot in spots:
        assert min(overhang(plank.outline, spot) for plank in laid.planks) < -0.3


def test_without_labels_there_is_less_wood() -> None:
    board = load("chain_reaxis").board
    [wide] = layout(board).planks
    [narrow] = layout(board._replace(labels=())).planks
    assert overhang(narrow.outline, min(wide.outline)) > 0.5


def test_a_panel_lies_below_all_points_and_no_label() -> None:
    board = load("tzaar").board
    outline = panel(board)
    assert max(overhang(outline, (cell.x, cell.y)) for cell in board.cells) == pytest.approx(-0.5)
    assert min(overhang(outline, (x, y)) for _, x, y in board.labels) > 0


def test_levels_lie_one_upon_the_other() -> None:
    board = load("vier3d").board
    floor = stacked(board)
    assert {(cell.x, cell.y) for cell in floor.cells} == {
        (x, y) for x in range(4) for y in range(4)
    }
    assert sorted(text for text, _, _ in floor.labels) == ["1", "2", "3", "4", "a", "b", "c", "d"]
    assert [(cell.x, cell.y) for cell in floor.cells] == [(x, y) for x, y, _ in board.scene]
