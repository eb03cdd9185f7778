"""How long tables are kept: for ever, or so many days after the end or the last event.

Old tables are deleted in small batches, between which everybody else has their turn.  Each batch
stands for itself: a hall that is stopped amid its work goes on with it after the next start.
"""

import asyncio
import logging

from steinreich.hall.hall import Hall
from steinreich.hall.settings import Settings

log = logging.getLogger("steinreich.retention")

DAY = 86_400_000  # ms
BATCH = 20  # tables deleted at once
PAUSE = 0.5  # seconds between two batches
SWEEP = 3600.0  # seconds between two looks for old tables


class Retention:
    """Deletes what is older than the settings allow, while the hall is open."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self.hall = hall
        self.finished_days = settings.keep_finished_days
        self.abandoned_days = settings.keep_abandoned_days

    async def run(self) -> None:
        while self.finished_days or self.abandoned_days:
            await self.hall.background.patiently(self.sweep)
            await asyncio.sleep(SWEEP)

    async def sweep(self) -> None:
        """Delete all that is too old now."""
        count = 0
        while deleted := await self.hall.storage.delete_old(
            self.days_ago(self.finished_days), self.days_ago(self.abandoned_days), BATCH
        ):
            for id in deleted:
                self.hall.forget(id)
            count += len(deleted)
            await asyncio.sleep(PAUSE)
        if count:
            log.info("old tables deleted: %d", count)

    def days_ago(self, days: int) -> int:
        """The time so many days ago; the beginning of time if there is no limit."""
        return self.hall.clock() - days * DAY if days else 0
