"""Shared helpers of the storage tests, and functions that run in processes of their own."""

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
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["__main__", __name__])


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
    """Collects notifications of foreign events."""

    def __init__(self, storage: Storage) -> None:
        self.heard: list[tuple[str, int]] = []
        self.news = asyncio.Event()
        storage.subscribe(self.hear)

    def hear(self, table: str, seq: int) -> None:
        self.heard.append((table, seq))
        self.news.set()

    async def wait_for(self, news: tuple[str, int]) -> None:
        async with asyncio.timeout(60):
            while news not in self.heard:
                self.news.clear()
                await self.news.wait()


def event(seq: int, command: str | None = None, kind: str = "played", at: int = 0) -> Event:
    """Return an event with data that is hard to encode."""
    data = {"seat": seq % 2, "actions": ["a1-ä2", '"\\\x00'], "left": [None, 1.5]}
    return Event(seq, at or 1_700_000_000_000 + seq, kind, data, command)


async def create(
    storage: Storage, table: str, listed: bool = True, at: int = 0, by: str | None = None
) -> None:
    """Create a table with its first event and no players."""
    await storage.create(table, event(1, kind="opened", at=at), [], [], listed, by)


def open_and_close(url: str) -> None:
    """Open and close a storage, as each server process does at its start."""

    async def run() -> None:
        async with open_storage(url) as storage:
            assert await storage.beat()

    asyncio.run(run())


def append_until_killed(url: str, acknowledged: Connection) -> None:
    """Append to all tables concurrently and forever, and report acknowledged events."""

    async def fill(storage: Storage, table: str) -> None:
        seq = len(await storage.events(table)) + 1
        while await storage.append(table, event(seq, f"{table}-{seq}")):
            os.write(acknowledged.fileno(), f"{table} {seq}\n".encode())
            seq += 1

    async def run() -> None:
        async with open_storage(url) as storage:
            await asyncio.gather(*(fill(storage, table) for table in TABLES))

    asyncio.run(run())
