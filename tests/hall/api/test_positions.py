"""Positions of any game, asked of a real hall at no table."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from tests.hall.hosting import Host, hosted

pytestmark = pytest.mark.xdist_group("rest")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("positions")) as host:
        yield host


def test_a_position_is_shown_with_what_may_be_done(host: Host) -> None:
    wanted = {"game": "six_in_line(players=3)", "actions": ["a1", "c1"], "language": "de"}
    shown = host.post("api/positions", json=wanted).json()
    assert shown["position"] == "6/6/6/6/6/o1o3 2 0-0-0 s"
    assert shown["frame"]["targets"]["a1-b1"]["spoken"] == "a1 nach b1 schieben"
    by_string = {"game": wanted["game"], "position": shown["position"], "cells": [1]}
    again = host.post("api/positions", json=by_string).json()
    assert again["position"] == shown["position"]
    assert "b1" in again["why"]["en"]


def test_a_line_is_shown_as_each_of_its_positions_is(host: Host) -> None:
    actions = ["a1", "b2", "a1", "b2", "a1", "b2", "a1"]
    game = {"game": "vier3d"}
    line = host.post("api/positions/line", json=game | {"actions": actions}).json()["positions"]
    for number, shown in enumerate(line):
        asked = game | {"actions": actions[:number]}
        alone = host.post("api/positions", json=asked).json()
        assert shown["frame"]["targets"] == {}
        legal = {name: alone["frame"][name] for name in ("targets", "to_put")}
        assert {**shown, "frame": shown["frame"] | legal} == alone
    assert line[-1]["ending"]["en"].startswith("Red wins")
    wrong = host.post("api/positions/line", json=game | {"actions": ["a1", "zz"]})
    assert wrong.status_code == 400


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"game": "chess"}, "There is no such game"),
        ({"game": "vier3d(players=9)"}, "no such options"),
        ({"game": "vier3d", "position": "r"}, "A position has"),
        ({"game": "vier3d", "actions": ["z9"]}, "z9"),
    ],
)
def test_faults_are_told_in_both_languages(host: Host, wanted: object, why: str) -> None:
    answer = host.post("api/positions", json=wanted)
    assert answer.status_code == 400
    told = answer.json()["detail"]["why"]
    assert why in told["en"]
    assert told["de"] != told["en"]


def test_what_is_too_long_is_refused(host: Host) -> None:
    for wanted in (
        {"game": "vier3d", "position": "r" * 501},
        {"game": "vier3d", "actions": ["a1"] * 1001},
        {"game": "vier3d", "language": "fr"},
    ):
        assert host.post("api/positions", json=wanted).status_code == 422


def test_nobody_tries_too_much(tmp_path_factory: pytest.TempPathFactory) -> None:
    with hosted(tmp_path_factory.mktemp("greedy"), budget_per_second=0.01) as host:
        answers = [
            host.post("api/positions", json={"game": "vier3d", "actions": [first, second]})
            for first, second in permutations(("a1", "b1", "c1", "d1", "a2", "b2", "c2"), 2)
        ]
    codes = [answer.status_code for answer in answers]
    assert codes[:20] == 20 * [200]
    assert codes[-1] == 429
    assert int(answers[-1].headers["retry-after"]) >= 1


# Positions set up by pieces


def test_pieces_make_a_position(host: Host) -> None:
    """The start is taken apart, changed, and is a position or not."""
    shown = host.post("api/setup", json={"game": "vier3d"}).json()
    assert [kind["letter"] for kind in shown["palette"]] == ["r", "b"]
    assert shown["palette"][1]["called"] == {"en": "blue ball", "de": "blaue Kugel"}
    assert [(one["name"], one["value"], one["said"]) for one in shown["details"]] == [
        ("player", "r", False)
    ]
    wanted = {"game": "vier3d", "pieces": [{"cell": 5, "letter": "r"}]}
    legal = host.post("api/setup", json=wanted).json()
    assert legal["position"] == "-/-/-/-/-/r/-/-/-/-/-/-/-/-/-/- b"
    assert legal["frame"]["turn"] == 1
    assert legal["frame"]["targets"] == {}
    assert (legal["fault"], legal["cells"], legal["ending"]) == (None, [], None)


def test_what_is_no_position_is_shown_all_the_same(host: Host) -> None:
    floating = {"cell": 21, "letter": "r"}
    shown = host.post("api/setup", json={"game": "vier3d", "pieces": [floating]}).json()
    assert shown["position"] is None
    assert shown["fault"] == {"en": "Below b2.2 is nothing.", "de": "Unter b2.2 ist nichts."}
    assert shown["cells"] == [21]
    assert [(one["cell"], one["colour"]) for one in shown["frame"]["pieces"]] == [(21, "red")]
    wrong = {"game": "vier3d", "pieces": [{"cell": 5, "letter": "r"}], "details": {"player": "r"}}
    shown = host.post("api/setup", json=wrong).json()
    assert shown["fault"]["en"] == "After 1 ball Blue is to move, not Red."
    assert shown["details"][0]["said"]


def test_only_what_must_be_is_said_of_a_position(host: Host) -> None:
    text = "6/6/6/6/6/oo4 2 0-0 c1-b1"
    shown = host.post("api/setup", json={"game": "six_in_line", "position": text}).json()
    assert shown["position"] == text
    assert {one["name"]: one["value"] for one in shown["details"] if one["said"]} == {
        "due": "c1-b1"
    }
    odd = {"game": "six_in_line", "pieces": [], "details": {"due": "c1-b1"}}
    due = host.post("api/setup", json=odd).json()["details"][-1]
    assert due["value"] == "c1-b1"
    assert due["values"][0] == {"value": "c1-b1", "label": {"en": "c1-b1", "de": "c1-b1"}}


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"pieces": [{"cell": 5, "letter": "q"}]}, "'q' on b2.1 is not one of the pieces r, b."),
        ({"pieces": [{"cell": 64, "letter": "r"}]}, "There is no cell number 64."),
        ({"pieces": [], "details": {"coins": "3"}}, "A position has no 'coins'"),
        ({"position": "r"}, "A position has 2 parts"),
    ],
)
def test_what_cannot_be_set_up_is_refused(host: Host, wanted: dict[str, object], why: str) -> None:
    answer = host.post("api/setup", json={"game": "vier3d", **wanted})
    assert answer.status_code == 400
    assert answer.json()["detail"]["why"]["en"].startswith(why)


def test_too_many_pieces_are_refused(host: Host) -> None:
    for piece, times in (
        ({"cell": 1, "letter": "r"}, 201),
        ({"cell": 1, "letter": "rr"}, 1),
        ({"cell": 1, "letter": "r", "height": 0}, 1),
    ):
        wanted = {"game": "vier3d", "pieces": [piece] * times}
        assert host.post("api/setup", json=wanted).status_code == 422


def test_the_lesson_tells_whether_there_is_an_editor(host: Host) -> None:
    assert host.get("api/lesson?game=vier3d").json()["by_hand"] is True
