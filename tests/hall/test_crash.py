"""`kill -9` at any moment, under load: what was acknowledged is there, and the games go on."""

import asyncio
import time
from pathlib import Path

import pytest

from tests.hall.hosting import hosted, watching
from tests.hall.kin import engines_of, is_alive, until
from tests.hall.players import Player, all_come_back, check_stored, play_until

pytestmark = pytest.mark.xdist_group("crash")
TABLES = 8
ROUNDS = 6
ENOUGH = 250  # acknowledged actions before each blow


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        players = [Player(host.open_table(), seed) for seed in range(TABLES)]
        for _ in range(ROUNDS):
            asyncio.run(play_until(host, players, ENOUGH, host.kill))
            check_stored(host, players)
            host.start()
        asyncio.run(all_come_back(host, players))
        check_stored(host, players)


def test_a_clean_stop_finishes_what_it_has_accepted(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        players = [Player(host.open_table(), seed) for seed in range(TABLES)]
        began = time.monotonic()
        asyncio.run(play_until(host, players, ENOUGH, host.stop))
        assert host.process.exitcode == 0
        assert time.monotonic() - began < 30
        check_stored(host, players)
        host.start()
        asyncio.run(all_come_back(host, players))
        check_stored(host, players)


def test_the_computer_takes_up_its_turn_after_a_crash(tmp_path: Path) -> None:
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
def test_engine_processes_leave_with_the_server(tmp_path: Path, way: str) -> None:
    with hosted(tmp_path, engines=1) as host:
        asyncio.run(until(lambda: len(engines_of(host.process.pid)) >= 2))
        theirs = engines_of(host.process.pid)
        getattr(host, way)()
        asyncio.run(until(lambda: not any(map(is_alive, theirs))))
