"""A clock beside a search in compiled code: it puts up the stop sign when it is time."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

LOOK_SECONDS = 0.002  # how often the clock is looked at


@contextmanager
def stopping(
    put_up_sign: Callable[[], None], seconds: float | None, stop: Event | None
) -> Iterator[None]:
    """Put up the sign after some seconds, or when `stop` is set, while the work goes on."""
    until = None if seconds is None else time.perf_counter() + seconds
    finished = Event()

    def watch() -> None:
        while not finished.wait(LOOK_SECONDS):
            late = until is not None and time.perf_counter() >= until
            if late or (stop is not None and stop.is_set()):
                put_up_sign()

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
        watcher.join()
