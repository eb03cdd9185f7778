"""Positions of any game, asked of a real hall at no table."""

from collections.abc import Iterator

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
    with hosted(tmp_path_factory.mktemp("greedy"), positions_a_minute=3) as host:
        answers = [
            host.post("api/positions", json={"game": "vier3d", "actions": [rod]}).status_code
            for rod in ("a1", "a2", "a3", "a4", "a1")
        ]
        assert answers == [200, 200, 200, 429, 200], "what is known costs nothing"
