"""What actions cost, and how that is marked: Lichess' bounds, confirmed by a deeper search."""

import pytest

from steinreich.session.schema.study import Verdict
from steinreich.session.study.marks import (
    WORDS,
    can_cost,
    confirmed_cost,
    expected,
    is_only,
    is_suspect,
    loss_of,
    mark_of,
    proven_cost,
)
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
    loss = loss_of(between_two(before), between_two(after), 0)
    assert loss == pytest.approx(max(0.0, (before - after) / 2))
    assert mark_of(loss) == mark
    assert is_suspect(loss) == (mark != "")


def test_the_loss_is_that_of_the_player_who_has_acted() -> None:
    assert loss_of(between_two(-0.5), between_two(0.5), 1) == 0.5
    assert loss_of(between_two(-0.5), between_two(0.5), 0) == 0


def test_each_of_three_players_has_a_value_of_its_own() -> None:
    before, after = estimated(-0.2, -0.4, -0.4), estimated(-0.2, 0.2, -1.0)
    assert [mark_of(loss_of(before, after, seat)) for seat in range(3)] == ["", "", "??"]


@pytest.mark.parametrize(
    ("suspected", "best", "played", "mark"),
    [
        (0.5, 0.5, -0.5, "??"),
        (0.5, 0.5, 0.5, ""),  # the deeper search sees no loss
        (0.5, 0.5, 0.35, "?!"),
        (0.5, 0.5, 0.0, "?"),  # a blunder, but not a clear one
        (0.06, 0.5, -0.5, "?!"),  # the first search saw less
        (0.5, -0.2, 0.9, ""),  # what was played is better
    ],
)
def test_a_mark_is_no_greater_than_the_deeper_search_confirms(
    suspected: float, best: float, played: float, mark: str
) -> None:
    found = confirmed_cost(
        between_two(0.5), suspected, between_two(best), between_two(played), seat=0
    )
    assert found.mark == mark
    assert found.loss <= suspected


WON, DRAWN, LOST = proven(1.0, -1.0), proven(0.0, 0.0), proven(-1.0, 1.0)
POOR = between_two(-0.6)


@pytest.mark.parametrize(
    ("before", "after", "cost"),
    [
        (WON, WON, (0.0, "")),
        (DRAWN, DRAWN, (0.0, "")),
        (LOST, LOST, (0.0, "")),
        (WON, DRAWN, (0.5, "??")),
        (WON, LOST, (1.0, "??")),
        (DRAWN, LOST, (0.5, "??")),
        (proven(1.0), proven(-1.0), (1.0, "??")),
    ],
)
def test_what_is_proven_counts_fully(
    before: Verdict, after: Verdict, cost: tuple[float, str]
) -> None:
    assert proven_cost(before, after, 0) == cost


@pytest.mark.parametrize(
    ("before", "played", "mark"),
    [
        (DRAWN, POOR, ""),  # an estimate says nothing of a draw
        (DRAWN, LOST, "??"),
        (WON, POOR, "??"),
        (WON, between_two(0.95), ""),
    ],
)
def test_from_a_proven_position_to_one_that_is_not(
    before: Verdict, played: Verdict, mark: str
) -> None:
    suspected = loss_of(before, played, 0)
    assert confirmed_cost(before, suspected, before, played, 0).mark == mark


def test_in_a_lost_position_nothing_can_be_lost() -> None:
    assert not can_cost(LOST, 0)
    assert can_cost(LOST, 1)
    assert can_cost(DRAWN, 0)
    assert can_cost(between_two(-1.0), 0)


@pytest.mark.parametrize(
    ("best", "second", "only"),
    [
        (0.0, -0.29, False),
        (0.0, -0.3, True),
        (1.0, 0.0, True),
        (-0.71, -1.0, False),  # nothing is held any more
        (-0.69, -1.0, True),
    ],
)
def test_an_only_move_holds_what_all_others_lose(best: float, second: float, only: bool) -> None:
    assert is_only(between_two(best), between_two(second), 0) == only


def test_every_mark_has_a_word_in_both_languages() -> None:
    assert set(WORDS) == {"", "!", "?!", "?", "??"}
    assert all(bool(words.en) == bool(words.de) == bool(sign) for sign, words in WORDS.items())
