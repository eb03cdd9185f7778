"""The computer at the tables of a real hall: it answers, it can be hurried, it freezes nobody."""

import asyncio
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.hall.hosting import PATIENCE, Host, hosted, watching

pytestmark = pytest.mark.xdist_group("computers")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A hall whose computer plays at full strength in one game."""
    folder = tmp_path_factory.mktemp("computers")
    with hosted(folder, engines=1, codes=["inner_square"]) as host:
        yield host


async def full_strength(host: Host) -> None:
    """Until machine code is there; that takes long if nothing has been compiled yet."""
    async with asyncio.timeout(150):
        while not (ready := host.get("api/ready")).json()["ready"]:
            assert ready.status_code == 503
            await asyncio.sleep(0.1)
    assert ready.status_code == 200
    assert ready.json()["engines"]["inner_square"] == "warm"


def against(host: Host, level: int, game: str = "inner_square") -> tuple[str, str]:
    """A table against the computer: its id and the token."""
    seats = [{"kind": "here"}, {"kind": "computer", "level": level}]
    made = host.post("api/tables", {"game": game, "seats": seats}).json()
    return made["id"], made["token"]


def test_the_first_move_comes_at_once_and_undo_needs_no_consent(host: Host) -> None:
    """In a game for which no machine code is there yet."""
    table, token = against(host, 3, "vier3d")

    async def run() -> None:
        async with watching(host, table, token) as window:
            await window.act()
            await window.until(lambda: window.state["frame"]["turn"] == 0)
            assert window.state["actions"] >= 2
            assert (await window.hear("thinking", seat=1))["queue"] >= 0
            assert (await window.ask("offer", what="undo"))["type"] == "event"
            assert window.state["actions"] == 0

    asyncio.run(run())


def test_people_are_told_that_a_stand_in_plays_and_may_wait(host: Host) -> None:
    """In a game for which no machine code is there yet."""
    table, token = against(host, 3, "vier3d")

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


def test_nobody_is_told_of_a_stand_in_at_full_strength(host: Host) -> None:
    table, token = against(host, 3)

    async def run() -> None:
        await full_strength(host)
        async with watching(host, table, token) as window:
            assert not (await window.hear("warmth"))["cold"]

    asyncio.run(run())


def test_the_computer_declines_a_draw_before_the_game_is_well_under_way(host: Host) -> None:
    table, token = against(host, 3)

    async def run() -> None:
        async with watching(host, table, token) as window:
            assert (await window.ask("offer", what="draw"))["type"] == "event"
            await window.until(lambda: not window.state["offers"]["draw"])
            assert window.state["result"] is None
            assert [m["seat"] for m in window.messages if m.get("kind") == "declined"] == [1]

    asyncio.run(run())


def test_others_are_served_while_the_computer_thinks(host: Host) -> None:
    table, token = against(host, 10)

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
            assert answers[-1].json()["state"]["frame"]["turn"] == 1, "it still thinks"
            await window.say("ping")
            await window.hear("pong")
            assert window.state["frame"]["turn"] == 1
            await window.say("hurry")
            await window.until(lambda: window.state["frame"]["turn"] == 0)

    asyncio.run(run())


def test_hurry_ends_its_thinking_and_spectators_cannot_hurry_it(host: Host) -> None:
    table, token = against(host, 10)

    async def run() -> None:
        await full_strength(host)
        async with watching(host, table, token) as window, watching(host, table) as spectator:
            await window.act()
            thought = await spectator.until(
                lambda: next((m for m in spectator.messages if m.get("depth")), None)
            )
            assert thought["line"], "what it would play"
            began = time.monotonic()
            await spectator.say("hurry")
            await spectator.say("ping")
            await spectator.hear("pong")
            assert window.state["frame"]["turn"] == 1
            await window.say("hurry")
            await window.until(lambda: window.state["frame"]["turn"] == 0)
            thoughts = [m["seconds"] for m in window.messages if m["type"] == "thinking"]
            assert max(thoughts) <= time.monotonic() - began + thought["seconds"] + 0.1

    asyncio.run(run())


def test_undo_interrupts_the_computer(host: Host) -> None:
    table, token = against(host, 10)

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


def test_two_computers_play_only_while_somebody_watches(host: Host) -> None:
    made = host.open_table("computer computer", "vier3d")

    async def run() -> None:
        await asyncio.sleep(0.3)
        assert host.get(f"api/tables/{made['id']}").json()["state"]["actions"] == 0
        async with watching(host, made["id"], made["token"]) as window:
            assert window.mine == []
            await window.over()

    asyncio.run(run())
