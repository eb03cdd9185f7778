"""Life cycle of engine processes: failed starts, warm-up, shutdown."""

import asyncio
import errno
import logging
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from steinreich import BadPosition, UnknownGame, games, load
from steinreich.engines.pool import EnginePool, get_all_code_ids, get_code_id
from steinreich.engines.turns import TurnProgress
from tests.engines.pool.pool_helpers import (
    CONDITION_TIMEOUT_SECONDS,
    START_POSITION,
    get_pid,
    ignore_progress,
    is_process_gone,
    open_cold_pool,
    wait_until,
)

pytestmark = pytest.mark.xdist_group("engines")  # as many processes as these need at a time


def test_server_process_answers_as_last_resort() -> None:
    """The process of the fallback player dies twice over one question."""

    async def fail() -> None:
        position = load("tzaar").start(seed=1)
        position = position.play(position.legal_moves()[0])  # two actions take a while
        async with open_cold_pool() as engines:
            turn = asyncio.create_task(
                engines.choose_turn("a", "tzaar", str(position), 10, 1, ignore_progress)
            )
            for _ in range(2):
                await wait_until(lambda: engines.running_jobs)
                os.kill(get_pid(engines.fallback), signal.SIGKILL)
                await wait_until(lambda: not engines.running_jobs)
            for name in await turn:
                position = position.play(name)
            assert position.starts_turn
            assert engines.answer_counts == {"fallback": 1}

    asyncio.run(fail())


SubprocessFactory = Callable[..., Coroutine[Any, Any, Process]]


def fail_first_starts(monkeypatch: pytest.MonkeyPatch, *failures: str) -> None:
    """Make the first processes fail in the given ways, one each."""
    spawn: SubprocessFactory = asyncio.create_subprocess_exec
    pending_failures = list(failures)

    async def spawn_with_failure(*command: str, **options: Any) -> Process:
        failure = pending_failures.pop(0) if pending_failures else ""
        if failure == "no memory":
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        if failure == "freezes":
            command = ("sleep", "1000")
        if failure == "nonsense":
            command = ("sh", "-c", "echo ready; echo nonsense; exec sleep 1000")
        return await spawn(*command, **options)

    monkeypatch.setattr("asyncio.create_subprocess_exec", spawn_with_failure)
    monkeypatch.setattr("steinreich.engines.worker_process.MAX_START_SECONDS", 5.0)


@pytest.mark.parametrize("failure", ["no memory", "freezes", "nonsense"])
def test_replaces_a_process_that_does_not_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failure: str
) -> None:
    fail_first_starts(monkeypatch, failure)

    async def ask() -> None:
        async with open_cold_pool() as engines:
            assert await engines.choose_turn("a", "vier3d", START_POSITION, 1, 1, ignore_progress)
            await wait_until(lambda: engines.fallback and engines.fallback.is_free)

    with caplog.at_level(logging.WARNING):
        asyncio.run(ask())
    assert "an engine process failed to start" in caplog.text


def test_server_process_answers_if_no_worker_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fail_first_starts(monkeypatch, *100 * ["no memory"])

    async def ask() -> None:
        async with open_cold_pool() as engines:
            load("vier3d").start().play(
                *await engines.choose_turn("a", "vier3d", START_POSITION, 9, 1, ignore_progress)
            )
            assert engines.answer_counts == {"fallback": 1}

    asyncio.run(ask())


def test_invalid_question_is_refused_without_harm(capfd: pytest.CaptureFixture[str]) -> None:
    async def ask() -> None:
        async with open_cold_pool() as engines:
            with pytest.raises(UnknownGame):
                await engines.choose_turn("a", "chess", START_POSITION, 1, 1, ignore_progress)
            with pytest.raises(BadPosition):
                await engines.choose_turn("a", "vier3d", "nonsense", 1, 1, ignore_progress)
            before = get_pid(engines.fallback)
            assert await engines.choose_turn("a", "vier3d", START_POSITION, 1, 1, ignore_progress)
            assert get_pid(engines.fallback) == before

    asyncio.run(ask())
    assert "BadPosition" in capfd.readouterr().err


