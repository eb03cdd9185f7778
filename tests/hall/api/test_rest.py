"""Create tables, take seats and read tables: the REST interface of a real server."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from steinreich import games, load
from steinreich.hall.api import rest
from steinreich.hall.app import make_app
from steinreich.hall.settings import Settings
from steinreich.hall.tokens import new_token
from steinreich.rules.language import LANGUAGES
from tests.hall.server_process import ServerProcess, connect_to_table, play_turns, running_server

pytestmark = pytest.mark.xdist_group("rest")
HERE = {"kind": "here"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("rest")) as server:
        yield server


def list_lobby(server: ServerProcess) -> list[str]:
    """Return the ids of the tables in the lobby."""
    return [table["id"] for table in server.get("api/tables").json()["tables"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_games_are_listed_in_the_language_of_the_request(
    server: ServerProcess, language: str
) -> None:
    answer = server.get("api/games", headers={"accept-language": f"xx, {language}-XY;q=0.5"})
    listed = answer.json()["games"]
    assert "accept-language" in answer.headers["vary"]
    assert {game["name"] for game in listed} == set(games())
    for game in listed:
        about = load(game["name"]).about
        assert game["summary"] == about.summary.in_language(language)
        assert [option["about"] for option in game["options"]] == [
            option.about.in_language(language) for option in about.options
        ]


@pytest.mark.parametrize("name", games())
def test_each_game_has_a_demo(server: ServerProcess, name: str) -> None:
    demo = server.get(f"api/games/{name}/demo").json()
    assert demo["game"].startswith(name)
    assert demo["board"]["cells"]
    assert len(demo["frames"]) > 3
    assert not any(frame["targets"] for frame in demo["frames"])


def test_rules_text_follows_the_options(server: ServerProcess) -> None:
    defaults = server.get("api/rules", params={"game": "vier3d"}).json()
    three = server.get("api/rules", params={"game": "vier3d(players=3)"}).json()
    assert (defaults["game"], three["game"]) == ("vier3d", "vier3d(players=3)")
    assert three["variant"] == "the first four wins, three players"
    assert defaults["sections"] != three["sections"]
    for section in (*defaults["sections"], *three["sections"]):
        assert section["heading"]
        assert all(bool(paragraph["text"]) for paragraph in section["paragraphs"])


@pytest.mark.parametrize(
    "game",
    [
        "chess",
        "vier3d(players=9)",
        "examples/connect_four.py",
        "src/steinreich/games/vier3d",
        "vier3d(x)/../src/steinreich/games/vier3d",
        "",
    ],
)
def test_rules_of_an_unknown_game_are_refused(server: ServerProcess, game: str) -> None:
    answer = server.get("api/rules", params={"game": game})
    assert answer.status_code == 400
    assert answer.json()["detail"]["why"]


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "Unknown options of this game: players of vier3d must be one of 2, 3, not '9'."),
        (
            "de",
            "Unbekannte Optionen dieses Spiels: players muss bei vier3d eines von 2, 3 sein, "
            "nicht '9'.",
        ),
    ],
)
def test_unknown_option_is_reported_in_the_language_of_the_request(
    server: ServerProcess, language: str, why: str
) -> None:
    params, headers = {"game": "vier3d(players=9)"}, {"accept-language": language}
    answer = server.get("api/rules", params=params, headers=headers)
    assert answer.json()["detail"]["why"] == why


@pytest.mark.parametrize("path", ["api/games", "api/games/tzaar/demo", "api/games/vier3d/puzzles"])
def test_compresses_constant_responses(server: ServerProcess, path: str) -> None:
    packed = server.get(path, headers={"accept-encoding": "gzip"})
    plain = server.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding, accept-language"
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < 0.2 * len(plain.content)


def test_pictures_are_rendered_before_the_first_request(tmp_path: Path) -> None:
    """Later rendering would compete with the compiler, and the first visitor would wait."""
    app = make_app(Settings(engines=0, database=f"sqlite:///{tmp_path / 'hall.sqlite'}"))
    rest.make_games.cache_clear()
    rest.make_demo.cache_clear()

    async def run() -> None:
        async with app.router.lifespan_context(app):
            assert rest.make_games.cache_info().currsize == len(LANGUAGES)
            assert rest.make_demo.cache_info().currsize == len(games()) * len(LANGUAGES)
            assert await app.state.hall.storage.write_heartbeat()

    asyncio.run(run())


@pytest.mark.parametrize(
    "path",
    [
        "api/games/chess/demo",
        "api/games/chess/puzzles",
        "api/games/vier3d/puzzles/nothing/refutation?step=0&action=a1",
        "api/tables/nothing",
        "api/tables/nothing/frames",
        "api/nothing",
    ],
)
def test_unknown_resources_get_404_in_the_language_of_the_request(
    server: ServerProcess, path: str
) -> None:
    english, german = (
        server.get(path, headers={"accept-language": language}) for language in ("en", "de")
    )
    assert english.status_code == german.status_code == 404
    assert english.json()["detail"]["why"] != german.json()["detail"]["why"]


def test_new_table_is_public_without_its_secrets(server: ServerProcess) -> None:
    new_table = server.open_table("here friend friend", "vier3d(players=3)")
    assert set(new_table["invites"]) == {"1", "2"}
    secrets = [new_table["token"], *new_table["invites"].values()]
    assert len(set(secrets)) == 3
    assert min(map(len, secrets)) >= 32
    answer = server.get(f"api/tables/{new_table['id']}")
    assert not any(secret in answer.text for secret in secrets)
    shown = answer.json()
    assert shown["game"] == "vier3d(players=3)"
    assert shown["state"]["status"] == "waiting"
    assert [seat["taken"] for seat in shown["state"]["seats"]] == [True, False, False]


RED_HAS_WON = "rrrr/bbb/-/-/-/-/-/-/-/-/-/-/-/-/-/- b"


def test_table_can_start_from_any_position(server: ServerProcess) -> None:
    position = "rr/bb/-/-/-/-/-/-/-/-/-/-/-/-/-/- r"
    new_table = server.open_table(position=position)
    shown = server.get(f"api/tables/{new_table['id']}").json()
    assert shown["start"] == position
    assert len(shown["state"]["frame"]["pieces"]) == 4
    assert position in server.get(f"api/tables/{new_table['id']}/record").text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "chess", "seats": [HERE, HERE]}, 400),
        ({"game": "examples/connect_four.py", "seats": [HERE, HERE]}, 400),
        ({"game": "vier3d(players=9)", "seats": [HERE, HERE]}, 400),
        ({"game": "vier3d", "seats": [HERE]}, 400),
        ({"game": "vier3d", "seats": []}, 422),
        ({"game": "vier3d", "seats": [{"kind": "ghost"}, HERE]}, 422),
        ({"game": "vier3d", "seats": [HERE, {"kind": "computer", "level": 11}]}, 422),
        ({"game": "vier3d", "seats": [HERE, HERE], "clock": {"kind": "sand"}}, 422),
        ({"game": "vier3d", "seats": [HERE, HERE], "more": 1}, 422),
        ({"game": "vier3d", "seats": [HERE, HERE], "position": "nonsense"}, 400),
        ({"game": "vier3d", "seats": [HERE, HERE], "position": RED_HAS_WON}, 400),
        ([], 422),
    ],
)
def test_rejects_invalid_table_requests(server: ServerProcess, body: Any, status: int) -> None:
    assert server.post("api/tables", body).status_code == status


def test_rejects_a_body_that_is_not_json(server: ServerProcess) -> None:
    headers = {"content-type": "application/json"}
    for body in (b"", b"{", b"\xff\xfe", b"[" * 10_000, b"1" * 10_000):
        answer = server.post("api/tables", content=body, headers=headers)
        assert answer.status_code in (400, 422), body[:20]


def test_invitation_seats_one_friend(server: ServerProcess) -> None:
    new_table = server.open_table("here friend")
    path = f"api/tables/{new_table['id']}/join"
    invite = new_table["invites"]["1"]
    assert server.post(path, {"seat": 1, "invite": "x" * 32}).status_code == 403
    assert server.post(path, {"seat": 1, "invite": new_table["token"]}).status_code == 403
    assert server.post(path, {"seat": 1}).status_code == 403, (
        "a private table requires an invitation"
    )
    assert server.post(path, {"seat": 0, "invite": invite}).status_code == 403
    assert server.post(path, {"seat": 3, "invite": invite}).status_code == 404
    joined = server.post(path, {"seat": 1, "invite": invite, "name": "Ada"})
    assert joined.status_code == 200
    assert joined.json()["token"] not in (new_table["token"], invite)
    state = server.get(f"api/tables/{new_table['id']}").json()["state"]
    assert state["status"] == "playing"
    assert state["seats"][1]["name"] == "Ada"
    again = server.post(path, {"seat": 1, "invite": invite})
    assert again.status_code == 409
    assert bool(again.json()["detail"]["why"])


def test_retried_join_gets_the_same_response(server: ServerProcess) -> None:
    new_table = server.open_table("here friend")
    path = f"api/tables/{new_table['id']}/join"
    body = {"seat": 1, "invite": new_table["invites"]["1"], "token": new_token(), "name": "Ada"}
    first = server.post(path, body)
    assert first.status_code == 200
    assert first.json() == {"seat": 1, "token": body["token"]}
    assert server.post(path, body).json() == first.json()
    other = server.post(path, body | {"token": new_token()})
    assert other.status_code == 409, "the invitation alone is not sufficient"
    assert server.post(path, body | {"invite": "x" * 32}).status_code == 403
    server.stop()
    server.start()
    assert server.post(path, body).json() == first.json()

    async def play() -> None:
        async with connect_to_table(server, new_table["id"], body["token"]) as client:
            assert client.seats == [1]
            assert (await client.send_command("resign"))["type"] == "event"

    asyncio.run(play())
    assert server.post(path, body).json() == first.json()


def test_concurrent_retries_of_a_join_take_one_seat(server: ServerProcess) -> None:
    new_table = server.open_table("here friend friend", "vier3d(players=3)")
    body = {"seat": 1, "invite": new_table["invites"]["1"], "token": new_token()}

    async def run() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url) as client:
            path = f"/api/tables/{new_table['id']}/join"
            answers = await asyncio.gather(*(client.post(path, json=body) for _ in range(9)))
        return [answer.status_code for answer in answers]

    assert asyncio.run(run()) == 9 * [200]
    state = server.get(f"api/tables/{new_table['id']}").json()["state"]
    assert [seat["taken"] for seat in state["seats"]] == [True, True, False]


def test_one_token_can_hold_two_seats(server: ServerProcess) -> None:
    new_table = server.open_table("here friend friend", "vier3d(players=3)")
    token = new_token()
    for seat in (1, 2):
        body = {"seat": seat, "invite": new_table["invites"][str(seat)], "token": token}
        assert server.post(f"api/tables/{new_table['id']}/join", body).status_code == 200

    async def get_seats() -> list[int]:
        async with connect_to_table(server, new_table["id"], token) as client:
            return client.seats

    assert asyncio.run(get_seats()) == [1, 2]


def test_retried_creation_with_the_same_token_creates_no_second_table(
    server: ServerProcess,
) -> None:
    seats = [HERE, {"kind": "friend"}]
    body = {"game": "tzaar", "seats": seats, "listed": True, "token": new_token()}
    first = server.post("api/tables", body)
    assert first.status_code == 201
    assert first.json()["token"] == body["token"]
    assert server.post("api/tables", body).json() == first.json()
    assert list_lobby(server).count(first.json()["id"]) == 1
    for other in ({"game": "vier3d"}, {"position": str(load("tzaar").start(seed=1))}):
        refused = server.post("api/tables", body | other)
        assert refused.status_code == 409
        assert bool(refused.json()["detail"]["why"])
    assert first.json() != server.post("api/tables", body | {"token": new_token()}).json()
    server.join(first.json())


def test_sides_are_drawn_at_once_when_all_seats_are_taken(server: ServerProcess) -> None:
    seats = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Ben"}]
    body = {"game": "vier3d", "seats": seats, "random_sides": True}
    first = set()
    for _ in range(40):
        new_table = server.post("api/tables", body).json()
        shown = server.get(f"api/tables/{new_table['id']}").json()
        names = [seat["name"] for seat in shown["state"]["seats"]]
        assert [["Ada", "Ben"][slot] for slot in shown["state"]["order"]] == names
        assert shown["random_sides"]
        first.add(names[0])
        (opened,) = server.fetch_rows("SELECT data FROM events WHERE table_id = ?", new_table["id"])
        assert json.loads(opened[0])["order"] == shown["state"]["order"]
    assert first == {"Ada", "Ben"}
    token = {"token": new_token()}
    again = [server.post("api/tables", body | token).json() for _ in range(2)]
    assert again[0] == again[1]


def test_rejects_guessable_tokens(server: ServerProcess) -> None:
    new_table = server.open_table("here friend")
    body = {"seat": 1, "invite": new_table["invites"]["1"], "token": "short"}
    assert server.post(f"api/tables/{new_table['id']}/join", body).status_code == 422
    table = {"game": "vier3d", "seats": [HERE, HERE], "token": "x" * 19}
    assert server.post("api/tables", table).status_code == 422


def test_concurrent_joins_of_one_seat_seat_one_client(server: ServerProcess) -> None:
    new_table = server.open_table("here friend", listed=True)

    async def run() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url) as client:
            path = f"/api/tables/{new_table['id']}/join"
            answers = await asyncio.gather(*(client.post(path, json={"seat": 1}) for _ in range(9)))
        return sorted(answer.status_code for answer in answers)

    assert asyncio.run(run()) == [200] + 8 * [409]


def test_lobby_shows_open_listed_tables(server: ServerProcess) -> None:
    private, listed = (
        server.open_table("here friend"),
        server.open_table("here friend", listed=True),
    )
    assert private["id"] not in list_lobby(server)
    assert list_lobby(server)[0] == listed["id"]
    path = f"api/tables/{listed['id']}/join"
    assert server.post(path, {"seat": 0}).status_code == 409, "the seat is taken"
    assert server.post(path, {"seat": 1}).status_code == 200, (
        "a listed table requires no invitation"
    )


def test_tables_can_be_requested_by_id_in_any_state(server: ServerProcess) -> None:
    waiting, over = server.open_table("here friend"), server.open_table()

    async def run() -> None:
        async with connect_to_table(server, over["id"], over["token"]) as client:
            await client.send_command("resign")

    asyncio.run(run())
    ids = [over["id"], "nothing", waiting["id"]]
    found = server.get("api/tables", params={"id": ids}).json()["tables"]
    assert [table["id"] for table in found] == [over["id"], waiting["id"]]
    assert [table["status"] for table in found] == ["over", "waiting"]
    assert found[0]["result"]["reason"] == "resigned"
    assert found[0]["last_event_at"] >= found[0]["opened_at"]
    playing = server.open_table()
    (row,) = server.get("api/tables", params={"id": playing["id"]}).json()["tables"]
    assert row["turn"] == 0
    assert server.get("api/tables", params={"id": ["x"] * 21}).status_code == 422


def test_finished_games_leave_the_lobby(server: ServerProcess) -> None:
    new_table = server.open_table(listed=True)

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            assert (await client.send_command("resign"))["type"] == "event"
            assert new_table["id"] not in list_lobby(server)
            over = "SELECT over_at FROM tables WHERE id = ?"
            async with asyncio.timeout(60):  # before the end of the game is stored
                while server.fetch_rows(over, new_table["id"]) == [(None,)]:
                    await asyncio.sleep(0.02)

    asyncio.run(run())


def test_frames_and_record_cover_the_whole_game(server: ServerProcess) -> None:
    new_table = server.open_table()

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await play_turns([client])

    asyncio.run(run())
    shown = server.get(f"api/tables/{new_table['id']}").json()
    actions = shown["state"]["actions"]
    assert shown["state"]["result"]["reason"] == "rules"
    frames = server.get(f"api/tables/{new_table['id']}/frames").json()["frames"]
    assert len(frames) == actions + 1
    assert [len(frame["pieces"]) for frame in frames] == list(range(actions + 1))
    part = server.get(f"api/tables/{new_table['id']}/frames?first=2&last=4").json()
    assert part == {"first": 2, "frames": frames[2:5]}
    assert server.get(f"api/tables/{new_table['id']}/frames?first=900").json()["frames"] == []
    record = server.get(f"api/tables/{new_table['id']}/record")
    assert record.headers["content-disposition"].endswith('.txt"')
    assert "vier3d" in record.text
    assert server.get(f"api/tables/{new_table['id']}/record?format=json").json()
    assert server.get(f"api/tables/{new_table['id']}/record?format=pdf").status_code == 422


def test_names_are_normalized_and_returned_as_text(server: ServerProcess) -> None:
    html_name = '<b onclick="x">\u202eA\u0000\n\tB</b>'
    seats = [{"kind": "here", "name": html_name}, HERE]
    answer = server.post("api/tables", {"game": "vier3d", "seats": seats})
    shown = server.get(f"api/tables/{answer.json()['id']}")
    assert shown.headers["content-type"] == "application/json"
    assert shown.json()["state"]["seats"][0]["name"] == '<b onclick="x">A B</b>'
    long = server.post("api/tables", {"game": "vier3d", "seats": [HERE, HERE | {"name": "x" * 41}]})
    assert long.status_code == 422


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u115f \u1160", "e" + 9 * "\u20dd"])
def test_rejects_unreadable_names(server: ServerProcess, name: str) -> None:
    """Names are checked when a table is created or joined, and when a seat is renamed."""
    seats = [HERE | {"name": name}, HERE]
    opened = server.post("api/tables", {"game": "vier3d", "seats": seats})
    assert opened.status_code == 400
    assert bool(opened.json()["detail"]["why"])
    new_table = server.open_table("here friend")
    body = {"seat": 1, "invite": new_table["invites"]["1"]}
    joined = server.post(f"api/tables/{new_table['id']}/join", body | {"name": name})
    assert joined.status_code == 409
    assert bool(joined.json()["detail"]["why"])
    assert not server.get(f"api/tables/{new_table['id']}").json()["state"]["seats"][1]["taken"]

    async def rename() -> tuple[Any, Any]:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            before = client.state["seats"][0]["name"]
            answer = await client.send_command("name", seat=0, name=name)
            return answer, client.state["seats"][0]["name"] == before

    answer, is_unchanged = asyncio.run(rename())
    assert answer["type"] == "refused"
    assert bool(answer["why"])
    assert is_unchanged


def test_health_and_readiness_endpoints(server: ServerProcess) -> None:
    assert server.get("api/health").json() == {"status": "ok"}
    ready = server.get("api/ready")
    assert ready.status_code == 200, "without engines the server is ready at once"
    assert ready.json() == {"ready": True, "engines": dict.fromkeys(games(), "cold")}
