"""Distances of proven results are given in turns of the winner, however many actions a turn has."""

import pytest

from steinreich import load
from steinreich.core.position import Position
from steinreich.search.result import own_turns

FIXED = "tzaar(setup=fixed)"


def after_first(id: str, actions: int) -> Position:
    """Return a game after some first legal actions."""
    position = load(id).start(seed=1)
    for _ in range(actions):
        position = position.after(position.actions()[0])
    return position


@pytest.mark.parametrize(
    ("id", "played", "is_own", "actions", "turns"),
    [
        ("vier3d", 4, True, 1, 1),
        ("vier3d", 4, True, 5, 3),
        ("vier3d", 4, False, 4, 2),
        (FIXED, 1, True, 1, 1),
        (FIXED, 1, True, 2, 1),
        (FIXED, 1, True, 6, 2),
        (FIXED, 2, True, 1, 1),
        (FIXED, 2, True, 5, 2),
        (FIXED, 1, False, 4, 1),
        (FIXED, 0, False, 3, 1),
        ("six_in_line", 4, True, 6, 2),
        ("six_in_line(players=1)", 4, True, 6, 3),
        ("inner_square", 3, True, 3, 2),
    ],
)
def test_turns_are_counted(id: str, played: int, is_own: bool, actions: int, turns: int) -> None:
    position = after_first(id, played)
    winner = position.player if is_own else 1 - position.player
    assert own_turns(position, winner, actions) == turns


def test_actions_are_counted_if_turns_vary_in_length() -> None:
    """A player who closes a box continues: the number of actions depends on the moves."""
    position = load("examples/dots_and_boxes.py").start()
    most = own_turns(position, position.player, 9)
    assert most == 5
