"""Lessons as the browser gets to see them."""

from pathlib import Path

import pytest

from steinreich import games, load
from steinreich.session.schema import lessons
from steinreich.session.views.games import rules_view
from steinreich.session.views.lessons import lesson_view
from steinreich.session.views.positions import position_view
from tests.conftest import BREAKTHROUGH, EXAMPLES
from tests.session.views.looking import is_declared


def figures(lesson: lessons.Lesson) -> list[lessons.Figure]:
    paragraphs = [one for section in lesson["rules"]["sections"] for one in section["paragraphs"]]
    return [one["figure"] for one in paragraphs if "figure" in one]


@pytest.mark.parametrize("name", games())
def test_lessons_as_in_the_contract(name: str) -> None:
    lesson = lesson_view(load(name), "de")
    assert is_declared(lessons.Lesson, lesson)
    for figure in figures(lesson):
        live = bool(figure["goals"])
        assert bool(figure["frame"]["targets"]) == live
        assert bool(figure["done"]["de"]) == live
        assert all(one["why"]["de"] != one["why"]["en"] for one in figure["refused"])
    assert any(figure["ending"] for figure in figures(lesson)), "some board shows how it ends"
    assert lesson["start"]["frame"]["targets"]


def test_a_figure_is_the_position_that_its_data_asks_for() -> None:
    for figure in figures(lesson_view(load("inner_square"), "en")):
        if figure["goals"]:
            shown = position_view(
                load("inner_square"),
                {
                    "game": "inner_square",
                    "position": figure["position"],
                    "actions": figure["actions"],
                },
            )
            assert shown["frame"] == figure["frame"]


def test_rules_without_boards_stay_as_they_are() -> None:
    for section in rules_view(load("tzaar"))["sections"]:
        assert all("figure" not in paragraph for paragraph in section["paragraphs"])


@pytest.mark.parametrize("file", EXAMPLES)
def test_games_that_are_brought_along_are_taught_too(file: str) -> None:
    lesson = lesson_view(load(Path(file)), "en")
    assert is_declared(lessons.Lesson, lesson)
    assert lesson["rules"]["sections"]
    assert lesson["start"]["frame"]["targets"], "there is a board to play on at least"
    assert len(figures(lesson)) == (3 if file == BREAKTHROUGH else 0)
    assert lesson["by_hand"] == (file == BREAKTHROUGH), "only it says how to set up positions"
