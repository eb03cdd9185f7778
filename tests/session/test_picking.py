"""What touches mean."""

import pytest

from steinreich import games
from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.session.picking import choices
from tests.conftest import EXAMPLES, random_game


def cell(position: Position, name: str) -> int:
    return next(i for i, one in enumerate(position.game.board.cells) if one.name == name)


def test_pieces_are_held_and_put_down() -> None:
    start = load("inner_square").start()
    found = choices(start)
    a2, a3, b2, d4 = (cell(start, name) for name in ("a2", "a3", "b2", "d4"))
    assert found.meaning(None, a2) == ("hold", (), (a2,))
    assert found.meaning(a2, a2).kind == "release"
    assert found.meaning(a2, a3) == ("act", ("a2-a3",), ())
    assert found.meaning(a2, b2) == ("hold", (), (b2,))  # another piece instead
    assert found.meaning(a2, d4) == ("why", (), (a2, d4))
    assert found.meaning(None, d4) == ("why", (), (d4,))
    assert a2 in found.choosable(None)
    assert a3 in found.choosable(a2)


def test_pieces_drop_wherever_the_pillar_is_touched() -> None:
    start = load("vier3d(variant=most_fours,players=2,yellow=on)").start()
    found = choices(start)
    for name in ("b3.1", "b3.4"):
        assert found.meaning(None, cell(start, name)).actions[0] == "b3"


def test_tiles_are_laid_half_by_half() -> None:
    start = load("chain_reaxis").start()
    a1, a2 = cell(start, "a1"), cell(start, "a2")
    assert choices(start).meaning(a1, a2).actions == ("a1a2",)
    assert choices(start).meaning(a2, a1).actions == ("a2a1",)


def test_actions_without_cells() -> None:
    position = load("tzaar(setup=fixed)").start()
    assert choices(position).others == ()
    while "pass" not in position.legal_moves():
        position = position.play(position.legal_moves()[0])
    assert choices(position).others == ("pass",)


@pytest.mark.parametrize("id", [*games(), *EXAMPLES])
def test_every_action_can_be_meant(id: str) -> None:
    """In every fifth position of a game: by touching its cells, and choosing where they mean
    several."""
    for position in random_game(load(id), 3)[:-1:5]:
        found = choices(position)
        for name, action in position.named().items():
            cells = position.described(action).cells
            if not cells:
                assert name in found.others
                continue
            held = cells[0] if len(cells) > 1 else None
            assert held is None or held in found.choosable(None)
            assert name in found.meaning(held, cells[-1]).actions
