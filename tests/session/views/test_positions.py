"""Positions of any game, without a table."""

from random import Random

import pytest

from steinreich import games, load
from steinreich.rules.errors import BadPosition, IllegalMove
from steinreich.session.schema.messages import PositionResponse
from steinreich.session.schema.study import PlacedPiece
from steinreich.session.views.positions import play_path, position_view, setup_view
from tests.session.views.helpers import choose_random_turn, get_last_actions, matches_declaration
from tests.translated import Translated


@pytest.mark.parametrize("name", games())
def test_positions_by_actions_and_by_string_are_the_same(name: str) -> None:
    rng, game = Random(3), load(name)
    played: list[str] = []
    for _ in range(3):
        turn = choose_random_turn(play_path(game, None, played)[-1], rng)
        played += turn
    shown = position_view(game, {"game": name, "actions": played, "language": "de"})
    assert matches_declaration(PositionResponse, shown)
    assert get_last_actions(shown["frame"]) == turn, "the whole last turn is included"
    position = game.position(shown["position"])
    assert set(shown["frame"]["targets"]) == set(position.legal_moves())
    again = position_view(game, {"game": name, "position": shown["position"]})
    assert again["position"] == shown["position"]
    assert again["frame"]["turn"] == shown["frame"]["turn"]
    assert "why" not in again


def test_start_position_does_not_depend_on_the_time_of_the_request() -> None:
    game = load("tzaar")
    assert position_view(game, {"game": "tzaar"}) == position_view(game, {"game": "tzaar"})


def test_ending_includes_its_reason() -> None:
    four = ["a1", "b1", "a1", "b1", "a1", "b1", "a1"]
    shown = position_view(load("vier3d"), {"game": "vier3d", "actions": four, "cells": [0]})
    assert shown["ending"] == Translated(
        "Red wins: Red completed a four.", "Rot gewinnt: Rot hat einen Vierer vollendet."
    )
    assert shown["frame"]["targets"] == {}
    assert shown["why"].in_language("en") == "The game is over."


def test_explains_unusable_cells() -> None:
    full = ["a1", "a1", "a1", "a1"]
    shown = position_view(load("vier3d"), {"game": "vier3d", "actions": full, "cells": [0]})
    assert shown["why"] == Translated("Rod a1 is full.", "Stab a1 ist voll.")
    assert shown["ending"] is None


def test_errors_name_their_cause() -> None:
    game = load("vier3d")
    with pytest.raises(BadPosition):
        position_view(game, {"game": "vier3d", "position": "rrr"})
    with pytest.raises(IllegalMove, match="a9"):
        position_view(game, {"game": "vier3d", "actions": ["a1", "a9"]})


def test_palette_shows_what_is_used_up() -> None:
    view = setup_view(load("tzaar(setup=fixed)"), {"game": "tzaar(setup=fixed)"})
    black = Translated(
        "All 30 pieces of Black are on the board.",
        "Alle 30 Steine von Schwarz liegen auf dem Brett.",
    )
    kinds = {kind["letter"]: kind for kind in view["palette"]}
    assert [(kinds[letter]["remaining"], kinds[letter]["used_up"]) for letter in "zrt"] == [
        (0, black)
    ] * 3
    assert [[value["value"] for value in detail["values"]] for detail in view["details"]] == [
        ["w"],
        ["0"],
    ]


def test_given_value_is_kept_even_if_it_cannot_be_legal() -> None:
    details = {"player": "r"}
    pieces: list[PlacedPiece] = [{"cell": 0, "letter": "r"}]
    view = setup_view(load("vier3d"), {"game": "vier3d", "pieces": pieces, "details": details})
    [player] = view["details"]
    assert view["position"] is None
    assert [value["value"] for value in player["values"]] == ["r", "b"]
    assert [(kind["used_up"], kind["remaining"]) for kind in view["palette"]] == [(None, 1)] * 2
