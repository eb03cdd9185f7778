"""Losses of actions, marks by the thresholds of Lichess, and key moments."""

import pytest

from steinreich.search.result import Verdict
from steinreich.session.marks import (
    MARK_WORDS,
    Cost,
    MarkedAction,
    describe_standing,
    find_key_moments,
    get_confirmed_cost,
    get_expected_result,
    get_loss,
    get_mark,
    get_proven_cost,
    has_something_to_lose,
    is_only_move,
    is_suspect,
)
from steinreich.session.schema.protocol import LineAction
from tests.session.verdicts import make_estimate, make_proof, make_two_player_estimate
from tests.translated import Translated


def test_expected_result_ranges_from_lost_to_won() -> None:
    assert [
        get_expected_result(make_two_player_estimate(value), 0) for value in (-1.0, 0.0, 1.0)
    ] == [0, 0.5, 1]
    assert get_expected_result(make_two_player_estimate(0.5), 1) == 0.25


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
def test_marks_depend_on_the_loss(before: float, after: float, mark: str) -> None:
    loss = get_loss(make_two_player_estimate(before), make_two_player_estimate(after), 0)
    assert loss == pytest.approx(max(0.0, (before - after) / 2))
    assert get_mark(loss) == mark
    assert is_suspect(loss) == (mark != "")


def test_loss_is_that_of_the_acting_player() -> None:
    assert get_loss(make_two_player_estimate(-0.5), make_two_player_estimate(0.5), 1) == 0.5
    assert get_loss(make_two_player_estimate(-0.5), make_two_player_estimate(0.5), 0) == 0


def test_each_of_three_players_has_a_value() -> None:
    before, after = make_estimate(-0.2, -0.4, -0.4), make_estimate(-0.2, 0.2, -1.0)
    assert [get_mark(get_loss(before, after, seat)) for seat in range(3)] == ["", "", "??"]


@pytest.mark.parametrize(
    ("first_loss", "best", "played", "mark"),
    [
        (0.5, 0.5, -0.5, "??"),
        (0.5, 0.5, 0.5, ""),  # the deeper search sees no loss
        (0.5, 0.5, 0.35, "?!"),
        (0.5, 0.5, 0.0, "?"),  # a blunder, but not a clear one
        (0.06, 0.5, -0.5, "?!"),  # the first search saw less
        (0.5, -0.2, 0.9, ""),  # the played action is better
    ],
)
def test_mark_is_limited_by_the_deeper_search(
    first_loss: float, best: float, played: float, mark: str
) -> None:
    found = get_confirmed_cost(
        make_two_player_estimate(0.5),
        first_loss,
        make_two_player_estimate(best),
        make_two_player_estimate(played),
        seat=0,
    )
    assert found.mark == mark
    assert found.loss <= first_loss


WON_VERDICT, DRAWN_VERDICT, LOST_VERDICT = (
    make_proof(1.0, -1.0),
    make_proof(0.0, 0.0),
    make_proof(-1.0, 1.0),
)
BAD_ESTIMATE = make_two_player_estimate(-0.6)


@pytest.mark.parametrize(
    ("before", "after", "cost"),
    [
        (WON_VERDICT, WON_VERDICT, (0.0, "")),
        (DRAWN_VERDICT, DRAWN_VERDICT, (0.0, "")),
        (LOST_VERDICT, LOST_VERDICT, (0.0, "")),
        (WON_VERDICT, DRAWN_VERDICT, (0.5, "??")),
        (WON_VERDICT, LOST_VERDICT, (1.0, "??")),
        (DRAWN_VERDICT, LOST_VERDICT, (0.5, "??")),
        (make_proof(1.0), make_proof(-1.0), (1.0, "??")),
    ],
)
def test_proven_values_count_fully(
    before: Verdict, after: Verdict, cost: tuple[float, str]
) -> None:
    assert get_proven_cost(before, after, 0) == cost


@pytest.mark.parametrize(
    ("before", "played", "mark"),
    [
        (DRAWN_VERDICT, BAD_ESTIMATE, ""),  # an estimate says nothing about a draw
        (DRAWN_VERDICT, LOST_VERDICT, "??"),
        (WON_VERDICT, BAD_ESTIMATE, "??"),
        (WON_VERDICT, make_two_player_estimate(0.95), ""),
    ],
)
def test_loss_from_a_proven_to_an_unproven_position(
    before: Verdict, played: Verdict, mark: str
) -> None:
    suspected = get_loss(before, played, 0)
    assert get_confirmed_cost(before, suspected, before, played, 0).mark == mark


