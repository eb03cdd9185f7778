"""The database behind the hall: where it lies, how it is reached, how it gets its newest form."""

import os
import sqlite3
from pathlib import Path
from typing import Any

import orjson
from platformdirs import user_cache_path, user_data_path
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError

from steinreich.hall.storage import schema
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Words

PATIENCE = 10  # seconds until a database that does not answer counts as down
READERS = 4  # threads that read at the same time
MIGRATING = 0x57E1  # the lock in PostgreSQL under which one process at a time migrates
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


NO_HOME = Words(
    "There is no home folder to keep games in; --database names a file: sqlite:////srv/hall.sqlite",
    "Hier gibt es keinen eigenen Ordner für die Partien; --database nennt eine Datei:"
    " sqlite:////srv/hall.sqlite",
)


class StorageFailed(SteinreichError):
    """The database is down or has refused.

    What was to be written is there or not, as if the connection broke just before the answer;
    whoever writes the same event again learns it.
    """


class Damaged(StorageFailed):
    """What was asked for lies on disk and cannot be read; to ask again is of no use."""


def default_url() -> str:
    """The database named by `STEINREICH_DATABASE`, else a file in the user's data folder."""
    if named := os.environ.get("STEINREICH_DATABASE"):
        return named
    try:
        file = user_data_path("steinreich", appauthor=False) / "hall.sqlite"
    except RuntimeError:  # a service's account, or one that the system does not know
        raise StorageFailed(NO_HOME) from None
    return URL.create("sqlite", database=str(file)).render_as_string(hide_password=False)


def parse_url(text: str) -> URL:
    """A URL with the driver that we use; StorageFailed, without any password, if it is no good."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # a port that is no number
        raise StorageFailed("The database's URL cannot be understood.") from None
    backend = url.get_backend_name()
    if backend not in DRIVERS:
        raise StorageFailed(f"{shown(url)}: the database must be sqlite or postgresql.")
    if backend == "sqlite" and url.database in (None, "", ":memory:"):
        raise StorageFailed("sqlite needs a file: sqlite:///hall.sqlite")
    return url.set(drivername=DRIVERS[backend])


def where_kept(database: str) -> str:
    """Where the games of a hall are, for people: a file, or an address without its password."""
    url = make_url(database or default_url())
    file = url.database if url.get_backend_name() == "sqlite" else None
    return file or shown(url)


def proofs_file(database: str) -> Path | None:
    """Where a hall keeps proofs: beside its SQLite file, else in the user's cache folder, if there
    is one."""
    url = make_url(database or default_url())
    if url.get_backend_name() == "sqlite" and url.database:
        file = Path(url.database)
        return file.with_name(f"{file.stem}-proofs.sqlite")
    try:
        return user_cache_path("steinreich", appauthor=False) / "proofs.sqlite"
    except RuntimeError:  # an account without a home folder
        return None


def shown(url: URL) -> str:
    """A URL as it may appear in logs: options can hold passwords, too."""
    return url.set(password=None, query={}).render_as_string(hide_password=True)


def explained(url: URL, error: Exception) -> StorageFailed:
    """An error of the database in our words: one line without parameters or passwords."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    first_line = str(cause).strip().partition("\n")[0]
    kind = Damaged if type(error) is DatabaseError else StorageFailed  # "image is malformed"
    return kind(f"{shown(url)}: {first_line or type(cause).__name__}")


# Engines: one to write with, one to read with


def writing_engine(url: URL) -> Engine:
    """For one thread that writes in transactions."""
    engine = made_engine(url, pool_size=1, max_overflow=0)
    if url.get_backend_name() == "sqlite":
        # Python's own transactions would begin late, and not at all before CREATE TABLE.
        event.listen(engine, "connect", leave_transactions_to_us)
        event.listen(engine, "begin", begin_to_write)
    return engine


def reading_engine(url: URL) -> Engine:
    """For threads that each read with a single query, which needs no transaction."""
    engine = made_engine(url, pool_size=READERS, max_overflow=0, isolation_level="AUTOCOMMIT")
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", read_damaged_texts)
    return engine


def made_engine(url: URL, **options: Any) -> Engine:
    is_file = url.get_backend_name() == "sqlite"
    engine = create_engine(
        url,
        pool_pre_ping=not is_file,  # a connection that died while idle is replaced unseen
        hide_parameters=True,  # of statements, in errors
        json_serializer=lambda value: orjson.dumps(value).decode(),
        json_deserializer=orjson.loads,
        connect_args=connect_options(url),
        **options,
    )
    if is_file:
        event.listen(engine, "connect", make_durable)
    return engine


def connect_options(url: URL) -> dict[str, Any]:
    if url.get_backend_name() == "sqlite":
        return {"timeout": PATIENCE}
    # A process that dies or freezes amid a transaction shall not hold up the others for long.
    impatient = f"-c idle_in_transaction_session_timeout={PATIENCE}s"
    return {
        "connect_timeout": PATIENCE,
        "tcp_user_timeout": PATIENCE * 1000,
        "options": f"{url.query.get('options', '')} {impatient}",
    }


def make_durable(connection: sqlite3.Connection, _: object) -> None:
    """A commit returns when it is on disk, and references are checked."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def read_damaged_texts(connection: sqlite3.Connection, _: object) -> None:
    """A text that is no UTF-8 is read with marks in it: else one row would fail a whole query."""
    connection.text_factory = lambda text: text.decode(errors="replace")


def leave_transactions_to_us(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None


def begin_to_write(connection: Connection) -> None:
    """Wait for other writers here, where waiting cannot end in a deadlock."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


# Migrations


def prepare(engine: Engine) -> None:
    """Bring the database to the newest form, one process at a time, in one transaction."""
    if engine.dialect.name == "sqlite":
        make_file(engine.url)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        if revision_of(connection) != schema.REVISION:
            from steinreich.hall.storage.migration import migrate

            migrate(connection)


def make_file(url: URL) -> None:
    """An SQLite file with a write-ahead log, so that readers and the writer do not wait."""
    file = Path(str(url.database))
    file.parent.mkdir(0o700, parents=True, exist_ok=True)  # nobody else needs to look in
    connection = sqlite3.connect(file, timeout=PATIENCE)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()


def revision_of(connection: Connection) -> str | None:
    """The form that a database has; None: it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision
