"""Positions after a pass, from which threats are derived."""

import pytest

from steinreich import load
from steinreich.core.position import Position


def play_moves(id: str, *actions: str) -> Position:
    position = load(id).start(seed=1)
    for action in actions:
        position = position.play(action)
    return position


def play_first_move(position: Position) -> Position:
    return position.play(position.legal_moves()[0])


@pytest.mark.parametrize("id", ["vier3d", "chain_reaxis", "inner_square", "tzaar", "six_in_line"])
def test_next_player_moves_on_the_same_board(id: str) -> None:
    position = load(id).start(seed=1)
    passed = position.after_pass()
    assert passed is not None
    assert (position.player, passed.player) == (0, 1)
    assert passed.pieces() == position.pieces()
    assert passed.legal_moves()
    assert position == load(id).start(seed=1), "the position itself is unchanged"


@pytest.mark.parametrize("id", ["vier3d(players=3)", "six_in_line(players=4)"])
def test_next_of_several_players_moves(id: str) -> None:
    position = load(id).start()
    for player in (1, 2):
        passed = position.after_pass()
        assert passed is not None
        assert passed.player == player
        position = passed


def test_threat_is_found() -> None:
    passed = play_moves("vier3d", "a1", "b2", "a1", "b2", "a1").after_pass()
    assert passed is not None
    assert passed.play("a1").outcome == 0


def test_tiles_keep_their_order() -> None:
    position = play_first_move(play_first_move(load("chain_reaxis").start()))
    passed = position.after_pass()
    assert passed is not None
    assert passed.pieces() == position.pieces()
    assert (passed.last_move, passed.placed_tiles) == (position.last_move, position.placed_tiles)


def test_optional_rest_of_a_turn_allows_a_pass() -> None:
    position = play_first_move(play_first_move(load("tzaar(setup=fixed)").start()))
    assert not position.starts_turn, "the second action of a turn"
    passed = position.after_pass()
    assert passed is not None
    assert passed == position.play("pass")


def test_pass_is_impossible_where_the_rules_exclude_it() -> None:
    assert load("six_in_line(players=1)").start().after_pass() is None, "alone"
    assert play_first_move(load("six_in_line").start()).after_pass() is None, "within a turn"
    assert load("tzaar(setup=tournament)").start().after_pass() is None, "pieces are being placed"
    over = play_moves("vier3d", "a1", "b2", "a1", "b2", "a1", "b2", "a1")
    assert over.is_over
    assert over.after_pass() is None


def test_passing_is_optional_in_the_contract() -> None:
    assert load("examples/connect_four.py").start().after_pass() is None
