"""One thread writes for all: what waits goes to disk in one transaction (*group commit*).

A commit waits for the disk, some milliseconds.  Meanwhile further writes come in; they make up the
next group.  So the disk sets the pace of the groups and not of the writes.
"""

import asyncio
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError

from steinreich.server.database import StorageFailed, explained

LARGEST_GROUP = 500  # writes; more would keep the first ones waiting

Write = Callable[[Connection], bool]  # writes, and says whether there was anything to write
Tell = Callable[[Connection, list[tuple[str, int]]], None]


class Job(NamedTuple):
    """Something to be written, and who waits for it."""

    table: str
    seq: int  # of the event that others are told about; 0: there is none
    write: Write
    written: asyncio.Future[bool]


class Writer:
    """Writes in the order of `submit`, as far as one table is concerned."""

    def __init__(self, engine: Engine, tell: Tell | None = None) -> None:
        self.engine = engine
        self.tell = tell  # tells other processes of events, within the transaction
        self.loop = asyncio.get_running_loop()
        self.waiting: SimpleQueue[Job | None] = SimpleQueue()  # None: no more will come
        self.is_closing = False
        self.thread = Thread(target=self.work, name="storage-writer", daemon=True)
        self.thread.start()

    async def submit(self, table: str, write: Write, seq: int = 0) -> bool:
        """Have something written; returns when it is on disk."""
        if self.is_closing:
            raise StorageFailed("The storage is closed.")
        written: asyncio.Future[bool] = self.loop.create_future()
        self.waiting.put(Job(table, seq, write, written))
        return await written

    async def close(self) -> None:
        """Finish what was submitted."""
        if not self.is_closing:
            self.is_closing = True
            self.waiting.put(None)
        await asyncio.to_thread(self.thread.join)

    # In the thread

    def work(self) -> None:
        while group := self.next_group():
            outcomes = self.write(group)
            self.loop.call_soon_threadsafe(settle, group, outcomes)

    def next_group(self) -> list[Job]:
        """All that waits, at least one; nothing when no more will come."""
        group: list[Job] = []
        job = self.waiting.get()
        while job is not None:
            group.append(job)
            if len(group) == LARGEST_GROUP:
                return group
            try:
                job = self.waiting.get_nowait()
            except Empty:
                return group
        if group:
            self.waiting.put(None)  # the end is for the next call
        return group

    def write(self, group: list[Job]) -> list[bool | StorageFailed]:
        """What becomes of each job.  One that cannot be written does not take others along."""
        try:
            return list(self.commit(group))
        except Exception as error:  # whatever it is, the callers are told and the thread lives on
            is_down = isinstance(error, OperationalError | InterfaceError)
            if len(group) == 1 or is_down:
                return [explained(self.engine.url, error) for _ in group]
        return [self.write([job])[0] for job in group]

    def commit(self, group: list[Job]) -> list[bool]:
        """Write a group in one transaction."""
        outcomes: dict[int, bool] = {}
        with self.engine.begin() as connection:
            # In the order of tables: two processes that want the same rows do not entangle.
            for number in sorted(range(len(group)), key=lambda number: group[number].table):
                outcomes[number] = group[number].write(connection)
            news = [(job.table, job.seq) for n, job in enumerate(group) if job.seq and outcomes[n]]
            if news and self.tell:
                self.tell(connection, news)
        return [outcomes[number] for number in range(len(group))]


def settle(group: list[Job], outcomes: list[bool | StorageFailed]) -> None:
    """Tell those who still wait what became of their writes."""
    for job, outcome in zip(group, outcomes, strict=True):
        if job.written.done():  # the caller has given up
            continue
        if isinstance(outcome, StorageFailed):
            job.written.set_exception(outcome)
        else:
            job.written.set_result(outcome)
