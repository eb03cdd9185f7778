"""Limits of searches: the range of action numbers, and time."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from steinreich.core.game import Game
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Text

POLL_SECONDS = 0.002  # between checks of the clock and the stop event


def check_actions(game: Game, bits: int) -> None:
    """Raise an error if the action numbers of a game need more than `bits` bits."""
    most = 1 << bits
    if most < game.definition.num_actions:
        raise BadArgument(
            Text(
                "{id} has {actions} action numbers; this search is for games of at most {most}",
                id=game.id,
                actions=game.definition.num_actions,
                most=most,
            )
        )


@contextmanager
def stopping(
    request_stop: Callable[[], None], seconds: float | None, stop: Event | None
) -> Iterator[None]:
    """Call `request_stop` after `seconds`, or when `stop` is set, from a thread.

    Compiled code in the body cannot check the clock itself.
    """
    until = None if seconds is None else time.perf_counter() + seconds
    finished = Event()

    def watch() -> None:
        while not finished.wait(POLL_SECONDS):
            late = until is not None and time.perf_counter() >= until
            if late or (stop is not None and stop.is_set()):
                request_stop()

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
        watcher.join()
