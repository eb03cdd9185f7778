"""Other processes that serve the same hall: what they have written is taken in, and what they leave
undone is done."""

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

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
        rooms, loading = self.hall.rooms, self.hall.loading
        if id == "*":
            self.hall.spawn(self.compare(list(rooms)))
            late = list(loading)
        else:
            late = [id] if id in loading or (id in rooms and rooms[id].table.seq < seq) else []
        for one in late:
            self.hall.spawn(self.catch_up(one))

    async def catch_up(self, id: str) -> None:
        """Catch up at a table; one that is just being read may have been read too early."""
        if id in self.hall.loading:
            await asyncio.wait([self.hall.loading[id]])
        room = self.hall.rooms.get(id)
        if room:
            async with room.lock:
                await self.hall.catch_up(room)
            self.hall.follow_up(room)

    async def compare(self, ids: Sequence[str]) -> None:
        """Catch up wherever the database is ahead of what is in memory."""
        for id, seq in await self.hall.storage.last_seqs(ids):
            room = self.hall.rooms.get(id)
            if room and room.table.seq < seq:
                await self.catch_up(id)

    async def sweep(self) -> None:
        """Again and again, catch up with what nobody has told of, and take over what another
        process should have done and has not: it may have died.  Between two tables others have
        their turn."""
        while self.hall.storage.listener:
            await asyncio.sleep(SWEEP)
            try:
                await self.compare(list(self.hall.rooms))
            except StorageFailed as error:
                log.warning("nothing can be compared now: %s", error)
            for room in list(self.hall.rooms.values()):
                if room.connections:
                    self.hall.follow_up(room)
                    await asyncio.sleep(0)
