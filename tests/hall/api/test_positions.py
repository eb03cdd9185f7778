"""Positions of any game through the REST API, without a table."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from tests.hall.server_process import ServerProcess, running_server

pytestmark = pytest.mark.xdist_group("rest")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("positions")) as server:
        yield server


def test_position_includes_legal_actions(server: ServerProcess) -> None:
    body = {"game": "six_in_line(players=3)", "actions": ["a1", "c1"], "language": "de"}
    response = server.post("api/positions", json=body).json()
    assert response["position"] == "6/6/6/6/6/o1o3 2 0-0-0 s"
    assert response["frame"]["targets"]["a1-b1"]["spoken"] == "a1 nach b1 schieben"
    by_string = {"game": body["game"], "position": response["position"], "cells": [1]}
    again = server.post("api/positions", json=by_string).json()
    assert again["position"] == response["position"]
    assert "b1" in again["why"]


def test_line_includes_each_of_its_positions(server: ServerProcess) -> None:
    actions = ["a1", "b2", "a1", "b2", "a1", "b2", "a1"]
    game = {"game": "vier3d"}
    line = server.post("api/positions/line", json=game | {"actions": actions}).json()["positions"]
    for number, position in enumerate(line):
        request = game | {"actions": actions[:number]}
        single = server.post("api/positions", json=request).json()
        assert position["frame"]["targets"] == {}
        legal = {name: single["frame"][name] for name in ("targets", "placeable")}
        assert {**position, "frame": position["frame"] | legal} == single
    assert line[-1]["ending"].startswith("Red wins")
    wrong = server.post("api/positions/line", json=game | {"actions": ["a1", "zz"]})
    assert wrong.status_code == 400


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"game": "chess"}, "There is no such game"),
        ({"game": "vier3d(players=9)"}, "Unknown options"),
        ({"game": "vier3d", "position": "r"}, "A position has"),
        ({"game": "vier3d", "actions": ["z9"]}, "z9"),
    ],
)
def test_errors_are_given_in_the_language_of_the_request(
    server: ServerProcess, body: object, why: str
) -> None:
    answer = server.post("api/positions", json=body)
    assert answer.status_code == 400
    english = answer.json()["detail"]["why"]
    assert why in english
    german = server.post("api/positions", json=body, headers={"accept-language": "de"})
    assert german.json()["detail"]["why"] != english


def test_rejects_too_long_lines(server: ServerProcess) -> None:
    for body in (
        {"game": "vier3d", "position": "r" * 501},
        {"game": "vier3d", "actions": ["a1"] * 1001},
        {"game": "vier3d", "language": "xx"},
    ):
        assert server.post("api/positions", json=body).status_code == 422


def test_rate_limit_applies_to_position_requests(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running_server(tmp_path_factory.mktemp("greedy"), budget_per_second=0.01) as server:
        answers = [
            server.post("api/positions", json={"game": "vier3d", "actions": [first, second]})
            for first, second in permutations(("a1", "b1", "c1", "d1", "a2", "b2", "c2"), 2)
        ]
    codes = [answer.status_code for answer in answers]
    assert codes[:20] == 20 * [200]
    assert codes[-1] == 429
    assert int(answers[-1].headers["retry-after"]) >= 1


# Positions set up by pieces


def test_pieces_are_parsed_as_position(server: ServerProcess) -> None:
    """The response has the palette with translated names, and the position of the pieces."""
    response = server.post("api/setup", json={"game": "vier3d"}).json()
    assert [kind["letter"] for kind in response["palette"]] == ["r", "b"]
    assert response["palette"][1]["name"] == "blue ball"
    assert [
        (detail["name"], detail["value"], detail["is_chosen"]) for detail in response["details"]
    ] == [("player", "r", False)]
    body = {"game": "vier3d", "pieces": [{"cell": 5, "letter": "r"}]}
    german = server.post("api/setup", json=body, headers={"accept-language": "de"}).json()
    assert german["palette"][1]["name"] == "blaue Kugel"
    legal = server.post("api/setup", json=body).json()
    assert legal["position"] == "-/-/-/-/-/r/-/-/-/-/-/-/-/-/-/- b"
    assert legal["frame"]["turn"] == 1
    assert legal["frame"]["targets"] == {}
    assert (legal["fault"], legal["cells"], legal["ending"]) == (None, [], None)


def test_illegal_setup_is_shown_as_picture(server: ServerProcess) -> None:
    floating = {"cell": 21, "letter": "r"}
    response = server.post("api/setup", json={"game": "vier3d", "pieces": [floating]}).json()
    assert response["position"] is None
    assert response["fault"] == "There is no piece below b2.2."
    assert response["cells"] == [21]
    assert [(piece["cell"], piece["colour"]) for piece in response["frame"]["pieces"]] == [
        (21, "red")
    ]
    wrong = {"game": "vier3d", "pieces": [{"cell": 5, "letter": "r"}], "details": {"player": "r"}}
    response = server.post("api/setup", json=wrong).json()
    assert response["fault"] == "After 1 ball Blue is to move, not Red."
    assert response["details"][0]["is_chosen"]


def test_chosen_details_are_returned_even_if_they_do_not_fit_the_pieces(
    server: ServerProcess,
) -> None:
    text = "6/6/6/6/6/oo4 2 0-0 c1-b1"
    response = server.post("api/setup", json={"game": "six_in_line", "position": text}).json()
    assert response["position"] == text
    assert {
        detail["name"]: detail["value"] for detail in response["details"] if detail["is_chosen"]
    } == {"due": "c1-b1"}
    unfit = {"game": "six_in_line", "pieces": [], "details": {"due": "c1-b1"}}
    due = server.post("api/setup", json=unfit).json()["details"][-1]
    assert due["value"] == "c1-b1"
    assert due["values"][0] == {"value": "c1-b1", "label": "c1-b1"}


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"pieces": [{"cell": 5, "letter": "q"}]}, "'q' on b2.1 is not one of the pieces r, b."),
        ({"pieces": [{"cell": 64, "letter": "r"}]}, "There is no cell number 64."),
        ({"pieces": [], "details": {"coins": "3"}}, "A position has no 'coins'"),
        ({"position": "r"}, "A position has 2 parts"),
    ],
)
def test_rejects_invalid_setups(server: ServerProcess, body: dict[str, object], why: str) -> None:
    answer = server.post("api/setup", json={"game": "vier3d", **body})
    assert answer.status_code == 400
    assert answer.json()["detail"]["why"].startswith(why)


def test_rejects_invalid_piece_lists(server: ServerProcess) -> None:
    for piece, times in (
        ({"cell": 1, "letter": "r"}, 201),
        ({"cell": 1, "letter": "rr"}, 1),
        ({"cell": 1, "letter": "r", "height": 0}, 1),
    ):
        body = {"game": "vier3d", "pieces": [piece] * times}
        assert server.post("api/setup", json=body).status_code == 422


def test_lesson_says_if_the_game_has_an_editor(server: ServerProcess) -> None:
    assert server.get("api/lesson?game=vier3d").json()["has_setup"] is True
