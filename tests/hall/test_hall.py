"""Tests of a hall in their own process, for cases that clients cannot produce reliably."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest

from steinreich.engines.pool import EnginePool
from steinreich.hall.errors import NoSuchTable
from steinreich.hall.hall import Hall
from steinreich.hall.limits import BURST_SECONDS, LOAD_COST, Budget, get_events_cost
from steinreich.hall.metrics import Metrics
from steinreich.hall.storage.store import Holder, Storage
from steinreich.session.schema.messages import Rename
from steinreich.session.table import Event
from tests.hall.storage_helpers import open_storage
from tests.session.table_driver import NOON, TableDriver, make_opened_event


@asynccontextmanager
async def open_hall(folder: Path, **options: Any) -> AsyncIterator[tuple[Hall, Storage]]:
    """Open a hall without engine processes; yield it and its storage."""
    async with open_storage(f"sqlite:///{folder / 'hall.sqlite'}") as storage:
        hall = Hall(storage, EnginePool(0), Metrics(), clock=lambda: NOON, **options)
        yield hall, storage
        await hall.close()


def test_loading_a_table_misses_no_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process writes after this one has read the events and before the room exists."""

    async def run() -> None:
        async with open_hall(tmp_path) as (hall, storage):
            await storage.create("t", make_opened_event(), [], [], False)
            read_holders = storage.holders

            async def write_event_and_read_holders(table: str) -> list[Holder]:
                await storage.append("t", TableDriver().play("a1").events[1])
                hall.on_peer_event("t", 2)
                return await read_holders(table)

            monkeypatch.setattr(storage, "holders", write_event_and_read_holders)
            room = await hall.get_room("t")
            async with asyncio.timeout(60):
                while room.table.seq < 2:
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_concurrent_requests_get_the_same_room(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hall(tmp_path) as (hall, storage):
            await storage.create("t", make_opened_event(), [], [], False)
            rooms = await asyncio.gather(*(hall.get_room("t") for _ in range(5)))
            assert all(room is rooms[0] for room in rooms)

    asyncio.run(run())


def test_visitor_is_charged_for_loading_tables(tmp_path: Path) -> None:
    budget = Budget(1000, 1000, lambda: 0.0)

    def get_charged_units() -> float:
        return BURST_SECONDS * 1000 - budget.total_buckets.buckets["a"].level

    async def run() -> None:
        async with open_hall(tmp_path) as (hall, storage):
            await storage.create("t", make_opened_event(), [], [], False)
            for event in TableDriver().play("a1 b1 a1 b1 a1 b1").events[1:]:
                await storage.append("t", event)
            for _ in range(2):
                await hall.get_room_and_charge("t", budget, "a")
                assert get_charged_units() == pytest.approx(
                    LOAD_COST.units + get_events_cost(7).units
                )
            with pytest.raises(NoSuchTable):
                await hall.get_room_and_charge("nothing", budget, "a")
            assert get_charged_units() == pytest.approx(
                2 * LOAD_COST.units + get_events_cost(7).units
            )

    asyncio.run(run())


def test_evicts_idle_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steinreich.hall.hall.MAX_ROOMS", 3)

    async def run() -> None:
        async with open_hall(tmp_path) as (hall, storage):
            for number in range(6):
                await storage.create(f"t{number}", make_opened_event(), [], [], False)
            await hall.connect("t0", None)
            for number in range(1, 6):
                await hall.get_room(f"t{number}")
            assert sorted(hall.rooms) == ["t0", "t4", "t5"]
            assert (await hall.get_room("t1")).table.seq == 1

    asyncio.run(run())


def test_evicts_large_tables_sooner(tmp_path: Path) -> None:
    """Tables are evicted by bytes and number; watched tables and the newest one stay."""
    rename_events = [
        Event(seq, NOON, "named", {"seat": 0, "name": f"{seq}"}, None) for seq in range(2, 202)
    ]

    async def create_large_table(storage: Storage, table: str) -> None:
        await storage.create(table, make_opened_event(), [], [], False)
        for event in rename_events:
            await storage.append(table, event)

    async def run() -> None:
        async with open_hall(tmp_path, room_memory_mb=1) as (hall, storage):
            await asyncio.gather(
                *(create_large_table(storage, f"t{number}") for number in range(12))
            )
            await hall.connect("t0", None)
            for number in range(12):
                await hall.get_room(f"t{number}")
                assert hall.size == sum(room.size for room in hall.rooms.values())
                assert hall.size <= 1_000_000
                assert {"t0", f"t{number}"} <= set(hall.rooms)
            assert len(hall.rooms) == 4, "a table takes between 200 and 250 kB"
            room = hall.rooms["t0"]
            await hall.handle_command(room, Rename("one-more", 0, "Ada"), frozenset({0}))
            assert hall.size == sum(room.size for room in hall.rooms.values())

    asyncio.run(run())


def test_many_spectators_do_not_disconnect_a_slow_player(tmp_path: Path) -> None:
    """Messages about spectators do not fill the queue of a player whose connection is slow."""

    async def run() -> None:
        async with open_hall(tmp_path) as (hall, storage):
            await storage.create("t", make_opened_event(), [], [], False)
            room, player = await hall.connect("t", None)
            await asyncio.gather(*(hall.connect("t", None) for _ in range(300)))
            async with asyncio.timeout(60):
                message = await player.next()
            assert message is not None
            assert orjson.loads(message)["spectators"] == 301
            assert player in room.clients.connections

    asyncio.run(run())
