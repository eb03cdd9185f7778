"""`kill -9` at any moment, under load: what was acknowledged is there, and the games go on."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from steinreich.engines.worker_process import PROGRAM
from tests.hall.hosting import Host, hosted, watching
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
                assert (await window.act())["type"] == "done"
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
        asyncio.run(until(lambda: len(children(host)) >= 2))
        theirs = children(host)
        getattr(host, way)()
        asyncio.run(until(lambda: not any(map(is_alive, theirs))))


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_so():
            await asyncio.sleep(0.02)


def children(host: Host, program: str = PROGRAM) -> list[int]:
    """The processes that a hall has started to run a program."""
    pid = host.process.pid
    found = [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [one for one in found if program in Path(f"/proc/{one}/cmdline").read_text()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False
