"""Limits that several processes share: none of them can be asked for more than all together."""

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from steinreich.hall.limits.budget import Cost
from steinreich.hall.limits.shared import Counting, SharedBuckets, SharedHeld
from tests.hall.hosting import Window, hosted, watching
from tests.hall.kin import servers_of
from tests.hall.storing import processes

pytestmark = pytest.mark.xdist_group("crash")
WANTED: dict[str, Any] = {"game": "vier3d", "seats": [{"kind": "here"}, {"kind": "here"}]}


def in_another_process(work: Callable[..., None], *values: object) -> int | None:
    """Do something elsewhere, and give the exit code."""
    other = processes.Process(target=work, args=values)
    other.start()
    other.join(30)
    return other.exitcode


def take(file: Path, count: int, dies: bool) -> None:
    held = SharedHeld(5, file)
    assert [held.take("anna") for _ in range(count)] == [True] * count
    if dies:
        os.kill(os.getpid(), signal.SIGKILL)
    for _ in range(count):
        held.give_back("anna")


def take_from_bucket(file: Path, count: int) -> None:
    buckets = SharedBuckets(10, file, lambda: 10.0)
    assert [buckets.charge("anna", 1) for _ in range(count)] == [0.0] * count


def test_what_is_held_is_added_up(tmp_path: Path) -> None:
    held = SharedHeld(5, tmp_path / "held")
    assert [held.take("anna") for _ in range(3)] == [True] * 3
    assert in_another_process(take, tmp_path / "held", 2, False) == 0
    assert in_another_process(take, tmp_path / "held", 3, False) == 1, "that is one too many"
    assert held.take("bert"), "others have done nothing"


def test_the_dead_hold_nothing(tmp_path: Path) -> None:
    held = SharedHeld(5, tmp_path / "held")
    assert in_another_process(take, tmp_path / "held", 5, True) == -signal.SIGKILL
    assert not held.take("anna"), "until somebody takes their place"
    assert in_another_process(take, tmp_path / "held", 0, False) == 0
    assert [held.take("anna") for _ in range(6)] == [True] * 5 + [False]


def test_many_may_start_at_once(tmp_path: Path) -> None:
    started = [
        processes.Process(target=take, args=(tmp_path / "held", 0, False)) for _ in range(12)
    ]
    for other in started:
        other.start()
    for other in started:
        other.join(30)
    assert [other.exitcode for other in started] == [0] * 12


def test_all_take_from_one_bucket(tmp_path: Path) -> None:
    buckets = SharedBuckets(10, tmp_path / "rates", lambda: 10.0)
    assert buckets.charge("anna", 2) == 0.0
    assert in_another_process(take_from_bucket, tmp_path / "rates", 3) == 0
    assert buckets.charge("anna", 1) == 0.1
    assert buckets.charge("bert", 1) == 0.0


def test_a_shared_bucket_fills_up_again(tmp_path: Path) -> None:
    now = 10.0
    buckets = SharedBuckets(4, tmp_path / "rates", lambda: now)
    assert [buckets.charge("anna", 1) for _ in range(3)] == [0.0, 0.0, 0.25]
    now = 10.5
    assert [buckets.charge("anna", 1) for _ in range(2)] == [0.0, 0.25]


def test_one_process_needs_no_files() -> None:
    counting = Counting(None)
    assert counting.held("connections", 1).take("anna")
    assert counting.budget(2, 2).charge("anna", Cost(1)) == 0.0


def test_processes_of_a_hall_count_together(tmp_path: Path) -> None:
    """Also after one of them was killed with all that it held."""
    few = {"heavy_budget_per_second": 0.005, "connections": 4, "proxies": "127.0.0.1"}
    with hosted(tmp_path, processes=2, scattered=True, compiles=False, **few) as host:
        there = {"x-forwarded-for": "10.0.0.1"}
        codes = [host.post("api/tables", WANTED, headers=there).status_code for _ in range(8)]
        assert codes == [201] * 5 + [429] * 3
        table = host.open_table()["id"]

        def window() -> AbstractAsyncContextManager[Window]:
            return watching(host, table, additional_headers=there)

        async def run() -> None:
            async with window(), window(), window(), window():
                for _ in range(2):
                    with pytest.raises(InvalidStatus):
                        async with window():
                            pass
                for pid in servers_of(host.process.pid):
                    os.kill(pid, signal.SIGKILL)
            async with asyncio.timeout(60):
                while True:
                    try:
                        async with window(), window(), window(), window():
                            return
                    except (InvalidStatus, ConnectionError, EOFError):
                        await asyncio.sleep(0.1)

        asyncio.run(run())


def test_processes_of_a_hall_are_full_together(tmp_path: Path) -> None:
    """The last of so many connections may be anybody's in any of them."""
    with hosted(tmp_path, processes=2, scattered=True, compiles=False, all_connections=4) as host:
        table = host.open_table()["id"]  # through a connection that stays

        async def run() -> None:
            async with watching(host, table), watching(host, table), watching(host, table):
                for _ in range(4):
                    with pytest.raises(InvalidStatus) as caught:
                        async with watching(host, table):
                            pass
                    assert caught.value.response.status_code == 503

        asyncio.run(run())
