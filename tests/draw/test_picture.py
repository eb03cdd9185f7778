"""Positions as data for pictures."""

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from steinreich import Position, load
from steinreich.draw import Picture, as_data, picture
from steinreich.draw.picture import result
from steinreich.rules.contract import DRAW, LOST
from tests.translated import Translated


def named(seen: Picture, cells: tuple[int, ...]) -> list[str]:
    return [seen.board.cells[cell].name for cell in cells]


def test_every_legal_action_has_cells(position: Position) -> None:
    seen = picture(position)
    assert list(seen.targets) == position.legal_moves()
    for action, cells in seen.targets.items():
        assert (action == "pass") == (cells == ())
        assert all(0 <= cell < len(seen.board.cells) for cell in cells)
        for name in named(seen, cells):
            assert name.partition(".")[0] in action


def test_last_action_is_included(position: Position) -> None:
    seen = picture(position)
    assert bool(seen.last) == (seen.last_action not in ("", "pass"))
    done = position.last_action
    assert seen.last_kind == (done and done.kind)


def test_data_is_json_and_documented(position: Position) -> None:
    data = as_data(picture(position))
    assert json.loads(json.dumps(data)) == data
    assert len(data["cells"]) == len(position.game.board.cells)
    assert len(data["pieces"]) == len(position.pieces())
    for field in data:
        assert field in (as_data.__doc__ or "")


def test_rods_have_names_and_cells_from_the_bottom_up() -> None:
    data = as_data(picture(load("vier3d").start()))
    assert data["pillars"][9] == {"name": "b3", "cells": [9, 25, 41, 57]}
    assert [data["cells"][cell]["name"] for cell in (9, 57)] == ["b3.1", "b3.4"]


def test_fields_of_lists_have_documented_names(stacks: Picture) -> None:
    data = as_data(stacks)
    assert data["cells"][0] == {"name": "A1", "x": pytest.approx(-1.732, abs=1e-3), "y": -1.0}
    assert data["pieces"][1] == {
        "cell": 2,
        "colour": "white",
        "mark": "ring",
        "letter": "R",
        "height": 2,
        "joined": None,
        "owner": None,
    }
    assert data["labels"][0]["text"] == "A1"
    assert data["last"] == [7, 9]


def test_rod_stands_for_its_lowest_empty_cell() -> None:
    position = load("vier3d").start().play("b3").play("b3")
    seen = picture(position)
    assert named(seen, seen.targets["b3"]) == ["b3.3"]
    assert named(seen, seen.targets["a1"]) == ["a1.1"]
    assert named(seen, seen.last) == ["b3.2"]


def test_neutral_ball_has_the_same_target_as_an_own_ball() -> None:
    seen = picture(load("vier3d(variant=most_fours)").start())
    assert seen.targets["c2y"] == seen.targets["c2"]


def test_cells_of_an_action_do_not_depend_on_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game can choose any names for its actions."""
    position = load("inner_square").start().play("a2-a3")
    before = picture(position)
    stated = replace(position.game.definition, name=lambda s, action: f"number {action}")
    monkeypatch.setattr(position.game, "definition", stated)
    after = picture(position)
    assert sorted(after.targets.values()) == sorted(before.targets.values())
    assert named(after, after.last) == ["a2", "a3"]
    assert not set(after.targets) & set(before.targets)


def test_caption_says_whose_turn_and_what_is_due() -> None:
    assert picture(load("vier3d").start()).caption == Translated(
        "Red: drop a ball on a rod", "Rot: Stecke eine Kugel auf einen Stab"
    )


def test_caption_has_a_second_line_for_what_the_board_does_not_show() -> None:
    turn, info = (
        picture(load("vier3d(variant=most_fours)").start()).caption.within("en").split("\n")
    )
    assert turn.startswith("Red: ")
    assert info == "Fours 0:0, 21 neutral balls left"


def test_win_is_described_and_its_line_highlighted() -> None:
    position = load("vier3d").start()
    for rod in ("a1", "b1") * 3 + ("a1",):
        position = position.play(rod)
    seen = picture(position)
    assert seen.over
    assert seen.caption == Translated(
        "Red wins: Red completed a four", "Rot gewinnt: Rot hat einen Vierer vollendet"
    )
    assert [named(seen, line) for line in seen.lit] == [["a1.1", "a1.2", "a1.3", "a1.4"]]
    assert seen.targets == {}


def ended(outcome: int, players: int) -> Any:
    about = SimpleNamespace(players=(Translated("Red", "Rot"), Translated("Blue", "Blau")))
    return SimpleNamespace(outcome=outcome, game=SimpleNamespace(players=players, about=about))


def test_only_the_winner_s_lines_are_highlighted() -> None:
    position = load("vier3d").start()
    for rod in ("a1", "a2", "b1", "b2", "c1", "c2"):
        position = position.play(rod)
        assert picture(position).lit == ()
    assert picture(position.play("d1")).lit == ((0, 1, 2, 3),)


@pytest.mark.parametrize(
    ("outcome", "players", "words"),
    [
        (1, 2, Translated("Blue wins", "Blau gewinnt")),
        (DRAW, 2, Translated("Draw", "Remis")),
        (0, 1, Translated("Solved", "Gelöst")),
        (LOST, 1, Translated("Not solved", "Nicht gelöst")),
    ],
)
def test_results_in_words(outcome: int, players: int, words: Translated) -> None:
    assert result(ended(outcome, players)) == words
