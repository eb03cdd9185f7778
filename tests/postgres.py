"""A real PostgreSQL for the tests: created in a temporary folder, stopped at the end.

It listens on a Unix socket in that folder only. PostgreSQL refuses to run as root; then another
user of the machine runs it.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

USERS = ("postgres", "nobody")  # users that may run it instead of root
OWNER = "hall"  # its superuser
SETTINGS = "-c listen_addresses= -c max_connections=60 -c shared_buffers=32MB"
QUICK = "-c fsync=off"  # processes are killed here, but the machine does not lose power


class Postgres:
    """A server that creates empty databases on request."""

    def __init__(self, folder: Path, settings: str) -> None:
        self.folder = folder  # of the socket
        self.data = folder / "data"
        self.settings = f"{SETTINGS} {settings} -c unix_socket_directories={folder}"
        self.user = ordinary_user()
        self.numbers = count(1)
        if self.user:
            shutil.chown(folder, self.user)
        auth = ["--auth=trust", "--no-sync", "--no-locale", "--encoding=UTF8"]
        self.run("initdb", "-D", str(self.data), "-U", OWNER, *auth)

    def start(self) -> None:
        self.control("start", "-l", str(self.folder / "log"), "-o", self.settings)

    def stop(self) -> None:
        """Stop at once, as in a crash."""
        self.control("stop", "-m", "immediate")

    def control(self, *arguments: str) -> None:
        self.run("pg_ctl", "-D", str(self.data), "-w", *arguments)

    def run(self, name: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as an ordinary user."""
        become = ["setpriv", f"--reuid={self.user}", "--clear-groups"] if self.user else []
        with (self.folder / "output").open("w+") as output:  # a pipe would wait for the server
            ended = subprocess.run(
                [*become, program(name), *arguments],
                cwd=self.folder,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=60,
                check=False,
            )
            output.seek(0)
            assert ended.returncode == 0, output.read()

    def new_database(self) -> str:
        """Create an empty database and return its URL."""
        name = f"hall{next(self.numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return f"postgresql://{OWNER}@/{name}?host={self.folder}"

    def execute(self, statement: str) -> None:
        """Execute a statement as the superuser."""
        address = f"postgresql://{OWNER}@/postgres?host={self.folder}"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement.encode())


def program(name: str) -> str:
    """Return the path of one of PostgreSQL's programs; Debian does not put all of them into
    PATH.
    """
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *map(str, folders)])
    found = shutil.which(name, path=path)
    if found is None:
        pytest.fail(
            f"{name} not found: these tests need PostgreSQL (Debian: apt install postgresql)"
        )
    return found


def ordinary_user() -> str | None:
    """Return the user that runs PostgreSQL; None if this process is not root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(user for user in USERS if user in known)


@contextmanager
def running_postgres(settings: str = QUICK) -> Iterator[Postgres]:
    """Run a server until the end of the context."""
    with tempfile.TemporaryDirectory(
        prefix="steinreich-", dir="/tmp"
    ) as folder:  # a short path, as required for sockets
        server = Postgres(Path(folder), settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()
