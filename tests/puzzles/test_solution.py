"""Proofs of puzzles in easily understood positions."""

import pytest

from steinreich import load
from steinreich.puzzles.puzzle import Goal, Puzzle
from steinreich.puzzles.solution import (
    MAX_LINES,
    NotAPuzzle,
    Proof,
    Searches,
    Undecided,
    get_searches,
)
from tests.puzzles.reference_puzzle import ReferencePuzzle

# Red, to move, has three upright on a1: one ball wins.
UPRIGHT = "rrr/bb/b/-/-/-/-/-/-/-/-/-/-/-/-/- r"
# Blue, to move, has to prevent that.
TO_PARRY = "rrr/b/b/-/-/-/-/-/-/-/-/-/-/-/-/- b"


@pytest.fixture(scope="module")
def searches() -> Searches:
    return get_searches("vier3d")


def find_solution(searches: Searches, text: str, goal: Goal, turns: int) -> tuple[str, ...]:
    return Proof(searches, load("vier3d").position(text), goal, turns).solution()


def test_solution_of_an_immediate_win(searches: Searches) -> None:
    assert find_solution(searches, UPRIGHT, "win", 1) == ("a1",)


def test_solution_of_a_parry(searches: Searches) -> None:
    assert find_solution(searches, TO_PARRY, "hold", 1) == ("a1",)


def test_undecided_action_does_not_save(searches: Searches) -> None:
    """Early in the game the outcome is unknown."""
    with pytest.raises(Undecided):
        find_solution(searches, TO_PARRY, "save", 1)


def test_saving_action_leads_to_a_proven_draw_or_win() -> None:
    """Perforated has two legal actions; after the right one, neither side can get a four."""
    position = load("chain_reaxis").position("1ooxx1/1xoxo1/1xoxxo/1oxoxx/2oxoo/xoxoox o b1a1")
    assert Proof(get_searches("chain_reaxis"), position, "save", 1).solution() == ("b2a2",)


def test_delaying_a_loss_does_not_save() -> None:
    """One action prevents a win within two turns, but the game is lost after it as well."""
    position = load("chain_reaxis").position("1o4/1x4/1ox3/ox4/xox3/xoo3 o b6b5")
    with pytest.raises(NotAPuzzle, match="no action reaches the goal"):
        Proof(get_searches("chain_reaxis"), position, "save", 1).solution()
    with pytest.raises(NotAPuzzle, match="the action loses the game for certain"):
        Proof(get_searches("chain_reaxis"), position, "hold", 1).solution()


def test_hold_rejects_a_proven_saving_action() -> None:
    position = load("chain_reaxis").position("1ooxx1/1xoxo1/1xoxxo/1oxoxx/2oxoo/xoxoox o b1a1")
    with pytest.raises(NotAPuzzle, match="the action saves the game for certain"):
        Proof(get_searches("chain_reaxis"), position, "hold", 1).solution()


def test_action_loses_if_every_end_of_the_turn_loses() -> None:
    """Within the turn, proof-number search has no answer."""
    text = "....t/RTzTt./..T..../..R.T4.../r2..t2t..z/r3.R.T.t3r2/.Z..R../....../T2TTRt w 1"
    position, searches = load("tzaar").position(text), get_searches("tzaar")
    after = position.play("F5xE5")
    assert after.player == position.player
    assert searches.can_force_win(after, 1 - position.player) is None
    assert Proof(searches, position, "hold", 1).is_lost(after, 0)
    with pytest.raises(NotAPuzzle, match="the action loses the game for certain"):
        Proof(searches, position, "hold", 1).solution()


def test_rejects_a_win_with_too_many_turns(searches: Searches) -> None:
    with pytest.raises(NotAPuzzle, match="it can be won sooner"):
        find_solution(searches, UPRIGHT, "win", 2)


def test_rejects_a_win_with_too_few_turns(searches: Searches) -> None:
    with pytest.raises(NotAPuzzle, match="no action reaches the goal"):
        find_solution(searches, TO_PARRY, "win", 1)


def test_rejects_a_position_without_a_threat(searches: Searches) -> None:
    with pytest.raises(NotAPuzzle, match="16 actions"):
        find_solution(searches, "r/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- b", "hold", 1)


def test_rejects_a_threat_with_too_many_turns(searches: Searches) -> None:
    with pytest.raises(NotAPuzzle, match="all other actions lose sooner"):
        find_solution(searches, TO_PARRY, "hold", 2)


def test_symmetric_images_of_the_right_action_count_as_one(searches: Searches) -> None:
    """Red has two upright threes, once on a symmetric board."""
    symmetric = "rrr/bb/bb/rrr/-/-/-/-/-/-/-/-/-/b/b/- r"
    assert find_solution(searches, symmetric, "win", 1) == ("a1", "d1")
    with pytest.raises(NotAPuzzle, match="2 actions"):
        find_solution(searches, "rrr/bb/bb/rrr/-/-/-/-/-/-/-/-/b/b/-/- r", "win", 1)


def test_reference_rules_find_the_same_actions(searches: Searches) -> None:
    for text, goal in ((UPRIGHT, "win"), (TO_PARRY, "hold")):
        found = find_solution(searches, text, goal, 1)  # type: ignore[arg-type]
        puzzle = Puzzle("vier3d", text, goal, 1, "finish", 800, found, "1/0")  # type: ignore[arg-type]
        assert ReferencePuzzle(puzzle).find_right_actions() == ["a1"]


def test_rejects_a_solution_with_too_many_lines(searches: Searches) -> None:
    proof = Proof(searches, load("vier3d").position(UPRIGHT), "win", 1)
    proof.generate_lines = lambda position, turns_played: iter([("a1",)] * (MAX_LINES + 1))  # type: ignore[method-assign]
    with pytest.raises(NotAPuzzle, match="too many lines"):
        proof.solution()
