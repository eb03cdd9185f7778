"""An untrusted child process with line-based input and output: it may crash, hang or flood.

It runs in its own process group, where the system has groups, which is killed as a whole in the
end.  A thread reads each of its streams, because not every system can wait for two pipes at once.
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
from steinreich.rules.untrusted import one_line

MAX_LINE_BYTES = 65_536
MAX_ANSWER_LINES = 100_000  # between two lines of input
MAX_ANSWER_BYTES = 16_000_000
MAX_STDERR_BYTES = 4_096  # kept of the end of standard error
POLL_SECONDS = 0.02  # between checks of a stop event
EXIT_SECONDS = 0.5  # for a program to exit after it has closed its streams
MAX_QUEUED_CHUNKS = 16  # then the program blocks (backpressure)


class Chunk(NamedTuple):
    """Output read at once from one stream; empty at the end of the stream."""

    data: bytes
    is_stderr: bool


class Process:
    """A running program, killed at the latest when this object is collected or Python exits."""

    def __init__(self, command: str) -> None:
        self.process = start_process(command)
        self.stdin = require_pipe(self.process.stdin)
        self.chunks: Queue[Chunk] = Queue(MAX_QUEUED_CHUNKS)
        readers = [
            Thread(
                target=queue_output,
                args=(require_pipe(stream), is_stderr, self.chunks),
                daemon=True,
            )
            for stream, is_stderr in ((self.process.stdout, False), (self.process.stderr, True))
        ]
        for reader in readers:
            reader.start()
        self.end = weakref.finalize(
            self, end_process, self.process, readers, self.chunks, os.getpid()
        )
        self.lines: deque[bytes] = deque()
        self.partial_line = b""  # incomplete last line of its output
        self.stderr_tail = b""  # end of its standard error
        self.is_stderr_open = True
        self.last_sent = ""  # last line sent
        self.last_received = ""  # last line received
        self.received_lines = self.received_bytes = 0  # since the last line was sent

    def send(self, line: str) -> None:
        """Write a line to its standard input."""
        if not self.end.alive:
            raise PlayerFailed("is no longer running")
        self.last_sent = line
        self.received_lines = self.received_bytes = 0
        try:
            self.stdin.write(f"{line}\n".encode())
        except OSError:
            raise self.make_exit_error() from None

    def quit(self, command: str, seconds: float) -> None:
        """Send the command to quit, then kill the process group after a timeout."""
        with suppress(PlayerFailed):
            self.send(command)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.end()

    def receive(self, seconds: float, stop: Event | None = None) -> str | None:
        """Return the next line, or None after a timeout or when `stop` is set."""
        deadline = time.monotonic() + seconds
        while not self.lines:
            remaining = deadline - time.monotonic()
            if remaining <= 0 or (stop and stop.is_set()):
                return None
            self.read_chunk(min(remaining, POLL_SECONDS) if stop else remaining)
        self.received_lines += 1
        if self.received_lines > MAX_ANSWER_LINES:
            raise self.make_error(f"sends more than {MAX_ANSWER_LINES} lines")
        self.last_received = self.lines.popleft().decode("utf-8", "replace").strip()
        return self.last_received

    def read_chunk(self, seconds: float) -> None:
        """Handle the next chunk of output, if one arrives in time."""
        with suppress(Empty):
            chunk = self.chunks.get(timeout=seconds)
            if chunk.is_stderr:
                self.store_stderr(chunk.data)
            elif chunk.data:
                self.split_lines(chunk.data)
            else:
                raise self.make_exit_error()

    def store_stderr(self, output: bytes) -> None:
        """Keep the last bytes of standard error."""
        self.stderr_tail = (self.stderr_tail + output)[-MAX_STDERR_BYTES:]
        self.is_stderr_open = bool(output)

    def split_lines(self, output: bytes) -> None:
        """Split output into lines; raise `PlayerFailed` if it is too long."""
        *lines, self.partial_line = (self.partial_line + output).split(b"\n")
        self.lines.extend(lines)
        self.received_bytes += len(output)
        if len(self.partial_line) > MAX_LINE_BYTES:
            self.last_received = self.partial_line[:MAX_LINE_BYTES].decode("utf-8", "replace")
            raise self.make_error(f"sends a line of more than {MAX_LINE_BYTES} bytes")
        if self.received_bytes > MAX_ANSWER_BYTES:
            raise self.make_error(f"sends more than {MAX_ANSWER_BYTES} bytes")

    def make_exit_error(self) -> PlayerFailed:
        """Return an error with the exit code and the end of standard error."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(EXIT_SECONDS)
        code = self.process.returncode
        with suppress(Empty):  # its standard error may not have been read completely
            while self.is_stderr_open:
                chunk = self.chunks.get(timeout=POLL_SECONDS if code is None else EXIT_SECONDS)
                if chunk.is_stderr:
                    self.store_stderr(chunk.data)
        return self.make_error(
            "has closed its output" if code is None else f"has exited with code {code}"
        )

    def make_error(self, reason: str) -> PlayerFailed:
        """Return an error with the last lines sent and received."""
        parts = [reason]
        if self.last_sent:
            parts.append(f"last command {one_line(self.last_sent, 60)!r}")
        if self.last_received:
            parts.append(f"last output {one_line(self.last_received, 100)!r}")
        if errors := self.stderr_tail.decode("utf-8", "replace").strip():
            parts.append(f"on standard error {one_line(errors.splitlines()[-1], 200)!r}")
        return PlayerFailed("; ".join(parts))


def start_process(command: str) -> subprocess.Popen[bytes]:
    """Start the program of a command line, without a shell."""
    try:
        if not command.strip():
            raise PlayerFailed("no command is given")
        return subprocess.Popen(
            split_command(command),
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


def split_command(command: str, system: str = os.name) -> str | list[str]:
    """Return a command line as `Popen` expects it; Windows splits it itself, by its own rules."""
    return command if system == "nt" else shlex.split(command)


def require_pipe(stream: IO[bytes] | None) -> IO[bytes]:
    """Return a stream that is not None, for the type checker."""
    assert stream
    return stream


def queue_output(stream: IO[bytes], is_stderr: bool, chunks: Queue[Chunk]) -> None:
    """Queue the output of a stream until it ends."""
    with stream:
        while True:
            data = stream.read(MAX_LINE_BYTES)  # unbuffered: returns the available bytes
            chunks.put(Chunk(data, is_stderr))
            if not data:
                return


def end_process(
    process: subprocess.Popen[bytes], readers: list[Thread], chunks: Queue[Chunk], owner_pid: int
) -> None:
    """Kill a process group and release all its resources."""
    if os.getpid() != owner_pid:
        return  # in a forked child: the program belongs to the parent
    kill_group(process)
    process.wait()
    require_pipe(process.stdin).close()
    # A process that has left the group may keep a stream open
    deadline = time.monotonic() + EXIT_SECONDS
    while any(reader.is_alive() for reader in readers) and time.monotonic() < deadline:
        with suppress(Empty):  # unblocks a reader that waits for space in the queue
            chunks.get(timeout=POLL_SECONDS)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a program, with its whole process group where the system has groups."""
    with suppress(ProcessLookupError, PermissionError):  # already ended
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
