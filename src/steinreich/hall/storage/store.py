"""Tables and their events on disk: SQLite for one machine, PostgreSQL for several.

An event that was accepted is on disk, and visible to all, before `append` returns.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Row, Select
from sqlalchemy.exc import SQLAlchemyError

from steinreich.hall.storage import queries, schema
from steinreich.hall.storage.database import (
    READERS,
    Damaged,
    StorageFailed,
    default_url,
    explained,
    parse_url,
    prepare,
    reading_engine,
    shown,
    writing_engine,
)
from steinreich.hall.storage.notices import SIGN_OF_LIFE
from steinreich.hall.storage.pipes import Pipes
from steinreich.hall.storage.writer import Write, Writer
from steinreich.session.table import Event

if TYPE_CHECKING:
    from steinreich.hall.storage.notifications import Listener

__all__ = ["Damaged", "Holder", "Storage", "StorageFailed", "TableExists", "default_url"]

Result = TypeVar("Result")

BEAT = 5.0  # seconds between two signs of life
AT_ONCE = 500  # tables that are asked for in one query


def now_ms() -> int:
    """The machine's time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Holder(NamedTuple):
    """Who holds a seat, or may take it: the SHA-256 of a secret.

    A secret may hold several seats, and a seat may have several holders over time.
    """

    seat: int
    digest: bytes


class Reached(NamedTuple):
    """How far a table has come."""

    table: str
    seq: int


class TableExists(StorageFailed):
    """A new table would have the name of an older one."""


