"""A notice that machine code is being compiled, which happens once.

Numba reports when it compiles, but not when code is loaded from disk.  If compiling takes longer
than a moment, a line is printed to standard error, once per game, unless notices are disabled.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Timer
from typing import Any

from numba.core import event

from steinreich.compile.quiet import is_quiet
from steinreich.rules.language import Text, preferred_language

NOTICE_DELAY_SECONDS = 0.7  # before the notice is printed


class CompilationNotice(event.Listener):  # type: ignore[misc]  # Numba's own
    """Listens to compilations, which are nested and in one thread at a time."""

    def __init__(self) -> None:
        self.told: set[str] = set()  # games with a printed notice
        self.timers: list[Timer | None] = []  # of running compilations, the innermost last

    def on_start(self, event: Any) -> None:
        """Handle the start of a compilation."""
        code_cache = getattr(event.data["dispatcher"], "code_cache", None)
        if not code_cache:  # not an entry point of this package
            self.timers.append(None)
            return
        self.timers.append(start_timer(self.tell, code_cache.folder.name))

    def on_end(self, event: Any) -> None:
        """Handle the end or failure of a compilation."""
        if timer := self.timers.pop():
            timer.cancel()

    def tell(self, game: str) -> None:
        """Print the notice of a game once."""
        if game not in self.told and not is_quiet():
            self.told.add(game)
            say(compilation_text(game))


@contextmanager
def compiling_for_gpu(game: str) -> Iterator[Timer]:
    """Print a notice if this takes longer than a moment; yield its timer.

    Code for GPUs is not cached on disk.
    """
    line = Text("Steinreich: compiling {game} for the GPU …", game=game)
    timer = start_timer(say, line)
    try:
        yield timer
    finally:
        timer.cancel()


def start_timer(tell: Callable[..., None], what: Any) -> Timer:
    """Start and return a timer that calls a function unless it is cancelled."""
    timer = Timer(NOTICE_DELAY_SECONDS, tell, [what])
    timer.daemon = True
    timer.start()
    return timer


def say(line: Text) -> None:
    """Print a notice to standard error, unless notices are disabled."""
    if not is_quiet():
        print(line.within(preferred_language(os.environ)), file=sys.stderr, flush=True)


def compilation_text(game: str) -> Text:
    """Return the notice of a game."""
    return Text(
        "Steinreich: compiling {game} for this machine, which happens only once …", game=game
    )


@cache
def listen() -> None:
    """Register the listener for compilations."""
    event.register("numba:compile", CompilationNotice())
