"""One thread writes for all tables: pending writes share a transaction (*group commit*).

A commit waits for the disk, some milliseconds; the writes that arrive meanwhile form the next
group.  A commit also costs the processor several times as much as one more event in it.  So where
the disk is fast, commits are spaced: the more there is to write, the larger the groups are.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError

from steinreich.hall.storage.database import StorageFailed, storage_error
from steinreich.hall.storage.queries import insert_events
from steinreich.session.table import Event

MAX_GROUP = 500  # writes; more would delay the first ones
MIN_INTERVAL_SECONDS = 0.01  # between the beginnings of two commits
INTERVAL_SECONDS_PER_WRITE = 0.0005  # more, for each write of the group before
MAX_INTERVAL_SECONDS = 0.03

Write = Callable[[Connection], bool]  # writes; returns False in a conflict
Notify = Callable[[Connection, list[tuple[str, int]]], None]  # of events, by table and seq


@dataclass(eq=False)
class PendingWrite:
    """A write and the future that receives its outcome."""

    table: str
    write: Write
    event: Event | None  # of which other processes are notified
    is_plain: bool  # whether only the event is written
    answer: asyncio.Future[bool]
    outcome: bool | StorageFailed = False


class Conflict(Exception):
    """Some of the events that were written together conflict with others."""


class Writer:
    """Writes in the order of `submit` for each table."""

    def __init__(self, engine: Engine, notify: Notify | None = None) -> None:
        self.engine = engine
        self.notify = notify  # notifies other processes within the transaction
        self.loop = asyncio.get_running_loop()
        self.pending: SimpleQueue[PendingWrite | None] = SimpleQueue()  # None: closed
        self.next_commit_at = 0.0
        self.thread = Thread(target=self.run, name="storage-writer", daemon=True)
        self.thread.start()

    async def submit(
        self, table: str, write: Write, event: Event | None = None, is_plain: bool = False
    ) -> bool:
        """Write in turn; return True when it is on disk, False in a conflict."""
        pending = PendingWrite(table, write, event, is_plain, self.loop.create_future())
        self.pending.put(pending)
        return await pending.answer

    async def close(self) -> None:
        """Finish what was submitted; nothing may be submitted afterwards."""
        self.pending.put(None)
        await asyncio.to_thread(self.thread.join)

    # In the thread

    def run(self) -> None:
        while group := self.next_group():
            interval = MIN_INTERVAL_SECONDS + INTERVAL_SECONDS_PER_WRITE * len(group)
            self.next_commit_at = time.monotonic() + min(MAX_INTERVAL_SECONDS, interval)
            self.write(group)
            self.loop.call_soon_threadsafe(resolve, group)

    def next_group(self) -> list[PendingWrite]:
        """Wait for a write and return all that are pending; none when the writer was closed."""
        group: list[PendingWrite] = []
        following = self.pending.get()
        time.sleep(max(0.0, self.next_commit_at - time.monotonic()))
        while following is not None:
            group.append(following)
            if len(group) == MAX_GROUP:
                return group
            try:
                following = self.pending.get_nowait()
            except Empty:
                return group
        if group:
            self.pending.put(None)  # for the next call
        return group

    def write(self, group: list[PendingWrite]) -> None:
        """Write a group; a write that fails does not affect the others."""
        try:
            self.commit(group)
        except Exception as error:  # of any kind: callers receive it, and the thread goes on
            is_down = isinstance(error, OperationalError | InterfaceError)
            if is_down or len(group) == 1:
                for one in group:
                    one.outcome = storage_error(self.engine.url, error)
            else:
                for one in group:
                    self.write([one])

    def commit(self, group: list[PendingWrite]) -> None:
        """Write a group in one transaction: its events together, or one by one in a conflict."""
        try:
            self.transact(group, is_together=True)
        except Conflict:
            self.transact(group, is_together=False)

    def transact(self, group: list[PendingWrite], is_together: bool) -> None:
        """Write a group, and notify other processes of its events."""
        # Ordered by table, so that two processes that write the same rows do not deadlock.
        ordered = sorted(group, key=lambda one: one.table)
        events = [(one.table, one.event) for one in ordered if one.event and one.is_plain]
        with self.engine.begin() as connection:
            for one in ordered:
                one.outcome = (one.is_plain and is_together) or one.write(connection)
            if is_together and not insert_events(connection, events):
                raise Conflict
            written = [(one.table, one.event.seq) for one in group if one.event and one.outcome]
            if written and self.notify:
                self.notify(connection, written)


def resolve(group: list[PendingWrite]) -> None:
    """Give the outcomes of a group to the callers that still wait."""
    for one in group:
        if one.answer.done():  # cancelled by its caller
            continue
        if isinstance(one.outcome, StorageFailed):
            one.answer.set_exception(one.outcome)
        else:
            one.answer.set_result(one.outcome)
