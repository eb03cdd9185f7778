"""Helpers of the storage tests, and functions that tests run in child processes."""

import asyncio
import multiprocessing
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection

from steinreich.hall.storage.store import Storage
from steinreich.session.table import Event

TABLES = [f"table{number}" for number in range(20)]

# Forked from a server that has imported this module once, which is faster than new interpreters.
process_context = multiprocessing.get_context("forkserver")
process_context.set_forkserver_preload(["__main__", __name__])


@asynccontextmanager
async def open_storage(url: str) -> AsyncIterator[Storage]:
    """Open a storage and close it at the end."""
    storage = Storage(url)
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


class EventListener:
    """Collects notifications of events that other processes have written: tables and numbers."""

    def __init__(self, storage: Storage) -> None:
        self.received: list[tuple[str, int]] = []
        self.changed = asyncio.Event()
        storage.subscribe(self.on_event)

    def on_event(self, table: str, seq: int) -> None:
        self.received.append((table, seq))
        self.changed.set()

    async def wait_for(self, event: tuple[str, int]) -> None:
        async with asyncio.timeout(60):
            while event not in self.received:
                self.changed.clear()
                await self.changed.wait()


def make_event(seq: int, command: str | None = None, kind: str = "played", at: int = 0) -> Event:
    """Return an event with data that is hard to encode."""
    data = {"seat": seq % 2, "actions": ["a1-ä2", '"\\\x00'], "left": [None, 1.5]}
    return Event(seq, at or 1_700_000_000_000 + seq, kind, data, command)


async def create_table(
    storage: Storage, table: str, listed: bool = True, at: int = 0, opened_by: str | None = None
) -> None:
    """Create a table with its first event and no players."""
    await storage.create(table, make_event(1, kind="opened", at=at), [], [], listed, opened_by)


def open_and_close(url: str) -> None:
    """Open a storage, write a heartbeat and close it."""

    async def run() -> None:
        async with open_storage(url) as storage:
            assert await storage.write_heartbeat()

    asyncio.run(run())


def append_until_killed(url: str, acknowledged: Connection) -> None:
    """Append to all tables concurrently until the process is killed; write each acknowledged event
    to a pipe.
    """

    async def append_forever(storage: Storage, table: str) -> None:
        seq = len(await storage.events(table)) + 1
        while await storage.append(table, make_event(seq, f"{table}-{seq}")):
            os.write(acknowledged.fileno(), f"{table} {seq}\n".encode())
            seq += 1

    async def run() -> None:
        async with open_storage(url) as storage:
            await asyncio.gather(*(append_forever(storage, table) for table in TABLES))

    asyncio.run(run())
