"""The processes of the computer come and go: failures, machine code, an end that leaves none."""

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
from steinreich.engines.turns.code_ids import all_code_ids, code_id
from steinreich.engines.turns.pool import Engines
from steinreich.engines.turns.table_job import Thought
from tests.engines.turns.pooling import (
    PATIENCE,
    START,
    cold,
    has_ended,
    pid,
    unheard,
    until,
)

pytestmark = pytest.mark.xdist_group("engines")  # as many processes as these need at a time


def test_the_last_resort_is_this_process() -> None:
    """The stand-in process dies twice over one question."""

    async def fail() -> None:
        position = load("tzaar").start(seed=1)
        position = position.play(position.legal_moves()[0])  # two actions take a while
        async with cold() as engines:
            turn = asyncio.create_task(engines.choose("a", "tzaar", str(position), 10, 1, unheard))
            for _ in range(2):
                await until(lambda: engines.under_way)
                os.kill(pid(engines.stand_in), signal.SIGKILL)
                await until(lambda: not engines.under_way)
            for name in await turn:
                position = position.play(name)
            assert position.starts_turn
            assert engines.answered == {"stand-in": 1}

    asyncio.run(fail())


Spawn = Callable[..., Coroutine[Any, Any, Process]]


def spawning(monkeypatch: pytest.MonkeyPatch, *failures: str) -> None:
    """Let the first processes fail in these ways, and after them none."""
    spawn: Spawn = asyncio.create_subprocess_exec
    to_come = list(failures)

    async def spawn_badly(*command: str, **options: Any) -> Process:
        failure = to_come.pop(0) if to_come else ""
        if failure == "no memory":
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        if failure == "freezes":
            command = ("sleep", "1000")
        if failure == "nonsense":
            command = ("sh", "-c", "echo ready; echo nonsense; exec sleep 1000")
        return await spawn(*command, **options)

    monkeypatch.setattr("asyncio.create_subprocess_exec", spawn_badly)
    monkeypatch.setattr("steinreich.engines.worker_process.LONGEST_START", 5.0)


@pytest.mark.parametrize("failure", ["no memory", "freezes", "nonsense"])
def test_a_process_that_does_not_come_to_life_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failure: str
) -> None:
    spawning(monkeypatch, failure)

    async def ask() -> None:
        async with cold() as engines:
            assert await engines.choose("a", "vier3d", START, 1, 1, unheard)
            await until(lambda: engines.stand_in and engines.stand_in.is_free)

    with caplog.at_level(logging.WARNING):
        asyncio.run(ask())
    assert "an engine process is of no use" in caplog.text


def test_where_no_process_can_be_had_this_one_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    spawning(monkeypatch, *100 * ["no memory"])

    async def ask() -> None:
        async with cold() as engines:
            load("vier3d").start().play(*await engines.choose("a", "vier3d", START, 9, 1, unheard))
            assert engines.answered == {"stand-in": 1}

    asyncio.run(ask())


def test_a_bad_question_is_refused_and_harms_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    async def ask() -> None:
        async with cold() as engines:
            with pytest.raises(UnknownGame):
                await engines.choose("a", "chess", START, 1, 1, unheard)
            with pytest.raises(BadPosition):
                await engines.choose("a", "vier3d", "nonsense", 1, 1, unheard)
            before = pid(engines.stand_in)
            assert await engines.choose("a", "vier3d", START, 1, 1, unheard)
            assert pid(engines.stand_in) == before

    asyncio.run(ask())
    assert "BadPosition" in capfd.readouterr().err


