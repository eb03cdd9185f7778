"""Pending work at tables is done in spite of database outages and damaged tables."""

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from steinreich.core.game import load
from steinreich.engines.pool import EnginePool
from steinreich.engines.turns import TurnProgress
from steinreich.hall.errors import UnreadableTable
from steinreich.hall.hall import Hall
from steinreich.hall.metrics import Metrics
from steinreich.hall.storage.store import StorageFailed
from steinreich.session.schema.messages import Act, Resign
from steinreich.session.table import Event
from tests.hall.server_process import ServerProcess, SocketClient
from tests.hall.storage_helpers import open_storage
from tests.hall.waiting import wait_until
from tests.session.table_driver import (
    BOTH_SEATS,
    FIRST_SEAT,
    NO_CLOCK,
    command_ids,
    make_opened_event,
)

pytestmark = pytest.mark.xdist_group("retries")


class FirstMoveEngines(EnginePool):
    """An engine pool that returns the first legal action at once."""

    def __init__(self) -> None:
        super().__init__(0)

    async def choose_turn(
        self,
        table: str,
        game: str,
        position: str,
        level: int,
        seed: int,
        on_progress: Callable[[TurnProgress], None],
        seconds: float | None = None,
        **options: Any,
    ) -> list[str]:
        return load(game).position(position).legal_moves()[:1]


