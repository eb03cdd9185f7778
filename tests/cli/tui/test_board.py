"""Boards scaled to the available space."""

import pytest

from steinreich.cli.tui.board import Scale, Touches, drawn, fitting_scale, scales
from steinreich.core.game import load
from steinreich.core.registry import games
from steinreich.draw import picture

BACK = {"left": "right", "right": "left", "up": "down", "down": "up"}


@pytest.mark.parametrize("name", [*games(), "examples/dots_and_boxes.py"])
def test_every_cell_can_be_reached_and_clicked(name: str) -> None:
    position = load(name).start(1)
    for scale in scales(position.game.board):
        drawing = drawn(picture(position), Touches(), scale, "en")
        for cell, (row, column) in enumerate(drawing.spots):
            assert drawing.cell_at(row, column) == cell
        reached = [0]
        for cell in reached:
            near = (drawing.neighbour(cell, direction) for direction in BACK)
            reached += [other for other in dict.fromkeys(near) if other not in reached]
        assert len(reached) == len(drawing.spots)


def test_opposite_step_returns() -> None:
    board = load("tzaar").board
    drawing = drawn(picture(load("tzaar").start(1)), Touches(), next(scales(board)), "en")
    a2 = next(i for i, cell in enumerate(board.cells) if cell.name == "A2")
    assert drawing.neighbour(drawing.neighbour(a2, "right"), "left") == a2
    assert drawing.neighbour(drawing.neighbour(a2, "up"), "down") == a2
    assert drawing.neighbour(a2, "left") == a2  # the edge


def test_brackets_repeat_what_colours_show() -> None:
    position = load("vier3d").start().play("a1")
    scale = fitting_scale(position.game.board, 10, 80, "en")
    assert scale == (2, 4)
    touches = Touches(cursor=1, held=2, targets=frozenset({3}))
    drawing = drawn(picture(position), touches, scale, "en")
    line = "".join(segment.text for segment in drawing.lines[drawing.spots[0][0]])
    assert line.startswith("1 <r> [.] {.} (.) ")


def test_too_small_terminal_is_reported() -> None:
    assert fitting_scale(load("tzaar").board, 10, 80, "en") is None
    assert all(fitting_scale(load(name).board, 22, 80, "en") for name in games())


def test_clicks_beside_the_board_hit_nothing() -> None:
    position = load("vier3d").start()
    drawing = drawn(picture(position), Touches(), Scale(2, 4), "en")
    assert drawing.cell_at(-5, 0) is None
