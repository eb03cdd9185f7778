"""Long work: bars on the terminal, and Ctrl-C that is heard while machine code runs."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from threading import Thread, Timer
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE = 0.5  # seconds before a bar appears


def tracked(items: Sequence[T], name: Callable[[T], str]) -> Iterator[T]:
    """The items one by one; if they take long, a bar on a terminal shows which one is due."""
    if not sys.stderr.isatty():
        yield from items
        return
    bar = new_bar()
    task = bar.add_task("", total=len(items))
    clock = Timer(PATIENCE, bar.start)
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
    """A bar with the time gone and the time left; it vanishes when all is done."""
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


def waiting(what: str) -> AbstractContextManager[Any]:
    """Say on a terminal what one is waiting for, as long as it takes."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(what)


def interruptible(work: Callable[[], T]) -> T:
    """The result of work that may be machine code: that would keep Ctrl-C waiting until its end.

    A thread does the work.  It does not keep the program from ending.
    """
    result: Future[T] = Future()

    def worker() -> None:
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    Thread(target=worker, daemon=True).start()
    return result.result()
