"""Old tables are deleted completely in the background, and all others stay."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from steinreich.hall.upkeep import DELETE_BATCH_SIZE
from tests.hall.server_process import Host, hosted, watching

pytestmark = pytest.mark.xdist_group("limits")
PATIENCE = 30.0  # for conditions that should become true
DAYS = 86_400_000
OVER, LEFT = 2 * DELETE_BATCH_SIZE, 3  # finished and idle tables


def fill(host: Host) -> tuple[list[str], list[str], str]:
    """Create finished tables, abandoned ones, and one that continues."""
    over, left = ([host.open_table() for _ in range(count)] for count in (OVER, LEFT))

    async def end(made: dict[str, str]) -> None:
        async with watching(host, made["id"], made["token"]) as window:
            await window.ask("resign", seat=0)

    async def end_all() -> None:
        await asyncio.gather(*map(end, over))

    asyncio.run(end_all())
    until = time.monotonic() + PATIENCE
    while host.rows("SELECT count(*) FROM tables WHERE over_at IS NOT NULL") != [(OVER,)]:
        assert time.monotonic() < until
        time.sleep(0.02)
    fresh: str = host.open_table()["id"]
    return [made["id"] for made in over], [made["id"] for made in left], fresh


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


def wait_until_deleted(host: Host, ids: list[str], at_most: int = 0) -> None:
    """Wait until at most a number of these is left."""
    marks = ", ".join("?" * len(ids))
    until = time.monotonic() + PATIENCE
    while host.rows(f"SELECT count(*) FROM tables WHERE id IN ({marks})", *ids)[0][0] > at_most:
        assert time.monotonic() < until, "they are still there"
        time.sleep(0.02)


def test_deletion_of_old_tables_continues_after_a_kill(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        over, left, fresh = fill(host)
        host.stop()
    age_all_events(tmp_path, over + left, 10)
    young = over.pop()
    age_all_events(tmp_path, [young], -8)
    with hosted(tmp_path, keep_finished_days=5) as host:
        wait_until_deleted(host, over, OVER - DELETE_BATCH_SIZE)
        host.kill()
        host.start()
        wait_until_deleted(host, over)
        assert host.get(f"api/tables/{over[0]}").status_code == 404
        for id in (*left, young, fresh):
            assert host.get(f"api/tables/{id}").status_code == 200, "these are kept forever"
        host.stop()
    with hosted(tmp_path, keep_finished_days=5, keep_abandoned_days=7) as host:
        wait_until_deleted(host, left)
        for id in (young, fresh):
            assert host.get(f"api/tables/{id}").status_code == 200
        rests = host.rows("SELECT count(*) FROM events WHERE table_id NOT IN (?, ?)", young, fresh)
        assert rests == [(0,)]


def test_tables_are_kept_by_default(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        table = host.open_table()["id"]
        host.stop()
        age_all_events(tmp_path, [table], 3000)
        host.start()
        assert host.get(f"api/tables/{table}").status_code == 200
        assert host.get("api/health").status_code == 200
        assert host.rows("SELECT count(*) FROM tables") == [(1,)]
