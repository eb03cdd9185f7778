"""The current database schema: tables, their events, and the holders of seats.

A table is the log of its events.  If two servers write event number 7 of a table, the second
one violates the primary key; a command sent twice violates `events_command`.  Nothing is written
then.  Secrets are stored as digests only.  Times are milliseconds since 1970.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0001"  # of the last migration, which leads to this schema

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("listed", Boolean, nullable=False),  # in the lobby
    Column("opened_at", BigInteger, nullable=False),
    Column("over_at", BigInteger),  # null while the game is in progress
    Column("opened_by", Text),  # a digest of the client's address; null when the game is over
)
Index(
    "tables_opened_by",
    tables.c.opened_by,
    tables.c.opened_at,
    sqlite_where=tables.c.opened_by.is_not(None),
    postgresql_where=tables.c.opened_by.is_not(None),
)
Index(
    "tables_over",
    tables.c.over_at,
    sqlite_where=tables.c.over_at.is_not(None),
    postgresql_where=tables.c.over_at.is_not(None),
)
Index(
    "tables_going_on",
    tables.c.opened_at,
    sqlite_where=tables.c.over_at.is_(None),
    postgresql_where=tables.c.over_at.is_(None),
)

events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("data", JSON, nullable=False),
    Column("command", Text),  # the seat and the client's id of the command
    UniqueConstraint("table_id", "command", name="events_command"),
)

holders = Table(
    "holders",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("digest", LargeBinary, primary_key=True),  # SHA-256 of the token
)

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("process", Text, primary_key=True),  # its random name; part of its notifications
    Column("at", BigInteger, nullable=False),  # of the last heartbeat
)

invites = Table(
    "invites",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("digest", LargeBinary, primary_key=True),  # SHA-256 of the secret in the link
)
