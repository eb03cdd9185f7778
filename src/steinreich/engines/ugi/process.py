"""A strange program that is talked to line by line: it may die, hang or babble, and we go on.

It runs in a process group of its own, where the system knows groups, and that is killed as a whole
in the end.  A thread reads each of its streams: not every system can wait for two pipes at once.
"""

import os
import shlex
import signal
import subprocess
import time
import weakref
from collections import deque
from contextlib import suppress
from queue import Empty, Queue
from threading import Event, Thread
from typing import IO, NamedTuple

from steinreich.players.player import PlayerFailed
from steinreich.rules.text.safe import one_line

LONGEST_LINE = 65_536  # bytes
MOST_LINES = 100_000  # in answer to one line of ours
MOST_BYTES = 16_000_000
LAST_WORDS = 4_096  # bytes of standard error that are kept
LOOK = 0.02  # seconds between looks at a stop sign
DYING = 0.5  # seconds that a program has to end in after it has closed its streams
MOST_CHUNKS = 16  # that are read ahead; who says more has to wait until it is heard


class Chunk(NamedTuple):
    """What a program said at once; nothing at the end of a stream."""

    said: bytes
    is_error: bool


class Process:
    """A running program."""

    def __init__(self, command: str) -> None:
        self.process = started(command)
        self.stdin = pipe(self.process.stdin)
        self.chunks: Queue[Chunk] = Queue(MOST_CHUNKS)
        readers = [
            Thread(target=read, args=(pipe(stream), is_error, self.chunks), daemon=True)
            for stream, is_error in ((self.process.stdout, False), (self.process.stderr, True))
        ]
        for reader in readers:
            reader.start()
        # At the latest when nobody knows it any more, or when we end ourselves.
        self.end = weakref.finalize(self, end, self.process, readers, self.chunks, os.getpid())
        self.lines: deque[bytes] = deque()
        self.rest = b""  # of its output: the beginning of a line
        self.errors = b""  # the end of its standard error
        self.has_errors = True  # perhaps: its standard error is open
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
        """Take in what it says next, within some time."""
        with suppress(Empty):
            chunk = self.chunks.get(timeout=seconds)
            if chunk.is_error:
                self.note(chunk.said)
            elif chunk.said:
                self.take(chunk.said)
            else:
                raise self.died()

    def note(self, said: bytes) -> None:
        """Keep the end of its standard error."""
        self.errors = (self.errors + said)[-LAST_WORDS:]
        self.has_errors = bool(said)

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
        code = self.process.returncode
        with suppress(Empty):  # what it wrote on standard error may not have been read yet
            while self.has_errors:
                chunk = self.chunks.get(timeout=LOOK if code is None else DYING)
                if chunk.is_error:
                    self.note(chunk.said)
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
        if not command.strip():
            raise PlayerFailed("no command is given")
        return subprocess.Popen(
            split(command),
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


def split(command: str, system: str = os.name) -> str | list[str]:
    """A command line as the system takes it: Windows splits it itself, by rules of its own."""
    return command if system == "nt" else shlex.split(command)


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    """A stream of a program, which it has because we asked for it."""
    assert stream
    return stream


def read(stream: IO[bytes], is_error: bool, chunks: Queue[Chunk]) -> None:
    """Pass on what a program says until it falls silent."""
    with stream:
        said = b"?"
        while said:
            said = stream.read(LONGEST_LINE)  # what there is, not more
            chunks.put(Chunk(said, is_error))


def end(
    process: subprocess.Popen[bytes], readers: list[Thread], chunks: Queue[Chunk], owner: int
) -> None:
    """Kill a program and whatever it has started, and leave nothing of it behind."""
    if os.getpid() != owner:
        return  # a fork of ours forgets the program; it is not its own
    kill(process)
    process.wait()
    pipe(process.stdin).close()
    until = time.monotonic() + DYING  # what has fled from its group may keep a stream open
    while any(reader.is_alive() for reader in readers) and time.monotonic() < until:
        with suppress(Empty):  # a reader that waits to be heard can go on
            chunks.get(timeout=LOOK)


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a program at once, with all that it has started where the system knows groups."""
    with suppress(ProcessLookupError, PermissionError):  # all of them have ended already
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
