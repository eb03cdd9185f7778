"""What actions cost, and how that is marked: Lichess' bounds, on the expected result."""

import pytest

from steinreich.session.study.marks import WORDS, cost, expected
from tests.session.study.verdicts import between_two, estimated, proven


def test_the_expected_result_is_from_lost_to_won() -> None:
    assert [expected(between_two(value), 0) for value in (-1.0, 0.0, 1.0)] == [0, 0.5, 1]
    assert expected(between_two(0.5), 1) == 0.25


@pytest.mark.parametrize(
    ("before", "after", "mark"),
    [
        (0.5, 0.5, ""),
        (0.5, 0.41, ""),
        (0.5, 0.4, "?!"),
        (0.5, 0.31, "?!"),
        (0.5, 0.3, "?"),
        (0.5, 0.21, "?"),
        (0.5, 0.2, "??"),
        (0.5, -1.0, "??"),
        (0.1, 0.9, ""),
    ],
)
def test_marks_by_what_is_lost(before: float, after: float, mark: str) -> None:
    found = cost(between_two(before), between_two(after), 0, is_best=False)
    assert found.mark == mark
    assert found.loss == pytest.approx(max(0.0, (before - after) / 2))


def test_the_loss_is_that_of_who_has_acted() -> None:
    assert cost(between_two(-0.5), between_two(0.5), 1, is_best=False).mark == "??"
    assert cost(between_two(-0.5), between_two(0.5), 0, is_best=False).mark == ""


def test_what_is_proven_counts_fully() -> None:
    thrown_away = cost(proven(1.0, -1.0), proven(0.0, 0.0), 0, is_best=False)
    assert thrown_away == (0.5, "??")
    unsolvable = cost(proven(1.0), proven(-1.0), 0, is_best=False)
    assert unsolvable == (1.0, "??")


def test_each_of_three_players_has_a_value_of_its_own() -> None:
    before, after = estimated(-0.2, -0.4, -0.4), estimated(-0.2, 0.2, -1.0)
    assert [cost(before, after, seat, is_best=False).mark for seat in range(3)] == ["", "", "??"]


def test_the_best_action_costs_nothing_whatever_is_seen_later() -> None:
    assert cost(between_two(0.5), between_two(-1.0), 0, is_best=True) == (0.0, "")


@pytest.mark.parametrize(
    ("best", "second", "mark"),
    [
        (0.0, -0.29, ""),
        (0.0, -0.3, "!"),
        (1.0, 0.0, "!"),
        (-0.71, -1.0, ""),  # nothing is held any more
        (-0.69, -1.0, "!"),
    ],
)
def test_an_only_move_holds_what_all_others_lose(best: float, second: float, mark: str) -> None:
    rivals = between_two(best), between_two(second)
    assert cost(between_two(best), between_two(best), 0, is_best=True, rivals=rivals).mark == mark


def test_every_mark_has_a_word_in_both_languages() -> None:
    assert set(WORDS) == {"", "!", "?!", "?", "??"}
    assert all(bool(words.en) == bool(words.de) == bool(sign) for sign, words in WORDS.items())
