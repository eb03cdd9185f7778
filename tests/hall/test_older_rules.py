"""Games that were played under older rules."""

import asyncio
import json
from pathlib import Path

from steinreich.hall.storage.database import create_write_engine
from steinreich.hall.storage.store import Storage
from tests.hall.server_process import hosted, is_done, watching


def test_game_that_current_rules_refuse_is_shown_and_saved(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        made = host.open_table()

        async def play() -> None:
            async with watching(host, made["id"], made["token"]) as window:
                for action in ("a1", "b1", "c1"):
                    assert is_done(await window.act(action))

        asyncio.run(play())
        host.stop()
        # Pretend that the second move was legal under older rules.
        older = json.dumps({"seat": 1, "actions": ["e5"]})
        engine = create_write_engine(Storage(host.database).url)
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