class Storage:
    """The tables of a hall.  Used from one event loop; reads and writes happen in threads.

    Where several processes share an SQLite file, they share a folder as well.
    """

    def __init__(self, url: str, shared: Path | None = None) -> None:
        self.url = parse_url(url)
        self.shared = shared
        self.callbacks: list[Callable[[str, int], None]] = []
        self.writing = writing_engine(self.url)
        self.reading = reading_engine(self.url)
        self.readers = ThreadPoolExecutor(READERS, "storage-reader")
        self.is_closed = False
        self.process = token_hex(8)  # our name among the processes that serve this hall
        self.beating: asyncio.Task[None] | None = None
        self.listener: Listener | None = None
        self.pipes: Pipes | None = None
        self.writer: Writer | None = None

    async def open(self) -> None:
        """Connect, and bring the database to its newest form; several processes may do so at once.

        Raises StorageFailed, as does everything below, when the database is down.
        """
        await self.in_thread(prepare, self.writing)
        if self.url.get_backend_name() == "postgresql":
            from steinreich.hall.storage.notifications import Listener  # and a driver, with it

            listener = Listener(self.url, self.process, self.hear_of)
            await self.in_thread(listener.open, asyncio.get_running_loop())
            self.listener = listener
        elif self.shared:
            self.pipes = Pipes(self.shared, self.process, self.hear_of)
            self.pipes.open(asyncio.get_running_loop())
        tell = self.listener.tell if self.listener else None
        self.writer = Writer(self.writing, tell, self.pipes)
        if self.listener:
            self.beating = asyncio.create_task(self.keep_beating())

    async def close(self) -> None:
        """Finish what was accepted, and disconnect."""
        if self.beating:
            self.beating.cancel()
            with suppress(StorageFailed):  # others do so after a day
                await self.write("", self.forget_us)
        self.is_closed = True
        if self.writer:
            await self.writer.close()
        if self.listener:
            await asyncio.to_thread(self.listener.close)
        if self.pipes:
            self.pipes.close()
        await asyncio.to_thread(self.readers.shutdown)
        self.writing.dispose()
        self.reading.dispose()

    # Writing

    async def create(
        self,
        table: str,
        event: Event,
        holders: Sequence[Holder],
        invites: Sequence[Holder],
        listed: bool,
        opened_by: str | None = None,
    ) -> None:
        """A new table with its first event; TableExists, and no change, if it has a name that is
        taken."""

        def write(connection: Connection) -> bool:
            row = {"id": table, "listed": listed, "opened_at": event.at, "opened_by": opened_by}
            if not queries.insert(connection, schema.tables, **row):
                return False
            queries.insert_held(connection, schema.holders, table, holders)
            queries.insert_held(connection, schema.invites, table, invites)
            return queries.insert_event(connection, table, event)

        if not await self.write(table, write, event):
            raise TableExists(f"There is a table {table} already.")

    async def append(self, table: str, event: Event, holder: Holder | None = None) -> bool:
        """Add an event to a table, and in the same breath a holder of the seat that it is about.

        True: they are on disk, and others see them.  False: nothing was written, since an event
        with this seq, or of this command, is there already.
        """

        def write(connection: Connection) -> bool:
            if not queries.insert_event(connection, table, event):
                return False
            queries.insert_held(connection, schema.holders, table, [holder] if holder else [])
            return True

        is_plain = holder is None and event.kind != queries.REOPENS
        return await self.write(table, write, event, is_plain)

    async def finish(self, table: str, at: int) -> None:
        """The game ended with an event of this time; an event `undone` after it lets it go on."""

        def write(connection: Connection) -> bool:
            found = connection.execute(queries.FINISH, {"table": table, "end": at})
            return found.rowcount == 1

        await self.write(table, write)

    async def delete_old(self, finished: int, abandoned: int, limit: int) -> list[str]:
        """Delete some tables: whose games ended before a time, or where nothing has happened since
        another one.  Those that are gone now; none if there are no such any more."""
        before = {"finished": finished, "abandoned": abandoned}
        found = [id for (id,) in await self.read(queries.OLD, **before, limit=limit)]
        deleted: list[str] = []

        def write(connection: Connection) -> bool:
            """Something may have happened there meanwhile."""
            rows = connection.execute(queries.STILL_OLD, {"ids": found, **before})
            deleted[:] = [id for (id,) in rows]
            for statement in queries.DELETE:
                connection.execute(statement, {"ids": deleted})
            return True

        if found:
            await self.write("", write)
        return deleted

    async def write(
        self, table: str, write: Write, event: Event | None = None, is_plain: bool = False
    ) -> bool:
        """Have something written in its turn; others are told about the event in it."""
        if self.writer is None or self.is_closed:
            raise StorageFailed(f"{shown(self.url)}: not open")
        return await self.writer.submit(table, write, event, is_plain)

    # Reading

    async def events(self, table: str, after: int = 0) -> list[Event]:
        """The events of a table behind a seq; none if there is no such table."""
        rows = await self.read(queries.EVENTS, table=table, after=after)
        return [Event._make(row) for row in rows]

    async def holders(self, table: str) -> list[Holder]:
        """All who hold a seat."""
        return [Holder._make(row) for row in await self.read(queries.HOLDERS, table=table)]

    async def invites(self, table: str) -> list[Holder]:
        """All who may take a seat."""
        return [Holder._make(row) for row in await self.read(queries.INVITES, table=table)]

    async def listed(self, limit: int, each: int) -> list[str]:
        """Tables for the lobby: those of games that go on, the newest first; of those that one
        visitor has opened only so many, and if there is no room for all, the older ones of those
        who have opened many stay out."""
        return [id for (id,) in await self.read(queries.LISTED, limit=limit, each=each)]

    async def count_opened(self, by: str | None, since: int, limit: int) -> int:
        """How many games go on that one visitor has opened since; there may be more than the
        limit, which is then the answer."""
        ((count,),) = await self.read(queries.OPENED, by=by, since=since, limit=limit)
        return int(count)

    async def unfinished(self, since: int) -> list[str]:
        """Tables of games that go on, with an event at this time or later; the oldest first."""
        return [id for (id,) in await self.read(queries.UNFINISHED, since=since)]

    async def last_seqs(self, ids: Sequence[str]) -> list[Reached]:
        """How far these tables have come."""
        found: list[Reached] = []
        for first in range(0, len(ids), AT_ONCE):
            rows = await self.read(queries.LAST_SEQS, ids=ids[first : first + AT_ONCE])
            found += map(Reached._make, rows)
        return found

    async def read(self, query: Select[Any], **values: Any) -> Sequence[Row[Any]]:
        """All rows of a query."""

        def fetch() -> Sequence[Row[Any]]:
            with self.reading.connect() as connection:
                return connection.execute(query, values).all()

        return await self.in_thread(fetch)

    async def in_thread(self, work: Callable[..., Result], *values: Any) -> Result:
        """Do something that waits for the database."""
        if self.is_closed:
            raise StorageFailed(f"{shown(self.url)}: closed")
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.readers, work, *values)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise explained(self.url, error) from error

    # Signs of life

    async def beat(self) -> bool:
        """Write a sign of life, as events are written, and read it; where processes hear of each
        other, it is heard as well."""

        def write(connection: Connection) -> bool:
            queries.write_heartbeat(connection, self.process, now_ms())
            if self.listener:
                self.listener.tell(connection, [SIGN_OF_LIFE])
            return True

        await self.write("", write)
        return bool(await self.read(queries.HEARTBEAT, process=self.process))

    def forget_us(self, connection: Connection) -> bool:
        return queries.forget_heartbeat(connection, self.process, now_ms())

    async def keep_beating(self) -> None:
        """So that a line for news that has died is noticed: nothing else may happen for hours."""
        while True:
            with suppress(StorageFailed):  # whoever writes something is told
                await self.beat()
            await asyncio.sleep(BEAT)

    @property
    def silence(self) -> float:
        """Seconds since anything was heard of other processes, or of ourselves among them."""
        return self.listener.silence if self.listener else 0.0

    # Other processes

    @property
    def has_others(self) -> bool:
        """Whether other processes may write, too."""
        return self.listener is not None or self.pipes is not None

    def on_foreign_event(self, callback: Callable[[str, int], None]) -> None:
        """Have a function called with (table, seq) of each event that another process writes.

        It is called in the event loop, and with `notices.EVERYTHING` when events may have been
        missed.
        """
        self.callbacks.append(callback)

    def hear_of(self, table: str, seq: int) -> None:
        for callback in self.callbacks:
            callback(table, seq)
