"""Several processes on one PostgreSQL server: notifications, and recovery from its restarts."""

import asyncio
from threading import Event as Signal
from typing import Any

import pytest
from psycopg import Connection

from steinreich.hall.storage import database, queries
from steinreich.hall.storage.notifications import Listener
from steinreich.hall.storage.store import ANY_TABLE, Storage, StorageFailed
from tests.hall.storage_helpers import EventListener, create_table, make_event, open_storage
from tests.postgres import Postgres


def close_listening_connections(postgres: Postgres, url: str) -> None:
    """Close the listening connections to a database from the server's side."""
    name = url.partition("?")[0].rpartition("/")[2]
    postgres.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE query LIKE 'LISTEN%' AND datname = '{name}'"
    )


def test_listener_reconnects_and_reports_a_gap(postgres: Postgres) -> None:
    async def run() -> None:
        url = postgres.new_database()
        async with open_storage(url) as first, open_storage(url) as second:
            listener = EventListener(first)
            await create_table(second, "t")
            await listener.wait_for(("t", 1))
            await asyncio.to_thread(close_listening_connections, postgres, url)
            await listener.wait_for((ANY_TABLE, 0))
            assert await second.append("t", make_event(2))
            await listener.wait_for(("t", 2))

    asyncio.run(run())


def test_storage_can_close_while_the_listener_reconnects(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = Listener.connect
    has_reconnected = Signal()

    def connect_and_stop(listener: Listener) -> Connection[Any]:
        connection = connect(listener)
        listener.stop_signal.set()
        has_reconnected.set()
        return connection

    async def run() -> None:
        url = postgres.new_database()
        async with open_storage(url) as storage:
            monkeypatch.setattr(Listener, "connect", connect_and_stop)
            await asyncio.to_thread(close_listening_connections, postgres, url)
            assert await asyncio.to_thread(has_reconnected.wait, 20)
        assert storage.listener
        assert storage.listener.connection.closed

    asyncio.run(run())


def test_appends_fail_during_an_outage_and_work_afterwards(postgres: Postgres) -> None:
    async def run() -> None:
        url = postgres.new_database()
        async with open_storage(url) as first, open_storage(url) as second:
            listener = EventListener(first)
            await create_table(first, "t")
            await asyncio.to_thread(postgres.stop)
            try:
                outcomes = await asyncio.gather(
                    *(first.append("t", make_event(seq)) for seq in range(2, 12)),
                    return_exceptions=True,
                )
                assert all(isinstance(outcome, StorageFailed) for outcome in outcomes)
                with pytest.raises(StorageFailed):
                    await first.write_heartbeat()
                with pytest.raises(StorageFailed):
                    await first.events("t")
            finally:
                await asyncio.to_thread(postgres.start)
            assert await first.events("t") == [make_event(1, kind="opened")]
            assert await first.append("t", make_event(2))
            assert await first.write_heartbeat()
            await listener.wait_for((ANY_TABLE, 0))
            assert await second.append("t", make_event(3))
            await listener.wait_for(("t", 3))

    asyncio.run(run())


def test_acknowledged_events_survive_a_crash_and_failed_ones_can_be_repeated(
    postgres: Postgres,
) -> None:
    """Acknowledged events are stored; others can be sent again and are then stored once."""

    async def run() -> None:
        url = postgres.new_database()
        acknowledged: list[int] = []
        async with open_storage(url) as storage:
            await create_table(storage, "t")

            async def append_until_it_fails() -> None:
                for seq in range(2, 1_000_000):
                    await storage.append("t", make_event(seq, str(seq)))
                    acknowledged.append(seq)

            writing = asyncio.create_task(append_until_it_fails())
            while len(acknowledged) < 20:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(postgres.stop)
            try:
                with pytest.raises(StorageFailed):
                    await writing
            finally:
                await asyncio.to_thread(postgres.start)
            unacknowledged = acknowledged[-1] + 1
            await storage.append("t", make_event(unacknowledged, str(unacknowledged)))
            found = [event.seq for event in await storage.events("t")]
            assert found == list(range(1, unacknowledged + 1))

    asyncio.run(run())


def test_frozen_writer_does_not_block_other_processes(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "TIMEOUT_SECONDS", 1)

    async def run() -> None:
        url = postgres.new_database()
        async with open_storage(url) as frozen, open_storage(url) as other:
            await create_table(other, "t")
            with frozen.write_engine.connect() as connection:
                assert queries.insert_event(connection, "t", make_event(2, "never committed"))
                assert await other.append("t", make_event(2, "committed"))
                connection.invalidate()  # the server has ended its session: it cannot be reused
            assert await frozen.append("t", make_event(3))
            assert [event.command for event in await other.events("t", 1)] == ["committed", None]

    asyncio.run(run())


def test_unreachable_database_is_reported_without_its_password() -> None:
    async def run() -> None:
        storage = Storage("postgresql://anna:secret@127.0.0.1:1/hall?application_name=secret")
        try:
            with pytest.raises(StorageFailed) as caught:
                await storage.open()
        finally:
            await storage.close()
        assert "anna" in str(caught.value)
        assert "127.0.0.1" in str(caught.value)
        assert "secret" not in str(caught.value)

    asyncio.run(run())
