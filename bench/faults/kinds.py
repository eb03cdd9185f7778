"""The faults: each strikes a server during games, and is over when its function returns."""

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

from bench.faults.scene import Scene
from tests.hall.server_process import PATIENCE, Host

LONG = 1.0  # duration of faults that pass by themselves
HOUR = 3_600_000_000_000  # nanoseconds


class Kind(NamedTuple):
    """A fault, where it applies, and how often it is injected in a full run."""

    name: str
    happen: Callable[[Scene], None]
    sqlite: int
    postgres: int
    kills: tuple[int, int] = (0, 0)  # killed processes each time: on SQLite, and on PostgreSQL


def soon(is_so: Callable[[], object], what: str) -> None:
    """Wait until a condition is true; raise AssertionError after a time limit."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def some_host(scene: Scene) -> Host:
    return scene.couples[0].dice.choice(scene.hosts)


# Processes


def kill(scene: Scene) -> None:
    host = some_host(scene)
    scene.kill(host)
    host.start()


def stop(scene: Scene) -> None:
    host = some_host(scene)
    assert host.stop() == 0
    host.start()


def freeze(scene: Scene) -> None:
    with frozen(some_host(scene).process.pid):
        time.sleep(LONG)


@contextmanager
def frozen(pid: int | None) -> Iterator[None]:
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


# The disk


def fill_disk(scene: Scene) -> None:
    """Let no file grow any more: for the server on SQLite, for its database processes on
    PostgreSQL. It needs no rights and no disk of its own.
    """
    pids = backends(scene) if scene.postgres else [scene.hosts[0].process.pid or 0]
    assert limit_files(scene, pids, "4096")
    time.sleep(LONG)
    limit_files(scene, pids, "unlimited")


def limit_files(scene: Scene, pids: list[int], size: str) -> int:
    """Limit the size of files of these processes; return how many still exist."""
    user = scene.postgres.user if scene.postgres else None
    become = ["setpriv", f"--reuid={user}", "--clear-groups"] if user else []
    command = [*become, "prlimit", f"--fsize={size}:", "--pid"]
    ended = [subprocess.run([*command, str(pid)], capture_output=True) for pid in pids]
    return sum(one.returncode == 0 for one in ended)


def make_read_only(scene: Scene) -> None:
    """PostgreSQL refuses writes for a while. A server with an SQLite file in a read-only folder
    does not start, and says why.
    """
    if scene.postgres:
        set_read_only(scene, "on")
        time.sleep(LONG)
        set_read_only(scene, "off")
        return
    scene.kill(scene.hosts[0])
    with read_only(scene.folder):
        refuses_to_start(scene, "readonly", "read-only", "unable to open", "Read-only")
    scene.hosts[0].start()


def set_read_only(scene: Scene, value: str) -> None:
    assert scene.postgres
    scene.postgres.execute(
        f"ALTER DATABASE {scene.name} SET default_transaction_read_only = {value}"
    )
    cut(scene)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
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


def refuses_to_start(scene: Scene, *says: str) -> None:
    """Check that a server does not start, and that its log says why."""
    host = scene.hosts[0]
    log, host.log_file = host.log_file, scene.folder.parent / "refusal.log"
    host.log_file.unlink(missing_ok=True)
    try:
        with pytest.raises(AssertionError, match="|".join(says)):
            host.start()
    finally:
        host.log_file = log


# The database


def lock(scene: Scene) -> None:
    """Hold a write lock in another process for a while."""
    if not scene.postgres:
        with closing(sqlite3.connect(scene.file, timeout=PATIENCE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(LONG)
            other.execute("ROLLBACK")
        return
    with psycopg.connect(scene.hosts[0].database) as connection:
        connection.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        time.sleep(LONG)
        connection.rollback()


def corrupt_file(scene: Scene) -> None:
    """Overwrite the start of the file, and restore the copy beside it afterwards."""
    scene.kill(scene.hosts[0])
    files = [path for path in scene.folder.glob("hall.sqlite*") if path.suffix != ".lock"]
    kept = scene.folder / "kept"
    kept.mkdir()
    for path in files:
        shutil.copy(path, kept)
    with scene.file.open("r+b") as file:
        file.write(b"nonsense" * 512)
    (scene.folder / "hall.sqlite-wal").unlink(missing_ok=True)
    refuses_to_start(scene, "not a database", "malformed")
    for path in files:
        shutil.copy(kept / path.name, path)
    shutil.rmtree(kept)
    scene.hosts[0].start()


def damage_table(scene: Scene) -> None:
    """Make one table invalid; the others must be unaffected."""
    damaged = scene.hosts[0].open_table()["id"]
    execute(scene, "UPDATE events SET data = '[]' WHERE table_id = ?", damaged)
    host = some_host(scene)
    scene.kill(host)
    host.start()
    assert host.get(f"api/tables/{damaged}").status_code == 500
    assert host.get("api/health").status_code == 200
    for table in ("events", "holders"):
        execute(scene, f"DELETE FROM {table} WHERE table_id = ?", damaged)
    execute(scene, "DELETE FROM tables WHERE id = ?", damaged)


def make_newer(scene: Scene) -> None:
    """Mark the database as that of a newer version, and restore it afterwards."""
    ((known,),) = scene.hosts[0].rows("SELECT version_num FROM alembic_version")
    for host in scene.hosts:
        scene.kill(host)
    execute(scene, "UPDATE alembic_version SET version_num = ?", "9999")
    refuses_to_start(scene, "9999")
    execute(scene, "UPDATE alembic_version SET version_num = ?", known)
    for host in scene.hosts:
        host.start()


def lose_postgres(scene: Scene) -> None:
    assert scene.postgres
    scene.postgres.stop()
    time.sleep(LONG / 2)
    scene.postgres.start()


def freeze_listening(scene: Scene) -> None:
    """Freeze the other end of a listening connection: it has to be replaced."""
    before = backends(scene, "LISTEN%")
    with frozen(before[0]):
        soon(lambda: set(backends(scene, "LISTEN%")) - set(before), "it is not replaced")


def backends(scene: Scene, query: str = "%") -> list[int]:
    """Return the PostgreSQL processes that serve this server."""
    found = scene.hosts[0].rows(
        "SELECT pid FROM pg_stat_activity "
        "WHERE datname = ? AND query LIKE ? AND pid <> pg_backend_pid()",
        scene.name,
        query,
    )
    return [pid for (pid,) in found]


def cut(scene: Scene) -> None:
    assert scene.postgres
    scene.postgres.execute(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{scene.name}'"
    )


def execute(scene: Scene, statement: str, *values: Any) -> None:
    """Change the database directly."""
    database = scene.hosts[0].database
    if scene.postgres:
        with psycopg.connect(database) as server:
            server.execute(statement.replace("?", "%s").encode(), values)
    else:
        with closing(sqlite3.connect(scene.file, timeout=PATIENCE)) as file, file:
            file.execute(statement, values)


# Time


def jump(scene: Scene) -> None:
    """Set the clock of the machine an hour forward, then two back, and restore it."""
    for hours in (1, -1, 0):
        for host in scene.hosts:
            host.jump.value = hours * HOUR
        time.sleep(LONG / 2)


KINDS = (
    Kind("kill -9", kill, 150, 150, kills=(1, 1)),  # on PostgreSQL of one of two servers
    Kind("SIGTERM", stop, 5, 5),
    Kind("SIGSTOP, SIGCONT", freeze, 5, 5),
    Kind("full disk", fill_disk, 5, 5),
    Kind("read-only", make_read_only, 3, 5, kills=(1, 0)),
    Kind("locked", lock, 5, 5),
    Kind("corrupt file", corrupt_file, 3, 0, kills=(1, 0)),
    Kind("damaged table", damage_table, 3, 3, kills=(1, 1)),
    Kind("newer database", make_newer, 3, 3, kills=(1, 2)),  # PostgreSQL has two servers
    Kind("jumping clock", jump, 5, 5),
    Kind("lost PostgreSQL", lose_postgres, 0, 5),
    Kind("frozen LISTEN", freeze_listening, 0, 3),
)
