"""Uploaded records are parsed, shown and drawn by a real server."""

from collections.abc import Iterator
from typing import Any

import pytest

from steinreich import games, load
from steinreich.records import read, write
from steinreich.session.schema.records import MAX_RECORDS_LENGTH
from tests.hall.server_process import ServerProcess, running_server
from tests.records.helpers import random_record

pytestmark = pytest.mark.xdist_group("rest")
WON = '[Game "vier3d"]\n[Result "1-0"]\n[Player1 "Ada"]\n\n1. a1 b1 2. a1 b1 3. a1 b1 4. a1 1-0\n'
FAULTY = '[Game "vier3d"]\n[Result "*"]\n\n1. a1 zz *\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("records")) as server:
        yield server


def request_json(server: ServerProcess, path: str, status: int = 200, **body: Any) -> Any:
    answer = server.post(f"api/records{path}", body)
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize("name", games())
def test_record_is_returned_as_data(server: ServerProcess, name: str) -> None:
    record = random_record(name, 2, 20)
    [game] = request_json(server, "", text=write(record))["games"]
    record_data = game["record"]
    assert game["fault"] is None
    assert (record_data["game"], record_data["name"]) == (record.game.id, name)
    assert [action for turn in record_data["turns"] for action in turn["actions"]] == record.moves()
    assert read(record_data["text"]) == read(record_data["json"]) == [record]
    assert record_data["start"] == str(record.start)
    assert record_data["frame"]["last"][-1]["action"] == record.moves()[-1]
    frames = request_json(server, "/frames", text=write(record))["frames"]
    assert len(frames) == record_data["actions"] + 1
    assert frames[-1] == record_data["frame"]


# Texts on which regular expressions could backtrack catastrophically
HOSTILE_RECORDS: dict[str, dict[str, Any]] = {
    "spaces": {"text": "1" + 59_000 * " " + "x"},
    "line ends": {"text": "x" + 59_000 * "\n"},
}


@pytest.mark.parametrize("text", HOSTILE_RECORDS)
@pytest.mark.parametrize("path", ["", "/frames"])
def test_hostile_records_do_not_block_others(server: ServerProcess, text: str, path: str) -> None:
    body = HOSTILE_RECORDS[text]
    if path:
        assert bool(request_json(server, path, 400, **body)["detail"]["why"])
    else:
        games = request_json(server, "", **body)["games"]
        assert games
        assert not any(game["record"] for game in games)
        assert all(bool(game["fault"]) for game in games)
    assert request_json(server, "", text=WON)["games"][0]["fault"] is None


def test_hostile_setup_does_not_block_others(server: ServerProcess) -> None:
    answer = server.post("api/setup", {"game": "vier3d", 16_000 * " ": 1})
    assert answer.status_code == 422
    assert len(answer.text) < 1000
    assert server.post("api/setup", {"game": "vier3d"}).status_code == 200


def test_ending_is_described_with_the_player_names_of_the_record(server: ServerProcess) -> None:
    [game] = request_json(server, "", text=WON)["games"]
    assert game["record"]["result"] == [1, -1]
    assert game["record"]["headers"] == {"Player1": "Ada"}
    assert "Ada" in game["record"]["why"]


def test_errors_are_returned_with_the_readable_part(server: ServerProcess) -> None:
    faulty, good = request_json(server, "", text=FAULTY + "\n" + WON)["games"]
    assert faulty["record"]["actions"] == 1
    assert faulty["fault"].startswith("line 4, column 7: action 2, 'zz'")
    german = server.post(
        "api/records", {"text": FAULTY}, headers={"accept-language": "de-DE,de;q=0.9"}
    )
    assert german.json()["games"][0]["fault"].startswith("Zeile 4, Spalte 7: Aktion 2, 'zz'")
    assert good["fault"] is None
    [nothing] = request_json(server, "", text="?")["games"]
    assert nothing["record"] is None
    assert request_json(server, "/frames", 400, text="?")["detail"]["why"] == nothing["fault"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("records", {"text": "1. a1", "unknown": 1}),
        ("records/frames", {"text": "1. a1", "unknown": 1}),
        ("records", {"text": 1}),
    ],
)
def test_rejects_unknown_fields_and_other_types(
    server: ServerProcess, path: str, body: dict[str, Any]
) -> None:
    assert server.post(f"api/{path}", body).status_code == 422


def test_draws_requested_positions_of_a_record(server: ServerProcess) -> None:
    body: dict[str, Any] = {"text": WON, "first": 0, "last": 2}
    pictures = request_json(server, "/pictures", **body)["pictures"]
    assert len(pictures) == len(set(pictures)) == 3
    assert all(picture.startswith("<svg") for picture in pictures)
    assert request_json(server, "/pictures", **body)["pictures"] == pictures
    dark = request_json(server, "/pictures", **body, theme="dark", language="de", width=300)[
        "pictures"
    ]
    assert all('width="300"' in picture and 'lang="de"' in picture for picture in dark)
    assert request_json(server, "/pictures", **{**body, "first": 9, "last": 9})["pictures"] == []


def test_openings_have_the_same_keys_on_transformed_boards(server: ServerProcess) -> None:
    def get_keys(line: str, id: str = "vier3d") -> list[str]:
        [game] = request_json(server, "", text=f'[Game "{id}"]\n\n{line} *')["games"]
        return list(game["record"]["opening"])

    corner = get_keys("1. a1 b1")
    assert get_keys("1. d4 c4") == corner
    assert get_keys("1. a1 d4")[0] == corner[0]
    assert get_keys("1. a1 d4")[1] != corner[1]
    assert get_keys("1. a1 b1", "vier3d(variant=most_fours)") != corner
    assert corner[0] == load("vier3d").start().play("d1").key
    random_start = request_json(server, "", text=write(random_record("tzaar", 1, 5)))["games"][0]
    assert random_start["record"]["opening"] == []


def test_opening_explorer_shows_lines_and_refuses_illegal_ones(server: ServerProcess) -> None:
    first = server.get("api/openings", params={"game": "vier3d"}).json()
    assert sorted(move["symmetric_count"] for move in first["moves"]) == [4, 4, 8]
    later = server.get("api/openings", params={"game": "vier3d", "line": ["a1", "b1"]}).json()
    assert (later["line"], later["turn"]) == (["a1", "b1"], 0)
    wrong = server.get("api/openings", params={"game": "vier3d", "line": ["zz"]})
    assert wrong.status_code == 400
    assert "zz" in wrong.json()["detail"]["why"]
    assert server.get("api/openings", params={"game": "chess"}).status_code == 400


def test_record_uploads_have_a_larger_size_limit(server: ServerProcess) -> None:
    long = WON.replace("Ada", "A" * (MAX_RECORDS_LENGTH - len(WON)))
    [game] = request_json(server, "", text=long)["games"]
    assert len(game["record"]["text"]) > 0.9 * MAX_RECORDS_LENGTH
    request_json(server, "", 422, text=" " * (MAX_RECORDS_LENGTH + 1))
    request_json(server, "", 413, text=" " * (5 * MAX_RECORDS_LENGTH))
    assert server.post("api/tables", {"game": "x" * 20_000}).status_code == 413


def test_rate_limit_applies_to_uploads(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running_server(tmp_path_factory.mktemp("limits"), heavy_budget_per_second=0.01) as server:
        for n in range(5):  # a burst of 200 units covers five requests of 40 units
            request_json(server, "", text=f"{WON}{' ' * n}")
        refused = request_json(server, "", 429, text=f"{WON}{' ' * 11}")
        assert refused["detail"]["why"]
