"""Cells that are touched, and the actions they mean."""

from itertools import islice

import pytest

from steinreich import games, load
from steinreich.notebook.picking import Picking
from tests.conftest import EXAMPLES, random_game

TARGETS = {"a": (1,), "bc": (2, 3), "bd": (2, 4), "x": (5,), "y": (5,), "pass": ()}


def test_one_cell_is_enough() -> None:
    assert Picking(TARGETS).touch(1) == "a"


def test_two_cells() -> None:
    picking = Picking(TARGETS)
    assert picking.touch(2) is None
    assert picking.next_cells == {3, 4}
    assert picking.touch(4) == "bd"


def test_one_begins_anew() -> None:
    picking = Picking(TARGETS)
    picking.touch(2)
    assert picking.touch(1) == "a"
    picking = Picking(TARGETS)
    picking.touch(2)
    picking.touch(2)  # taken back
    assert picking.touched == ()
    picking.touch(9)  # nothing is there
    assert picking.touched == ()


def test_several_actions_of_the_same_cells_are_chosen_from() -> None:
    picking = Picking(TARGETS)
    assert picking.meant == ["pass"]
    assert picking.touch(5) is None
    assert picking.meant == ["x", "y", "pass"]


@pytest.mark.parametrize("id", [*games(), *EXAMPLES])
def test_every_action_can_be_meant(id: str) -> None:
    """In every position of a game: by touching its cells, and choosing where they mean several."""
    for position in islice(random_game(load(id), 3)[:-1], 0, None, 5):
        named = position.named()
        targets = {name: position.described(action).cells for name, action in named.items()}
        for name, cells in targets.items():
            picking = Picking(targets)
            played = None
            for cell in cells:
                played = picking.touch(cell)
            assert played == name or name in picking.meant
