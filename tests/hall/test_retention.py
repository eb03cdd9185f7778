"""Old tables are deleted completely in the background, and all others stay."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from steinreich.hall.upkeep import DELETE_BATCH_SIZE
from tests.hall.server_process import ServerProcess, connect_to_table, running_server

pytestmark = pytest.mark.xdist_group("limits")
CONDITION_TIMEOUT_SECONDS = 30.0
DAY_MS = 86_400_000
FINISHED_TABLES, ABANDONED_TABLES = 2 * DELETE_BATCH_SIZE, 3


def create_tables(server: ServerProcess) -> tuple[list[str], list[str], str]:
    """Create finished tables, abandoned ones, and a new one; return their ids."""
    finished, abandoned = (
        [server.open_table() for _ in range(count)] for count in (FINISHED_TABLES, ABANDONED_TABLES)
    )

    async def resign(new_table: dict[str, str]) -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.send_command("resign", seat=0)

    async def resign_all() -> None:
        await asyncio.gather(*map(resign, finished))

    asyncio.run(resign_all())
    deadline = time.monotonic() + CONDITION_TIMEOUT_SECONDS
    while server.fetch_rows("SELECT count(*) FROM tables WHERE over_at IS NOT NULL") != [
        (FINISHED_TABLES,)
    ]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    new_id: str = server.open_table()["id"]
    return (
        [new_table["id"] for new_table in finished],
        [new_table["id"] for new_table in abandoned],
        new_id,
    )


def age_tables(folder: Path, ids: list[str], days: int) -> None:
    """Move all times of these tables into the past by a number of days."""
    ago = days * DAY_MS
    with closing(sqlite3.connect(folder / "hall.sqlite")) as database, database:
        for id in ids:
            database.execute(
                "UPDATE tables SET opened_at = opened_at - ?, over_at = over_at - ? WHERE id = ?",
                (ago, ago, id),
            )
            database.execute("UPDATE events SET at = at - ? WHERE table_id = ?", (ago, id))


def wait_until_deleted(server: ServerProcess, ids: list[str], max_left: int = 0) -> None:
    """Wait until at most `max_left` of these tables exist."""
    placeholders = ", ".join("?" * len(ids))
    deadline = time.monotonic() + CONDITION_TIMEOUT_SECONDS
    while (
        server.fetch_rows(f"SELECT count(*) FROM tables WHERE id IN ({placeholders})", *ids)[0][0]
        > max_left
    ):
        assert time.monotonic() < deadline, "tables are not deleted"
        time.sleep(0.02)


def test_deletion_of_old_tables_continues_after_a_kill(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        finished, abandoned, new_id = create_tables(server)
        server.stop()
    age_tables(tmp_path, finished + abandoned, 10)
    recently_finished = finished.pop()
    age_tables(tmp_path, [recently_finished], -8)  # 2 days ago
    with running_server(tmp_path, keep_finished_days=5) as server:
        wait_until_deleted(server, finished, FINISHED_TABLES - DELETE_BATCH_SIZE)
        server.kill()
        server.start()
        wait_until_deleted(server, finished)
        assert server.get(f"api/tables/{finished[0]}").status_code == 404
        for id in (*abandoned, recently_finished, new_id):
            assert server.get(f"api/tables/{id}").status_code == 200, "these are not to be deleted"
        server.stop()
    with running_server(tmp_path, keep_finished_days=5, keep_abandoned_days=7) as server:
        wait_until_deleted(server, abandoned)
        for id in (recently_finished, new_id):
            assert server.get(f"api/tables/{id}").status_code == 200
        other_events = server.fetch_rows(
            "SELECT count(*) FROM events WHERE table_id NOT IN (?, ?)", recently_finished, new_id
        )
        assert other_events == [(0,)]


def test_tables_are_kept_by_default(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        table = server.open_table()["id"]
        server.stop()
        age_tables(tmp_path, [table], 3000)
        server.start()
        assert server.get(f"api/tables/{table}").status_code == 200
        assert server.get("api/health").status_code == 200
        assert server.fetch_rows("SELECT count(*) FROM tables") == [(1,)]
