"""Only one server may open an SQLite file: two would not see each other's events.

There is a lock file beside the database.  The running server keeps it locked and writes its address
into it, so that a second server can report where the first one is.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from steinreich.compile.locks import lock_file
from steinreich.hall.storage.database import make_storage_error, parse_url
from steinreich.rules.errors import SteinreichError

SUFFIX = ".lock"
MAX_START_SECONDS = 30.0  # until a starting server has written its address
POLL_SECONDS = 0.05


class DatabaseInUse(SteinreichError):
    """Another server uses this database; `address` is empty if it has not written one."""

    def __init__(self, file: Path, address: str) -> None:
        location = f" at {address}" if address else ""
        super().__init__(f"a hall runs on {file} already{location}")
        self.file = file
        self.address = address


class DatabaseLock:
    """Exclusive access of one server to a database."""

    def __init__(self, descriptor: int | None = None) -> None:
        self.descriptor = descriptor  # of the locked file; None where several servers may run

    def write_address(self, address: str) -> None:
        """Write the address of this server for others to read; called once."""
        if self.descriptor is not None:
            os.write(self.descriptor, f"{address}\n".encode())


@contextmanager
def lock_database(database: str) -> Iterator[DatabaseLock]:
    """Lock a database for one server; raise DatabaseInUse if another one holds the lock.

    PostgreSQL serves several servers and is not locked.
    """
    url = parse_url(database)
    if url.get_backend_name() != "sqlite":
        yield DatabaseLock()
        return
    file = Path(str(url.database)).resolve()
    lock = file.with_name(file.name + SUFFIX)
    try:
        lock.parent.mkdir(0o700, parents=True, exist_ok=True)
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise make_storage_error(url, error) from error
    try:
        try:
            lock_file(descriptor)
        except BlockingIOError:
            raise DatabaseInUse(file, read_address(lock)) from None
        os.truncate(descriptor, 0)
        yield DatabaseLock(descriptor)
    finally:
        os.close(descriptor)


def read_address(lock: Path) -> str:
    """Return the address of the other server, waiting until it is written."""
    deadline = time.monotonic() + MAX_START_SECONDS
    while not (written := lock.read_text()).endswith("\n") and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
    return written.strip()
