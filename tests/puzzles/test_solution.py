"""What is proven of a puzzle, on positions whose solutions a person can see."""

import pytest

from steinreich import load
from steinreich.puzzles.checking import searches_for
from steinreich.puzzles.puzzle import Goal, Puzzle
from steinreich.puzzles.solution import MOST_LINES, NoPuzzle, Proof, Searches, Undecided
from tests.puzzles.slow import Slow

# Red has three upright on a1 and Blue nothing: one ball wins.
UPRIGHT = "rrr/bb/b/-/-/-/-/-/-/-/-/-/-/-/-/- r"
# Blue has to answer that.
TO_PARRY = "rrr/b/b/-/-/-/-/-/-/-/-/-/-/-/-/- b"


@pytest.fixture(scope="module")
def searches() -> Searches:
    return searches_for("vier3d")


def solution(searches: Searches, text: str, goal: Goal, turns: int) -> tuple[str, ...]:
    return Proof(searches, load("vier3d").position(text), goal, turns).solution()


def test_a_win_at_once(searches: Searches) -> None:
    assert solution(searches, UPRIGHT, "win", 1) == ("a1",)


def test_a_threat_to_parry(searches: Searches) -> None:
    assert solution(searches, TO_PARRY, "hold", 1) == ("a1",)


def test_a_move_that_holds_is_not_said_to_save(searches: Searches) -> None:
    """Early in the game nobody knows who wins in the end."""
    with pytest.raises(Undecided):
        solution(searches, TO_PARRY, "save", 1)


def test_a_saved_game_is_drawn_or_won_for_certain() -> None:
    """Perforated has two ways; the tiles that are left after the one bring nobody a four."""
    position = load("chain_reaxis").position("1ooxx1/1xoxo1/1xoxxo/1oxoxx/2oxoo/xoxoox o b1a1")
    assert Proof(searches_for("chain_reaxis"), position, "save", 1).solution() == ("b2a2",)


def test_what_only_puts_off_the_loss_does_not_save() -> None:
    """The right move of this puzzle once held for two turns, but the game is lost after it."""
    position = load("chain_reaxis").position("1o4/1x4/1ox3/ox4/xox3/xoo3 o b6b5")
    with pytest.raises(NoPuzzle, match="no action reaches the goal"):
        Proof(searches_for("chain_reaxis"), position, "save", 1).solution()
    assert Proof(searches_for("chain_reaxis"), position, "hold", 1).solution() == ("d5c5",)


def test_what_can_be_won_sooner_is_no_longer_win(searches: Searches) -> None:
    with pytest.raises(NoPuzzle, match="it can be won sooner"):
        solution(searches, UPRIGHT, "win", 2)


def test_what_cannot_be_won_in_time(searches: Searches) -> None:
    with pytest.raises(NoPuzzle, match="no action reaches the goal"):
        solution(searches, TO_PARRY, "win", 1)


def test_what_need_not_be_saved(searches: Searches) -> None:
    with pytest.raises(NoPuzzle, match="16 actions"):
        solution(searches, "r/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- b", "hold", 1)


def test_saving_that_is_needed_sooner_than_said(searches: Searches) -> None:
    with pytest.raises(NoPuzzle, match="all other actions lose sooner"):
        solution(searches, TO_PARRY, "hold", 2)


def test_mirror_images_of_the_right_action_count_as_one(searches: Searches) -> None:
    """Red has two upright threes, once on a board that is its own mirror image."""
    symmetric = "rrr/bb/bb/rrr/-/-/-/-/-/-/-/-/-/b/b/- r"
    assert solution(searches, symmetric, "win", 1) == ("a1", "d1")
    with pytest.raises(NoPuzzle, match="2 actions"):
        solution(searches, "rrr/bb/bb/rrr/-/-/-/-/-/-/-/-/b/b/-/- r", "win", 1)


def test_the_references_agree(searches: Searches) -> None:
    for text, goal in ((UPRIGHT, "win"), (TO_PARRY, "hold")):
        found = solution(searches, text, goal, 1)  # type: ignore[arg-type]
        puzzle = Puzzle("vier3d", text, goal, 1, "finish", 800, found, "1/0")  # type: ignore[arg-type]
        assert Slow(puzzle).reaching() == ["a1"]


def test_a_solution_with_too_many_lines_is_none(searches: Searches) -> None:
    proof = Proof(searches, load("vier3d").position(UPRIGHT), "win", 1)
    proof.lines = lambda position, spent: iter([("a1",)] * (MOST_LINES + 1))  # type: ignore[method-assign]
    with pytest.raises(NoPuzzle, match="too many ways"):
        proof.solution()
