"""`kill -9` at any moment under load: acknowledged events are stored, and the games continue."""

import asyncio
from pathlib import Path

import pytest

from tests.hall.child_processes import engine_processes, is_alive, until
from tests.hall.players import Player, check_stored, play_until, reconnect_all
from tests.hall.server_process import hosted, watching

pytestmark = pytest.mark.xdist_group("crash")
TABLES = 8
ROUNDS = 6
ENOUGH = 250  # acknowledged actions before each kill


def test_kill_9_loses_no_acknowledged_event(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        players = [Player(host.open_table(), seed) for seed in range(TABLES)]
        for _ in range(ROUNDS):
            asyncio.run(play_until(host, players, ENOUGH, host.kill))
            check_stored(host, players)
            host.start()
        asyncio.run(reconnect_all(host, players))
        check_stored(host, players)


def test_clean_stop_finishes_accepted_commands(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        players = [Player(host.open_table(), seed) for seed in range(TABLES)]
        asyncio.run(play_until(host, players, ENOUGH, host.stop))
        assert host.process.exitcode == 0
        check_stored(host, players)
        host.start()
        asyncio.run(reconnect_all(host, players))
        check_stored(host, players)


def test_computer_resumes_its_turn_after_a_crash(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        made = host.open_table("here computer")

        async def act_and_crash() -> None:
            async with watching(host, made["id"], made["token"]) as window:
                assert (await window.act())["type"] == "event"
                host.kill()

        async def come_back() -> None:
            async with watching(host, made["id"], made["token"]) as window:
                await window.until(lambda: window.state["actions"] == 2)

        asyncio.run(act_and_crash())
        host.start()
        asyncio.run(come_back())


@pytest.mark.parametrize("way", ["kill", "stop"])
def test_engine_processes_exit_with_the_server(tmp_path: Path, way: str) -> None:
    with hosted(tmp_path, engines=1) as host:
        asyncio.run(until(lambda: len(engine_processes(host.process.pid)) >= 2))
        theirs = engine_processes(host.process.pid)
        getattr(host, way)()
        asyncio.run(until(lambda: not any(map(is_alive, theirs))))
