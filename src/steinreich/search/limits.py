"""Limits of searches: the number of actions, time, and requests to stop."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from steinreich.core.game import Game
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Text

POLL_SECONDS = 0.002  # between checks of the clock and the stop event


def check_actions(game: Game, bits: int) -> None:
    """Raise `BadArgument` if the action numbers of a game need more than `bits` bits."""
    max_actions = 1 << bits
    if max_actions < game.definition.num_actions:
        raise BadArgument(
            Text(
                "{id} has {actions} action numbers; this search is for games of at most {most}",
                id=game.id,
                actions=game.definition.num_actions,
                most=max_actions,
            )
        )


@contextmanager
def stop_on_limit(
    request_stop: Callable[[], None], seconds: float | None, stop: Event | None
) -> Iterator[None]:
    """Call `request_stop` from a thread after `seconds` or when `stop` is set.

    The block runs machine code, which cannot check the clock or the event.
    """
    deadline = None if seconds is None else time.perf_counter() + seconds
    finished = Event()

    def watch() -> None:
        while not finished.wait(POLL_SECONDS):
            is_late = deadline is not None and time.perf_counter() >= deadline
            if is_late or (stop is not None and stop.is_set()):
                request_stop()

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        finished.set()
        watcher.join()