def test_the_first_move_does_not_wait_for_the_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is compiled yet: the stand-in moves, and the game asked for is compiled first."""
    monkeypatch.setenv("STEINREICH_CACHE", str(tmp_path))

    async def begin() -> None:
        engines = Engines(1)
        await engines.start()
        try:
            position = load("six_in_line").start()
            assert set(engines.warmth().values()) == {"cold"}
            for name in await engines.choose("a", "six_in_line", str(position), 10, 1, unheard):
                position = position.play(name)
            assert position.starts_turn
            assert engines.answered == {"stand-in": 1}
            await until(lambda: engines.warmth()["six_in_line"] == "warming")
            assert [name for name, how in engines.warmth().items() if how != "cold"] == [
                "six_in_line"
            ]
        finally:
            await engines.close()

    asyncio.run(begin())


def test_options_share_machine_code() -> None:
    assert all_code_ids() == [*games(), "six_in_line(players=4)", "vier3d(players=3)"]
    assert code_id(load("chain_reaxis(size=8x8)")) == "chain_reaxis"
    assert code_id(load("six_in_line(players=1)")) == "six_in_line(players=4)"


def test_closing_leaves_no_process() -> None:
    async def leave() -> list[int]:
        engines = Engines(2)
        await engines.start()
        await until(lambda: all(worker.process for worker in engines.workers))
        numbers = [pid(worker) for worker in engines.workers]
        turn = asyncio.create_task(engines.choose("a", "vier3d", START, 10, 1, unheard))
        await asyncio.sleep(0)
        await engines.close()
        with pytest.raises(asyncio.CancelledError):
            await turn
        with pytest.raises(RuntimeError, match="closed"):
            await engines.choose("a", "vier3d", START, 10, 1, unheard)
        return numbers

    numbers = asyncio.run(leave())
    assert len(numbers) == 4
    assert all(has_ended(number) for number in numbers)


ORPHANING = """
import asyncio, os
from steinreich.engines.turns.pool import Engines

async def main():
    engines = Engines(1)
    await engines.start()
    while not all(worker.process for worker in engines.workers):
        await asyncio.sleep(0.01)
    print(*(worker.process.pid for worker in engines.workers), flush=True)
    os.kill(os.getpid(), 9)

asyncio.run(main())
"""


def test_no_orphan_is_left_after_a_sudden_death() -> None:
    run = subprocess.run([sys.executable, "-c", ORPHANING], stdout=subprocess.PIPE, text=True)
    numbers = [int(word) for word in run.stdout.split()]
    assert run.returncode == -signal.SIGKILL
    assert len(numbers) == 3
    asyncio.run(until(lambda: all(has_ended(number) for number in numbers)))


def test_this_process_stays_free_of_the_compiler() -> None:
    code = "import sys, steinreich.engines.turns.pool; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_who_wants_waits_for_machine_code(runner: asyncio.Runner) -> None:
    """Others hear that a stand-in plays for the computer, and get an answer at once."""

    async def ask() -> None:
        engines = Engines(1)
        engines.codes = ["vier3d"]
        await engines.start()
        heard: dict[str, list[Thought]] = {"patient": [], "in haste": []}
        try:
            assert engines.is_cold(load("vier3d"))
            patient = asyncio.create_task(
                engines.choose("a", "vier3d", START, 3, 1, heard["patient"].append, waits=True)
            )
            await engines.choose("b", "vier3d", START, 3, 1, heard["in haste"].append)
            assert engines.answered == {"stand-in": 1}
            assert not patient.done()
            assert all(thought.is_cold for thought in heard["in haste"])
            async with asyncio.timeout(PATIENCE):
                await patient
        finally:
            await engines.close()
        assert engines.answered == {"stand-in": 1, "level": 1}
        assert heard["patient"][0].is_cold
        assert not heard["patient"][-1].is_cold

    runner.run(ask())


def test_nobody_waits_for_what_cannot_come(runner: asyncio.Runner) -> None:
    async def ask() -> None:
        async with cold() as engines:
            await engines.choose("a", "vier3d", START, 3, 1, unheard, waits=True)
            assert engines.answered == {"stand-in": 1}

    runner.run(ask())


def test_who_has_waited_long_enough_goes_on(runner: asyncio.Runner) -> None:
    async def ask() -> None:
        engines = Engines(1)
        engines.codes = []
        await engines.start()
        engines.warm_up = lambda: None  # type: ignore[method-assign]  # it takes for ever
        try:
            waiting = asyncio.create_task(
                engines.choose("a", "vier3d", START, 3, 1, unheard, waits=True)
            )
            await until(lambda: engines.stand_in and engines.stand_in.is_free)
            assert len(engines.waiting) == 1
            engines.wait("a", False)
            await waiting
            assert engines.answered == {"stand-in": 1}
        finally:
            await engines.close()

    runner.run(ask())
