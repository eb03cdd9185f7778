"""Processes that share a PostgreSQL database are notified of each other's events."""

import asyncio

from tests.hall.storage_helpers import EventListener, create, event, open_storage
from tests.postgres import Postgres


def test_processes_are_notified_of_foreign_events_only(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def run() -> None:
        async with open_storage(url) as one, open_storage(url) as other:
            ears, others_ears = EventListener(one), EventListener(other)
            await create(other, "t")
            assert await other.append("t", event(2, "c"))
            assert not await other.append("t", event(2)), "refused: no notification"
            assert not await other.append("t", event(3, "c")), "refused: no notification"
            assert await one.append("t", event(3))
            assert await other.append("t", event(4))
            await ears.wait_for(("t", 4))
            await others_ears.wait_for(("t", 3))
            assert ears.heard == [("t", 1), ("t", 2), ("t", 4)]
            assert others_ears.heard == [("t", 3)]
            assert await one.events("t", after=2) == [event(3), event(4)]

    asyncio.run(run())


def test_flood_of_events_arrives_complete_and_in_order(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def run() -> None:
        async with open_storage(url) as one, open_storage(url) as other:
            ears = EventListener(one)
            await create(other, "t")
            await asyncio.gather(*(other.append("t", event(seq)) for seq in range(2, 1001)))
            await ears.wait_for(("t", 1000))
            assert ears.heard == [("t", seq) for seq in range(1, 1001)]

    asyncio.run(run())


def test_concurrent_writers_write_each_number_once(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def run() -> None:
        async with open_storage(url) as one, open_storage(url) as other:
            await create(one, "t")
            writes = (
                storage.append("t", event(seq)) for seq in range(2, 301) for storage in (one, other)
            )
            written = await asyncio.gather(*writes)
            assert sum(written) == 299
            assert [found.seq for found in await other.events("t")] == list(range(1, 301))

    asyncio.run(run())
