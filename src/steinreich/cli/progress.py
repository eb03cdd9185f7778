"""Progress bars, and functions that Ctrl-C can interrupt while they run machine code."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Event, Thread, Timer
from typing import Any, TypeVar

T = TypeVar("T")

BAR_DELAY_SECONDS = 0.5  # until a progress bar appears


def track_progress(items: Sequence[T], name: Callable[[T], str]) -> Iterator[T]:
    """Yield the items; on terminals, show a progress bar after a delay."""
    if not sys.stderr.isatty():
        yield from items
        return
    bar = make_progress_bar()
    task = bar.add_task("", total=len(items))
    timer = Timer(BAR_DELAY_SECONDS, bar.start)
    timer.daemon = True
    timer.start()
    try:
        for done, item in enumerate(items):
            bar.update(task, description=name(item), completed=done)
            yield item
    finally:
        timer.cancel()
        timer.join()  # it may be starting the bar at this moment
        bar.stop()


def make_progress_bar() -> Any:
    """Return a `rich` progress bar that disappears when it is stopped."""
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


ShowStatus = Callable[[str], None]


def run_in_background(work: Callable[[], T]) -> Future[T]:
    """Run a function in a daemon thread."""
    result: Future[T] = Future()
    result.set_running_or_notify_cancel()  # a thread cannot be cancelled

    def worker() -> None:
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    Thread(target=worker, daemon=True).start()
    return result


def run_interruptibly(work: Callable[[], T]) -> T:
    """Run a function in a thread, so that machine code does not block Ctrl-C; return its result."""
    return run_in_background(work).result()


def run_with_status(work: Callable[[Event, ShowStatus], T]) -> T:
    """Run a function with a status line, and return its result; Ctrl-C sets its stop event."""
    stop = Event()
    try:
        with status_line() as show_status:
            return run_interruptibly(lambda: work(stop, show_status))
    finally:
        stop.set()


@contextmanager
def status_line() -> Iterator[ShowStatus]:
    """Show a status line on terminals; yield the function that sets its text."""
    if not sys.stderr.isatty():
        yield lambda text: None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as line:
        yield line.update
