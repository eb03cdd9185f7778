"""Across versions: databases of an older schema, and games of older rules."""

import asyncio
import json
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from steinreich.hall.storage.database import writing_engine
from steinreich.hall.storage.store import Storage
from tests.hall.hosting import hosted, is_done, watching
from tests.hall.storing import opened as opened_storage
from tests.postgres import Postgres
from tests.session.sitting import Sitting

pytestmark = pytest.mark.xdist_group("postgres")


def made_by(url: str, revision: str) -> None:
    """A database as an older version has left it, with a game in it."""
    engine = writing_engine(Storage(url).url)
    config = Config()
    config.set_main_option("script_location", "steinreich.hall.storage:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        table = "INSERT INTO tables (id, listed, opened_at) VALUES ('old', true, 1)"
        connection.exec_driver_sql(table)
        for event in Sitting().play("a1 b1").events:
            values = f"'old', {event.seq}, {event.at}, '{event.kind}', '{json.dumps(event.data)}'"
            connection.exec_driver_sql(
                f"INSERT INTO events (table_id, seq, at, kind, data) VALUES ({values})"
            )
    engine.dispose()


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
def test_the_first_schema_is_brought_to_the_newest(
    backend: str, tmp_path: Path, postgres: Postgres
) -> None:
    url = f"sqlite:///{tmp_path}/hall.sqlite" if backend == "sqlite" else postgres.new_database()
    made_by(url, "0001")

    async def run() -> None:
        async with opened_storage(url) as storage:
            assert [event.kind for event in await storage.events("old")] == [
                "opened",
                "played",
                "played",
            ]
            assert await storage.beat()

    asyncio.run(run())
    with hosted(tmp_path, database=url) as host:
        assert host.get("api/tables/old").json()["state"]["actions"] == 2


def test_a_game_that_the_rules_refuse_is_shown_and_saved(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        made = host.open_table()

        async def play() -> None:
            async with watching(host, made["id"], made["token"]) as window:
                for action in ("a1", "b1", "c1"):
                    assert is_done(await window.act(action))

        asyncio.run(play())
        host.stop()
        # As if the second move had been legal by the rules of then.
        older = json.dumps({"seat": 1, "actions": ["e5"]})
        engine = writing_engine(Storage(host.database).url)
        with engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE events SET data = '{older}' WHERE seq = 3")
        engine.dispose()
        host.start()
        state = host.get(f"api/tables/{made['id']}").json()["state"]
        assert (state["actions"], state["status"], state["seq"]) == (1, "over", 4)
        assert state["result"]["reason"] == "superseded"
        record = host.get(f"api/tables/{made['id']}/record").text
        assert "refused by those of today: e5 c1" in record
        assert len(host.get(f"api/tables/{made['id']}/frames").json()["frames"]) == 2

        async def look() -> None:
            async with watching(host, made["id"], made["token"]) as window:
                assert (await window.act("d4"))["type"] == "refused"

        asyncio.run(look())
        assert len(host.rows("SELECT seq FROM events WHERE table_id = ?", made["id"])) == 4
