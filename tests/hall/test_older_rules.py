"""Games that were played under older rules."""

import asyncio
import json
from pathlib import Path

from steinreich.hall.storage.database import create_write_engine
from steinreich.hall.storage.store import Storage
from tests.hall.server_process import connect_to_table, is_accepted, running_server


def test_shows_games_that_current_rules_refuse(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        new_table = server.open_table()

        async def play() -> None:
            async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
                for action in ("a1", "b1", "c1"):
                    assert is_accepted(await client.act(action))

        asyncio.run(play())
        server.stop()
        # Pretend that the second move was legal under older rules.
        illegal_turn = json.dumps({"seat": 1, "actions": ["e5"]})
        engine = create_write_engine(Storage(server.database).url)
        with engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE events SET data = '{illegal_turn}' WHERE seq = 3")
        engine.dispose()
        server.start()
        state = server.get(f"api/tables/{new_table['id']}").json()["state"]
        assert (state["actions"], state["status"], state["seq"]) == (1, "over", 4)
        assert state["result"]["reason"] == "superseded"
        record = server.get(f"api/tables/{new_table['id']}/record").text
        assert "refused by those of today: e5 c1" in record
        assert len(server.get(f"api/tables/{new_table['id']}/frames").json()["frames"]) == 2

        async def try_to_play() -> None:
            async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
                assert (await client.act("d4"))["type"] == "refused"

        asyncio.run(try_to_play())
        assert (
            len(server.fetch_rows("SELECT seq FROM events WHERE table_id = ?", new_table["id"]))
            == 4
        )
