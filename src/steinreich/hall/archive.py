"""Cache of encoded records and frames, and the threads that compute them.

A long game takes a while to replay or to encode, which would block the event loop.  So a thread
does it, for each client one request at a time, and the result is cached.  Keys of results about a
table contain the number of its last event, so entries never become stale.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakValueDictionary

MAX_ARCHIVE_BYTES = 32_000_000  # of all entries; the least recently used are evicted
MAX_ENTRY_BYTES = 4_000_000  # larger entries are not cached

# All that a result depends on; if it is about a table: its id and the number of its last event
Key = tuple[Any, ...]
Result = TypeVar("Result")


class Archive:
    """A least-recently-used cache with an executor."""

    def __init__(self) -> None:
        self.entries: OrderedDict[Key, bytes] = OrderedDict()
        self.size = 0  # bytes of all entries
        self.executor = ThreadPoolExecutor(1, "archive")
        # Separate, so that loading a table does not wait for records
        self.replay_executor = ThreadPoolExecutor(1, "replay")
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def get(self, key: Key, address: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return the entry of a key, computed by `make` if it is missing; each address has one
        request at a time."""
        lock = self.locks.setdefault(address, asyncio.Lock())
        async with lock:
            if key not in self.entries:
                data = await make()
                self.add(key, data)
                return data
        self.entries.move_to_end(key)
        return self.entries[key]

    async def run_in_thread(self, make: Callable[[], bytes]) -> bytes:
        """Run a function in the thread for records and replays."""
        return await asyncio.get_running_loop().run_in_executor(self.executor, make)

    def has(self, key: Key) -> bool:
        """Return whether there is an entry."""
        return key in self.entries

    def add(self, key: Key, data: bytes) -> None:
        """Add an entry, and evict the least recently used ones."""
        if len(data) > MAX_ENTRY_BYTES or key in self.entries:
            return
        self.entries[key] = data
        self.size += len(data)
        while self.size > MAX_ARCHIVE_BYTES:
            self.size -= len(self.entries.popitem(last=False)[1])

    async def replay(self, work: Callable[..., Result], *values: Any) -> Result:
        """Run a function in the thread that replays tables when they are loaded; its result is not
        cached."""
        return await asyncio.get_running_loop().run_in_executor(self.replay_executor, work, *values)

    async def close(self) -> None:
        """Finish running functions and cancel queued ones."""
        for pool in (self.executor, self.replay_executor):
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)