def test_first_move_does_not_wait_for_the_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without compiled code the fallback player moves, and the requested game is compiled first."""
    monkeypatch.setenv("STEINREICH_CACHE", str(tmp_path))

    async def begin() -> None:
        engines = EnginePool(1)
        await engines.start()
        try:
            position = load("six_in_line").start()
            assert set(engines.get_warmth().values()) == {"cold"}
            for name in await engines.choose_turn(
                "a", "six_in_line", str(position), 10, 1, ignore_progress
            ):
                position = position.play(name)
            assert position.starts_turn
            assert engines.answer_counts == {"fallback": 1}
            await wait_until(lambda: engines.get_warmth()["six_in_line"] == "warming")
            assert [name for name, state in engines.get_warmth().items() if state != "cold"] == [
                "six_in_line"
            ]
        finally:
            await engines.close()

    asyncio.run(begin())


def test_options_share_machine_code() -> None:
    assert get_all_code_ids() == [*games(), "six_in_line(players=4)", "vier3d(players=3)"]
    assert get_code_id(load("chain_reaxis(size=8x8)")) == "chain_reaxis"
    assert get_code_id(load("six_in_line(players=1)")) == "six_in_line(players=4)"


def test_closing_the_pool_leaves_no_process() -> None:
    async def leave() -> list[int]:
        engines = EnginePool(2)
        await engines.start()
        await wait_until(lambda: all(worker.process for worker in engines.workers))
        numbers = [get_pid(worker) for worker in engines.workers]
        turn = asyncio.create_task(
            engines.choose_turn("a", "vier3d", START_POSITION, 10, 1, ignore_progress)
        )
        await asyncio.sleep(0)
        await engines.close()
        with pytest.raises(asyncio.CancelledError):
            await turn
        with pytest.raises(RuntimeError, match="closed"):
            await engines.choose_turn("a", "vier3d", START_POSITION, 10, 1, ignore_progress)
        return numbers

    numbers = asyncio.run(leave())
    assert len(numbers) == 4
    assert all(is_process_gone(number) for number in numbers)


KILLED_SERVER_PROGRAM = """
import asyncio, os
from steinreich.engines.pool import EnginePool

async def main():
    engines = EnginePool(1)
    await engines.start()
    while not all(worker.process for worker in engines.workers):
        await asyncio.sleep(0.01)
    print(*(worker.process.pid for worker in engines.workers), flush=True)
    os.kill(os.getpid(), 9)

asyncio.run(main())
"""


def test_killed_server_leaves_no_orphaned_engines() -> None:
    run = subprocess.run(
        [sys.executable, "-c", KILLED_SERVER_PROGRAM], stdout=subprocess.PIPE, text=True
    )
    numbers = [int(word) for word in run.stdout.split()]
    assert run.returncode == -signal.SIGKILL
    assert len(numbers) >= 2  # the compiler may have finished
    asyncio.run(wait_until(lambda: all(is_process_gone(number) for number in numbers)))


def test_server_process_does_not_load_the_compiler() -> None:
    code = "import sys, steinreich.engines.pool; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_table_can_wait_for_machine_code(runner: asyncio.Runner) -> None:
    """Other tables get an answer of the fallback player at once."""

    async def ask() -> None:
        engines = EnginePool(1)
        engines.all_codes = ["vier3d"]
        await engines.start()
        reports: dict[str, list[TurnProgress]] = {"patient": [], "hasty": []}
        try:
            assert engines.is_cold(load("vier3d"))
            patient = asyncio.create_task(
                engines.choose_turn(
                    "a", "vier3d", START_POSITION, 3, 1, reports["patient"].append, waits=True
                )
            )
            await engines.choose_turn("b", "vier3d", START_POSITION, 3, 1, reports["hasty"].append)
            assert engines.answer_counts == {"fallback": 1}
            assert not patient.done()
            assert all(progress.is_cold for progress in reports["hasty"])
            async with asyncio.timeout(CONDITION_TIMEOUT_SECONDS):
                await patient
        finally:
            await engines.close()
        assert engines.answer_counts == {"fallback": 1, "level": 1}
        assert reports["patient"][0].is_cold
        assert not reports["patient"][-1].is_cold

    runner.run(ask())


def test_table_does_not_wait_for_machine_code_that_cannot_be_built(runner: asyncio.Runner) -> None:
    async def ask() -> None:
        async with open_cold_pool() as engines:
            await engines.choose_turn(
                "a", "vier3d", START_POSITION, 3, 1, ignore_progress, waits=True
            )
            assert engines.answer_counts == {"fallback": 1}

    runner.run(ask())


def test_waiting_for_machine_code_has_a_limit(runner: asyncio.Runner) -> None:
    async def ask() -> None:
        engines = EnginePool(1)
        engines.all_codes = []
        await engines.start()
        engines.warm_up = lambda: None  # type: ignore[method-assign]  # it takes for ever
        try:
            waiting = asyncio.create_task(
                engines.choose_turn(
                    "a", "vier3d", START_POSITION, 3, 1, ignore_progress, waits=True
                )
            )
            await wait_until(lambda: engines.fallback and engines.fallback.is_free)
            assert len(engines.waiting_jobs) == 1
            engines.set_waiting("a", False)
            await waiting
            assert engines.answer_counts == {"fallback": 1}
        finally:
            await engines.close()

    runner.run(ask())
