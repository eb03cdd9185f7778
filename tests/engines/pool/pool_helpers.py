"""Engine pools for tests, and conditions to wait for."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from steinreich import load
from steinreich.engines.pool import EnginePool
from steinreich.engines.turns import TurnProgress
from steinreich.engines.worker_process import WorkerProcess

START_POSITION = str(load("vier3d").start())
ENDLESS_POSITION = str(
    load("inner_square").start()
)  # a position in which no search reaches the end
CONDITION_TIMEOUT_SECONDS = 600.0  # long enough to compile on a busy machine


def ignore_progress(progress: TurnProgress) -> None:
    """Discard a progress report."""


async def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition is true, with a timeout."""
    async with asyncio.timeout(CONDITION_TIMEOUT_SECONDS):
        while not condition():
            await asyncio.sleep(0.01)


async def open_pool(workers: int, *warm: str) -> EnginePool:
    """Return an engine pool that is warm for some games and warms up no others."""
    engines = EnginePool(workers)
    engines.all_codes = list(warm)
    await engines.start()
    try:
        await wait_until(
            lambda: all(
                engines.loaded_codes.get(player, set()) >= set(warm) for player in engines.players
            )
        )
        await wait_until(lambda: engines.compiler is None)
    except TimeoutError:
        await engines.close()
        raise
    return engines


@asynccontextmanager
async def open_cold_pool() -> AsyncIterator[EnginePool]:
    """Return an engine pool that never warms up."""
    engines = await open_pool(0)
    try:
        yield engines
    finally:
        await engines.close()


def get_pid(worker: WorkerProcess | None) -> int:
    """Return the process id of a worker."""
    assert worker
    assert worker.process
    return worker.process.pid


def is_process_gone(process: int) -> bool:
    """Return whether a process has ended; an unreaped (zombie) process counts as ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
