"""The statements that the storage sends: what it asks for, and what it writes."""

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

DAY = 86_400_000  # ms
MOST_LOOKED_AT = 5000  # tables, for the lobby
REOPENS = "undone"  # the kind of event after which a game that was over goes on

EVENTS = (
    select(events.c.seq, events.c.at, events.c.kind, events.c.data, events.c.command)
    .where(events.c.table_id == bindparam("table"), events.c.seq > bindparam("after"))
    .order_by(events.c.seq)
)


def held(table: Table) -> Select[Any]:
    """All holders, or all invites, of a table."""
    rows = select(table.c.seat, table.c.digest).where(table.c.table_id == bindparam("table"))
    return rows.order_by(table.c.seat, table.c.digest)


HOLDERS = held(holders)
INVITES = held(invites)

GOING_ON = select(tables.c.id).where(tables.c.over_at.is_(None))

newest = (
    GOING_ON.add_columns(tables.c.opened_at, tables.c.opened_by)
    .where(tables.c.listed)
    .order_by(tables.c.opened_at.desc(), tables.c.id)
    .limit(MOST_LOOKED_AT)
    .subquery()
)
nth = func.row_number().over(  # of all that the same visitor has opened, the newest being first
    partition_by=func.coalesce(newest.c.opened_by, newest.c.id),
    order_by=(newest.c.opened_at.desc(), newest.c.id),
)
ranked = select(newest.c.id, newest.c.opened_at, nth.label("nth")).subquery()
fair = (
    select(ranked)
    .where(ranked.c.nth <= bindparam("each"))
    .order_by(ranked.c.nth, ranked.c.opened_at.desc(), ranked.c.id)
    .limit(bindparam("limit"))
    .subquery()
)
LISTED = select(fair.c.id).order_by(fair.c.opened_at.desc(), fair.c.id)

some_opened = (
    GOING_ON.where(tables.c.opened_by == bindparam("by"), tables.c.opened_at >= bindparam("since"))
    .limit(bindparam("limit"))
    .subquery()
)
OPENED = select(func.count()).select_from(some_opened)

last_at = (
    select(events.c.at)
    .where(events.c.table_id == tables.c.id)
    .order_by(events.c.seq.desc())
    .limit(1)
    .scalar_subquery()
)
UNFINISHED = GOING_ON.where(last_at >= bindparam("since")).order_by(tables.c.opened_at, tables.c.id)

LAST_SEQS = select(
    tables.c.id,
    select(func.max(events.c.seq)).where(events.c.table_id == tables.c.id).scalar_subquery(),
).where(tables.c.id.in_(bindparam("ids", expanding=True)))

HEARTBEAT = select(heartbeats.c.at).where(heartbeats.c.process == bindparam("process"))
FORGET_HEARTBEATS = delete(heartbeats).where(
    or_(heartbeats.c.process == bindparam("process"), heartbeats.c.at < bindparam("since"))
)

reopened = exists().where(
    events.c.table_id == tables.c.id, events.c.kind == REOPENS, events.c.at > bindparam("end")
)
FINISH = (
    update(tables)
    .where(tables.c.id == bindparam("table"), ~reopened)
    .values(over_at=bindparam("end"), opened_by=None)
)
REOPEN = update(tables).where(tables.c.id == bindparam("table")).values(over_at=None)


is_old = or_(
    tables.c.over_at < bindparam("finished"),
    and_(
        tables.c.over_at.is_(None),
        tables.c.opened_at < bindparam("abandoned"),
        last_at < bindparam("abandoned"),
    ),
)
OLD = select(tables.c.id).where(is_old).limit(bindparam("limit"))
STILL_OLD = (
    select(tables.c.id)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)), is_old)
    .with_for_update(skip_locked=True)
)
DELETE = tuple(
    delete(table).where(column.in_(bindparam("ids", expanding=True)))
    for table, column in (
        (events, events.c.table_id),
        (holders, holders.c.table_id),
        (invites, invites.c.table_id),
        (tables, tables.c.id),
    )
)


@cache
def insert_new(dialect: str, table: Table) -> Insert:
    """Inserts a row, or nothing where it, or one that excludes it, is there already."""
    if dialect == "postgresql":
        statement: Insert = postgresql.insert(table).on_conflict_do_nothing()
    else:
        statement = sqlite.insert(table).on_conflict_do_nothing()
    return statement.inline().execution_options(preserve_rowcount=True)


def insert(connection: Connection, table: Table, **values: Any) -> bool:
    """Insert a row; whether there was room for it."""
    return connection.execute(insert_new(connection.dialect.name, table), values).rowcount == 1


def write_heartbeat(connection: Connection, process: str, at: int) -> None:
    """Write a sign of life; each process has a row of its own, so that none waits for another."""
    forget_heartbeat(connection, process, at)
    insert(connection, heartbeats, process=process, at=at)


def forget_heartbeat(connection: Connection, process: str, at: int) -> bool:
    """Forget a process, and those that died long ago."""
    connection.execute(FORGET_HEARTBEATS, {"process": process, "since": at - DAY})
    return True


def insert_event(connection: Connection, table: str, event: Event) -> bool:
    """Write an event, unless its seq or its command is taken."""
    if not insert(connection, events, table_id=table, **event._asdict()):
        return False
    if event.kind == REOPENS:
        connection.execute(REOPEN, {"table": table})
    return True


def insert_events(connection: Connection, rows: Sequence[tuple[str, Event]]) -> bool:
    """Write events, none of which reopens a table; whether there was room for all of them.

    One statement for all: a thread that asks the database often waits as often until the event
    loop, busy with other things, lets it go on.
    """
    if not rows:
        return True
    marker = "%s" if connection.dialect.name == "postgresql" else "?"
    values = tuple(value for table, event in rows for value in event_row(table, event))
    counted = {"preserve_rowcount": True}
    statement = insert_so_many(len(rows), marker)
    done = connection.exec_driver_sql(statement, values, execution_options=counted)
    return done.rowcount == len(rows)


EVENT_COLUMNS = ("table_id", *Event._fields)


def event_row(table: str, event: Event) -> tuple[str, int, int, str, str, str | None]:
    """An event as it lies in the database."""
    return table, event.seq, event.at, event.kind, orjson.dumps(event.data).decode(), event.command


@lru_cache(1000)
def insert_so_many(count: int, marker: str) -> str:
    """Inserts so many events, as far as there is room.  It is put together here, since whatever
    knows types would look at each value again."""
    row = f"({', '.join([marker] * len(EVENT_COLUMNS))})"
    rows = ", ".join([row] * count)
    names = ", ".join(f'"{column}"' for column in EVENT_COLUMNS)
    return f"INSERT INTO events ({names}) VALUES {rows} ON CONFLICT DO NOTHING"


def insert_held(
    connection: Connection, where: Table, table: str, rows: Sequence[tuple[int, bytes]]
) -> None:
    """Write holders or invites, by seat and digest; what is there already stays."""
    for seat, digest in rows:
        insert(connection, where, table_id=table, seat=seat, digest=digest)
