"""What is proven of a puzzle, on positions whose solutions a person can see."""

import pytest

from steinreich import load
from steinreich.players.knowledge import informed_compiler
from steinreich.puzzles.puzzle import Goal, Puzzle
from steinreich.puzzles.solution import MOST_LINES, NoPuzzle, Proof
from steinreich.search.forced.searcher import ForcedWins
from tests.puzzles.slow import Slow

# Red has three upright on a1 and Blue nothing: one ball wins.
UPRIGHT = "rrr/bb/b/-/-/-/-/-/-/-/-/-/-/-/-/- r"
# Blue has to answer that.
TO_PARRY = "rrr/b/b/-/-/-/-/-/-/-/-/-/-/-/-/- b"


@pytest.fixture(scope="module")
def wins() -> ForcedWins:
    game = load("vier3d")
    return ForcedWins(game, informed_compiler(game), table=1 << 14)


def solution(wins: ForcedWins, text: str, goal: Goal, turns: int) -> tuple[str, ...]:
    return Proof(wins, load("vier3d").position(text), goal, turns).solution()


def test_a_win_at_once(wins: ForcedWins) -> None:
    assert solution(wins, UPRIGHT, "win", 1) == ("a1",)


def test_a_threat_to_parry(wins: ForcedWins) -> None:
    assert solution(wins, TO_PARRY, "save", 1) == ("a1",)


def test_what_can_be_won_sooner_is_no_longer_win(wins: ForcedWins) -> None:
    with pytest.raises(NoPuzzle, match="it can be won sooner"):
        solution(wins, UPRIGHT, "win", 2)


def test_what_cannot_be_won_in_time(wins: ForcedWins) -> None:
    with pytest.raises(NoPuzzle, match="no action reaches the goal"):
        solution(wins, TO_PARRY, "win", 1)


def test_what_need_not_be_saved(wins: ForcedWins) -> None:
    with pytest.raises(NoPuzzle, match="16 actions"):
        solution(wins, "r/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- b", "save", 1)


def test_saving_that_is_needed_sooner_than_said(wins: ForcedWins) -> None:
    with pytest.raises(NoPuzzle, match="all other actions lose sooner"):
        solution(wins, TO_PARRY, "save", 2)


def test_mirror_images_of_the_right_action_count_as_one(wins: ForcedWins) -> None:
    """Red has two upright threes, once on a board that is its own mirror image."""
    symmetric = "rrr/bb/bb/rrr/-/-/-/-/-/-/-/-/-/b/b/- r"
    assert solution(wins, symmetric, "win", 1) == ("a1", "d1")
    with pytest.raises(NoPuzzle, match="2 actions"):
        solution(wins, "rrr/bb/bb/rrr/-/-/-/-/-/-/-/-/b/b/-/- r", "win", 1)


def test_the_references_agree(wins: ForcedWins) -> None:
    for text, goal in ((UPRIGHT, "win"), (TO_PARRY, "save")):
        found = solution(wins, text, goal, 1)  # type: ignore[arg-type]
        puzzle = Puzzle("vier3d", text, goal, 1, "finish", 800, found, "1/0")  # type: ignore[arg-type]
        assert Slow(puzzle).reaching() == ["a1"]


def test_a_solution_with_too_many_lines_is_none(wins: ForcedWins) -> None:
    proof = Proof(wins, load("vier3d").position(UPRIGHT), "win", 1)
    proof.lines = lambda position, spent: iter([("a1",)] * (MOST_LINES + 1))  # type: ignore[method-assign]
    with pytest.raises(NoPuzzle, match="too many ways"):
        proof.solution()
