"""Long looks back: records and replays of whole games, made apart from the event loop.

A long game takes its time to be written down or shown move by move, and meanwhile no table would be
served.  So a thread does it, for one address at a time, and what it has made is kept: as long as
nothing happens at a table, its record stays the same.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakValueDictionary

LARGEST_ARCHIVE = 32_000_000  # bytes that are kept; what was not asked for longest goes first
LARGEST_PIECE = 4_000_000  # bytes of one answer that is kept

Key = tuple[Any, ...]  # the table, the number of its last event, and what is asked for
Result = TypeVar("Result")


class Archive:
    """What has been made, and the thread that makes more."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Key, bytes] = OrderedDict()
        self.size = 0  # bytes that are kept
        self.maker = ThreadPoolExecutor(1, "archive")
        self.reader = ThreadPoolExecutor(1, "replay")  # tables are not kept waiting by records
        self.lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def get(self, key: Key, address: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """What is kept under a key, or is made now; each address waits for its own requests."""
        line = self.lines.setdefault(address, asyncio.Lock())
        async with line:
            if key not in self.kept:
                made = await make()
                self.keep(key, made)
                return made
        self.kept.move_to_end(key)
        return self.kept[key]

    async def in_thread(self, make: Callable[[], bytes]) -> bytes:
        """Make something in the thread for records and replays of tables."""
        return await asyncio.get_running_loop().run_in_executor(self.maker, make)

    def has(self, key: Key) -> bool:
        """Whether something need not be made."""
        return key in self.kept

    def keep(self, key: Key, data: bytes) -> None:
        """Put something by; what has not been asked for longest makes room."""
        if len(data) > LARGEST_PIECE or key in self.kept:
            return
        self.kept[key] = data
        self.size += len(data)
        while self.size > LARGEST_ARCHIVE:
            self.size -= len(self.kept.popitem(last=False)[1])

    async def replay(self, work: Callable[..., Result], *values: Any) -> Result:
        """Have something long done that is needed now and never again."""
        return await asyncio.get_running_loop().run_in_executor(self.reader, work, *values)

    async def close(self) -> None:
        """Finish what was begun."""
        for pool in (self.maker, self.reader):
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)
