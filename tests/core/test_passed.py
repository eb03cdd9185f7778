"""The same position with the next player to act: what the others would do if nothing were done."""

import pytest

from steinreich import load
from steinreich.core.position import Position


def after(id: str, *actions: str) -> Position:
    position = load(id).start(seed=1)
    for action in actions:
        position = position.play(action)
    return position


def some_action(position: Position) -> Position:
    return position.play(position.legal_moves()[0])


@pytest.mark.parametrize("id", ["vier3d", "chain_reaxis", "inner_square", "tzaar", "six_in_line"])
def test_the_next_player_is_to_act_on_the_same_board(id: str) -> None:
    position = load(id).start(seed=1)
    passed = position.passed()
    assert passed is not None
    assert (position.player, passed.player) == (0, 1)
    assert passed.pieces() == position.pieces()
    assert passed.legal_moves()
    assert position == load(id).start(seed=1), "the position itself has not changed"


@pytest.mark.parametrize("id", ["vier3d(players=3)", "six_in_line(players=4)"])
def test_of_several_players_it_is_the_next(id: str) -> None:
    position = load(id).start()
    for player in (1, 2):
        passed = position.passed()
        assert passed is not None
        assert passed.player == player
        position = passed


def test_a_threat_is_seen() -> None:
    passed = after("vier3d", "a1", "b2", "a1", "b2", "a1").passed()
    assert passed is not None
    assert passed.play("a1").outcome == 0


def test_tiles_lie_as_they_were_laid() -> None:
    position = some_action(some_action(load("chain_reaxis").start()))
    passed = position.passed()
    assert passed is not None
    assert passed.pieces() == position.pieces()
    assert (passed.last, passed.laid) == (position.last, position.laid)


def test_the_rest_of_a_turn_that_may_be_left_out_can_be_passed() -> None:
    position = some_action(some_action(load("tzaar(setup=fixed)").start()))
    assert not position.starts_turn, "the second action of a turn"
    passed = position.passed()
    assert passed is not None
    assert passed == position.play("pass")


def test_where_nobody_can_do_nothing_there_is_none() -> None:
    assert load("six_in_line(players=1)").start().passed() is None, "alone"
    assert some_action(load("six_in_line").start()).passed() is None, "in the midst of a turn"
    assert load("tzaar(setup=tournament)").start().passed() is None, "pieces are set up"
    over = after("vier3d", "a1", "b2", "a1", "b2", "a1", "b2", "a1")
    assert over.is_over
    assert over.passed() is None


def test_a_game_need_not_say_it() -> None:
    assert load("examples/connect_four.py").start().passed() is None
