"""Computer players on a real server: they move, on request at once, without delaying others."""

import asyncio
from collections.abc import Iterator
from itertools import cycle, islice

import httpx
import pytest

from steinreich import load
from steinreich.hall.computers import can_accept_draw
from tests.hall.server_process import ServerProcess, connect_to_table, running_server
from tests.hall.waiting import CONDITION_TIMEOUT_SECONDS
from tests.session.table_driver import TableDriver

pytestmark = pytest.mark.xdist_group("computers")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that loads machine code for Inner Square only."""
    folder = tmp_path_factory.mktemp("computers")
    with running_server(folder, engines=1, code_ids=["inner_square"]) as server:
        yield server


async def wait_for_full_strength(server: ServerProcess) -> None:
    """Wait until the machine code is loaded; this takes long if it has to be compiled."""
    async with asyncio.timeout(150):
        while not (ready := server.get("api/ready")).json()["ready"]:
            assert ready.status_code == 503
            await asyncio.sleep(0.1)
    assert ready.status_code == 200
    assert ready.json()["engines"]["inner_square"] == "warm"


def create_game_against_computer(
    server: ServerProcess, level: int, game: str = "inner_square", **options: object
) -> tuple[str, str]:
    """Create a table against the computer; return its id and the token."""
    seats = [{"kind": "here"}, {"kind": "computer", "level": level}]
    new_table = server.post("api/tables", {"game": game, "seats": seats, **options}).json()
    return new_table["id"], new_table["token"]


def test_first_move_of_the_computer_is_immediate_and_undo_needs_no_consent(
    server: ServerProcess,
) -> None:
    """Machine code of this game is not loaded."""
    table, token = create_game_against_computer(server, 3, "vier3d")

    async def run() -> None:
        async with connect_to_table(server, table, token) as client:
            await client.act()
            await client.wait_until(lambda: client.state["frame"]["turn"] == 0)
            assert client.state["actions"] >= 2
            assert (await client.wait_for("thinking", seat=1))["queue_position"] >= 0
            assert (await client.send_command("offer", offer="undo"))["type"] == "event"
            assert client.state["actions"] == 0

    asyncio.run(run())


def test_fallback_player_is_announced_and_players_may_wait(server: ServerProcess) -> None:
    """Machine code of this game is not loaded."""
    table, token = create_game_against_computer(server, 3, "vier3d")

    async def run() -> None:
        async with (
            connect_to_table(server, table, token) as client,
            connect_to_table(server, table) as spectator,
        ):
            warmth = await client.wait_for("warmth")
            assert (warmth["cold"], warmth["waits"]) == (True, False)
            await spectator.send("wait", waits=True)
            await spectator.send("ping")
            await spectator.wait_for("pong")
            await client.send("wait", waits=True)
            await spectator.wait_for("warmth", waits=True)
            await client.send("wait", waits=False)
            await client.act()
            await client.wait_until(lambda: client.state["frame"]["turn"] == 0)
            broadcast = [m["waits"] for m in spectator.messages if m["type"] == "warmth"]
            assert broadcast == [False, True, False], "spectators do not decide"

    asyncio.run(run())


def test_no_fallback_player_is_announced_at_full_strength(server: ServerProcess) -> None:
    table, token = create_game_against_computer(server, 3)

    async def run() -> None:
        await wait_for_full_strength(server)
        async with connect_to_table(server, table, token) as client:
            assert not (await client.wait_for("warmth"))["cold"]

    asyncio.run(run())


def test_computer_declines_an_early_draw(server: ServerProcess) -> None:
    table, token = create_game_against_computer(server, 3)

    async def run() -> None:
        async with connect_to_table(server, table, token) as client:
            assert (await client.send_command("offer", offer="draw"))["type"] == "event"
            await client.wait_until(lambda: not client.state["offers"]["draw"])
            assert client.state["result"] is None
            assert [m["seat"] for m in client.messages if m.get("kind") == "declined"] == [1]

    asyncio.run(run())


# Yellow is enclosed by a wall of red stones, and can neither capture nor reach a corner.
LOST_FOR_YELLOW = "y1y1y1y/1y5/rrrrrrr/7/7/7/1rrrrrr r 0"
RED_SHUFFLES = ["b1-a1", "a1-b1"]
YELLOW_SHUFFLES = ["a7-a6", "a6-a7"]


def test_draw_may_be_accepted_after_half_of_the_typical_length() -> None:
    driver = TableDriver("inner_square", start=LOST_FOR_YELLOW)
    may_accept = []
    for _, red, yellow in zip(range(26), cycle(RED_SHUFFLES), cycle(YELLOW_SHUFFLES), strict=False):
        for action in (red, yellow):
            may_accept.append(can_accept_draw(driver.table))
            driver.play(action)
    assert load("inner_square").definition.typical_actions == 100
    assert may_accept == 50 * [False] + 2 * [True]


def test_computer_accepts_a_draw_in_a_lost_position_after_half_the_game(
    server: ServerProcess,
) -> None:
    table, token = create_game_against_computer(server, 3, position=LOST_FOR_YELLOW)

    async def run() -> None:
        await wait_for_full_strength(server)
        async with connect_to_table(server, table, token) as client:
            for action in islice(cycle(RED_SHUFFLES), 25):
                if client.state["actions"] == 48:
                    await client.send_command("offer", offer="draw")
                    await client.wait_for("event", kind="declined", seat=1)
                await client.act(action)
                await client.wait_until(lambda: client.state["frame"]["turn"] == 0)
            assert client.state["actions"] == 50
            await client.send_command("offer", offer="draw")
            assert (await client.wait_for_result())["returns"] == [0, 0]

    asyncio.run(run())


def test_other_requests_are_served_while_the_computer_thinks(server: ServerProcess) -> None:
    table, token = create_game_against_computer(server, 10)

    async def run() -> None:
        await wait_for_full_strength(server)
        limits = httpx.Limits(max_connections=20)
        async with (
            connect_to_table(server, table, token) as client,
            httpx.AsyncClient(
                base_url=server.url, limits=limits, timeout=CONDITION_TIMEOUT_SECONDS
            ) as http,
        ):
            await client.act()
            await client.wait_for("thinking", queue_position=0)
            answers = await asyncio.gather(*(http.get(f"/api/tables/{table}") for _ in range(20)))
            assert [answer.status_code for answer in answers] == 20 * [200]
            assert answers[-1].json()["state"]["frame"]["turn"] == 1, "it is still thinking"
            await client.send("ping")
            await client.wait_for("pong")
            assert client.state["frame"]["turn"] == 1
            await client.send("hurry")
            await client.wait_until(lambda: client.state["frame"]["turn"] == 0)

    asyncio.run(run())


def test_only_players_can_hurry_the_computer(server: ServerProcess) -> None:
    table, token = create_game_against_computer(server, 10)

    async def run() -> None:
        await wait_for_full_strength(server)
        async with (
            connect_to_table(server, table, token) as client,
            connect_to_table(server, table) as spectator,
        ):
            await client.act()
            progress = await spectator.wait_until(
                lambda: next((m for m in spectator.messages if m.get("depth")), None)
            )
            assert progress["line"], "the moves it expects"
            await spectator.send("hurry")
            await spectator.send("ping")
            await spectator.wait_for("pong")
            assert client.state["frame"]["turn"] == 1
            await client.send("hurry")
            await client.wait_until(lambda: client.state["frame"]["turn"] == 0)

    asyncio.run(run())


def test_undo_interrupts_the_computer(server: ServerProcess) -> None:
    table, token = create_game_against_computer(server, 10)

    async def run() -> None:
        async with connect_to_table(server, table, token) as client:
            await client.act()
            await client.wait_for("thinking")
            assert (await client.send_command("offer", offer="undo"))["type"] == "event"
            assert client.state["actions"] == 0
            assert (await client.act())["type"] == "event"
            await client.send("hurry")
            await client.wait_until(lambda: client.state["actions"] == 2)
            played = [m for m in client.messages if m.get("kind") == "played"]
            assert [m["seat"] for m in played] == [0, 0, 1]

    asyncio.run(run())


def test_two_computers_play_only_while_a_client_watches(server: ServerProcess) -> None:
    new_table = server.open_table("computer computer", "vier3d")

    async def run() -> None:
        await asyncio.sleep(0.3)
        assert server.get(f"api/tables/{new_table['id']}").json()["state"]["actions"] == 0
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            assert client.seats == []
            await client.wait_for_result()

    asyncio.run(run())
