"""Many games at once: workers are given games, listened to, and replaced when they fail."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing import connection, get_context
from time import monotonic

from steinreich.arena.notes import Notes
from steinreich.arena.plan import Match, Task
from steinreich.arena.playing import Absent, Coming, Failed, Maker, Message, Over, Played, Thinking
from steinreich.arena.worker import FAREWELL_SECONDS, kill_the_group, serve
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError

READY_SECONDS = 120.0  # until a player's first answer: machine code may have to be compiled


class ArenaStopped(SteinreichError):
    """The match cannot go on; the message says why."""


class Desk:
    """A worker, and the game that it plays."""

    def __init__(self, match: Match, made: Maker) -> None:
        context = get_context("spawn")
        self.match = match
        self.link, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, match, made), daemon=True)
        self.process.start()
        theirs.close()
        self.expected: Coming | Thinking | None = None  # who is waited for

    def begin(self, task: Task) -> None:
        """Give the worker a game to play."""
        self.notes = Notes(self.match, task)
        self.expected = None
        self.patience = READY_SECONDS
        self.deadline = monotonic() + self.patience
        with suppress(ConnectionError):  # listening will find out why
            self.link.send(task)

    def hear(self) -> Message | None:
        """What the worker says, or what its silence means; None if it may go on thinking."""
        try:
            message: Message | None = self.link.recv() if self.link.poll() else self.overdue()
        except (EOFError, OSError):
            self.process.join(FAREWELL_SECONDS)
            message = self.blamed(f"its process ended with exit code {self.process.exitcode}")
        if isinstance(message, Coming | Thinking):
            self.expected = message
            is_settled = isinstance(message, Thinking) and message.is_settled
            self.patience = max(self.match.patience, 0 if is_settled else READY_SECONDS)
            self.deadline = monotonic() + self.patience
        elif message:
            self.notes.take(message)
        return message

    def overdue(self) -> Message | None:
        """The end of patience, if it has come."""
        if monotonic() < self.deadline:
            return None
        self.interrupt()
        return self.blamed(f"no answer within {self.patience:g} s")

    def blamed(self, reason: str) -> Message:
        """Nothing comes from the worker any more: whose fault that is."""
        if not self.expected:
            raise ArenaStopped(f"a process that was to play games did not get ready: {reason}")
        kind = Absent if isinstance(self.expected, Coming) else Failed
        return kind(self.expected.seat, reason)

    def interrupt(self) -> None:
        """Tell the worker to end in the middle of its game."""
        self.process.terminate()

    def dismiss(self) -> None:
        """Let the worker end; its players may say goodbye, but not for long."""
        self.link.close()
        self.process.join(FAREWELL_SECONDS)
        pid = self.process.pid
        if pid and self.process.is_alive():
            try:
                kill_the_group(pid)
            except ProcessLookupError:  # so young that it leads no group yet
                self.process.kill()
        self.process.join()


class Pool:
    """The workers that play a match."""

    def __init__(self, match: Match, made: Maker) -> None:
        self.match = match
        self.made = made
        self.desks: list[Desk] = []
        self.able: set[str] = set()  # players who have answered once

    def play(self, tasks: Iterator[Task], workers: int) -> Iterator[Record]:
        """Play games on so many workers; their records in the order in which they end."""
        try:
            for task in islice(tasks, workers):
                self.add_desk(task)
            while self.desks:
                nearest = min(desk.deadline for desk in self.desks)
                links = [desk.link for desk in self.desks]
                connection.wait(links, max(nearest - monotonic(), 0))
                for desk in list(self.desks):
                    if self.has_ended(desk):
                        record = desk.notes.record()
                        self.go_on(desk, next(tasks, None))
                        yield record
        finally:
            for desk in self.desks:
                desk.interrupt()
            for desk in self.desks:
                desk.dismiss()

    def add_desk(self, task: Task) -> None:
        """Another worker begins."""
        desk = Desk(self.match, self.made)
        self.desks.append(desk)
        desk.begin(task)

    def has_ended(self, desk: Desk) -> bool:
        """Listen to a worker; whether its game has ended with that."""
        message = desk.hear()
        if isinstance(message, Played):
            self.able.add(desk.notes.task.players[message.seat])
        elif isinstance(message, Absent):
            name = desk.notes.task.players[message.seat]
            if name not in self.able:  # a slip of the pen, most likely; no reason to lose a match
                raise ArenaStopped(f"{name!r} does not come to the table: {message.reason}")
        return isinstance(message, Absent | Failed | Over)

    def go_on(self, desk: Desk, task: Task | None) -> None:
        """The next game; after a failure with another worker, since this one may be damaged."""
        if task and isinstance(desk.notes.end, Over):
            desk.begin(task)
            return
        self.desks.remove(desk)
        desk.dismiss()
        if task:
            self.add_desk(task)
