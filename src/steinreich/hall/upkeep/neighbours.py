"""Other processes that serve the same hall: what they have written is taken in, and what they leave
undone is done."""

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from steinreich.hall.api.refusals import Unreadable
from steinreich.hall.storage.store import StorageFailed

if TYPE_CHECKING:
    from steinreich.hall.hall import Hall

log = logging.getLogger("steinreich.hall")
SWEEP = 5.0  # seconds between looks for what nobody has told of, or does


class Neighbours:
    """What one process hears and sees of the others."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        hall.storage.on_foreign_event(self.hear_of)

    def hear_of(self, id: str, seq: int) -> None:
        """Another process wrote an event; `*` means that some may have been missed anywhere."""
        loading = self.hall.loading
        for one in list(loading) if id == "*" else [id] if id in loading else []:
            self.hall.spawn(self.catch_up(one))
        if id == "*":
            self.hall.spawn(self.compare(list(self.hall.rooms)))
        elif self.is_news(id, seq):
            self.hall.spawn(self.catch_up(id))

    def is_news(self, id: str, seq: int) -> bool:
        """Whether a table is to catch up now.  One that nobody needs does when somebody comes."""
        room = self.hall.rooms.get(id)
        if room is None or room.seating.seq >= seq:
            return False
        room.is_behind = True
        return not room.is_idle or room.alarm is not None

    async def catch_up(self, id: str) -> None:
        """Catch up at a table; one that is just being read may have been read too early."""
        if id in self.hall.loading:
            await asyncio.wait([self.hall.loading[id]])
        room = self.hall.rooms.get(id)
        if room:
            try:
                await self.hall.wake(room)
            except Unreadable:  # it is in the log and in the figures, and the hall has forgotten it
                return
            async with room.lock:
                room.is_behind = False
                await self.hall.catch_up(room)
            self.hall.follow_up(room)

    async def compare(self, ids: Sequence[str]) -> None:
        """Catch up wherever the database is ahead of what is in memory."""
        for id, seq in await self.hall.storage.last_seqs(ids):
            if self.is_news(id, seq):
                await self.catch_up(id)

    async def sweep(self) -> None:
        """Again and again, catch up with what nobody has told of, and take over what another
        process should have done and has not: it may have died.  Between two tables others have
        their turn."""
        while self.hall.storage.has_others:
            await asyncio.sleep(SWEEP)
            try:
                await self.compare(list(self.hall.rooms))
            except StorageFailed as error:
                log.warning("nothing can be compared now: %s", error)
            for room in list(self.hall.rooms.values()):
                if room.connections and not room.asleep:
                    self.hall.follow_up(room)
                    await asyncio.sleep(0)
