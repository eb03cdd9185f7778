"""A real PostgreSQL for the tests: made in a temporary folder, stopped at the end.

It listens on a Unix socket in that folder only.  PostgreSQL refuses to run as root; then an
ordinary user of the machine runs it.
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

USERS = ("postgres", "nobody")  # who may run it in root's place
OWNER = "hall"  # its superuser
SETTINGS = "-c listen_addresses= -c max_connections=60 -c shared_buffers=32MB"
QUICK = "-c fsync=off"  # processes are killed here, but nobody pulls the plug of the machine


class Postgres:
    """A server with as many empty databases as are asked for."""

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
        """At once, as if it had crashed."""
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
        """The URL of an empty database."""
        name = f"hall{next(self.numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return f"postgresql://{OWNER}@/{name}?host={self.folder}"

    def execute(self, statement: str) -> None:
        """Let the superuser do something."""
        address = f"postgresql://{OWNER}@/postgres?host={self.folder}"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement.encode())


def program(name: str) -> str:
    """The path of one of PostgreSQL's programs; Debian does not put all of them into PATH."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *map(str, folders)])
    found = shutil.which(name, path=path)
    if found is None:
        pytest.fail(
            f"{name} not found: these tests need PostgreSQL (Debian: apt install postgresql)"
        )
    return found


def ordinary_user() -> str | None:
    """Who shall run PostgreSQL; None: we ourselves, who are not root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(user for user in USERS if user in known)


@contextmanager
def running_postgres(settings: str = QUICK) -> Iterator[Postgres]:
    """A server that runs meanwhile."""
    with tempfile.TemporaryDirectory(prefix="steinreich-", dir="/tmp") as folder:  # short: a socket
        server = Postgres(Path(folder), settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()
