"""The computer on a real server: it moves, also at once on demand, and blocks no other requests."""

import asyncio
from collections.abc import Iterator
from itertools import cycle, islice

import httpx
import pytest

from steinreich import load
from steinreich.hall.computers import is_draw_due
from tests.hall.server_process import PATIENCE, Host, hosted, watching
from tests.session.table_driver import TableDriver

pytestmark = pytest.mark.xdist_group("computers")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server that loads machine code for Inner Square only."""
    folder = tmp_path_factory.mktemp("computers")
    with hosted(folder, engines=1, codes=["inner_square"]) as host:
        yield host


async def full_strength(host: Host) -> None:
    """Wait until the machine code is ready, which takes long if it must be compiled first."""
    async with asyncio.timeout(150):
        while not (ready := host.get("api/ready")).json()["ready"]:
            assert ready.status_code == 503
            await asyncio.sleep(0.1)
    assert ready.status_code == 200
    assert ready.json()["engines"]["inner_square"] == "warm"


def create_game_against_computer(
    host: Host, level: int, game: str = "inner_square", **more: object
) -> tuple[str, str]:
    """Create a table against the computer; return its id and the token."""
    seats = [{"kind": "here"}, {"kind": "computer", "level": level}]
    made = host.post("api/tables", {"game": game, "seats": seats, **more}).json()
    return made["id"], made["token"]


def test_first_move_of_the_computer_is_immediate_and_undo_needs_no_consent(host: Host) -> None:
    """In a game without machine code."""
    table, token = create_game_against_computer(host, 3, "vier3d")

    async def run() -> None:
        async with watching(host, table, token) as window:
            await window.act()
            await window.until(lambda: window.state["frame"]["turn"] == 0)
            assert window.state["actions"] >= 2
            assert (await window.hear("thinking", seat=1))["queue"] >= 0
            assert (await window.ask("offer", what="undo"))["type"] == "event"
            assert window.state["actions"] == 0

    asyncio.run(run())


def test_fallback_player_is_announced_and_players_may_wait(host: Host) -> None:
    """In a game without machine code."""
    table, token = create_game_against_computer(host, 3, "vier3d")

    async def run() -> None:
        async with watching(host, table, token) as window, watching(host, table) as spectator:
            warmth = await window.hear("warmth")
            assert (warmth["cold"], warmth["waits"]) == (True, False)
            await spectator.say("wait", waits=True)
            await spectator.say("ping")
            await spectator.hear("pong")
            await window.say("wait", waits=True)
            await spectator.hear("warmth", waits=True)
            await window.say("wait", waits=False)
            await window.act()
            await window.until(lambda: window.state["frame"]["turn"] == 0)
            told = [m["waits"] for m in spectator.messages if m["type"] == "warmth"]
            assert told == [False, True, False], "spectators do not decide"

    asyncio.run(run())


def test_no_fallback_player_is_announced_at_full_strength(host: Host) -> None:
    table, token = create_game_against_computer(host, 3)

    async def run() -> None:
        await full_strength(host)
        async with watching(host, table, token) as window:
            assert not (await window.hear("warmth"))["cold"]

    asyncio.run(run())


def test_computer_declines_an_early_draw(host: Host) -> None:
    table, token = create_game_against_computer(host, 3)

    async def run() -> None:
        async with watching(host, table, token) as window:
            assert (await window.ask("offer", what="draw"))["type"] == "event"
            await window.until(lambda: not window.state["offers"]["draw"])
            assert window.state["result"] is None
            assert [m["seat"] for m in window.messages if m.get("kind") == "declined"] == [1]

    asyncio.run(run())


# Yellow is enclosed by a wall of red stones, and can neither capture nor reach a corner.
SHUT_IN = "y1y1y1y/1y5/rrrrrrr/7/7/7/1rrrrrr r 0"
RED_SHUFFLES = ["b1-a1", "a1-b1"]
YELLOW_SHUFFLES = ["a7-a6", "a6-a7"]


def test_draw_may_be_accepted_after_half_of_the_typical_length() -> None:
    sitting = TableDriver("inner_square", start=SHUT_IN)
    due = []
    for _, red, yellow in zip(range(26), cycle(RED_SHUFFLES), cycle(YELLOW_SHUFFLES), strict=False):
        for action in (red, yellow):
            due.append(is_draw_due(sitting.table))
            sitting.play(action)
    assert load("inner_square").definition.typical_actions == 100
    assert due == 50 * [False] + 2 * [True]


def test_computer_accepts_a_draw_in_a_lost_position_after_half_the_game(host: Host) -> None:
    table, token = create_game_against_computer(host, 3, position=SHUT_IN)

    async def run() -> None:
        await full_strength(host)
        async with watching(host, table, token) as window:
            for action in islice(cycle(RED_SHUFFLES), 25):
                if window.state["actions"] == 48:
                    await window.ask("offer", what="draw")
                    await window.hear("event", kind="declined", seat=1)
                await window.act(action)
                await window.until(lambda: window.state["frame"]["turn"] == 0)
            assert window.state["actions"] == 50
            await window.ask("offer", what="draw")
            assert (await window.over())["returns"] == [0, 0]

    asyncio.run(run())


def test_other_requests_are_served_while_the_computer_thinks(host: Host) -> None:
    table, token = create_game_against_computer(host, 10)

    async def run() -> None:
        await full_strength(host)
        limits = httpx.Limits(max_connections=20)
        async with (
            watching(host, table, token) as window,
            httpx.AsyncClient(base_url=host.url, limits=limits, timeout=PATIENCE) as client,
        ):
            await window.act()
            await window.hear("thinking", queue=0)
            answers = await asyncio.gather(*(client.get(f"/api/tables/{table}") for _ in range(20)))
            assert [answer.status_code for answer in answers] == 20 * [200]
            assert answers[-1].json()["state"]["frame"]["turn"] == 1, "it is still thinking"
            await window.say("ping")
            await window.hear("pong")
            assert window.state["frame"]["turn"] == 1
            await window.say("hurry")
            await window.until(lambda: window.state["frame"]["turn"] == 0)

    asyncio.run(run())


def test_hurry_interrupts_the_computer_and_is_refused_to_spectators(host: Host) -> None:
    table, token = create_game_against_computer(host, 10)

    async def run() -> None:
        await full_strength(host)
        async with watching(host, table, token) as window, watching(host, table) as spectator:
            await window.act()
            thought = await spectator.until(
                lambda: next((m for m in spectator.messages if m.get("depth")), None)
            )
            assert thought["line"], "the move it would play"
            await spectator.say("hurry")
            await spectator.say("ping")
            await spectator.hear("pong")
            assert window.state["frame"]["turn"] == 1
            await window.say("hurry")
            await window.until(lambda: window.state["frame"]["turn"] == 0)

    asyncio.run(run())


def test_undo_interrupts_the_computer(host: Host) -> None:
    table, token = create_game_against_computer(host, 10)

    async def run() -> None:
        async with watching(host, table, token) as window:
            await window.act()
            await window.hear("thinking")
            assert (await window.ask("offer", what="undo"))["type"] == "event"
            assert window.state["actions"] == 0
            assert (await window.act())["type"] == "event"
            await window.say("hurry")
            await window.until(lambda: window.state["actions"] == 2)
            played = [m for m in window.messages if m.get("kind") == "played"]
            assert [m["seat"] for m in played] == [0, 0, 1]

    asyncio.run(run())


def test_two_computers_play_only_while_a_client_watches(host: Host) -> None:
    made = host.open_table("computer computer", "vier3d")

    async def run() -> None:
        await asyncio.sleep(0.3)
        assert host.get(f"api/tables/{made['id']}").json()["state"]["actions"] == 0
        async with watching(host, made["id"], made["token"]) as window:
            assert window.mine == []
            await window.over()

    asyncio.run(run())
