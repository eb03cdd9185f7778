"""Boards scaled to the available space."""

import pytest

from steinreich.cli.tui.board import Highlights, Scale, draw_board, find_fitting_scale, scales
from steinreich.core.game import load
from steinreich.core.registry import games
from steinreich.draw import picture

OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}


@pytest.mark.parametrize("name", [*games(), "examples/dots_and_boxes.py"])
def test_keys_and_clicks_reach_every_cell(name: str) -> None:
    position = load(name).start(1)
    for scale in scales(position.game.board):
        drawing = draw_board(picture(position), Highlights(), scale, "en")
        for cell, (row, column) in enumerate(drawing.spots):
            assert drawing.cell_at(row, column) == cell
        reached_cells = [0]
        for cell in reached_cells:
            neighbours = (drawing.find_neighbour(cell, direction) for direction in OPPOSITE)
            reached_cells += [
                other for other in dict.fromkeys(neighbours) if other not in reached_cells
            ]
        assert len(reached_cells) == len(drawing.spots)


def test_opposite_step_returns() -> None:
    board = load("tzaar").board
    drawing = draw_board(picture(load("tzaar").start(1)), Highlights(), next(scales(board)), "en")
    a2 = next(i for i, cell in enumerate(board.cells) if cell.name == "A2")
    assert drawing.find_neighbour(drawing.find_neighbour(a2, "right"), "left") == a2
    assert drawing.find_neighbour(drawing.find_neighbour(a2, "up"), "down") == a2
    assert drawing.find_neighbour(a2, "left") == a2  # the edge


def test_brackets_repeat_what_colours_show() -> None:
    position = load("vier3d").start().play("a1")
    scale = find_fitting_scale(position.game.board, 10, 80, "en")
    assert scale == (2, 4)
    highlights = Highlights(cursor=1, held=2, targets=frozenset({3}))
    drawing = draw_board(picture(position), highlights, scale, "en")
    line = "".join(segment.text for segment in drawing.lines[drawing.spots[0][0]])
    assert line.startswith("1 <r> [.] {.} (.) ")


def test_no_scale_fits_a_too_small_terminal() -> None:
    assert find_fitting_scale(load("tzaar").board, 10, 80, "en") is None
    assert all(find_fitting_scale(load(name).board, 22, 80, "en") for name in games())


def test_clicks_beside_the_board_hit_nothing() -> None:
    position = load("vier3d").start()
    drawing = draw_board(picture(position), Highlights(), Scale(2, 4), "en")
    assert drawing.cell_at(-5, 0) is None
