"""One thread writes for all tables: pending writes share a transaction (*group commit*).

A commit waits some milliseconds for the disk; the writes that arrive meanwhile form the next
group.  A commit also takes several times as much processor time as one event in it.  Therefore
there is a minimum interval between commits, which also holds where the disk is fast; it grows with
the size of the last group, so that under load fewer and larger groups are written.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError

from steinreich.hall.storage.database import StorageFailed, make_storage_error
from steinreich.hall.storage.queries import insert_events
from steinreich.session.table import Event

MAX_GROUP_SIZE = 500  # writes; larger groups would delay the first ones
MIN_INTERVAL_SECONDS = 0.01  # between the beginnings of two commits
INTERVAL_SECONDS_PER_WRITE = 0.0005  # added for each write of the last group
MAX_INTERVAL_SECONDS = 0.03

Write = Callable[[Connection], bool]  # executes statements; returns False in a conflict
# Notifies other processes of events, given by table and seq
Notify = Callable[[Connection, list[tuple[str, int]]], None]


@dataclass(eq=False)
class PendingWrite:
    """A write and the future that receives its outcome."""

    table: str
    write: Write
    event: Event | None  # the event of which other processes are notified
    is_event_only: bool  # whether `write` only inserts the event; such writes can be batched
    future: asyncio.Future[bool]
    outcome: bool | StorageFailed = False


class Conflict(Exception):
    """An event of a batch has the same number as a stored one of its table."""


class Writer:
    """Executes the submitted writes in a thread; those of a table keep their order."""

    def __init__(self, engine: Engine, notify: Notify | None = None) -> None:
        self.engine = engine
        self.notify = notify  # called within the transaction
        self.loop = asyncio.get_running_loop()
        self.pending: SimpleQueue[PendingWrite | None] = SimpleQueue()  # None: closed
        self.next_commit_at = 0.0
        self.thread = Thread(target=self.run, name="storage-writer", daemon=True)
        self.thread.start()

    async def submit(
        self, table: str, write: Write, event: Event | None = None, is_event_only: bool = False
    ) -> bool:
        """Queue a write; return True when it is on disk, False in a conflict."""
        pending = PendingWrite(table, write, event, is_event_only, self.loop.create_future())
        self.pending.put(pending)
        return await pending.future

    async def close(self) -> None:
        """Finish all submitted writes; none may be submitted afterwards."""
        self.pending.put(None)
        await asyncio.to_thread(self.thread.join)

    # In the thread

    def run(self) -> None:
        while group := self.take_group():
            interval = MIN_INTERVAL_SECONDS + INTERVAL_SECONDS_PER_WRITE * len(group)
            self.next_commit_at = time.monotonic() + min(MAX_INTERVAL_SECONDS, interval)
            self.write_group(group)
            self.loop.call_soon_threadsafe(resolve_futures, group)

    def take_group(self) -> list[PendingWrite]:
        """Wait for a write and return all that are pending; empty when the writer was closed."""
        group: list[PendingWrite] = []
        pending = self.pending.get()
        time.sleep(max(0.0, self.next_commit_at - time.monotonic()))
        while pending is not None:
            group.append(pending)
            if len(group) == MAX_GROUP_SIZE:
                return group
            try:
                pending = self.pending.get_nowait()
            except Empty:
                return group
        if group:
            self.pending.put(None)  # for the next call
        return group

    def write_group(self, group: list[PendingWrite]) -> None:
        """Write a group; a write that fails does not affect the others."""
        try:
            self.commit_group(group)
        except Exception as error:  # of any kind: callers receive it, and the thread goes on
            is_down = isinstance(error, OperationalError | InterfaceError)
            if is_down or len(group) == 1:
                for pending in group:
                    pending.outcome = make_storage_error(self.engine.url, error)
            else:
                for pending in group:
                    self.write_group([pending])

    def commit_group(self, group: list[PendingWrite]) -> None:
        """Write a group in one transaction, with one statement for all events; if any of them
        conflicts, in another transaction with one statement for each."""
        try:
            self.run_transaction(group, is_batched=True)
        except Conflict:
            self.run_transaction(group, is_batched=False)

    def run_transaction(self, group: list[PendingWrite], is_batched: bool) -> None:
        """Write a group in one transaction, and notify other processes of its events.

        With `is_batched`, one statement inserts the events of all writes that consist of an event
        only; raise Conflict if any of them is stored already.
        """
        # Ordered by table, so that two processes that write the same rows do not deadlock.
        ordered = sorted(group, key=lambda pending: pending.table)
        batch = [
            (pending.table, pending.event)
            for pending in ordered
            if pending.event and pending.is_event_only
        ]
        with self.engine.begin() as connection:
            for pending in ordered:
                pending.outcome = (pending.is_event_only and is_batched) or pending.write(
                    connection
                )
            if is_batched and not insert_events(connection, batch):
                raise Conflict
            written = [
                (pending.table, pending.event.seq)
                for pending in group
                if pending.event and pending.outcome
            ]
            if written and self.notify:
                self.notify(connection, written)


def resolve_futures(group: list[PendingWrite]) -> None:
    """Return the outcomes of a group to the callers that still wait."""
    for pending in group:
        if pending.future.done():  # cancelled by its caller
            continue
        if isinstance(pending.outcome, StorageFailed):
            pending.future.set_exception(pending.outcome)
        else:
            pending.future.set_result(pending.outcome)
