"""Work that nobody waits for: what goes wrong there is logged and counted, and what the database
has refused is tried again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from steinreich.hall.metrics import Metrics
from steinreich.hall.storage.store import StorageFailed

log = logging.getLogger("steinreich.hall")
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before what failed is tried again
Result = TypeVar("Result")


def longer(pause: float) -> float:
    """The next pause, after one that did not help; at first there was none."""
    return min(LONGEST_PAUSE, 2 * pause or FIRST_PAUSE)


class Background:
    """The tasks of one hall."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(
        self,
        work: Coroutine[Any, Any, None],
        refused: Callable[[StorageFailed], None] | None = None,
    ) -> asyncio.Task[None]:
        """Do something; `refused` hears of it if the database does not take it."""
        task = asyncio.create_task(self.watched(work, refused))
        self.tasks.add(task)

        def forget(task: asyncio.Task[None]) -> None:
            self.tasks.discard(task)
            work.close()  # who is stopped before it has begun would complain

        task.add_done_callback(forget)
        return task

    async def watched(
        self, work: Coroutine[Any, Any, None], refused: Callable[[StorageFailed], None] | None
    ) -> None:
        try:
            await work
        except StorageFailed as error:
            self.metrics.failures.inc()
            if refused:
                refused(error)
            else:
                log.warning("work in the background failed: %s", error)
        except Exception:
            self.metrics.failures.inc()
            log.exception("work in the background failed")

    async def patiently(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Do something, again and again as long as the database does not answer."""
        pause = 0.0
        while True:
            try:
                return await work()
            except StorageFailed as error:
                self.metrics.failures.inc()
                pause = longer(pause)
                log.warning("tried again in %g s: %s", pause, error)
                await asyncio.sleep(pause)

    async def close(self) -> None:
        """Stop everything."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
