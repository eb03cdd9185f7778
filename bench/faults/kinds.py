"""The faults: each function injects a fault while games are played, and returns when it is over."""

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest

from bench.faults.testbed import Testbed
from tests.hall.server_process import ServerProcess
from tests.hall.waiting import CONDITION_TIMEOUT_SECONDS

FAULT_SECONDS = 1.0  # duration of faults that have one
HOUR_NS = 3_600_000_000_000


class Fault(NamedTuple):
    """A fault, where it applies, and how often it is injected in a full run."""

    name: str
    inject: Callable[[Testbed], None]
    sqlite_times: int  # 0: does not apply
    postgres_times: int
    kills: tuple[int, int] = (0, 0)  # processes killed each time on SQLite and on PostgreSQL


def wait_until(condition: Callable[[], object], failure: str) -> None:
    """Wait until a condition is true; raise AssertionError with `failure` after a time limit."""
    end = time.monotonic() + CONDITION_TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < end, failure
        time.sleep(0.01)


def choose_server(testbed: Testbed) -> ServerProcess:
    """Return a random server, reproducibly."""
    return testbed.pairs[0].rng.choice(testbed.servers)


# Processes


def kill_server(testbed: Testbed) -> None:
    """Kill a server by SIGKILL, and start it again."""
    server = choose_server(testbed)
    testbed.kill(server)
    server.start()


def stop_server(testbed: Testbed) -> None:
    """Stop a server by SIGTERM, and start it again."""
    server = choose_server(testbed)
    assert server.stop() == 0
    server.start()


def freeze_server(testbed: Testbed) -> None:
    with freeze_process(choose_server(testbed).process.pid):
        time.sleep(FAULT_SECONDS)


@contextmanager
def freeze_process(pid: int | None) -> Iterator[None]:
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


# The disk


def fill_disk(testbed: Testbed) -> None:
    """Simulate a full disk by a limit on the size of files: for the server on SQLite, for its
    database processes on PostgreSQL.
    """
    pids = get_backend_pids(testbed) if testbed.postgres else [testbed.servers[0].process.pid or 0]
    assert limit_files(testbed, pids, "4096")
    time.sleep(FAULT_SECONDS)
    limit_files(testbed, pids, "unlimited")


def limit_files(testbed: Testbed, pids: list[int], size: str) -> int:
    """Limit the size of files of these processes; return how many processes still exist."""
    user = testbed.postgres.user if testbed.postgres else None
    run_as_user = ["setpriv", f"--reuid={user}", "--clear-groups"] if user else []
    command = [*run_as_user, "prlimit", f"--fsize={size}:", "--pid"]
    results = [subprocess.run([*command, str(pid)], capture_output=True) for pid in pids]
    return sum(result.returncode == 0 for result in results)


def make_read_only(testbed: Testbed) -> None:
    """Make PostgreSQL refuse writes for a while; check that a server with an SQLite file in a
    read-only folder fails to start with the reason.
    """
    if testbed.postgres:
        set_read_only(testbed, "on")
        time.sleep(FAULT_SECONDS)
        set_read_only(testbed, "off")
        return
    testbed.kill(testbed.servers[0])
    with read_only_folder(testbed.folder):
        check_start_fails(testbed, "readonly", "read-only", "unable to open", "Read-only")
    testbed.servers[0].start()


def set_read_only(testbed: Testbed, value: str) -> None:
    assert testbed.postgres
    testbed.postgres.execute(
        f"ALTER DATABASE {testbed.database_name} SET default_transaction_read_only = {value}"
    )
    terminate_connections(testbed)


