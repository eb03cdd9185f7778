"""Engines for tests, and what to wait for."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from steinreich import load
from steinreich.engines.turns.pool import Engines
from steinreich.engines.turns.table_job import Thought
from steinreich.engines.worker_process import WorkerProcess

START = str(load("vier3d").start())
ENDLESS = str(load("inner_square").start())  # a position of which nobody reads to the end
PATIENCE = 600.0  # seconds: nothing may be compiled yet, and the machine busy with other tests


def unheard(thought: Thought) -> None:
    """For tests that are not about thoughts."""


async def until(is_so: Callable[[], object]) -> None:
    """Wait for something; not for ever."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


async def started(workers: int, *warm: str) -> Engines:
    """Engines that are warm for some games and do not warm up for any other."""
    engines = Engines(workers)
    engines.codes = list(warm)
    await engines.start()
    try:
        await until(
            lambda: all(engines.warm.get(one, set()) >= set(warm) for one in engines.thinkers)
        )
        await until(lambda: engines.compiler_process is None)
    except TimeoutError:
        await engines.close()
        raise
    return engines


@asynccontextmanager
async def cold() -> AsyncIterator[Engines]:
    """Engines that never warm up."""
    engines = await started(0)
    try:
        yield engines
    finally:
        await engines.close()


def pid(worker: WorkerProcess | None) -> int:
    """The number of a worker's process."""
    assert worker
    assert worker.process
    return worker.process.pid


def has_ended(process: int) -> bool:
    """Whether there is no such process any more; one that nobody has buried yet does not count."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
