"""Records that people bring along are read, shown and drawn by a real hall."""

from collections.abc import Iterator
from typing import Any

import pytest

from steinreich import games, load
from steinreich.records import read, write
from steinreich.session.schema.records import LONGEST_RECORDS
from tests.hall.hosting import Host, hosted
from tests.records.helpers import random_record

pytestmark = pytest.mark.xdist_group("rest")
WON = '[Game "vier3d"]\n[Result "1-0"]\n[Player1 "Ada"]\n\n1. a1 b1 2. a1 b1 3. a1 b1 4. a1 1-0\n'
FAULTY = '[Game "vier3d"]\n[Result "*"]\n\n1. a1 zz *\n'


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("records")) as host:
        yield host


def asked(host: Host, path: str, status: int = 200, **wanted: Any) -> Any:
    answer = host.post(f"api/records{path}", wanted)
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize("name", games())
def test_a_record_comes_back_as_data(host: Host, name: str) -> None:
    record = random_record(name, 2, 20)
    [game] = asked(host, "", text=write(record))["games"]
    told = game["record"]
    assert game["fault"] is None
    assert (told["game"], told["name"]) == (record.game.id, name)
    assert [action for turn in told["turns"] for action in turn["actions"]] == record.moves()
    assert read(told["text"]) == read(told["json"]) == [record]
    assert told["start"] == str(record.start)
    assert told["frame"]["last"][-1]["action"] == record.moves()[-1]
    frames = asked(host, "/frames", text=write(record))["frames"]
    assert len(frames) == told["actions"] + 1
    assert frames[-1] == told["frame"]


def test_how_a_game_ended_is_told_with_the_names_of_the_record(host: Host) -> None:
    [game] = asked(host, "", text=WON)["games"]
    assert game["record"]["result"] == [1, -1]
    assert game["record"]["headers"] == {"Player1": "Ada"}
    assert "Ada" in game["record"]["why"]["de"]


def test_faults_are_told_beside_what_could_be_read(host: Host) -> None:
    faulty, good = asked(host, "", text=FAULTY + "\n" + WON)["games"]
    assert faulty["record"]["actions"] == 1
    assert faulty["fault"]["en"].startswith("line 4, column 7: action 2, 'zz'")
    assert faulty["fault"]["de"].startswith("Zeile 4, Spalte 7: Aktion 2, 'zz'")
    assert good["fault"] is None
    [nothing] = asked(host, "", text="?")["games"]
    assert nothing["record"] is None
    assert asked(host, "/frames", 400, text="?")["detail"]["why"] == nothing["fault"]


def test_pictures_of_a_game(host: Host) -> None:
    wanted: dict[str, Any] = {"text": WON, "first": 0, "last": 2}
    pictures = asked(host, "/pictures", **wanted)["pictures"]
    assert len(pictures) == len(set(pictures)) == 3
    assert all(picture.startswith("<svg") for picture in pictures)
    assert asked(host, "/pictures", **wanted)["pictures"] == pictures
    dark = asked(host, "/pictures", **wanted, theme="dark", language="de", width=300)["pictures"]
    assert all('width="300"' in picture and 'lang="de"' in picture for picture in dark)
    assert asked(host, "/pictures", **{**wanted, "first": 9, "last": 9})["pictures"] == []


def test_openings_have_the_same_keys_on_turned_boards(host: Host) -> None:
    def keys(line: str, id: str = "vier3d") -> list[str]:
        [game] = asked(host, "", text=f'[Game "{id}"]\n\n{line} *')["games"]
        return list(game["record"]["opening"])

    corner = keys("1. a1 b1")
    assert keys("1. d4 c4") == corner
    assert keys("1. a1 d4")[0] == corner[0]
    assert keys("1. a1 d4")[1] != corner[1]
    assert keys("1. a1 b1", "vier3d(variant=most_fours)") != corner
    assert corner[0] == load("vier3d").start().play("d1").key
    by_chance = asked(host, "", text=write(random_record("tzaar", 1, 5)))["games"][0]
    assert by_chance["record"]["opening"] == []


def test_openings_are_shown_and_a_line_that_cannot_be_is_told_of(host: Host) -> None:
    first = host.get("api/openings", params={"game": "vier3d"}).json()
    assert sorted(move["alike"] for move in first["moves"]) == [4, 4, 8]
    later = host.get("api/openings", params={"game": "vier3d", "line": ["a1", "b1"]}).json()
    assert (later["line"], later["turn"]) == (["a1", "b1"], 0)
    wrong = host.get("api/openings", params={"game": "vier3d", "line": ["zz"]})
    assert wrong.status_code == 400
    assert "zz" in wrong.json()["detail"]["why"]["de"]
    assert host.get("api/openings", params={"game": "chess"}).status_code == 400


def test_a_text_may_be_longer_than_other_requests_but_not_without_end(host: Host) -> None:
    long = WON.replace("Ada", "A" * (LONGEST_RECORDS - len(WON)))
    [game] = asked(host, "", text=long)["games"]
    assert len(game["record"]["text"]) > 0.9 * LONGEST_RECORDS
    asked(host, "", 422, text=" " * (LONGEST_RECORDS + 1))
    asked(host, "", 413, text=" " * (5 * LONGEST_RECORDS))
    assert host.post("api/tables", {"game": "x" * 20_000}).status_code == 413


def test_who_asks_for_too_much_waits(tmp_path_factory: pytest.TempPathFactory) -> None:
    with hosted(tmp_path_factory.mktemp("limits"), heavy_budget_per_second=0.01) as host:
        for n in range(5):  # 200 units, of 40 each
            asked(host, "", text=f"{WON}{' ' * n}")
        refused = asked(host, "", 429, text=f"{WON}{' ' * 11}")
        assert refused["detail"]["why"]["de"]
