"""Processes that share a PostgreSQL database are notified of each other's events."""

import asyncio

from tests.hall.storage_helpers import EventListener, create_table, make_event, open_storage
from tests.postgres import Postgres


def test_processes_are_notified_of_foreign_events_only(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def run() -> None:
        async with open_storage(url) as first, open_storage(url) as second:
            first_listener, second_listener = EventListener(first), EventListener(second)
            await create_table(second, "t")
            assert await second.append("t", make_event(2, "c"))
            assert not await second.append("t", make_event(2)), "refused: no notification"
            assert not await second.append("t", make_event(3, "c")), "refused: no notification"
            assert await first.append("t", make_event(3))
            assert await second.append("t", make_event(4))
            await first_listener.wait_for(("t", 4))
            await second_listener.wait_for(("t", 3))
            assert first_listener.received == [("t", 1), ("t", 2), ("t", 4)]
            assert second_listener.received == [("t", 3)]
            assert await first.events("t", after=2) == [make_event(3), make_event(4)]

    asyncio.run(run())


def test_flood_of_events_arrives_complete_and_in_order(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def run() -> None:
        async with open_storage(url) as first, open_storage(url) as second:
            listener = EventListener(first)
            await create_table(second, "t")
            await asyncio.gather(*(second.append("t", make_event(seq)) for seq in range(2, 1001)))
            await listener.wait_for(("t", 1000))
            assert listener.received == [("t", seq) for seq in range(1, 1001)]

    asyncio.run(run())


def test_concurrent_writers_write_each_number_once(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def run() -> None:
        async with open_storage(url) as first, open_storage(url) as second:
            await create_table(first, "t")
            writes = (
                storage.append("t", make_event(seq))
                for seq in range(2, 301)
                for storage in (first, second)
            )
            written = await asyncio.gather(*writes)
            assert sum(written) == 299
            assert [found.seq for found in await second.events("t")] == list(range(1, 301))

    asyncio.run(run())
