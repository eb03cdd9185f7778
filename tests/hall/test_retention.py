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
DAYS = 86_400_000
OVER, LEFT = 2 * DELETE_BATCH_SIZE, 3  # finished and idle tables


def fill(server: ServerProcess) -> tuple[list[str], list[str], str]:
    """Create finished tables, abandoned ones, and one that continues."""
    over, left = ([server.open_table() for _ in range(count)] for count in (OVER, LEFT))

    async def resign(new_table: dict[str, str]) -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.send_command("resign", seat=0)

    async def resign_all() -> None:
        await asyncio.gather(*map(resign, over))

    asyncio.run(resign_all())
    deadline = time.monotonic() + CONDITION_TIMEOUT_SECONDS
    while server.fetch_rows("SELECT count(*) FROM tables WHERE over_at IS NOT NULL") != [(OVER,)]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    fresh: str = server.open_table()["id"]
    return [new_table["id"] for new_table in over], [new_table["id"] for new_table in left], fresh


def age_all_events(folder: Path, ids: list[str], days: int) -> None:
    """Move all times into the past by a number of days."""
    ago = days * DAYS
    with closing(sqlite3.connect(folder / "hall.sqlite")) as database, database:
        for id in ids:
            database.execute(
                "UPDATE tables SET opened_at = opened_at - ?, over_at = over_at - ? WHERE id = ?",
                (ago, ago, id),
            )
            database.execute("UPDATE events SET at = at - ? WHERE table_id = ?", (ago, id))


def wait_until_deleted(server: ServerProcess, ids: list[str], at_most: int = 0) -> None:
    """Wait until at most a number of these is left."""
    marks = ", ".join("?" * len(ids))
    deadline = time.monotonic() + CONDITION_TIMEOUT_SECONDS
    while (
        server.fetch_rows(f"SELECT count(*) FROM tables WHERE id IN ({marks})", *ids)[0][0]
        > at_most
    ):
        assert time.monotonic() < deadline, "they are still there"
        time.sleep(0.02)


def test_deletion_of_old_tables_continues_after_a_kill(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        over, left, fresh = fill(server)
        server.stop()
    age_all_events(tmp_path, over + left, 10)
    young = over.pop()
    age_all_events(tmp_path, [young], -8)
    with running_server(tmp_path, keep_finished_days=5) as server:
        wait_until_deleted(server, over, OVER - DELETE_BATCH_SIZE)
        server.kill()
        server.start()
        wait_until_deleted(server, over)
        assert server.get(f"api/tables/{over[0]}").status_code == 404
        for id in (*left, young, fresh):
            assert server.get(f"api/tables/{id}").status_code == 200, "these are kept forever"
        server.stop()
    with running_server(tmp_path, keep_finished_days=5, keep_abandoned_days=7) as server:
        wait_until_deleted(server, left)
        for id in (young, fresh):
            assert server.get(f"api/tables/{id}").status_code == 200
        rests = server.fetch_rows(
            "SELECT count(*) FROM events WHERE table_id NOT IN (?, ?)", young, fresh
        )
        assert rests == [(0,)]


def test_tables_are_kept_by_default(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        table = server.open_table()["id"]
        server.stop()
        age_all_events(tmp_path, [table], 3000)
        server.start()
        assert server.get(f"api/tables/{table}").status_code == 200
        assert server.get("api/health").status_code == 200
        assert server.fetch_rows("SELECT count(*) FROM tables") == [(1,)]
