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

UNPRIVILEGED_USERS = ("postgres", "nobody")  # one of them runs PostgreSQL instead of root
SUPERUSER = "hall"
SERVER_OPTIONS = "-c listen_addresses= -c max_connections=60 -c shared_buffers=32MB"
NO_FSYNC = "-c fsync=off"  # tests kill processes, but do not cut the power


class Postgres:
    """A server that creates empty databases on request."""

    def __init__(self, folder: Path, settings: str) -> None:
        self.folder = folder  # contains the socket
        self.data = folder / "data"
        self.settings = f"{SERVER_OPTIONS} {settings} -c unix_socket_directories={folder}"
        self.user = find_unprivileged_user()
        self.database_numbers = count(1)
        if self.user:
            shutil.chown(folder, self.user)
        auth = ["--auth=trust", "--no-sync", "--no-locale", "--encoding=UTF8"]
        self.run("initdb", "-D", str(self.data), "-U", SUPERUSER, *auth)

    def start(self) -> None:
        self.run_pg_ctl("start", "-l", str(self.folder / "log"), "-o", self.settings)

    def stop(self) -> None:
        """Stop at once, as in a crash."""
        self.run_pg_ctl("stop", "-m", "immediate")

    def run_pg_ctl(self, *arguments: str) -> None:
        self.run("pg_ctl", "-D", str(self.data), "-w", *arguments)

    def run(self, name: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as a user other than root."""
        switch_user = ["setpriv", f"--reuid={self.user}", "--clear-groups"] if self.user else []
        # With a pipe instead of a file, this call would wait until the server stops.
        with (self.folder / "output").open("w+") as output:
            result = subprocess.run(
                [*switch_user, find_program(name), *arguments],
                cwd=self.folder,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=60,
                check=False,
            )
            output.seek(0)
            assert result.returncode == 0, output.read()

    def new_database(self) -> str:
        """Create an empty database and return its URL."""
        name = f"hall{next(self.database_numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return f"postgresql://{SUPERUSER}@/{name}?host={self.folder}"

    def execute(self, statement: str) -> None:
        """Execute a statement as the superuser."""
        address = f"postgresql://{SUPERUSER}@/postgres?host={self.folder}"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement.encode())


def find_program(name: str) -> str:
    """Return the path of one of PostgreSQL's programs; on Debian, most are not in PATH."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *map(str, folders)])
    program = shutil.which(name, path=path)
    if program is None:
        pytest.fail(
            f"{name} not found: these tests need PostgreSQL (Debian: apt install postgresql)"
        )
    return program


def find_unprivileged_user() -> str | None:
    """Return the user that has to run PostgreSQL, or None if this process may run it itself."""
    if os.geteuid() != 0:
        return None
    existing = {entry.pw_name for entry in pwd.getpwall()}
    return next(user for user in UNPRIVILEGED_USERS if user in existing)


@contextmanager
def running_postgres(settings: str = NO_FSYNC) -> Iterator[Postgres]:
    """Run a server until the end of the context."""
    # A short path, as required for sockets
    with tempfile.TemporaryDirectory(prefix="steinreich-", dir="/tmp") as folder:
        server = Postgres(Path(folder), settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()
