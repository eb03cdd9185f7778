"""One thread writes for all: what waits goes to disk in one transaction (*group commit*).

A commit waits for the disk, some milliseconds.  Meanwhile further writes come in; they make up the
next group.  So the disk sets the pace of the groups and not of the writes.  Where the disk is
quick, we do: a commit costs the processor several times as much as one more event in it.  So the
more there is to do, the larger are the groups.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError

from steinreich.hall.storage.database import StorageFailed, explained
from steinreich.hall.storage.pipes import Pipes
from steinreich.hall.storage.queries import insert_events
from steinreich.session.table import Event

LARGEST_GROUP = 500  # writes; more would keep the first ones waiting
PACE = 0.01  # seconds at least from one commit's beginning to the next one's
PACE_OF_EACH = 0.0005  # seconds more for each write of the group before
SLOWEST_PACE = 0.03  # seconds: people wait

Write = Callable[[Connection], bool]  # writes, and says whether there was room for it
Tell = Callable[[Connection, list[tuple[str, int]]], None]  # of events, by table and seq


@dataclass(eq=False)
class PendingWrite:
    """Something to be written, and who waits for it."""

    table: str
    write: Write
    event: Event | None  # others are told about it
    is_plain: bool  # nothing but the event is written
    answer: asyncio.Future[bool]
    outcome: bool | StorageFailed = False


class Contested(Exception):
    """Of the events that were to be written together, some have no room."""


class Writer:
    """Writes in the order of `submit`, as far as one table is concerned."""

    def __init__(
        self, engine: Engine, tell: Tell | None = None, pipes: Pipes | None = None
    ) -> None:
        self.engine = engine
        self.tell = tell  # tells other processes of events, within the transaction
        self.pipes = pipes  # to processes that take turns with us, and are told after it
        self.loop = asyncio.get_running_loop()
        self.waiting: SimpleQueue[PendingWrite | None] = SimpleQueue()  # None: no more will come
        self.due = 0.0  # when the next commit may begin
        self.thread = Thread(target=self.work, name="storage-writer", daemon=True)
        self.thread.start()

    async def submit(
        self, table: str, write: Write, event: Event | None = None, is_plain: bool = False
    ) -> bool:
        """Have something written: True when it is on disk, False if there was no room for it."""
        pending = PendingWrite(table, write, event, is_plain, self.loop.create_future())
        self.waiting.put(pending)
        return await pending.answer

    async def close(self) -> None:
        """Finish what was submitted; nothing may come after it."""
        self.waiting.put(None)
        await asyncio.to_thread(self.thread.join)

    # In the thread

    def work(self) -> None:
        while group := self.next_group():
            pace = min(SLOWEST_PACE, PACE + PACE_OF_EACH * len(group))
            self.due = time.monotonic() + pace
            self.write(group)
            self.loop.call_soon_threadsafe(answer, group)

    def next_group(self) -> list[PendingWrite]:
        """All that waits, at least one; nothing when no more will come."""
        group: list[PendingWrite] = []
        following = self.waiting.get()
        time.sleep(max(0.0, self.due - time.monotonic()))
        while following is not None:
            group.append(following)
            if len(group) == LARGEST_GROUP:
                return group
            try:
                following = self.waiting.get_nowait()
            except Empty:
                return group
        if group:
            self.waiting.put(None)  # the end is for the next call
        return group

    def write(self, group: list[PendingWrite]) -> None:
        """Write a group; one write that fails does not take others along."""
        try:
            self.commit(group)
        except Exception as error:  # whatever it is, the callers are told and the thread lives on
            is_down = isinstance(error, OperationalError | InterfaceError)
            if is_down or len(group) == 1:
                for one in group:
                    one.outcome = explained(self.engine.url, error)
            else:
                for one in group:
                    self.write([one])

    def commit(self, group: list[PendingWrite]) -> None:
        """Write a group in one transaction: its events together, or each by itself if need be."""
        with self.pipes.turn() if self.pipes else nullcontext():
            try:
                news = self.transact(group, is_together=True)
            except Contested:
                news = self.transact(group, is_together=False)
        if news and self.pipes:
            self.pipes.tell(news)

    def transact(self, group: list[PendingWrite], is_together: bool) -> list[tuple[str, int]]:
        """Write a group; gives the events that are new, by table and seq."""
        # In the order of tables: two processes that want the same rows do not entangle.
        ordered = sorted(group, key=lambda one: one.table)
        events = [(one.table, one.event) for one in ordered if one.event and one.is_plain]
        with self.engine.begin() as connection:
            for one in ordered:
                one.outcome = (one.is_plain and is_together) or one.write(connection)
            if is_together and not insert_events(connection, events):
                raise Contested
            news = [(one.table, one.event.seq) for one in group if one.event and one.outcome]
            if news and self.tell:
                self.tell(connection, news)
        return news


def answer(group: list[PendingWrite]) -> None:
    """Tell those who still wait what became of their writes."""
    for one in group:
        if one.answer.done():  # the caller has given up
            continue
        if isinstance(one.outcome, StorageFailed):
            one.answer.set_exception(one.outcome)
        else:
            one.answer.set_result(one.outcome)
