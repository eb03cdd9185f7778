"""Progress bars, and long work that Ctrl-C can interrupt while machine code runs."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Event, Thread, Timer
from typing import Any, TypeVar

T = TypeVar("T")

BAR_DELAY_SECONDS = 0.5  # before a bar appears


def tracked(items: Sequence[T], name: Callable[[T], str]) -> Iterator[T]:
    """Yield the items; after a delay, show a progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    bar = new_bar()
    task = bar.add_task("", total=len(items))
    clock = Timer(BAR_DELAY_SECONDS, bar.start)
    clock.daemon = True
    clock.start()
    try:
        for done, item in enumerate(items):
            bar.update(task, description=name(item), completed=done)
            yield item
    finally:
        clock.cancel()
        clock.join()  # it may be starting the bar just now
        bar.stop()


def new_bar() -> Any:
    """Return a transient bar with elapsed and remaining time."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


Tell = Callable[[str], None]


def in_background(work: Callable[[], T]) -> Future[T]:
    """Run work in a daemon thread."""
    result: Future[T] = Future()
    result.set_running_or_notify_cancel()  # a thread cannot be cancelled

    def worker() -> None:
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    Thread(target=worker, daemon=True).start()
    return result


def interruptible(work: Callable[[], T]) -> T:
    """Run work in a thread, since machine code would block Ctrl-C, and return its result."""
    return in_background(work).result()


def attended(work: Callable[[Event, Tell], T]) -> T:
    """Run work with a status line on terminals, stopped by Ctrl-C; return its result."""
    stop = Event()
    try:
        with status() as tell:
            return interruptible(lambda: work(stop, tell))
    finally:
        stop.set()


@contextmanager
def status() -> Iterator[Tell]:
    """Show a transient status line on a terminal."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as line:
        yield line.update
