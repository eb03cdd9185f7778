"""SQL statements of the storage."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import orjson
from sqlalchemy import (
    Connection,
    Insert,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from steinreich.hall.storage.schema import events, heartbeats, holders, invites, tables
from steinreich.session.table import Event

DAY_MS = 86_400_000
MAX_LOBBY_CANDIDATES = 5000  # tables from which those for the lobby are chosen
REOPENING_KIND = "undone"  # of events that continue a finished game

SELECT_EVENTS = (
    select(events.c.seq, events.c.at, events.c.kind, events.c.data, events.c.command)
    .where(events.c.table_id == bindparam("table"), events.c.seq > bindparam("after"))
    .order_by(events.c.seq)
)


def select_seats(table: Table) -> Select[Any]:
    """Select the seats and digests in `holders` or `invites` of one game table."""
    rows = select(table.c.seat, table.c.digest).where(table.c.table_id == bindparam("table"))
    return rows.order_by(table.c.seat, table.c.digest)


SELECT_HOLDERS = select_seats(holders)
SELECT_INVITES = select_seats(invites)

SELECT_IN_PROGRESS = select(tables.c.id).where(tables.c.over_at.is_(None))

newest_listed = (
    SELECT_IN_PROGRESS.add_columns(tables.c.opened_at, tables.c.opened_by)
    .where(tables.c.listed)
    .order_by(tables.c.opened_at.desc(), tables.c.id)
    .limit(MAX_LOBBY_CANDIDATES)
    .subquery()
)
rank = func.row_number().over(  # among the tables of the same client, the newest first
    partition_by=func.coalesce(newest_listed.c.opened_by, newest_listed.c.id),
    order_by=(newest_listed.c.opened_at.desc(), newest_listed.c.id),
)
ranked = select(newest_listed.c.id, newest_listed.c.opened_at, rank.label("rank")).subquery()
lobby = (
    select(ranked)
    .where(ranked.c.rank <= bindparam("max_per_client"))
    .order_by(ranked.c.rank, ranked.c.opened_at.desc(), ranked.c.id)
    .limit(bindparam("limit"))
    .subquery()
)
SELECT_LOBBY = select(lobby.c.id).order_by(lobby.c.opened_at.desc(), lobby.c.id)

opened_by_client = (
    SELECT_IN_PROGRESS.where(
        tables.c.opened_by == bindparam("opened_by"), tables.c.opened_at >= bindparam("since")
    )
    .limit(bindparam("limit"))
    .subquery()
)
COUNT_OPEN_TABLES = select(func.count()).select_from(opened_by_client)

last_at = (
    select(events.c.at)
    .where(events.c.table_id == tables.c.id)
    .order_by(events.c.seq.desc())
    .limit(1)
    .scalar_subquery()
)
SELECT_IN_PROGRESS_SINCE = SELECT_IN_PROGRESS.where(last_at >= bindparam("since")).order_by(
    tables.c.opened_at, tables.c.id
)

SELECT_LAST_SEQS = select(
    tables.c.id,
    select(func.max(events.c.seq)).where(events.c.table_id == tables.c.id).scalar_subquery(),
).where(tables.c.id.in_(bindparam("ids", expanding=True)))

SELECT_HEARTBEAT = select(heartbeats.c.at).where(heartbeats.c.process == bindparam("process"))
DELETE_HEARTBEATS = delete(heartbeats).where(
    or_(heartbeats.c.process == bindparam("process"), heartbeats.c.at < bindparam("since"))
)

was_reopened = exists().where(
    events.c.table_id == tables.c.id,
    events.c.kind == REOPENING_KIND,
    events.c.at > bindparam("end"),
)
MARK_FINISHED = (
    update(tables)
    .where(tables.c.id == bindparam("table"), ~was_reopened)
    .values(over_at=bindparam("end"), opened_by=None)
)
MARK_REOPENED = update(tables).where(tables.c.id == bindparam("table")).values(over_at=None)


is_expired = or_(
    tables.c.over_at < bindparam("finished"),
    and_(
        tables.c.over_at.is_(None),
        tables.c.opened_at < bindparam("abandoned"),
        last_at < bindparam("abandoned"),
    ),
)
SELECT_EXPIRED = select(tables.c.id).where(is_expired).limit(bindparam("limit"))
LOCK_EXPIRED = (  # locks those of the selected tables that are still expired
    select(tables.c.id)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)), is_expired)
    .with_for_update(skip_locked=True)
)
DELETE_TABLES = tuple(
    delete(table).where(column.in_(bindparam("ids", expanding=True)))
    for table, column in (
        (events, events.c.table_id),
        (holders, holders.c.table_id),
        (invites, invites.c.table_id),
        (tables, tables.c.id),
    )
)


@cache
def make_insert(dialect: str, table: Table) -> Insert:
    """Return a statement that inserts a row unless it conflicts with another one."""
    if dialect == "postgresql":
        statement: Insert = postgresql.insert(table).on_conflict_do_nothing()
    else:
        statement = sqlite.insert(table).on_conflict_do_nothing()
    return statement.inline().execution_options(preserve_rowcount=True)


def insert(connection: Connection, table: Table, **values: Any) -> bool:
    """Insert a row; return whether there was no conflict."""
    return connection.execute(make_insert(connection.dialect.name, table), values).rowcount == 1


def write_heartbeat(connection: Connection, process: str, at: int) -> None:
    """Write a heartbeat; each process has its own row, so that none waits for another."""
    delete_heartbeat(connection, process, at)
    insert(connection, heartbeats, process=process, at=at)


def delete_heartbeat(connection: Connection, process: str, at: int) -> bool:
    """Delete the heartbeats of a process, and of those that died long ago."""
    connection.execute(DELETE_HEARTBEATS, {"process": process, "since": at - DAY_MS})
    return True


def insert_event(connection: Connection, table: str, event: Event) -> bool:
    """Write an event unless its seq or its command is stored already; return whether it is new."""
    if not insert(connection, events, table_id=table, **event._asdict()):
        return False
    if event.kind == REOPENING_KIND:
        connection.execute(MARK_REOPENED, {"table": table})
    return True


def insert_events(connection: Connection, rows: Sequence[tuple[str, Event]]) -> bool:
    """Write events, none of which reopens a table; return whether all were new.

    They are written by one statement, because after each statement a thread has to wait until the
    event loop releases the interpreter lock.
    """
    if not rows:
        return True
    marker = "%s" if connection.dialect.name == "postgresql" else "?"
    values = tuple(value for table, event in rows for value in to_row(table, event))
    options = {"preserve_rowcount": True}
    statement = multi_insert_sql(len(rows), marker)
    result = connection.exec_driver_sql(statement, values, execution_options=options)
    return result.rowcount == len(rows)


EVENT_COLUMNS = ("table_id", *Event._fields)


def to_row(table: str, event: Event) -> tuple[str, int, int, str, str, str | None]:
    """Return an event as a row of `events`."""
    return table, event.seq, event.at, event.kind, orjson.dumps(event.data).decode(), event.command


@lru_cache(1000)
def multi_insert_sql(count: int, marker: str) -> str:
    """Return a statement that inserts a number of events; as text, because a statement of
    SQLAlchemy would convert each value again."""
    row = f"({', '.join([marker] * len(EVENT_COLUMNS))})"
    rows = ", ".join([row] * count)
    names = ", ".join(f'"{column}"' for column in EVENT_COLUMNS)
    return f"INSERT INTO events ({names}) VALUES {rows} ON CONFLICT DO NOTHING"


def insert_seats(
    connection: Connection, target: Table, table: str, rows: Sequence[tuple[int, bytes]]
) -> None:
    """Write holders or invites, by seat and digest; those that are stored already are kept."""
    for seat, digest in rows:
        insert(connection, target, table_id=table, seat=seat, digest=digest)
