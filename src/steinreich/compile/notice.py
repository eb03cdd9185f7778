"""The notice that machine code is being compiled, so that users know why they wait.

If compilation takes longer than a delay, a line is printed to standard error, once per game, unless
notices are disabled.  Loading machine code from the cache on disk prints no notice.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

from steinreich.compile.quiet import is_quiet
from steinreich.rules.language import Text, preferred_language

NOTICE_DELAY_SECONDS = 0.7  # before the notice is printed


@contextmanager
def compilation_notice(game: str) -> Iterator[Timer]:
    """Print the notice of a game, once, if the block takes longer than the delay; yield the timer
    of the notice.
    """
    timer = start_timer(print_once, game)
    try:
        yield timer
    finally:
        timer.cancel()


announced: set[str] = set()  # games with a printed notice


def print_once(game: str) -> None:
    """Print the notice of a game unless it was printed before."""
    if game not in announced and not is_quiet():
        announced.add(game)
        print_notice(compilation_text(game))


@contextmanager
def gpu_compilation_notice(game: str) -> Iterator[Timer]:
    """Print a notice if the block takes longer than the delay; yield the timer of the notice.

    The notice appears once in each process, since code for GPUs is not cached on disk.
    """
    line = Text("Steinreich: compiling {game} for the GPU …", game=game)
    timer = start_timer(print_notice, line)
    try:
        yield timer
    finally:
        timer.cancel()


def start_timer(function: Callable[..., None], argument: Any) -> Timer:
    """Start and return a timer that calls a function after the delay, unless it is cancelled."""
    timer = Timer(NOTICE_DELAY_SECONDS, function, [argument])
    timer.daemon = True
    timer.start()
    return timer


def print_notice(line: Text) -> None:
    """Print a notice to standard error in the user's language, unless notices are disabled."""
    if not is_quiet():
        print(line.in_language(preferred_language(os.environ)), file=sys.stderr, flush=True)


def compilation_text(game: str) -> Text:
    """Return the notice for a game."""
    return Text(
        "Steinreich: compiling {game} for this machine, which happens only once …", game=game
    )
