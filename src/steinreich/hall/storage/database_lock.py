"""One hall at a time on an SQLite file: two would know nothing of each other, and disagree.

Beside the database lies a file that the running hall keeps locked and in which its address stands,
so that whoever starts a second one is shown where the first one is.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from steinreich.compile.locks import lock_file
from steinreich.hall.storage.database import explained, parse_url
from steinreich.rules.errors import SteinreichError

SUFFIX = ".lock"
STARTING_SECONDS = 30.0  # in which a hall that has just been started can be used and says so
GLANCE = 0.05  # seconds between two looks


class Occupied(SteinreichError):
    """A hall runs on this database already; its address is empty if it does not say it."""

    def __init__(self, file: Path, address: str) -> None:
        at = f" at {address}" if address else ""
        super().__init__(f"a hall runs on {file} already{at}")
        self.file = file
        self.address = address


class DatabaseLock:
    """The right to run a hall on a database."""

    def __init__(self, descriptor: int | None = None) -> None:
        self.descriptor = descriptor  # of the locked file; none where several halls may run

    def tell(self, address: str) -> None:
        """Let others know, once, where this hall is."""
        if self.descriptor is not None:
            os.write(self.descriptor, f"{address}\n".encode())


@contextmanager
def locked(database: str) -> Iterator[DatabaseLock]:
    """Hold a database for one hall; Occupied if another one does.  PostgreSQL serves several."""
    url = parse_url(database)
    if url.get_backend_name() != "sqlite":
        yield DatabaseLock()
        return
    file = Path(str(url.database)).resolve()
    note = file.with_name(file.name + SUFFIX)
    try:
        note.parent.mkdir(0o700, parents=True, exist_ok=True)
        descriptor = os.open(note, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise explained(url, error) from error
    try:
        try:
            lock_file(descriptor)
        except BlockingIOError:
            raise Occupied(file, address_in(note)) from None
        os.truncate(descriptor, 0)
        yield DatabaseLock(descriptor)
    finally:
        os.close(descriptor)


def address_in(note: Path) -> str:
    """Where the other hall is, as soon as it says so."""
    until = time.monotonic() + STARTING_SECONDS
    while not (said := note.read_text()).endswith("\n") and time.monotonic() < until:
        time.sleep(GLANCE)
    return said.strip()
