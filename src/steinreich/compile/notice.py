"""A line for who waits: machine code is being made, which happens once.

Numba tells when it compiles, and not when code comes from the disk.  The line goes to standard
error as soon as that takes longer than a moment, once for each game, unless it is to be quiet.
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
from steinreich.rules.language import Words, preferred_language

PATIENCE = 0.7  # seconds until it is worth a line


class CompilationNotice(event.Listener):  # type: ignore[misc]  # Numba's own
    """Hears of what is compiled: by one thread at a time, and one thing inside another."""

    def __init__(self) -> None:
        self.told: set[str] = set()  # games
        self.clocks: list[Timer | None] = []  # of what is being compiled, the innermost last

    def on_start(self, event: Any) -> None:
        """Something is being compiled from now on."""
        code_cache = getattr(event.data["dispatcher"], "code_cache", None)
        if not code_cache:  # it is no entry point of ours
            self.clocks.append(None)
            return
        self.clocks.append(in_a_moment(self.tell, code_cache.folder.name))

    def on_end(self, event: Any) -> None:
        """It is done, or it has failed."""
        if clock := self.clocks.pop():
            clock.cancel()

    def tell(self, game: str) -> None:
        """Say it, unless it has been said."""
        if game not in self.told and not is_quiet():
            self.told.add(game)
            say(words(game))


@contextmanager
def compiling_for_gpu(game: str) -> Iterator[Timer]:
    """Say it where this takes longer than a moment: code for GPUs is not kept on disk.  Gives the
    clock."""
    line = Words(
        f"Steinreich: compiling {game} for the GPU …",
        f"Steinreich: {game} wird für die GPU übersetzt …",
    )
    clock = in_a_moment(say, line)
    try:
        yield clock
    finally:
        clock.cancel()


def in_a_moment(tell: Callable[..., None], what: Any) -> Timer:
    """A clock that tells something, unless it is cancelled before."""
    clock = Timer(PATIENCE, tell, [what])
    clock.daemon = True
    clock.start()
    return clock


def say(line: Words) -> None:
    """Tell it, unless nothing is to be said."""
    if not is_quiet():
        print(line.within(preferred_language(os.environ)), file=sys.stderr, flush=True)


def words(game: str) -> Words:
    """What is said."""
    return Words(
        f"Steinreich: compiling {game} for this machine, which happens only once …",
        f"Steinreich: {game} wird für diesen Rechner übersetzt, das geschieht nur einmal …",
    )


@cache
def listen() -> None:
    """Hear of compilations from now on."""
    event.register("numba:compile", CompilationNotice())
