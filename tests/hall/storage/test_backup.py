"""Backups made during games and restored elsewhere: the games continue there."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.hall.players import Player, play_until
from tests.hall.server_process import Host, hosted, is_done, watching
from tests.postgres import OWNER, Postgres

pytestmark = pytest.mark.xdist_group("postgres")
EVENTS = "SELECT * FROM events WHERE table_id = ? ORDER BY seq"


def database_name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


def check_backup_under_load(
    folder: Path, database: str, restored: str, back_up: Callable[[], None]
) -> None:
    """Play, back up meanwhile, restore, and play on with the same tokens and invitations."""
    for name in ("here", "elsewhere"):
        (folder / name).mkdir()
    with hosted(folder / "here", database=database) as here:
        players = [Player(here.open_table(), seed) for seed in range(3)]
        invited = here.open_table("here friend")

        def blow() -> None:
            back_up()
            here.kill()

        asyncio.run(play_until(here, players, 100, blow))
        with hosted(folder / "elsewhere", database=restored) as elsewhere:
            for player in players:
                kept = elsewhere.rows(EVENTS, player.table)
                assert len(kept) > 1
                assert kept == here.rows(EVENTS, player.table)[: len(kept)], "only earlier events"
                asyncio.run(play_a_turn(elsewhere, player.table, player.token))
            assert elsewhere.join(invited)


async def play_a_turn(host: Host, table: str, token: str) -> None:
    async with watching(host, table, token) as window:
        assert window.mine == [0, 1]
        if window.state["result"]:
            assert is_done(await window.ask("offer", what="undo"))
            await window.until(lambda: not window.state["result"])
        assert is_done(await window.act())


def test_sqlite_backup_during_games_restores_all_games(tmp_path: Path) -> None:
    """Use SQLite's online backup, as its program does by `.backup`."""

    def back_up() -> None:
        with (
            closing(sqlite3.connect(tmp_path / "hall.sqlite")) as source,
            closing(sqlite3.connect(tmp_path / "backup.sqlite")) as target,
        ):
            source.backup(target)

    files = (f"sqlite:///{tmp_path}/hall.sqlite", f"sqlite:///{tmp_path}/backup.sqlite")
    check_backup_under_load(tmp_path, *files, back_up)


def test_postgres_backup_during_games_restores_all_games(
    postgres: Postgres, tmp_path: Path
) -> None:
    url, restored = postgres.new_database(), postgres.new_database()
    at = ("-h", str(postgres.folder), "-U", OWNER)
    dump = str(postgres.folder / "hall.dump")

    def back_up() -> None:
        postgres.run("pg_dump", *at, "--format=custom", f"--file={dump}", database_name(url))
        postgres.run("pg_restore", *at, f"--dbname={database_name(restored)}", dump)

    check_backup_under_load(tmp_path, url, restored, back_up)
