"""Cached legal actions, and their selection by touching cells."""

import pytest

from steinreich import games, load
from steinreich.core.position import Position
from steinreich.session.legal_actions import get_legal_actions, group_by_cells
from tests.conftest import EXAMPLES, random_game


def test_caches_legal_actions() -> None:
    position = load("vier3d").start()
    assert get_legal_actions(position) == position.actions_by_name()
    assert get_legal_actions(load("vier3d").start()) is get_legal_actions(position)


def find_cell(position: Position, name: str) -> int:
    return next(i for i, one in enumerate(position.game.board.cells) if one.name == name)


def test_touches_select_and_deselect_a_piece() -> None:
    start = load("inner_square").start()
    found = group_by_cells(start)
    a2, a3, b2, d4 = (find_cell(start, name) for name in ("a2", "a3", "b2", "d4"))
    assert found.interpret_touch(None, a2) == ("hold", (), (a2,))
    assert found.interpret_touch(a2, a2).kind == "release"
    assert found.interpret_touch(a2, a3) == ("act", ("a2-a3",), ())
    assert found.interpret_touch(a2, b2) == ("hold", (), (b2,))  # another piece instead
    assert found.interpret_touch(a2, d4) == ("why", (), (a2, d4))
    assert found.interpret_touch(None, d4) == ("why", (), (d4,))
    assert a2 in found.get_cells(None)
    assert a3 in found.get_cells(a2)


def test_touching_any_cell_of_a_rod_drops_a_piece() -> None:
    start = load("vier3d(variant=most_fours,players=2,yellow=on)").start()
    found = group_by_cells(start)
    for name in ("b3.1", "b3.4"):
        assert found.interpret_touch(None, find_cell(start, name)).actions[0] == "b3"


def test_touching_two_cells_places_a_tile() -> None:
    start = load("chain_reaxis").start()
    a1, a2 = find_cell(start, "a1"), find_cell(start, "a2")
    assert group_by_cells(start).interpret_touch(a1, a2).actions == ("a1a2",)
    assert group_by_cells(start).interpret_touch(a2, a1).actions == ("a2a1",)


def test_actions_without_cells_are_offered_as_choices() -> None:
    position = load("tzaar(setup=fixed)").start()
    assert group_by_cells(position).others == ()
    while "pass" not in position.legal_moves():
        position = position.play(position.legal_moves()[0])
    assert group_by_cells(position).others == ("pass",)


@pytest.mark.parametrize("id", [*games(), *EXAMPLES])
def test_touches_can_select_every_action(id: str) -> None:
    """In every fifth position of a game: by touching its cells and choosing where they are
    ambiguous.
    """
    for position in random_game(load(id), 3)[:-1:5]:
        found = group_by_cells(position)
        for name, action in position.actions_by_name().items():
            cells = position.describe_action(action).cells
            if not cells:
                assert name in found.others
                continue
            held = cells[0] if len(cells) > 1 else None
            assert held is None or held in found.get_cells(None)
            assert name in found.interpret_touch(held, cells[-1]).actions