@pytest.fixture(autouse=True)
def _short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use short timeouts and retry intervals for the database."""
    monkeypatch.setattr("steinreich.hall.storage.database.TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr("steinreich.hall.background.MIN_BACKOFF_SECONDS", 0.02)


@asynccontextmanager
async def open_hall(folder: Path) -> AsyncIterator[Hall]:
    async with open_storage(f"sqlite:///{folder / 'hall.sqlite'}") as storage:
        hall = Hall(storage, FirstMoveEngines(), Metrics())
        yield hall
        await hall.close()


@contextmanager
def lock_database(folder: Path) -> Iterator[None]:
    """Hold a write lock on the database."""
    with closing(sqlite3.connect(folder / "hall.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def count_failures(hall: Hall) -> float:
    value = hall.metrics.registry.get_sample_value("steinreich_background_failures_total")
    assert value is not None
    return value


async def create_table(
    hall: Hall, kinds: str = "here here", clock: dict[str, Any] = NO_CLOCK
) -> str:
    event = make_opened_event(kinds=kinds, clock=clock)
    await hall.storage.create(
        "t", event._replace(at=time.time_ns() // 1_000_000), [], [], listed=True
    )
    return "t"


def test_computer_moves_after_a_database_lock(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hall(tmp_path) as hall:
            table = await create_table(hall, "computer here")
            with lock_database(tmp_path):
                room, _ = await hall.connect(table, None)
                await wait_until(lambda: count_failures(hall) >= 3)  # after several attempts
                assert room.table.actions == 0
            await wait_until(lambda: room.table.actions == 1)
            assert room.retry_timer.backoff == 0, "the next retry starts with a short pause again"

    asyncio.run(run())


def test_clock_expires_after_a_database_lock(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hall(tmp_path) as hall:
            table = await create_table(hall, clock={"kind": "move", "seconds": 1})
            room, _ = await hall.connect(table, None)
            await hall.handle_command(room, Act("one", 0, ["a1"]), FIRST_SEAT)
            with lock_database(tmp_path):
                await wait_until(lambda: count_failures(hall) >= 2)
                assert room.table.result is None
            await wait_until(lambda: room.table.result)
            assert room.table.result
            assert room.table.result.reason == "time"

    asyncio.run(run())


def test_finished_game_leaves_the_lobby_in_spite_of_a_failed_attempt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with open_hall(tmp_path) as hall:
            table = await create_table(hall)
            finish, attempts = hall.storage.mark_finished, iter(range(10))

            async def fail_three_times(table: str, at: int) -> None:
                if next(attempts) < 3:
                    raise StorageFailed("database or disk is full")
                await finish(table, at)

            monkeypatch.setattr(hall.storage, "mark_finished", fail_three_times)
            await hall.handle_command(
                await hall.get_room(table), Resign(next(command_ids)), BOTH_SEATS
            )
            async with asyncio.timeout(60):
                while await hall.storage.list_lobby_tables(10, 10):
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_table_with_pending_work_stays_in_memory(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hall(tmp_path) as hall:
            room = await hall.get_room(await create_table(hall))
            assert room.is_idle
            hall.retry_side_effects(room, StorageFailed("full"))
            assert not room.is_idle
            await wait_until(lambda: room.is_idle)

    asyncio.run(run())


def test_games_are_resumed_in_spite_of_a_failed_query(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with open_hall(tmp_path) as hall:
            table = await create_table(hall)
            list_games, attempts = hall.storage.list_games_in_progress, iter(range(10))

            async def fail_three_times(since: int) -> list[str]:
                if next(attempts) < 3:
                    raise StorageFailed("locked")
                return await list_games(since)

            monkeypatch.setattr(hall.storage, "list_games_in_progress", fail_three_times)
            await hall.resume()
            assert list(hall.rooms) == [table]

    asyncio.run(run())


# Damaged tables

BROKEN = {
    "empty": "{}",
    "no-json": "{nonsense",
    "no-game": json.dumps(make_opened_event().data | {"game": "chess"}),
    "no-position": json.dumps(make_opened_event().data | {"start": "nonsense"}),
}


def store_broken_tables(file: Path) -> None:
    """Write invalid tables to a database."""
    with closing(sqlite3.connect(file)) as database, database:
        for name, data in BROKEN.items():
            database.execute("INSERT INTO tables (id, listed, opened_at) VALUES (?, 1, 1)", (name,))
            values = (name, 1, time.time_ns() // 1_000_000, "opened", data, None)
            database.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", values)


def test_resuming_games_skips_broken_tables(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hall(tmp_path) as hall:
            store_broken_tables(tmp_path / "hall.sqlite")
            table = await create_table(hall)
            await hall.resume()
            assert list(hall.rooms) == [table]
            for name in BROKEN:
                with pytest.raises(UnreadableTable):
                    await hall.get_room(name)
            count = hall.metrics.registry.get_sample_value("steinreich_unreadable_tables_total")
            assert count == len(BROKEN), "each is reported once"
            assert count_failures(hall) == 0

    asyncio.run(run())


def test_invalid_event_breaks_its_table_only(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_storage(f"sqlite:///{tmp_path / 'hall.sqlite'}") as storage:
            await storage.create("t", make_opened_event(), [], [], True)
            await storage.append("t", Event(2, 1, "unknown", {"seat": 0}, None))
            hall = Hall(storage, FirstMoveEngines(), Metrics())
            with pytest.raises(UnreadableTable):
                await hall.get_room("t")
            await hall.close()

    asyncio.run(run())


def test_broken_table_is_reported_on_its_page_and_not_in_the_lobby(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    try:
        new_table = server.open_table("here friend", listed=True)
        store_broken_tables(tmp_path / "hall.sqlite")
        for _ in range(2):
            lobby = server.get("api/tables")
            assert lobby.status_code == 200
            assert [table["id"] for table in lobby.json()["tables"]] == [new_table["id"]]
        for name in BROKEN:
            for end in ("", "/frames", "/record"):
                answer = server.get(f"api/tables/{name}{end}")
                assert answer.status_code == 500
                assert "damaged" in answer.json()["detail"]["why"]
            assert asyncio.run(get_close_code(server, name)) == 4500
        reports = [line for line in server.log.splitlines() if "a table cannot be read" in line]
        assert {json.loads(line)["table"] for line in reports} == set(BROKEN)
        assert len(reports) == len(BROKEN)
    finally:
        server.kill()
        server.client.close()
        server.process.close()


DAMAGE = {
    "invalid JSON": "UPDATE events SET data = '{' WHERE table_id = :id",
    "no UTF-8 in data": "UPDATE events SET data = CAST(X'7B22FF' AS TEXT) WHERE table_id = :id",
    "bytes as data": "UPDATE events SET data = X'00FF' WHERE table_id = :id",
    "null as data": "UPDATE events SET data = 'null' WHERE table_id = :id",
    "a number as data": "UPDATE events SET data = 5 WHERE table_id = :id",
    "kind": "UPDATE events SET kind = CAST(X'FF' AS TEXT) WHERE table_id = :id",
    "time": "UPDATE events SET at = 'x' WHERE table_id = :id",
    "number of the event": "UPDATE events SET seq = 'x' WHERE table_id = :id",
    "no events": "DELETE FROM events WHERE table_id = :id",
    "seat of a holder": "UPDATE holders SET seat = 'x' WHERE table_id = :id",
    "name": "UPDATE events SET data = json_set(data, '$.seats[0].name', 5) WHERE table_id = :id",
    "seat": "UPDATE events SET data = json_set(data, '$.seats[1]', 5) WHERE table_id = :id",
    "kind of a seat": "UPDATE events SET data = json_set(data, '$.seats[0].kind', 'martian')"
    " WHERE table_id = :id",
    "clock": "UPDATE events SET data = json_set(data, '$.clock.kind', 'x') WHERE table_id = :id",
    "order": "UPDATE events SET data = json_set(data, '$.order', json('[7, 7]'))"
    " WHERE table_id = :id",
    "time of opening": "UPDATE tables SET opened_at = 'x' WHERE id = :id",
    "id": "UPDATE tables SET id = CAST(X'FF' AS TEXT) WHERE id = :id",
}


def test_damaged_table_affects_neither_lobby_nor_other_tables(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    try:
        new_table = server.open_table("here friend", listed=True)
        damaged = {name: server.open_table("here friend", listed=True)["id"] for name in DAMAGE}
        server.stop()
        with closing(sqlite3.connect(tmp_path / "hall.sqlite")) as database, database:
            for name, statement in DAMAGE.items():
                database.execute(statement, {"id": damaged[name]})
        server.start()
        for _ in range(2):
            lobby = server.get("api/tables")
            assert lobby.status_code == 200, lobby.text
            assert new_table["id"] in [table["id"] for table in lobby.json()["tables"]]
        for name, id in damaged.items():
            response = server.get("api/tables", params={"id": [id, new_table["id"]]})
            assert response.status_code == 200, name
            assert new_table["id"] in [table["id"] for table in response.json()["tables"]]
            assert server.get(f"api/tables/{id}").status_code in (200, 404, 500), name
        assert server.get(f"api/tables/{new_table['id']}").status_code == 200
    finally:
        server.kill()
        server.client.close()
        server.process.close()


async def get_close_code(server: ServerProcess, table: str) -> int:
    """Return the code with which the server closes the connection after a hello."""
    async with connect(server.socket_url(table), proxy=None) as socket:
        await socket.send('{"type":"hello"}')
        return await SocketClient(socket).wait_for_close()
