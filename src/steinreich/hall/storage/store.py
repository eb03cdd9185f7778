"""Tables and their events on disk: SQLite for one server, PostgreSQL for several.

When `append` returns True, the event is on disk and visible to all processes.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from secrets import token_hex
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Row, Select
from sqlalchemy.exc import SQLAlchemyError

from steinreich.hall.storage import queries, schema
from steinreich.hall.storage.database import (
    ANY_TABLE,
    MAX_READERS,
    DamagedData,
    DatabaseDown,
    StorageFailed,
    create_read_engine,
    create_write_engine,
    default_url,
    make_storage_error,
    migrate,
    parse_url,
    redact_url,
)
from steinreich.hall.storage.writer import Write, Writer
from steinreich.session.table import Event

if TYPE_CHECKING:
    from steinreich.hall.storage.notifications import Listener

__all__ = [
    "ANY_TABLE",
    "DamagedData",
    "DatabaseDown",
    "Holder",
    "Storage",
    "StorageFailed",
    "TableExists",
    "default_url",
]

Result = TypeVar("Result")

HEARTBEAT_SECONDS = 5.0
MAX_IDS = 500  # of tables in one query


def now_ms() -> int:
    """Return the system time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Holder(NamedTuple):
    """The SHA-256 digest of a seat token or of the secret of an invitation, with its seat.

    A token may hold several seats, and a seat may have several holders over time.
    """

    seat: int
    digest: bytes


class LastSeq(NamedTuple):
    """The number of the last event of a table."""

    table: str
    seq: int


class TableExists(StorageFailed):
    """The id of a new table is taken."""


