"""The three moments that decided a game, in words."""

from steinreich.rules.language import Words
from steinreich.session.schema.study import EvaluatedAction, Verdict
from steinreich.session.study.marks import mark_of
from steinreich.session.study.moments import moments, standing
from tests.session.study.verdicts import between_two, estimated, proven

PLAYERS = (Words("Red", "Rot"), Words("Blue", "Blau"))


def evaluated(at: int, before: Verdict, after: Verdict, best: str = "") -> EvaluatedAction:
    """An action of the seats in turn."""
    seat = at % len(before["values"])
    loss = (before["values"][seat] - after["values"][seat]) / 2
    return {
        "at": at,
        "seat": seat,
        "action": f"a{at}",
        "before": before,
        "after": after,
        "loss": loss,
        "mark": mark_of(loss),
        "word": {"en": "", "de": ""},
        "best": {
            "action": best,
            "seat": seat,
            "target": {"kind": "place", "cells": [0], "spoken": best},
        }
        if best
        else None,
    }


def test_the_three_largest_losses_in_the_order_of_the_game() -> None:
    costs = [0.2, 0.7, 0.08, 0.0, 0.5, 0.1, 0.3]  # of the mover's value
    game = [
        evaluated(at, between_two(0.0), between_two(-cost if at % 2 == 0 else cost))
        for at, cost in enumerate(costs)
    ]
    assert [moment["at"] for moment in moments(game, PLAYERS)] == [1, 4, 6]


def test_a_game_without_faults_has_no_such_moment() -> None:
    assert moments([evaluated(0, between_two(0.1), between_two(0.05))], PLAYERS) == []
    assert moments([], PLAYERS) == []


def test_a_moment_tells_who_did_what_and_what_came_of_it() -> None:
    game = [evaluated(1, between_two(0.0), proven(1.0, -1.0), "c3")]
    (moment,) = moments(game, PLAYERS)
    assert moment == {
        "at": 1,
        "text": {
            "en": "Blue: a1 instead of c3. Before: even; after: certainly lost.",
            "de": "Blau: a1 statt c3. Vorher: ausgeglichen; danach: sicher verloren.",
        },
    }


def test_standings_are_beside_a_fair_share() -> None:
    said = [standing(between_two(v), 0, alone=False).en for v in (0.9, 0.3, 0.0, -0.3, -0.9)]
    assert said == ["clearly better", "better", "even", "worse", "clearly worse"]
    third = 2 / 3 - 1  # what each of three can expect
    assert standing(estimated(third, third, third), 1, alone=False).de == "ausgeglichen"


def test_what_is_proven_is_said_to_be_certain() -> None:
    assert standing(proven(1.0, -1.0), 0, alone=False).en == "certainly won"
    assert standing(proven(0.0, 0.0), 0, alone=False).en == "certainly a draw"
    assert standing(proven(-1.0), 0, alone=True).de == "sicher nicht mehr lösbar"
    assert standing(proven(1.0), 0, alone=True).de == "sicher lösbar"