def test_lost_position_has_nothing_to_lose() -> None:
    assert not has_something_to_lose(LOST_VERDICT, 0)
    assert has_something_to_lose(LOST_VERDICT, 1)
    assert has_something_to_lose(DRAWN_VERDICT, 0)
    assert has_something_to_lose(make_two_player_estimate(-1.0), 0)


@pytest.mark.parametrize(
    ("best", "second", "only"),
    [
        (0.0, -0.29, False),
        (0.0, -0.3, True),
        (1.0, 0.0, True),
        (-0.71, -1.0, False),  # there is no result to hold any more
        (-0.69, -1.0, True),
    ],
)
def test_only_move_holds_a_result_that_all_others_lose(
    best: float, second: float, only: bool
) -> None:
    assert is_only_move(make_two_player_estimate(best), make_two_player_estimate(second), 0) == only


def test_every_mark_has_a_word_in_both_languages() -> None:
    assert set(MARK_WORDS) == {"", "!", "?!", "?", "??"}
    assert all(
        bool(words.in_language("en")) == bool(words.in_language("de")) == bool(mark)
        for mark, words in MARK_WORDS.items()
    )


PLAYERS = (Translated("Red", "Rot"), Translated("Blue", "Blau"))


def make_marked_action(at: int, before: Verdict, after: Verdict, best: str = "") -> MarkedAction:
    """Return the action with number `at` in a game of alternating seats, with its mark."""
    seat = at % len(before.values)
    loss = (before.values[seat] - after.values[seat]) / 2
    better: LineAction = {
        "action": best,
        "seat": seat,
        "target": {"kind": "place", "cells": [0], "spoken": best},
    }
    cost = Cost(loss, get_mark(loss))
    return MarkedAction(at, seat, f"a{at}", before, after, cost, better if best else None)


def test_key_moments_are_the_three_largest_losses_in_order() -> None:
    costs = [0.2, 0.7, 0.08, 0.0, 0.5, 0.1, 0.3]  # of the mover's value
    game = [
        make_marked_action(
            at,
            make_two_player_estimate(0.0),
            make_two_player_estimate(-cost if at % 2 == 0 else cost),
        )
        for at, cost in enumerate(costs)
    ]
    assert [moment["at"] for moment in find_key_moments(game, PLAYERS)] == [1, 4, 6]


def test_game_without_mistakes_has_no_key_moment() -> None:
    assert (
        find_key_moments(
            [make_marked_action(0, make_two_player_estimate(0.1), make_two_player_estimate(0.05))],
            PLAYERS,
        )
        == []
    )
    assert find_key_moments([], PLAYERS) == []


def test_key_moment_names_player_action_and_consequence() -> None:
    game = [make_marked_action(1, make_two_player_estimate(0.0), make_proof(1.0, -1.0), "c3")]
    (moment,) = find_key_moments(game, PLAYERS)
    assert moment == {
        "at": 1,
        "text": Translated(
            "Blue: a1 instead of c3. Before: even; after: certainly lost.",
            "Blau: a1 statt c3. Vorher: ausgeglichen; danach: sicher verloren.",
        ),
    }


def test_standings_are_relative_to_an_equal_result() -> None:
    standings = [
        describe_standing(make_two_player_estimate(v), 0, is_single_player=False).in_language("en")
        for v in (0.9, 0.3, 0.0, -0.3, -0.9)
    ]
    assert standings == ["clearly better", "better", "even", "worse", "clearly worse"]
    third = 2 / 3 - 1  # the value of an equal result among three players
    assert (
        describe_standing(
            make_estimate(third, third, third), 1, is_single_player=False
        ).in_language("de")
        == "ausgeglichen"
    )


def test_proven_values_are_called_certain() -> None:
    assert (
        describe_standing(make_proof(1.0, -1.0), 0, is_single_player=False).in_language("en")
        == "certainly won"
    )
    assert (
        describe_standing(make_proof(0.0, 0.0), 0, is_single_player=False).in_language("en")
        == "certainly a draw"
    )
    assert (
        describe_standing(make_proof(-1.0), 0, is_single_player=True).in_language("de")
        == "sicher nicht mehr lösbar"
    )
    assert (
        describe_standing(make_proof(1.0), 0, is_single_player=True).in_language("de")
        == "sicher lösbar"
    )
