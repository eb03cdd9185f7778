"""Verdicts in words: estimates never look like proven verdicts."""

import pytest

from steinreich import load
from steinreich.players.verdict_words import describe_verdict
from steinreich.rules.contract import DRAW, LOST
from steinreich.search.result import Verdict, proven_verdict
from tests.translated import both as in_both


def describe(id: str, verdict: Verdict) -> list[str]:
    """Return the English and German words for the first player."""
    return list(in_both(describe_verdict(load(id).start(seed=1), verdict)))


@pytest.mark.parametrize(
    ("value", "shown"), [(0.26, 63), (0.0, 50), (-0.5, 25), (0.9999, 99), (1.0, 99), (-1.0, 1)]
)
def test_estimates_are_shown_as_1_to_99_percent(value: float, shown: int) -> None:
    assert describe("vier3d", Verdict((value, -value))) == [
        f"about {shown} % (estimated)",
        f"etwa {shown} % (geschätzt)",
    ]


@pytest.mark.parametrize(
    ("outcome", "turns", "english", "german"),
    [
        (0, 3, "wins by force in at most 3 turns", "gewinnt erzwungen in höchstens 3 Zügen"),
        (0, None, "wins by force", "gewinnt erzwungen"),
        (0, 1, "wins this turn", "gewinnt in diesem Zug"),
        (
            1,
            2,
            "Blue wins by force in at most 2 turns",
            "Blau gewinnt erzwungen in höchstens 2 Zügen",
        ),
        (1, 1, "Blue wins by force in 1 turn", "Blau gewinnt erzwungen in 1 Zug"),
        (DRAW, None, "draws by force", "erzwingt ein Remis"),
    ],
)
def test_proven_verdicts_of_two_players(
    outcome: int, turns: int | None, english: str, german: str
) -> None:
    assert describe("vier3d", proven_verdict(outcome, 2, turns)) == [
        f"{english} (proven)",
        f"{german} (bewiesen)",
    ]


def test_verdict_names_the_winner_among_three_players() -> None:
    assert describe("vier3d(players=3)", proven_verdict(2, 3)) == [
        "Yellow wins by force (proven)",
        "Gelb gewinnt erzwungen (bewiesen)",
    ]


def test_verdict_for_one_player_mentions_the_goal() -> None:
    assert describe("six_in_line(players=1)", proven_verdict(0, 1, 29))[0] == (
        "leads to the goal in at most 29 turns (proven)"
    )
    assert describe("six_in_line(players=1)", proven_verdict(LOST, 1)) == [
        "the goal cannot be reached any more (proven)",
        "das Ziel ist nicht mehr zu erreichen (bewiesen)",
    ]
