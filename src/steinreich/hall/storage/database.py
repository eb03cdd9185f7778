"""The database of a hall: its URL, connections and migrations."""

import os
import sqlite3
from pathlib import Path
from typing import Any

import orjson
from platformdirs import user_cache_path, user_data_path
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)

from steinreich.hall.storage import schema
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text

TIMEOUT_SECONDS = 10  # without an answer, after which the database counts as down
MAX_READERS = 4  # threads and connections for reading
MIGRATION_LOCK = 0x57E1  # arbitrary id of the advisory lock that a migrating process holds
ANY_TABLE = "*"  # in place of an id: events of any table may have been missed
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


NO_HOME = Text(
    "no home folder to store games in; name a file with --database sqlite:////srv/hall.sqlite"
)


class StorageFailed(SteinreichError):
    """The database is down or has refused a statement.

    It is unknown whether a write took effect, as the connection may have broken just before the
    answer; writing the same event again shows it.
    """


class DatabaseDown(StorageFailed):
    """The database does not answer now; a later attempt may succeed."""


class DamagedData(StorageFailed):
    """Stored data cannot be read; retrying does not help."""


def default_url() -> str:
    """Return the URL in `STEINREICH_DATABASE`, else that of a file in the user's data folder."""
    if configured := os.environ.get("STEINREICH_DATABASE"):
        return configured
    try:
        file = user_data_path("steinreich", appauthor=False) / "hall.sqlite"
    except RuntimeError:  # accounts of services may have no home folder
        raise StorageFailed(NO_HOME) from None
    return URL.create("sqlite", database=str(file)).render_as_string(hide_password=False)


def parse_url(text: str) -> URL:
    """Parse a URL and choose its driver; raise StorageFailed, without any password, if it is
    invalid."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # ValueError: the port is not a number
        raise StorageFailed("The database's URL cannot be understood.") from None
    backend = url.get_backend_name()
    if backend not in DRIVERS:
        raise StorageFailed(f"{redact_url(url)}: the database must be sqlite or postgresql.")
    if backend == "sqlite" and url.database in (None, "", ":memory:"):
        raise StorageFailed("sqlite needs a file: sqlite:///hall.sqlite")
    return url.set(drivername=DRIVERS[backend])


def describe_location(database: str) -> str:
    """Return the file of a database, or its URL without the password."""
    url = make_url(database or default_url())
    file = url.database if url.get_backend_name() == "sqlite" else None
    return file or redact_url(url)


def get_proofs_file(database: str) -> Path | None:
    """Return the file of proven facts: beside an SQLite database, else in the user's cache folder;
    None for accounts without a home folder."""
    url = make_url(database or default_url())
    if url.get_backend_name() == "sqlite" and url.database:
        file = Path(url.database)
        return file.with_name(f"{file.stem}-proofs.sqlite")
    try:
        return user_cache_path("steinreich", appauthor=False) / "proofs.sqlite"
    except RuntimeError:
        return None


def redact_url(url: URL) -> str:
    """Return a URL for logs, without password and options, which can contain passwords, too."""
    return url.set(password=None, query={}).render_as_string(hide_password=True)


def make_storage_error(url: URL, error: Exception) -> StorageFailed:
    """Wrap an error of the database: one line without parameters or passwords."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    first_line = str(cause).strip().partition("\n")[0]
    kind = DatabaseDown if is_temporary(url, error) else StorageFailed
    if type(error) is DatabaseError:  # of SQLite: "database disk image is malformed"
        kind = DamagedData
    return kind(f"{redact_url(url)}: {first_line or type(cause).__name__}")


def is_temporary(url: URL, error: Exception) -> bool:
    """Return whether an error is temporary: the server cannot be reached, or another program locks
    the SQLite file.  All other errors need intervention."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
    is_server = url.get_backend_name() != "sqlite"
    # Errors that SQLAlchemy does not wrap come from the listener's own connection.
    is_from_listener = not isinstance(error, SQLAlchemyError)
    return is_server and (is_from_listener or isinstance(error, OperationalError | InterfaceError))


# Engines: one for writing, one for reading


def create_write_engine(url: URL) -> Engine:
    """Return an engine for the one thread that writes in transactions."""
    engine = create_configured_engine(url, pool_size=1, max_overflow=0)
    if url.get_backend_name() == "sqlite":
        # Python's own transactions would begin late, and not at all before CREATE TABLE.
        event.listen(engine, "connect", disable_driver_transactions)
        event.listen(engine, "begin", begin_immediate)
    return engine


def create_read_engine(url: URL) -> Engine:
    """Return an engine for threads that each send a single query, which needs no transaction."""
    engine = create_configured_engine(
        url, pool_size=MAX_READERS, max_overflow=0, isolation_level="AUTOCOMMIT"
    )
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", decode_leniently)
    return engine


def create_configured_engine(url: URL, **options: Any) -> Engine:
    is_file = url.get_backend_name() == "sqlite"
    engine = create_engine(
        url,
        pool_pre_ping=not is_file,  # replaces connections that died while idle
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
        return {"timeout": TIMEOUT_SECONDS}
    # A process that dies or freezes during a transaction must not block the others for long.
    idle_timeout = f"-c idle_in_transaction_session_timeout={TIMEOUT_SECONDS}s"
    return {
        "connect_timeout": TIMEOUT_SECONDS,
        "tcp_user_timeout": TIMEOUT_SECONDS * 1000,
        "options": f"{url.query.get('options', '')} {idle_timeout}",
    }


def make_durable(connection: sqlite3.Connection, _: object) -> None:
    """Make commits wait for the disk, and enforce foreign keys."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def decode_leniently(connection: sqlite3.Connection, _: object) -> None:
    """Replace invalid UTF-8: one damaged row would otherwise fail a whole query."""
    connection.text_factory = lambda text: text.decode(errors="replace")


def disable_driver_transactions(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None


def begin_immediate(connection: Connection) -> None:
    """Take the write lock at once: waiting for it later could end in a deadlock."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


# Migrations


def migrate(engine: Engine) -> None:
    """Bring the database to the newest schema, one process at a time, in one transaction."""
    if engine.dialect.name == "sqlite":
        create_file(engine.url)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
        if get_revision(connection) != schema.REVISION:
            run_migrations(connection)


def create_file(url: URL) -> None:
    """Create an SQLite file with a write-ahead log: readers and the writer do not wait for each
    other."""
    file = Path(str(url.database))
    file.parent.mkdir(0o700, parents=True, exist_ok=True)
    connection = sqlite3.connect(file, timeout=TIMEOUT_SECONDS)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()


def get_revision(connection: Connection) -> str | None:
    """Return the revision of a database; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def run_migrations(connection: Connection) -> None:
    """Run all missing migrations in the transaction of this connection."""
    from alembic import command  # rarely needed, and slow to import
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "steinreich.hall.storage:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:  # a revision that only a newer program knows
        raise StorageFailed(f"{redact_url(connection.engine.url)}: {error}") from error
