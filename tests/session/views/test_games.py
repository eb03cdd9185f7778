"""Games as the browser gets to see them."""

import pytest

from steinreich.core.game import load
from steinreich.core.registry import games
from steinreich.session.schema import protocol
from steinreich.session.views.frames import frame
from steinreich.session.views.games import board_view, demo_view, game_info
from tests.session.views.looking import is_declared, words_in


@pytest.mark.parametrize("name", games())
def test_games_as_in_the_contract(name: str) -> None:
    info = game_info(name)
    for option in info["options"]:
        for value in option["values"]:
            load(name, **{option["name"]: value["value"]})
    credit = info["credit"]
    told = {key: value for key, value in info.items() if key != "picture"}
    assert all(all(words.values()) for words in words_in(told) if words is not credit)
    assert is_declared(protocol.GameInfo, info)


@pytest.mark.parametrize("name", games())
def test_boards_as_in_the_contract(name: str) -> None:
    board = board_view(load(name))
    assert len({cell["name"] for cell in board["cells"]}) == len(board["cells"])
    assert len(board["scene"]) in (0, len(board["cells"]))
    assert bool(board["outline"]) == (not board["scene"])
    assert bool(board["panel"]) == (not board["squares"])
    counted = [(count["seat"], count["colour"], count["mark"]) for count in board["counts"]]
    counts = frame(load(name).start())["counts"]  # clients keep their room
    assert [(count["seat"], count["colour"], count["mark"]) for count in counts] == counted
    assert is_declared(protocol.Board, board)


@pytest.mark.parametrize("name", games())
def test_a_game_to_show(name: str) -> None:
    demo = demo_view(name)
    assert 12 <= len(demo["frames"]) - 1 <= 40
    assert demo["frames"][0]["last"] == []
    picture = game_info(name)["picture"]
    assert picture == {"board": demo["board"], "frame": demo["frames"][demo["first"]]}
    assert picture["frame"]["pieces"]
    assert picture["board"]["labels"] == []
    assert not any(frame["targets"] for frame in demo["frames"])
    assert is_declared(protocol.Demo, demo)
