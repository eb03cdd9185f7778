"""Verdicts in words: proven ones never look like estimates."""

import pytest

from steinreich import load
from steinreich.players.verdict_words import verdict_words
from steinreich.rules.contract import DRAW, LOST
from steinreich.search.result import Verdict, certain
from tests.translated import both as in_both


def both(id: str, verdict: Verdict) -> list[str]:
    """Return the English and German words for the first player."""
    return list(in_both(verdict_words(load(id).start(seed=1), verdict)))


@pytest.mark.parametrize(
    ("value", "shown"), [(0.26, 63), (0.0, 50), (-0.5, 25), (0.9999, 99), (1.0, 99), (-1.0, 1)]
)
def test_estimates_are_never_called_certain(value: float, shown: int) -> None:
    assert both("vier3d", Verdict((value, -value))) == [
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
    assert both("vier3d", certain(outcome, 2, turns)) == [
        f"{english} (proven)",
        f"{german} (bewiesen)",
    ]


def test_winner_among_three_is_named() -> None:
    assert both("vier3d(players=3)", certain(2, 3)) == [
        "Yellow wins by force (proven)",
        "Gelb gewinnt erzwungen (bewiesen)",
    ]


def test_single_player_is_not_said_to_be_forced() -> None:
    assert both("six_in_line(players=1)", certain(0, 1, 29))[0] == (
        "leads to the goal in at most 29 turns (proven)"
    )
    assert both("six_in_line(players=1)", certain(LOST, 1)) == [
        "the goal cannot be reached any more (proven)",
        "das Ziel ist nicht mehr zu erreichen (bewiesen)",
    ]
