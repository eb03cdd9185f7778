"""Several processes on one PostgreSQL server: notifications, and recovery from its restarts."""

import asyncio
from threading import Event as Signal
from typing import Any

import pytest
from psycopg import Connection

from steinreich.hall.storage import database, queries
from steinreich.hall.storage.notifications import Listener
from steinreich.hall.storage.store import ANY_TABLE, Storage, StorageFailed
from tests.hall.storage_helpers import EventListener, create, event, open_storage
from tests.postgres import Postgres


def cut_listeners(postgres: Postgres, url: str) -> None:
    """Close the listening connections to a database from the server's side."""
    name = url.partition("?")[0].rpartition("/")[2]
    postgres.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE query LIKE 'LISTEN%' AND datname = '{name}'"
    )


def test_listener_reconnects_and_reports_a_gap(postgres: Postgres) -> None:
    async def run() -> None:
        url = postgres.new_database()
        async with open_storage(url) as one, open_storage(url) as other:
            ears = EventListener(one)
            await create(other, "t")
            await ears.wait_for(("t", 1))
            await asyncio.to_thread(cut_listeners, postgres, url)
            await ears.wait_for((ANY_TABLE, 0))
            assert await other.append("t", event(2))
            await ears.wait_for(("t", 2))

    asyncio.run(run())


def test_storage_can_close_while_the_listener_reconnects(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = Listener.connect
    is_back = Signal()

    def connect_and_stop(listener: Listener) -> Connection[Any]:
        connection = connect(listener)
        listener.stopping.set()
        is_back.set()
        return connection

    async def run() -> None:
        url = postgres.new_database()
        async with open_storage(url) as storage:
            monkeypatch.setattr(Listener, "connect", connect_and_stop)
            await asyncio.to_thread(cut_listeners, postgres, url)
            assert await asyncio.to_thread(is_back.wait, 20)
        assert storage.listener
        assert storage.listener.connection.closed

    asyncio.run(run())


def test_appends_fail_during_an_outage_and_work_afterwards(postgres: Postgres) -> None:
    async def run() -> None:
        url = postgres.new_database()
        async with open_storage(url) as one, open_storage(url) as other:
            ears = EventListener(one)
            await create(one, "t")
            await asyncio.to_thread(postgres.stop)
            try:
                outcomes = await asyncio.gather(
                    *(one.append("t", event(seq)) for seq in range(2, 12)), return_exceptions=True
                )
                assert all(isinstance(outcome, StorageFailed) for outcome in outcomes)
                with pytest.raises(StorageFailed):
                    await one.beat()
                with pytest.raises(StorageFailed):
                    await one.events("t")
            finally:
                await asyncio.to_thread(postgres.start)
            assert await one.events("t") == [event(1, kind="opened")]
            assert await one.append("t", event(2))
            assert await one.beat()
            await ears.wait_for((ANY_TABLE, 0))
            assert await other.append("t", event(3))
            await ears.wait_for(("t", 3))

    asyncio.run(run())


def test_pending_appends_survive_a_crash_of_the_database(postgres: Postgres) -> None:
    """Acknowledged events are stored; others can be sent again and are then stored once."""

    async def run() -> None:
        url = postgres.new_database()
        acknowledged: list[int] = []
        async with open_storage(url) as storage:
            await create(storage, "t")

            async def append_until_it_fails() -> None:
                for seq in range(2, 1_000_000):
                    await storage.append("t", event(seq, str(seq)))
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
            unsure = acknowledged[-1] + 1
            await storage.append("t", event(unsure, str(unsure)))
            found = [one.seq for one in await storage.events("t")]
            assert found == list(range(1, unsure + 1))

    asyncio.run(run())


def test_frozen_writer_does_not_block_other_processes(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "TIMEOUT_SECONDS", 1)

    async def run() -> None:
        url = postgres.new_database()
        async with open_storage(url) as frozen, open_storage(url) as other:
            await create(other, "t")
            with frozen.writing.connect() as connection:
                assert queries.insert_event(connection, "t", event(2, "never committed"))
                assert await other.append("t", event(2, "committed"))
                connection.invalidate()  # closed by the server
            assert await frozen.append("t", event(3))
            assert [one.command for one in await other.events("t", 1)] == ["committed", None]

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
