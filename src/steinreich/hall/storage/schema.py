"""What lies in the database: tables, their events, and who holds a seat.

A table is the log of its events.  Two writers who both want to write event number 7 of a table
meet at the primary key, and one command sent twice meets itself at `events_command`: whoever comes
second writes nothing.  Secrets are kept as digests only.  Times are milliseconds since 1970.

This is the newest form; `migrations` leads there from any earlier one.
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

REVISION = "0003"  # of this form: the last of the migrations

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("listed", Boolean, nullable=False),  # whether the lobby shows it
    Column("opened_at", BigInteger, nullable=False),
    Column("over_at", BigInteger),  # null as long as the game goes on
    Column("opened_by", Text),  # a digest of the visitor's address; null when the game is over
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
    Column("command", Text),  # what led to the event: the seat, and the client's id
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
    Column("process", Text, primary_key=True),  # a name of its own; in notices as well
    Column("at", BigInteger, nullable=False),  # of the last sign of life
)

invites = Table(
    "invites",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("digest", LargeBinary, primary_key=True),  # SHA-256 of the secret in the link
)
