"""A strange program that is talked to line by line: it may die, hang or babble, and we go on.

It runs in a process group of its own, which is killed as a whole in the end.
"""

import os
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from collections import deque
from contextlib import suppress
from threading import Event
from typing import IO

from steinreich.players.player import PlayerFailed
from steinreich.rules.text.safe import one_line

LONGEST_LINE = 65_536  # bytes
MOST_LINES = 100_000  # in answer to one line of ours
MOST_BYTES = 16_000_000
LAST_WORDS = 4_096  # bytes of standard error that are kept
LOOK = 0.02  # seconds between looks at a stop sign
DYING = 0.5  # seconds that a program has to end in after it has closed its streams


class Process:
    """A running program."""

    def __init__(self, command: str) -> None:
        self.process = started(command)
        self.stdin = pipe(self.process.stdin)
        self.stdout = pipe(self.process.stdout)
        self.stderr = pipe(self.process.stderr)
        self.selector = selectors.DefaultSelector()
        for stream in (self.stdout, self.stderr):
            self.selector.register(stream, selectors.EVENT_READ)
        # At the latest when nobody knows it any more, or when we end ourselves.
        self.end = weakref.finalize(self, end, self.process, self.selector, os.getpid())
        self.lines: deque[bytes] = deque()
        self.rest = b""  # of its output: the beginning of a line
        self.errors = b""  # the end of its standard error
        self.asked = ""  # what we said last
        self.last = ""  # what it said last
        self.heard_lines = self.heard_bytes = 0  # since we said something

    def send(self, line: str) -> None:
        """Say a line to it."""
        if not self.end.alive:
            raise PlayerFailed("does not run any more")
        self.asked = line
        self.heard_lines = self.heard_bytes = 0
        try:
            self.stdin.write(f"{line}\n".encode())
        except OSError:
            raise self.died() from None

    def dismiss(self, word: str, seconds: float) -> None:
        """Say goodbye; whatever is left of it after some time is killed."""
        with suppress(PlayerFailed):
            self.send(word)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.end()

    def receive(self, seconds: float, stop: Event | None = None) -> str | None:
        """The next line; None when the time is over or `stop` is set before there is one."""
        until = time.monotonic() + seconds
        while not self.lines:
            left = until - time.monotonic()
            if left <= 0 or (stop and stop.is_set()):
                return None
            self.listen(min(left, LOOK) if stop else left)
        self.heard_lines += 1
        if self.heard_lines > MOST_LINES:
            raise self.failed(f"says more than {MOST_LINES} lines")
        self.last = self.lines.popleft().decode("utf-8", "replace").strip()
        return self.last

    def listen(self, seconds: float) -> None:
        """Take in what it says within some time."""
        for key, _ in self.selector.select(seconds):
            chunk = os.read(key.fd, LONGEST_LINE)
            if key.fileobj is self.stderr:
                self.note(chunk)
            elif chunk:
                self.take(chunk)
            else:
                raise self.died()

    def note(self, chunk: bytes) -> None:
        """Keep the end of its standard error."""
        self.errors = (self.errors + chunk)[-LAST_WORDS:]
        if not chunk:
            self.selector.unregister(self.stderr)

    def take(self, chunk: bytes) -> None:
        """Cut what it said into lines, unless it is too much."""
        *lines, self.rest = (self.rest + chunk).split(b"\n")
        self.lines.extend(lines)
        self.heard_bytes += len(chunk)
        if len(self.rest) > LONGEST_LINE:
            self.last = self.rest[:LONGEST_LINE].decode("utf-8", "replace")
            raise self.failed("says a line without end")
        if self.heard_bytes > MOST_BYTES:
            raise self.failed(f"says more than {MOST_BYTES} bytes")

    def died(self) -> PlayerFailed:
        """How it ended, as far as can be known, with its last words."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(DYING)
        self.selector.unregister(self.stdout)
        if self.selector.get_map() and self.selector.select(0):
            self.note(os.read(self.stderr.fileno(), LONGEST_LINE))
        code = self.process.returncode
        return self.failed(
            "does not talk any more" if code is None else f"has ended with exit code {code}"
        )

    def failed(self, what: str) -> PlayerFailed:
        """What went wrong, and what was said before that."""
        parts = [what]
        if self.asked:
            parts.append(f"asked {one_line(self.asked, 60)!r}")
        if self.last:
            parts.append(f"it last said {one_line(self.last, 100)!r}")
        if errors := self.errors.decode("utf-8", "replace").strip():
            parts.append(f"on standard error {one_line(errors.splitlines()[-1], 200)!r}")
        return PlayerFailed("; ".join(parts))


def started(command: str) -> subprocess.Popen[bytes]:
    """The program of a command line, which no shell has to do with."""
    try:
        words = shlex.split(command)
        if not words:
            raise PlayerFailed("no command is given")
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        if isinstance(error, PlayerFailed):
            raise
        reason = error.strerror if isinstance(error, OSError) else error
        raise PlayerFailed(f"{one_line(command, 100)!r} cannot be started: {reason}") from None


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    """A stream of a program, which it has because we asked for it."""
    assert stream
    return stream


def end(process: subprocess.Popen[bytes], selector: selectors.BaseSelector, owner: int) -> None:
    """Kill a program and whatever it has started, and leave nothing of it behind."""
    selector.close()
    if os.getpid() != owner:
        return  # a fork of ours forgets the program; it is not its own
    with suppress(ProcessLookupError, PermissionError):  # all of them have ended already
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            stream.close()
