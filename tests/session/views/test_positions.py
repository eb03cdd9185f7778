"""Positions of any game, at no table."""

from random import Random

import pytest

from steinreich import games, load
from steinreich.rules.errors import BadPosition, IllegalMove
from steinreich.session.schema.messages import PositionShown
from steinreich.session.views.positions import path_to, position_view
from tests.session.views.looking import actions, is_declared, random_turn


@pytest.mark.parametrize("name", games())
def test_positions_by_actions_and_by_string_are_the_same(name: str) -> None:
    dice, game = Random(3), load(name)
    played: list[str] = []
    for _ in range(3):
        turn = random_turn(path_to(game, None, played)[-1], dice)
        played += turn
    shown = position_view(game, {"game": name, "actions": played, "language": "de"})
    assert is_declared(PositionShown, shown)
    assert actions(shown["frame"]) == turn, "the whole last turn is told"
    position = game.position(shown["position"])
    assert set(shown["frame"]["targets"]) == set(position.legal_moves())
    again = position_view(game, {"game": name, "position": shown["position"]})
    assert again["position"] == shown["position"]
    assert again["frame"]["turn"] == shown["frame"]["turn"]
    assert "why" not in again


def test_the_start_is_the_same_whenever_somebody_asks() -> None:
    game = load("tzaar")
    assert position_view(game, {"game": "tzaar"}) == position_view(game, {"game": "tzaar"})


def test_an_end_is_told_with_its_reason() -> None:
    four = ["a1", "b1", "a1", "b1", "a1", "b1", "a1"]
    shown = position_view(load("vier3d"), {"game": "vier3d", "actions": four, "cells": [0]})
    assert shown["ending"] == {
        "en": "Red wins: Red completed a four.",
        "de": "Rot gewinnt: Rot hat einen Vierer vollendet.",
    }
    assert shown["frame"]["targets"] == {}
    assert shown["why"]["en"] == "The game is over."


def test_cells_that_cannot_be_used_are_answered_with_the_reason() -> None:
    full = ["a1", "a1", "a1", "a1"]
    shown = position_view(load("vier3d"), {"game": "vier3d", "actions": full, "cells": [0]})
    assert shown["why"] == {"en": "Rod a1 is full.", "de": "Stab a1 ist voll."}
    assert shown["ending"] is None


def test_faults_name_what_is_wrong() -> None:
    game = load("vier3d")
    with pytest.raises(BadPosition):
        position_view(game, {"game": "vier3d", "position": "rrr"})
    with pytest.raises(IllegalMove, match="a9"):
        position_view(game, {"game": "vier3d", "actions": ["a1", "a9"]})