@contextmanager
def read_only_folder(folder: Path) -> Iterator[None]:
    """Make a folder read-only: for root, which may write anyway, by a mount; for others by
    permissions.
    """
    if os.geteuid():
        paths = [folder, *folder.glob("hall.sqlite*")]
        modes = [path.stat().st_mode for path in paths]
        for path in paths:
            path.chmod(0o500 if path.is_dir() else 0o400)
        yield
        for path, mode in zip(paths, modes, strict=True):
            path.chmod(mode)
        return
    subprocess.run(["mount", "--bind", folder, folder], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def check_start_fails(testbed: Testbed, *messages: str) -> None:
    """Check that a server fails to start, with one of these messages in its log."""
    server = testbed.servers[0]
    log, server.log_file = server.log_file, testbed.folder.parent / "refusal.log"
    server.log_file.unlink(missing_ok=True)
    try:
        with pytest.raises(AssertionError, match="|".join(messages)):
            server.start()
    finally:
        server.log_file = log


# The database


def lock_database(testbed: Testbed) -> None:
    """Hold a write lock in another process for a while."""
    if not testbed.postgres:
        with closing(
            sqlite3.connect(
                testbed.database_file, timeout=CONDITION_TIMEOUT_SECONDS, isolation_level=None
            )
        ) as locker:
            locker.execute("BEGIN IMMEDIATE")
            time.sleep(FAULT_SECONDS)
            locker.execute("ROLLBACK")
        return
    with psycopg.connect(testbed.servers[0].database) as connection:
        connection.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        time.sleep(FAULT_SECONDS)
        connection.rollback()


def corrupt_file(testbed: Testbed) -> None:
    """Overwrite the start of the database file, and restore it from a backup afterwards."""
    testbed.kill(testbed.servers[0])
    files = [path for path in testbed.folder.glob("hall.sqlite*") if path.suffix != ".lock"]
    backup = testbed.folder / "backup"
    backup.mkdir()
    for path in files:
        shutil.copy(path, backup)
    with testbed.database_file.open("r+b") as file:
        file.write(b"nonsense" * 512)
    (testbed.folder / "hall.sqlite-wal").unlink(missing_ok=True)
    check_start_fails(testbed, "not a database", "malformed")
    for path in files:
        shutil.copy(backup / path.name, path)
    shutil.rmtree(backup)
    testbed.servers[0].start()


def damage_table(testbed: Testbed) -> None:
    """Make one table invalid; check that the server continues without it."""
    damaged = testbed.servers[0].open_table()["id"]
    execute(testbed, "UPDATE events SET data = '[]' WHERE table_id = ?", damaged)
    server = choose_server(testbed)
    testbed.kill(server)
    server.start()
    assert server.get(f"api/tables/{damaged}").status_code == 500
    assert server.get("api/health").status_code == 200
    for table in ("events", "holders"):
        execute(testbed, f"DELETE FROM {table} WHERE table_id = ?", damaged)
    execute(testbed, "DELETE FROM tables WHERE id = ?", damaged)


def mark_as_newer(testbed: Testbed) -> None:
    """Mark the database as that of a newer version, and restore it afterwards."""
    ((revision,),) = testbed.servers[0].fetch_rows("SELECT version_num FROM alembic_version")
    for server in testbed.servers:
        testbed.kill(server)
    execute(testbed, "UPDATE alembic_version SET version_num = ?", "9999")
    check_start_fails(testbed, "9999")
    execute(testbed, "UPDATE alembic_version SET version_num = ?", revision)
    for server in testbed.servers:
        server.start()


def restart_postgres(testbed: Testbed) -> None:
    assert testbed.postgres
    testbed.postgres.stop()
    time.sleep(FAULT_SECONDS / 2)
    testbed.postgres.start()


def freeze_listener(testbed: Testbed) -> None:
    """Freeze the PostgreSQL process of a listening connection until the server replaces it."""
    before = get_backend_pids(testbed, "LISTEN%")
    with freeze_process(before[0]):
        wait_until(
            lambda: set(get_backend_pids(testbed, "LISTEN%")) - set(before),
            "the connection is not replaced",
        )


def get_backend_pids(testbed: Testbed, query: str = "%") -> list[int]:
    """Return the ids of the PostgreSQL processes for the servers under test."""
    found = testbed.servers[0].fetch_rows(
        "SELECT pid FROM pg_stat_activity "
        "WHERE datname = ? AND query LIKE ? AND pid <> pg_backend_pid()",
        testbed.database_name,
        query,
    )
    return [pid for (pid,) in found]


def terminate_connections(testbed: Testbed) -> None:
    assert testbed.postgres
    testbed.postgres.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE datname = '{testbed.database_name}'"
    )


def execute(testbed: Testbed, statement: str, *values: Any) -> None:
    """Change the database directly."""
    database = testbed.servers[0].database
    if testbed.postgres:
        with psycopg.connect(database) as connection:
            connection.execute(statement.replace("?", "%s").encode(), values)
    else:
        with (
            closing(
                sqlite3.connect(testbed.database_file, timeout=CONDITION_TIMEOUT_SECONDS)
            ) as file,
            file,
        ):
            file.execute(statement, values)


# Time


def shift_clock(testbed: Testbed) -> None:
    """Set the system time of the servers an hour forward, then two back, and restore it."""
    for hours in (1, -1, 0):
        for server in testbed.servers:
            server.clock_offset_ns.value = hours * HOUR_NS
        time.sleep(FAULT_SECONDS / 2)


FAULTS = (
    Fault("kill -9", kill_server, 150, 150, kills=(1, 1)),  # on PostgreSQL: one of two servers
    Fault("SIGTERM", stop_server, 5, 5),
    Fault("SIGSTOP, SIGCONT", freeze_server, 5, 5),
    Fault("full disk", fill_disk, 5, 5),
    Fault("read-only", make_read_only, 3, 5, kills=(1, 0)),
    Fault("locked", lock_database, 5, 5),
    Fault("corrupt file", corrupt_file, 3, 0, kills=(1, 0)),
    Fault("damaged table", damage_table, 3, 3, kills=(1, 1)),
    Fault("newer database", mark_as_newer, 3, 3, kills=(1, 2)),  # PostgreSQL has two servers
    Fault("jumping clock", shift_clock, 5, 5),
    Fault("lost PostgreSQL", restart_postgres, 0, 5),
    Fault("frozen LISTEN", freeze_listener, 0, 3),
)
