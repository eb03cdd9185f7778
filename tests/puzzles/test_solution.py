"""Proofs of puzzles in easily understood positions."""

import pytest

from steinreich import load
from steinreich.puzzles.puzzle import Goal, Puzzle
from steinreich.puzzles.solution import (
    MAX_LINES,
    NoPuzzle,
    Proof,
    Searches,
    Undecided,
    searches_for,
)
from tests.puzzles.reference_puzzle import ReferencePuzzle

# Red has three upright on a1 and Blue nothing: one ball wins.
UPRIGHT = "rrr/bb/b/-/-/-/-/-/-/-/-/-/-/-/-/- r"
# Blue has to answer that.
TO_PARRY = "rrr/b/b/-/-/-/-/-/-/-/-/-/-/-/-/- b"


@pytest.fixture(scope="module")
def searches() -> Searches:
    return searches_for("vier3d")


def solution(searches: Searches, text: str, goal: Goal, turns: int) -> tuple[str, ...]:
    return Proof(searches, load("vier3d").position(text), goal, turns).solution()


def test_immediate_win(searches: Searches) -> None:
    assert solution(searches, UPRIGHT, "win", 1) == ("a1",)


def test_parry_of_a_threat(searches: Searches) -> None:
    assert solution(searches, TO_PARRY, "hold", 1) == ("a1",)


def test_holding_move_is_not_said_to_save(searches: Searches) -> None:
    """Early in the game the outcome is unknown."""
    with pytest.raises(Undecided):
        solution(searches, TO_PARRY, "save", 1)


def test_saved_game_is_a_proven_draw_or_win() -> None:
    """Perforated has two ways; the tiles that are left after the first give neither side a four."""
    position = load("chain_reaxis").position("1ooxx1/1xoxo1/1xoxxo/1oxoxx/2oxoo/xoxoox o b1a1")
    assert Proof(searches_for("chain_reaxis"), position, "save", 1).solution() == ("b2a2",)


def test_delaying_a_loss_does_not_save() -> None:
    """The right move of this puzzle once held for two turns, but the game is lost after it."""
    position = load("chain_reaxis").position("1o4/1x4/1ox3/ox4/xox3/xoo3 o b6b5")
    with pytest.raises(NoPuzzle, match="no action reaches the goal"):
        Proof(searches_for("chain_reaxis"), position, "save", 1).solution()
    with pytest.raises(NoPuzzle, match="the action loses the game for certain"):
        Proof(searches_for("chain_reaxis"), position, "hold", 1).solution()


def test_saving_move_is_not_called_undecided() -> None:
    position = load("chain_reaxis").position("1ooxx1/1xoxo1/1xoxxo/1oxoxx/2oxoo/xoxoox o b1a1")
    with pytest.raises(NoPuzzle, match="the action saves the game for certain"):
        Proof(searches_for("chain_reaxis"), position, "hold", 1).solution()


def test_action_is_lost_if_every_end_of_the_turn_loses() -> None:
    """Asked within the turn, proof-number search has no answer."""
    text = "....t/RTzTt./..T..../..R.T4.../r2..t2t..z/r3.R.T.t3r2/.Z..R../....../T2TTRt w 1"
    position, searches = load("tzaar").position(text), searches_for("tzaar")
    after = position.play("F5xE5")
    assert after.player == position.player
    assert searches.can_force_win(after, 1 - position.player) is None
    assert Proof(searches, position, "hold", 1).is_lost(after, 0)
    with pytest.raises(NoPuzzle, match="the action loses the game for certain"):
        Proof(searches, position, "hold", 1).solution()


def test_sooner_win_replaces_the_goal(searches: Searches) -> None:
    with pytest.raises(NoPuzzle, match="it can be won sooner"):
        solution(searches, UPRIGHT, "win", 2)


def test_win_that_takes_too_long_is_refused(searches: Searches) -> None:
    with pytest.raises(NoPuzzle, match="no action reaches the goal"):
        solution(searches, TO_PARRY, "win", 1)


def test_unnecessary_saving_is_refused(searches: Searches) -> None:
    with pytest.raises(NoPuzzle, match="16 actions"):
        solution(searches, "r/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- b", "hold", 1)


def test_saving_needed_sooner_than_stated_is_refused(searches: Searches) -> None:
    with pytest.raises(NoPuzzle, match="all other actions lose sooner"):
        solution(searches, TO_PARRY, "hold", 2)


def test_symmetric_images_of_the_right_action_count_as_one(searches: Searches) -> None:
    """Red has two upright threes, once on a symmetric board."""
    symmetric = "rrr/bb/bb/rrr/-/-/-/-/-/-/-/-/-/b/b/- r"
    assert solution(searches, symmetric, "win", 1) == ("a1", "d1")
    with pytest.raises(NoPuzzle, match="2 actions"):
        solution(searches, "rrr/bb/bb/rrr/-/-/-/-/-/-/-/-/b/b/-/- r", "win", 1)


def test_references_agree(searches: Searches) -> None:
    for text, goal in ((UPRIGHT, "win"), (TO_PARRY, "hold")):
        found = solution(searches, text, goal, 1)  # type: ignore[arg-type]
        puzzle = Puzzle("vier3d", text, goal, 1, "finish", 800, found, "1/0")  # type: ignore[arg-type]
        assert ReferencePuzzle(puzzle).reaching() == ["a1"]


def test_solution_with_too_many_lines_is_refused(searches: Searches) -> None:
    proof = Proof(searches, load("vier3d").position(UPRIGHT), "win", 1)
    proof.lines = lambda position, spent: iter([("a1",)] * (MAX_LINES + 1))  # type: ignore[method-assign]
    with pytest.raises(NoPuzzle, match="too many ways"):
        proof.solution()
