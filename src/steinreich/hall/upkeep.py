"""Periodic work of a hall: health checks, deletion of old tables, garbage collection.

A full garbage collection pauses the process, for half a second with a thousand tables in memory.
Reference counting frees nearly everything.  So while games are played only young objects are
collected, a few thousand at a time; a full collection runs when the hall is quiet.
"""

import asyncio
import gc
import logging
from contextlib import suppress

from steinreich.engines.pool import EnginePool
from steinreich.hall.hall import Hall
from steinreich.hall.settings import Settings
from steinreich.hall.storage.store import Storage, StorageFailed
from steinreich.rules.language import Text

log = logging.getLogger("steinreich.upkeep")

HEALTH_TIMEOUT_SECONDS = 2.0  # for the database to answer

DAY_MS = 86_400_000
DELETE_BATCH_SIZE = 20  # tables
DELETE_PAUSE_SECONDS = 0.5  # between two batches
RETENTION_SWEEP_SECONDS = 3600.0  # between two searches for old tables

GENERATION_0_THRESHOLD = 1_000  # new objects
GENERATION_1_THRESHOLD = 5  # collections of generation 0
GENERATION_2_THRESHOLD = 1_000_000_000  # never
QUIET_SECONDS = 30.0  # without an event before a full collection

WRITES_FAIL = Text("The database cannot be written.")
NO_NOTIFICATIONS = Text("No events are received from other servers.")
NO_ENGINES = Text("The processes for computer players do not start.")


class Health:
    """The active health check of a hall."""

    def __init__(self, storage: Storage, engines: EnginePool) -> None:
        self.storage = storage
        self.engines = engines
        self.storage_check: asyncio.Task[bool] | None = None  # shared by concurrent requests

    async def find_fault(self) -> Text | None:
        """Return what is wrong, or None."""
        if self.storage_check is None or self.storage_check.done():
            self.storage_check = asyncio.create_task(self.check_storage())
        if not await asyncio.shield(self.storage_check):
            return WRITES_FAIL
        if self.storage.is_silent:
            return NO_NOTIFICATIONS
        return NO_ENGINES if self.engines.is_failing else None

    async def check_storage(self) -> bool:
        """Return whether a heartbeat can be written and read in time."""
        with suppress(StorageFailed, TimeoutError):
            async with asyncio.timeout(HEALTH_TIMEOUT_SECONDS):
                return await self.storage.write_heartbeat()
        return False


class Retention:
    """Deletes tables some days after the end of the game or the last event, in small batches."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self.hall = hall
        self.finished_days = settings.keep_finished_days
        self.abandoned_days = settings.keep_abandoned_days

    async def run(self) -> None:
        while self.finished_days or self.abandoned_days:
            await self.hall.background.retry_forever(self.sweep)
            await asyncio.sleep(RETENTION_SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Delete all expired tables."""
        count = 0
        while deleted := await self.hall.storage.delete_old(
            self.days_ago(self.finished_days), self.days_ago(self.abandoned_days), DELETE_BATCH_SIZE
        ):
            for id in deleted:
                self.hall.evict(id)
            count += len(deleted)
            await asyncio.sleep(DELETE_PAUSE_SECONDS)
        if count:
            log.info("old tables deleted: %d", count)

    def days_ago(self, days: int) -> int:
        """Return the time this number of days ago; 0 if the number is 0, which disables
        deletion."""
        return self.hall.clock() - days * DAY_MS if days else 0


def configure_garbage_collection() -> None:
    """Exempt existing objects from garbage collection, and collect only young ones
    automatically."""
    gc.freeze()
    gc.set_threshold(GENERATION_0_THRESHOLD, GENERATION_1_THRESHOLD, GENERATION_2_THRESHOLD)
    gc.enable()


async def collect_garbage_when_quiet(hall: Hall, seconds: float = QUIET_SECONDS) -> None:
    """Run a full garbage collection whenever the hall has been quiet for some time after an
    event."""
    collected_at = hall.last_event_at
    while True:
        await asyncio.sleep(seconds)
        is_quiet = hall.clock() - hall.last_event_at >= 1000 * seconds
        if is_quiet and collected_at != hall.last_event_at:
            collected_at = hall.last_event_at
            gc.collect()
