"""An event loop in a thread of its own, for those who wait without one."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import TimeoutError as NotYet
from threading import Thread
from typing import Any, TypeVar

LOOK = 0.5  # seconds between looks at Ctrl-C, which ends no endless wait on some systems

T = TypeVar("T")


class LoopThread:
    """Runs coroutines one after the other, or side by side, also where a loop runs already."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine, when it is done."""
        future = asyncio.run_coroutine_threadsafe(work, self.loop)
        while True:
            try:
                return future.result(LOOK)
            except NotYet:
                if future.done():  # it is an error of the coroutine itself
                    raise

    def close(self) -> None:
        """End the loop; what it has still to do is cancelled."""
        self.run(cancel_others())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


async def cancel_others() -> None:
    """Cancel all that the loop does, and let it end."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
