"""The distance of a proven end is counted in turns of the winner, which may have several
actions.
"""

import pytest

from steinreich import load
from steinreich.core.position import Position
from steinreich.search.result import count_own_turns

FIXED = "tzaar(setup=fixed)"


def play_first_actions(id: str, actions: int) -> Position:
    """Play the first legal action several times, and return the position."""
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
def test_counts_turns_of_the_winner(
    id: str, played: int, is_own: bool, actions: int, turns: int
) -> None:
    position = play_first_actions(id, played)
    winner = position.player if is_own else 1 - position.player
    assert count_own_turns(position, winner, actions) == turns


def test_counts_actions_if_turns_vary_in_length() -> None:
    """A player who closes a box continues: the number of actions depends on the moves."""
    position = load("examples/dots_and_boxes.py").start()
    max_turns = count_own_turns(position, position.player, 9)
    assert max_turns == 5
