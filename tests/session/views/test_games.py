"""Games as the browser receives them."""

from pathlib import Path

import pytest

from steinreich import games, load
from steinreich.session.schema import protocol
from steinreich.session.views.frames import make_frame
from steinreich.session.views.games import (
    board_view,
    demo_view,
    get_game_info,
    lesson_view,
    rules_view,
)
from steinreich.session.views.positions import position_view
from tests.conftest import BREAKTHROUGH, EXAMPLES
from tests.session.views.helpers import find_texts, matches_declaration


@pytest.mark.parametrize("name", games())
def test_games_match_their_declaration(name: str) -> None:
    info = get_game_info(name)
    for option in info["options"]:
        for value in option["values"]:
            load(name, **{option["name"]: value["value"]})
    credit = info["credit"]
    told = {key: value for key, value in info.items() if key != "picture"}
    assert all(
        all(words.in_all_languages().values()) for words in find_texts(told) if words is not credit
    )
    assert matches_declaration(protocol.GameInfo, info)


@pytest.mark.parametrize("name", games())
def test_boards_match_their_declaration(name: str) -> None:
    board = board_view(load(name))
    assert len({cell["name"] for cell in board["cells"]}) == len(board["cells"])
    assert len(board["scene"]) in (0, len(board["cells"]))
    assert bool(board["outline"]) == (not board["scene"])
    assert bool(board["panel"]) == (not board["squares"])
    counted = [(count["seat"], count["colour"], count["mark"]) for count in board["counts"]]
    counts = make_frame(load(name).start())["counts"]  # clients reserve space for it
    assert [(count["seat"], count["colour"], count["mark"]) for count in counts] == counted
    assert matches_declaration(protocol.Board, board)


@pytest.mark.parametrize("name", games())
def test_example_game_is_playable(name: str) -> None:
    demo = demo_view(name)
    assert 12 <= len(demo["frames"]) - 1 <= 40
    assert demo["frames"][0]["last"] == []
    picture = get_game_info(name)["picture"]
    assert picture == {"board": demo["board"], "frame": demo["frames"][demo["picture_index"]]}
    assert picture["frame"]["pieces"]
    assert picture["board"]["labels"] == []
    assert not any(frame["targets"] for frame in demo["frames"])
    assert matches_declaration(protocol.Demo, demo)


def figures(lesson: protocol.Lesson) -> list[protocol.Figure]:
    paragraphs = [
        paragraph for section in lesson["rules"]["sections"] for paragraph in section["paragraphs"]
    ]
    return [paragraph["figure"] for paragraph in paragraphs if "figure" in paragraph]


@pytest.mark.parametrize("name", games())
def test_lessons_match_their_declaration(name: str) -> None:
    lesson = lesson_view(load(name), "de")
    assert matches_declaration(protocol.Lesson, lesson)
    for figure in figures(lesson):
        live = bool(figure["goals"])
        assert bool(figure["frame"]["targets"]) == live
        assert bool(figure["done"].in_language("de")) == live
        assert all(
            refusal["why"].in_language("de") != refusal["why"].in_language("en")
            for refusal in figure["refused"]
        )
    assert any(figure["ending"] for figure in figures(lesson)), "one of the boards shows an ending"
    assert lesson["start"]["frame"]["targets"]


def test_figure_shows_the_position_of_its_data() -> None:
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


def test_lesson_does_not_change_the_plain_rules() -> None:
    for section in rules_view(load("tzaar"))["sections"]:
        assert all("figure" not in paragraph for paragraph in section["paragraphs"])


@pytest.mark.parametrize("file", EXAMPLES)
def test_extra_games_have_lessons(file: str) -> None:
    lesson = lesson_view(load(Path(file)), "en")
    assert matches_declaration(protocol.Lesson, lesson)
    assert lesson["rules"]["sections"]
    assert lesson["start"]["frame"]["targets"], "there is at least a board to play on"
    assert len(figures(lesson)) == (3 if file == BREAKTHROUGH else 0)
    assert lesson["has_setup"] == (file == BREAKTHROUGH), (
        "it alone explains how to set up positions"
    )
