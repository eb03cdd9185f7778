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


def get_cell_names(shown_picture: Picture, cells: tuple[int, ...]) -> list[str]:
    return [shown_picture.board.cells[cell].name for cell in cells]


def test_every_legal_action_has_cells(position: Position) -> None:
    shown_picture = picture(position)
    assert list(shown_picture.targets) == position.legal_moves()
    for action, cells in shown_picture.targets.items():
        assert (action == "pass") == (cells == ())
        assert all(0 <= cell < len(shown_picture.board.cells) for cell in cells)
        for name in get_cell_names(shown_picture, cells):
            assert name.partition(".")[0] in action


def test_picture_includes_the_last_action(position: Position) -> None:
    shown_picture = picture(position)
    assert bool(shown_picture.last) == (shown_picture.last_action not in ("", "pass"))
    description = position.last_action_description
    assert shown_picture.last_kind == (description and description.kind)


def test_picture_data_follows_the_documentation(position: Position) -> None:
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
    shown_picture = picture(position)
    assert get_cell_names(shown_picture, shown_picture.targets["b3"]) == ["b3.3"]
    assert get_cell_names(shown_picture, shown_picture.targets["a1"]) == ["a1.1"]
    assert get_cell_names(shown_picture, shown_picture.last) == ["b3.2"]


def test_neutral_ball_has_the_same_target_as_a_ball_of_the_player() -> None:
    shown_picture = picture(load("vier3d(variant=most_fours)").start())
    assert shown_picture.targets["c2y"] == shown_picture.targets["c2"]


def test_cells_of_an_action_do_not_depend_on_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game can choose any names for its actions."""
    position = load("inner_square").start().play("a2-a3")
    before = picture(position)
    renamed = replace(position.game.definition, name=lambda s, action: f"number {action}")
    monkeypatch.setattr(position.game, "definition", renamed)
    after = picture(position)
    assert sorted(after.targets.values()) == sorted(before.targets.values())
    assert get_cell_names(after, after.last) == ["a2", "a3"]
    assert not set(after.targets) & set(before.targets)


def test_caption_says_whose_turn_and_what_is_due() -> None:
    assert picture(load("vier3d").start()).caption == Translated(
        "Red: drop a ball on a rod", "Rot: Stecke eine Kugel auf einen Stab"
    )


def test_caption_has_a_second_line_for_what_the_board_does_not_show() -> None:
    turn, info = (
        picture(load("vier3d(variant=most_fours)").start()).caption.in_language("en").split("\n")
    )
    assert turn.startswith("Red: ")
    assert info == "Fours 0:0, 21 neutral balls left"


def test_describes_a_win_and_highlights_its_line() -> None:
    position = load("vier3d").start()
    for rod in ("a1", "b1") * 3 + ("a1",):
        position = position.play(rod)
    shown_picture = picture(position)
    assert shown_picture.over
    assert shown_picture.caption == Translated(
        "Red wins: Red completed a four", "Rot gewinnt: Rot hat einen Vierer vollendet"
    )
    assert [get_cell_names(shown_picture, line) for line in shown_picture.winning_lines] == [
        ["a1.1", "a1.2", "a1.3", "a1.4"]
    ]
    assert shown_picture.targets == {}


def make_ended_position(outcome: int, players: int) -> Any:
    about = SimpleNamespace(players=(Translated("Red", "Rot"), Translated("Blue", "Blau")))
    return SimpleNamespace(outcome=outcome, game=SimpleNamespace(players=players, about=about))


def test_highlights_only_lines_of_the_winner() -> None:
    position = load("vier3d").start()
    for rod in ("a1", "a2", "b1", "b2", "c1", "c2"):
        position = position.play(rod)
        assert picture(position).winning_lines == ()
    assert picture(position.play("d1")).winning_lines == ((0, 1, 2, 3),)


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
    assert result(make_ended_position(outcome, players)) == words
