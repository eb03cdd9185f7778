"""Events travel between the processes of one machine by named pipes.

SQLite tells nobody what is written.  So each process has a pipe in a folder that all share, and
whoever has written events puts a line for each into those of the others.  Also, processes take
turns at writing, by a lock: SQLite would have them sleep and look again, longer and longer.
"""

import asyncio
import os
import select
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from steinreich.hall.storage.notices import EVERYTHING

NEWS, TURN = ".news", "turn"  # names of files in the folder: pipes, and the lock
MOST_READ = 65_536  # bytes at once


class Pipes:
    """To and from the processes that serve the same hall from the same SQLite file."""

    def __init__(self, folder: Path, process: str, hear: Callable[[str, int], None]) -> None:
        self.folder = folder
        self.own = f"{process}{NEWS}"
        self.hear = hear
        self.pipes: dict[str, int] = {}  # of the others that are known, open to write
        self.behind: set[str] = set()  # those that have missed something, and are to be told
        self.begun = b""  # a line that is not yet there as a whole

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Whatever others write from now on will be heard of, in this event loop."""
        self.loop = loop
        self.turn_file = os.open(self.folder / TURN, os.O_RDWR | os.O_CREAT, 0o600)
        unfinished = self.folder / f"{self.own}.new"
        os.mkfifo(unfinished, 0o600)
        # Open to write as well, so that it has no end when nobody else has it open.
        self.ear = os.open(unfinished, os.O_RDWR | os.O_NONBLOCK)
        unfinished.rename(
            self.folder / self.own
        )  # only now: a pipe without a reader counts as dead
        loop.add_reader(self.ear, self.listen)

    def close(self) -> None:
        self.loop.remove_reader(self.ear)
        with suppress(FileNotFoundError):  # another one saw that nobody listens any more
            (self.folder / self.own).unlink()
        for descriptor in (self.ear, self.turn_file, *self.pipes.values()):
            os.close(descriptor)

    def listen(self) -> None:
        """Hear what has come."""
        *lines, self.begun = (self.begun + os.read(self.ear, MOST_READ)).split(b"\n")
        for line in lines:
            seq, _, table = line.decode().partition(" ")
            self.hear(table, int(seq))

    # In the thread that writes

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until no other process writes, and let none write meanwhile."""
        import fcntl  # only here: not every system has it, nor several processes

        fcntl.flock(self.turn_file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self.turn_file, fcntl.LOCK_UN)

    def tell(self, news: Sequence[tuple[str, int]]) -> None:
        """Let the others know of events, by table and seq, that are on disk."""
        lines = [f"{seq} {table}\n".encode() for table, seq in news]
        everything = f"{EVERYTHING[1]} {EVERYTHING[0]}\n".encode()
        present = {name for name in os.listdir(self.folder) if name.endswith(NEWS)} - {self.own}
        for name in {*present, *self.pipes}:
            try:
                for part in parts([everything] if name in self.behind else lines):
                    os.write(self.pipe(name), part)
                self.behind.discard(name)
            except BlockingIOError:  # full: it cannot keep up, and will have to look at everything
                self.behind.add(name)
            except OSError:  # nobody listens any more
                self.forget(name)

    def pipe(self, name: str) -> int:
        if name not in self.pipes:
            self.pipes[name] = os.open(self.folder / name, os.O_WRONLY | os.O_NONBLOCK)
        return self.pipes[name]

    def forget(self, name: str) -> None:
        """A process has died."""
        self.behind.discard(name)
        if name in self.pipes:
            os.close(self.pipes.pop(name))
        with suppress(FileNotFoundError):
            (self.folder / name).unlink()


def parts(lines: Sequence[bytes]) -> Iterator[bytes]:
    """Lines put together as far as a pipe takes them in one piece, between those of others."""
    part = b""
    for line in lines:
        if len(part) + len(line) > select.PIPE_BUF:
            yield part
            part = b""
        part += line
    yield part
