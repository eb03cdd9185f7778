"""Whether a hall can do what it is there for: by trying, and not by having been told so."""

import asyncio
from contextlib import suppress

from steinreich.engines.turns.pool import Engines
from steinreich.hall.storage import notices
from steinreich.hall.storage.store import Storage, StorageFailed
from steinreich.rules.language import Words

SOON = 2.0  # seconds in which a healthy database answers

NO_WRITING = Words("The database takes nothing in.", "Die Datenbank nimmt nichts an.")
NO_NEWS = Words(
    "Nothing is heard of what other processes write.",
    "Was andere Prozesse schreiben, kommt nicht an.",
)
NO_ENGINES = Words(
    "The processes of the computer players do not start.",
    "Die Prozesse der Computerspieler starten nicht.",
)


class Health:
    """What is asked of a hall again and again, by whoever watches it."""

    def __init__(self, storage: Storage, engines: Engines) -> None:
        self.storage = storage
        self.engines = engines
        self.trying: asyncio.Task[bool] | None = None  # many who ask at once share one trial

    async def fault(self) -> Words | None:
        """What is wrong, if anything is."""
        if self.trying is None or self.trying.done():
            self.trying = asyncio.create_task(self.storage_works())
        if not await asyncio.shield(self.trying):
            return NO_WRITING
        if self.storage.silence > notices.SILENCE:
            return NO_NEWS
        return NO_ENGINES if self.engines.are_failing else None

    async def storage_works(self) -> bool:
        """Whether something is written, and can be read, soon."""
        with suppress(StorageFailed, TimeoutError):
            async with asyncio.timeout(SOON):
                return await self.storage.beat()
        return False
