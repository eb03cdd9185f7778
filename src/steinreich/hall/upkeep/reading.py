"""Tables are read from their events; one that makes no sense must not break the hall."""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from steinreich.hall.api.refusals import Unreadable
from steinreich.hall.archive import Archive
from steinreich.hall.metrics import Metrics
from steinreich.hall.storage.store import Damaged, Storage, StorageFailed
from steinreich.hall.upkeep.asleep import Asleep, asleep
from steinreich.hall.upkeep.replaying import replayed
from steinreich.session.table import Event, Table

log = logging.getLogger("steinreich.hall")

IDS = re.compile(r"[A-Za-z0-9_-]+")  # not every text can be asked for in a database


class Reading:
    """Reads tables, and remembers which of them cannot be read."""

    def __init__(self, storage: Storage, archive: Archive, metrics: Metrics) -> None:
        self.storage = storage
        self.archive = archive
        self.metrics = metrics
        self.unreadable: set[str] = set()  # tables that have been complained about

    async def read(self, id: str) -> Table | Asleep | None:
        """A table as its events on disk make it; Unreadable if they make no sense."""
        if not IDS.fullmatch(id):
            return None
        if id in self.unreadable:
            raise Unreadable
        with self.complaining(id):
            events = await self.storage.events(id)
            if not events:
                return None
            return asleep(id, events) or await self.played(id, events)

    async def played(self, id: str, events: Sequence[Event]) -> Table:
        """A table whose game is played by its events; Unreadable if they make no sense."""
        with self.complaining(id):
            return await self.archive.replay(replayed, id, events)

    @contextmanager
    def complaining(self, id: str) -> Iterator[None]:
        """Whoever runs the hall hears of a table that cannot be read, once."""
        try:
            yield
        except Unreadable:
            raise
        except Exception as error:  # of whatever kind: one table must not break the hall
            if isinstance(error, StorageFailed) and not isinstance(error, Damaged):
                raise  # perhaps it can be read later
            self.unreadable.add(id)
            self.metrics.unreadable.inc()
            log.exception("a table cannot be read", extra={"table": id})
            raise Unreadable from error
