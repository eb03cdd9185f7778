"""Backups made during games and restored elsewhere: the games continue there."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.hall.players import Player, play_until
from tests.hall.server_process import ServerProcess, connect_to_table, is_accepted, running_server
from tests.postgres import SUPERUSER, Postgres

pytestmark = pytest.mark.xdist_group("postgres")
EVENTS_QUERY = "SELECT * FROM events WHERE table_id = ? ORDER BY seq"


def get_database_name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


def check_backup_under_load(
    folder: Path, database: str, restored: str, back_up: Callable[[], None]
) -> None:
    """Back up while players play; check that the games continue on the restored database, with the
    same tokens and invitations.
    """
    for name in ("here", "elsewhere"):
        (folder / name).mkdir()
    with running_server(folder / "here", database=database) as here:
        players = [Player(here.open_table(), seed) for seed in range(3)]
        invited_table = here.open_table("here friend")

        def back_up_and_kill() -> None:
            back_up()
            here.kill()

        asyncio.run(play_until(here, players, 100, back_up_and_kill))
        with running_server(folder / "elsewhere", database=restored) as elsewhere:
            for player in players:
                restored_events = elsewhere.fetch_rows(EVENTS_QUERY, player.table)
                assert len(restored_events) > 1
                events = here.fetch_rows(EVENTS_QUERY, player.table)
                assert restored_events == events[: len(restored_events)], "only earlier events"
                asyncio.run(play_a_turn(elsewhere, player.table, player.token))
            assert elsewhere.join(invited_table)


async def play_a_turn(server: ServerProcess, table: str, token: str) -> None:
    async with connect_to_table(server, table, token) as client:
        assert client.seats == [0, 1]
        if client.state["result"]:
            assert is_accepted(await client.send_command("offer", offer="undo"))
            await client.wait_until(lambda: not client.state["result"])
        assert is_accepted(await client.act())


def test_sqlite_backup_during_games_restores_all_games(tmp_path: Path) -> None:
    """Uses SQLite's online backup, like the command `.backup` of its shell."""

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
    connection_flags = ("-h", str(postgres.folder), "-U", SUPERUSER)
    dump = str(postgres.folder / "hall.dump")

    def back_up() -> None:
        postgres.run(
            "pg_dump",
            *connection_flags,
            "--format=custom",
            f"--file={dump}",
            get_database_name(url),
        )
        postgres.run(
            "pg_restore", *connection_flags, f"--dbname={get_database_name(restored)}", dump
        )

    check_backup_under_load(tmp_path, url, restored, back_up)
