"""Background tasks: failures are logged and counted, and failed database access is retried."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from steinreich.hall.metrics import Metrics
from steinreich.hall.storage.store import StorageFailed

log = logging.getLogger("steinreich.hall")
MIN_BACKOFF_SECONDS, MAX_BACKOFF_SECONDS = 0.5, 30.0
Result = TypeVar("Result")


def next_backoff(seconds: float) -> float:
    """Return the seconds to wait after another failure; `seconds` is the wait before it, 0 at
    first."""
    return min(MAX_BACKOFF_SECONDS, 2 * seconds or MIN_BACKOFF_SECONDS)


class Background:
    """The background tasks of one hall."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(
        self,
        work: Coroutine[Any, Any, None],
        on_storage_failure: Callable[[StorageFailed], None] | None = None,
    ) -> asyncio.Task[None]:
        """Start a task; `on_storage_failure` is called if the database fails in it."""
        task = asyncio.create_task(self.supervise(work, on_storage_failure))
        self.tasks.add(task)

        def discard(task: asyncio.Task[None]) -> None:
            self.tasks.discard(task)
            work.close()  # else Python warns of a task that is cancelled before it begins

        task.add_done_callback(discard)
        return task

    async def supervise(
        self,
        work: Coroutine[Any, Any, None],
        on_storage_failure: Callable[[StorageFailed], None] | None,
    ) -> None:
        """Run a task, and log and count its failure."""
        try:
            await work
        except StorageFailed as error:
            self.metrics.background_failures.inc()
            if on_storage_failure:
                on_storage_failure(error)
            else:
                log.warning("a background task failed: %s", error)
        except Exception:
            self.metrics.background_failures.inc()
            log.exception("a background task failed")

    async def retry_forever(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Return the result of a function; retry while the database fails."""
        backoff = 0.0
        while True:
            try:
                return await work()
            except StorageFailed as error:
                self.metrics.background_failures.inc()
                backoff = next_backoff(backoff)
                log.warning("retrying in %g s: %s", backoff, error)
                await asyncio.sleep(backoff)

    async def close(self) -> None:
        """Cancel all tasks."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