class Storage:
    """All tables of a database.  Used from one event loop; reads and writes run in threads."""

    def __init__(self, url: str) -> None:
        self.url = parse_url(url)
        self.on_peer_event: Callable[[str, int], None] = lambda table, seq: None
        self.write_engine = create_write_engine(self.url)
        self.read_engine = create_read_engine(self.url)
        self.read_executor = ThreadPoolExecutor(MAX_READERS, "storage-reader")
        self.is_closed = False
        self.process = token_hex(8)  # random name of this process, unique on the database
        self.heartbeat_task: asyncio.Task[None] | None = None
        self.listener: Listener | None = None
        self.writer: Writer | None = None

    async def open(self) -> None:
        """Connect and migrate the database; several processes may do so at once.

        Like all methods below, raise StorageFailed when the database is down.
        """
        await self.run_in_thread(migrate, self.write_engine)
        if self.url.get_backend_name() == "postgresql":
            from steinreich.hall.storage.notifications import Listener  # loads the driver

            listener = Listener(
                self.url, self.process, lambda table, seq: self.on_peer_event(table, seq)
            )
            await self.run_in_thread(listener.open, asyncio.get_running_loop())
            self.listener = listener
        notify = self.listener.notify if self.listener else None
        self.writer = Writer(self.write_engine, notify)
        if self.listener:
            self.heartbeat_task = asyncio.create_task(self.write_heartbeats())

    async def close(self) -> None:
        """Finish pending writes and disconnect."""
        if self.heartbeat_task:
            self.heartbeat_task.cancel()
            with suppress(StorageFailed):  # other processes delete it after a day
                await self.write("", self.delete_heartbeat)
        self.is_closed = True
        if self.writer:
            await self.writer.close()
        if self.listener:
            await asyncio.to_thread(self.listener.close)
        await asyncio.to_thread(self.read_executor.shutdown)
        self.write_engine.dispose()
        self.read_engine.dispose()

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
        """Write a new table with its first event; raise TableExists if its id is taken."""

        def write(connection: Connection) -> bool:
            row = {"id": table, "listed": listed, "opened_at": event.at, "opened_by": opened_by}
            if not queries.insert(connection, schema.tables, **row):
                return False
            queries.insert_seats(connection, schema.holders, table, holders)
            queries.insert_seats(connection, schema.invites, table, invites)
            return queries.insert_event(connection, table, event)

        if not await self.write(table, write, event):
            raise TableExists(f"There is a table {table} already.")

    async def append(self, table: str, event: Event, holder: Holder | None = None) -> bool:
        """Add an event to a table, and atomically a holder of its seat.

        Return True when they are on disk and visible to all; False if nothing was written, since an
        event with this seq, or of this command, exists already.
        """

        def write(connection: Connection) -> bool:
            if not queries.insert_event(connection, table, event):
                return False
            queries.insert_seats(connection, schema.holders, table, [holder] if holder else [])
            return True

        is_event_only = holder is None and event.kind != queries.REOPENING_KIND
        return await self.write(table, write, event, is_event_only)

    async def mark_finished(self, table: str, at: int) -> None:
        """Mark a game as finished at a time, unless a later event has reopened it."""

        def write(connection: Connection) -> bool:
            result = connection.execute(queries.MARK_FINISHED, {"table": table, "end": at})
            return result.rowcount == 1

        await self.write(table, write)

    async def delete_old(self, finished: int, abandoned: int, limit: int) -> list[str]:
        """Delete up to `limit` tables whose game was finished before the time `finished`, or whose
        last event is before the time `abandoned`; return their ids, none when none are left."""
        times = {"finished": finished, "abandoned": abandoned}
        candidates = [id for (id,) in await self.read(queries.SELECT_EXPIRED, **times, limit=limit)]
        deleted: list[str] = []

        def write(connection: Connection) -> bool:
            """Lock the candidates, and delete those that are still expired."""
            rows = connection.execute(queries.LOCK_EXPIRED, {"ids": candidates, **times})
            deleted[:] = [id for (id,) in rows]
            for statement in queries.DELETE_TABLES:
                connection.execute(statement, {"ids": deleted})
            return True

        if candidates:
            await self.write("", write)
        return deleted

    async def write(
        self, table: str, write: Write, event: Event | None = None, is_event_only: bool = False
    ) -> bool:
        """Queue a write and wait until it is on disk; other processes are notified of the event."""
        if self.writer is None or self.is_closed:
            raise StorageFailed(f"{redact_url(self.url)}: not open")
        return await self.writer.submit(table, write, event, is_event_only)

    # Reading

    async def events(self, table: str, after: int = 0) -> list[Event]:
        """Return the events of a table after a seq; none if there is no such table."""
        rows = await self.read(queries.SELECT_EVENTS, table=table, after=after)
        return [Event._make(row) for row in rows]

    async def holders(self, table: str) -> list[Holder]:
        """Return all holders of seats at a table, by slot."""
        return [Holder._make(row) for row in await self.read(queries.SELECT_HOLDERS, table=table)]

    async def invites(self, table: str) -> list[Holder]:
        """Return all invitations of a table."""
        return [Holder._make(row) for row in await self.read(queries.SELECT_INVITES, table=table)]

    async def list_lobby_tables(self, limit: int, max_per_client: int) -> list[str]:
        """Return the tables of the lobby, the newest first.

        At most `max_per_client` tables of each client are listed.  If these are more than `limit`,
        the older tables of clients with many tables are left out.
        """
        return [
            id
            for (id,) in await self.read(
                queries.SELECT_LOBBY, limit=limit, max_per_client=max_per_client
            )
        ]

    async def count_open_tables(self, opened_by: str | None, since: int, limit: int) -> int:
        """Return how many games in progress a client has opened since a time, at most `limit`."""
        ((count,),) = await self.read(
            queries.COUNT_OPEN_TABLES, opened_by=opened_by, since=since, limit=limit
        )
        return int(count)

    async def list_games_in_progress(self, since: int) -> list[str]:
        """Return the tables of games in progress with an event at this time or later, the oldest
        first."""
        return [id for (id,) in await self.read(queries.SELECT_IN_PROGRESS_SINCE, since=since)]

    async def get_last_seqs(self, ids: Sequence[str]) -> list[LastSeq]:
        """Return the number of the last event of each of these tables."""
        last_seqs: list[LastSeq] = []
        for first in range(0, len(ids), MAX_IDS):
            rows = await self.read(queries.SELECT_LAST_SEQS, ids=ids[first : first + MAX_IDS])
            last_seqs += map(LastSeq._make, rows)
        return last_seqs

    async def read(self, query: Select[Any], **values: Any) -> Sequence[Row[Any]]:
        """Return all rows of a query."""

        def fetch() -> Sequence[Row[Any]]:
            with self.read_engine.connect() as connection:
                return connection.execute(query, values).all()

        return await self.run_in_thread(fetch)

    async def run_in_thread(self, work: Callable[..., Result], *values: Any) -> Result:
        """Run a function that accesses the database, in a thread."""
        if self.is_closed:
            raise StorageFailed(f"{redact_url(self.url)}: closed")
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.read_executor, work, *values)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise make_storage_error(self.url, error) from error

    # Heartbeats

    async def write_heartbeat(self) -> bool:
        """Write a heartbeat like an event, notify other processes, and return whether it can be
        read back."""

        def write(connection: Connection) -> bool:
            queries.write_heartbeat(connection, self.process, now_ms())
            if self.listener:
                self.listener.send_heartbeat(connection)
            return True

        await self.write("", write)
        return bool(await self.read(queries.SELECT_HEARTBEAT, process=self.process))

    def delete_heartbeat(self, connection: Connection) -> bool:
        return queries.delete_heartbeat(connection, self.process, now_ms())

    async def write_heartbeats(self) -> None:
        """Write heartbeats regularly, so that a broken connection for notifications is noticed."""
        while True:
            with suppress(StorageFailed):  # writes of events report it
                await self.write_heartbeat()
            await asyncio.sleep(HEARTBEAT_SECONDS)

    @property
    def is_silent(self) -> bool:
        """Return whether notifications no longer arrive, so that the connection must be broken."""
        return self.listener is not None and self.listener.is_silent

    # Other processes

    def subscribe(self, on_peer_event: Callable[[str, int], None]) -> None:
        """Set the function that is called in the event loop with the table and seq of each event
        that another process writes, and with ANY_TABLE when events may have been missed."""
        self.on_peer_event = on_peer_event

    @property
    def is_shared(self) -> bool:
        """Return whether other processes may write to the database, too."""
        return self.listener is not None
