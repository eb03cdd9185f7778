"""What connections say, and when it is heard: in a crowded hall together.

Whoever hears each message at once wakes for each, thousands of times a second, and finds the
processor's caches full of what other processes did meanwhile.  So the more messages come, the
longer the next ones wait for each other, up to some milliseconds that nobody notices.
"""

import asyncio
from collections import deque
from typing import Generic, TypeVar

PAUSE_FOR_EACH = 0.004  # seconds, for each message beyond the first of those heard together before
LONGEST_PAUSE = 0.016  # seconds

Said = TypeVar("Said")


class Inboxes:
    """All those of one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.filled: list[asyncio.Future[None]] = []  # who waits for something that has come
        self.pause = 0.0  # seconds

    def wake_soon(self, waiter: asyncio.Future[None]) -> None:
        """Let somebody who waits go on, together with others."""
        if not self.filled:
            self.loop.call_later(self.pause, self.wake_all)
        self.filled.append(waiter)

    def wake_all(self) -> None:
        filled, self.filled = self.filled, []
        self.pause = min(LONGEST_PAUSE, PAUSE_FOR_EACH * (len(filled) - 1))
        for waiter in filled:
            if not waiter.done():
                waiter.set_result(None)


class Inbox(Generic[Said]):
    """What one connection has said and nobody has heard yet: a queue with one reader."""

    def __init__(self, inboxes: Inboxes) -> None:
        self.inboxes = inboxes
        self.said: deque[Said] = deque()
        self.waiter: asyncio.Future[None] | None = None

    def put_nowait(self, said: Said) -> None:
        self.said.append(said)
        if self.waiter:
            self.inboxes.wake_soon(self.waiter)
            self.waiter = None

    async def get(self) -> Said:
        while not self.said:
            self.waiter = self.inboxes.loop.create_future()
            await self.waiter
        return self.said.popleft()

    def qsize(self) -> int:
        return len(self.said)

    def empty(self) -> bool:
        return not self.said
