"""Events of other processes: found without notifications, too; dead listeners are replaced."""

import asyncio
import os
import signal

import pytest

from steinreich.engines.pool import EnginePool
from steinreich.hall import hall as hall_module
from steinreich.hall.hall import Hall
from steinreich.hall.metrics import Metrics
from steinreich.hall.storage import notifications, store
from steinreich.hall.storage.store import Storage
from tests.hall.storage_helpers import open_storage
from tests.hall.waiting import wait_until
from tests.postgres import Postgres
from tests.session.table_driver import TableDriver, make_opened_event

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture(autouse=True)
def _short_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(notifications, "MAX_SILENCE_SECONDS", 1.0)


def test_sweep_finds_events_without_notifications(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_module, "SWEEP_SECONDS", 0.05)

    async def run() -> None:
        url = postgres.new_database()
        async with open_storage(url) as ours, open_storage(url) as theirs:
            await ours.create("t", make_opened_event(), [], [], False)
            await ours.create("quiet", make_opened_event(), [], [], False)
            hall = Hall(ours, EnginePool(0), Metrics())
            ours.subscribe(lambda table, seq: None)  # no notification arrives
            (room, _), (quiet, _) = await hall.connect("t", None), await hall.connect("quiet", None)
            sweep_task = asyncio.create_task(hall.sweep())
            assert await theirs.append("t", TableDriver().play("a1").events[1])
            await wait_until(lambda: room.table.seq == 2)
            assert quiet.table.seq == 1
            sweep_task.cancel()
            await hall.close()

    asyncio.run(run())


def test_room_without_clients_catches_up_when_a_client_connects(postgres: Postgres) -> None:
    async def run() -> None:
        url = postgres.new_database()
        async with open_storage(url) as ours, open_storage(url) as theirs:
            await ours.create("t", make_opened_event(), [], [], False)
            hall = Hall(ours, EnginePool(0), Metrics())
            await hall.get_room("t")
            events = TableDriver().play("a1 b2 c3").events
            assert await theirs.append("t", events[1])
            await wait_until(lambda: not hall.rooms)  # nothing is read while no client needs it
            assert (await hall.get_room("t")).table.seq == 2
            assert await theirs.append("t", events[2])
            await wait_until(lambda: not hall.rooms)
            room, _ = await hall.connect("t", None)
            assert room.table.seq == 3
            assert await theirs.append("t", events[3])
            await wait_until(lambda: room.table.seq == 4)
            await hall.close()

    asyncio.run(run())


def get_listener_pid(storage: Storage) -> int:
    """Return the id of the PostgreSQL process that serves the listening connection."""
    assert storage.listener
    return storage.listener.connection.info.backend_pid


def test_replaces_a_frozen_listener(postgres: Postgres) -> None:
    """The database process of the connection stops without an error."""

    async def run() -> None:
        url = postgres.new_database()
        async with open_storage(url) as ours, open_storage(url) as theirs:
            await ours.create("t", make_opened_event(), [], [], False)
            hall = Hall(ours, EnginePool(0), Metrics())
            room, _ = await hall.connect("t", None)
            frozen = get_listener_pid(ours)
            os.kill(frozen, signal.SIGSTOP)
            try:
                assert await theirs.append("t", TableDriver().play("a1").events[1])
                await wait_until(lambda: room.table.seq == 2)
                assert get_listener_pid(ours) != frozen
                await wait_until(lambda: not ours.is_silent)
            finally:
                os.kill(frozen, signal.SIGCONT)
            await hall.close()

    asyncio.run(run())


def test_keeps_a_listener_with_heartbeats(postgres: Postgres) -> None:
    async def run() -> None:
        async with open_storage(postgres.new_database()) as ours:
            before = get_listener_pid(ours)
            await asyncio.sleep(2.5)  # more than twice the maximum silence
            assert get_listener_pid(ours) == before
            assert not ours.is_silent

    asyncio.run(run())
