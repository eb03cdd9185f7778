"""The hall within one process: what cannot be brought about from outside."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest

from steinreich.engines.turns.pool import Engines
from steinreich.hall.hall import Hall
from steinreich.hall.metrics import Metrics
from steinreich.hall.storage.store import Holder, Storage
from steinreich.session.schema.commands import Rename
from steinreich.session.table import Event
from tests.hall.storing import opened as opened_storage
from tests.session.sitting import NOON, Sitting, opened


@asynccontextmanager
async def hall_in(folder: Path, **more: Any) -> AsyncIterator[tuple[Hall, Storage]]:
    """A hall without computers, and its storage."""
    async with opened_storage(f"sqlite:///{folder / 'hall.sqlite'}") as storage:
        hall = Hall(storage, Engines(0), Metrics(), clock=lambda: NOON, **more)
        yield hall, storage
        await hall.close()


def test_an_event_that_is_written_while_a_table_is_read_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes after this one has read the events, and before it knows the room."""

    async def run() -> None:
        async with hall_in(tmp_path) as (hall, storage):
            await storage.create("t", opened(), [], [], False)
            reading = storage.holders

            async def meanwhile(table: str) -> list[Holder]:
                await storage.append("t", Sitting().play("a1").events[1])
                hall.neighbours.hear_of("t", 2)
                return await reading(table)

            monkeypatch.setattr(storage, "holders", meanwhile)
            room = await hall.room("t")
            async with asyncio.timeout(60):
                while room.table.seq < 2:
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_two_who_ask_at_once_get_the_same_room(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_in(tmp_path) as (hall, storage):
            await storage.create("t", opened(), [], [], False)
            rooms = await asyncio.gather(*(hall.room("t") for _ in range(5)))
            assert all(room is rooms[0] for room in rooms)

    asyncio.run(run())


def test_tables_that_nobody_looks_at_leave_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steinreich.hall.hall.MOST_ROOMS", 3)

    async def run() -> None:
        async with hall_in(tmp_path) as (hall, storage):
            for number in range(6):
                await storage.create(f"t{number}", opened(), [], [], False)
            await hall.connect("t0", None)
            for number in range(1, 6):
                await hall.room(f"t{number}")
            assert sorted(hall.rooms) == ["t0", "t4", "t5"]
            assert (await hall.room("t1")).table.seq == 1

    asyncio.run(run())


def test_large_tables_leave_the_memory_sooner(tmp_path: Path) -> None:
    """Bytes count, not only tables; somebody who looks on, and the newest table, stay."""
    names = [
        Event(seq, NOON, "named", {"seat": 0, "name": f"{seq}"}, None) for seq in range(2, 202)
    ]

    async def run() -> None:
        async with hall_in(tmp_path, room_memory=1) as (hall, storage):
            for number in range(12):
                await storage.create(f"t{number}", opened(), [], [], False)
                for event in names:
                    await storage.append(f"t{number}", event)
            await hall.connect("t0", None)
            for number in range(12):
                await hall.room(f"t{number}")
                assert hall.size == sum(room.size for room in hall.rooms.values())
                assert hall.size <= 1_000_000
                assert {"t0", f"t{number}"} <= set(hall.rooms)
            assert len(hall.rooms) == 4
            room = hall.rooms["t0"]
            await hall.carry_out(room, Rename("one-more", 0, "Ada"), frozenset({0}))
            assert hall.size == sum(room.size for room in hall.rooms.values())

    asyncio.run(run())


def test_a_crowd_that_comes_while_a_player_is_slow_throws_nobody_out(tmp_path: Path) -> None:
    """Nothing is read from the player's queue meanwhile."""

    async def run() -> None:
        async with hall_in(tmp_path) as (hall, storage):
            await storage.create("t", opened(), [], [], False)
            room, player = await hall.connect("t", None)
            await asyncio.gather(*(hall.connect("t", None) for _ in range(300)))
            async with asyncio.timeout(60):
                heard = await player.next()
            assert heard is not None
            assert orjson.loads(heard)["watching"] == 301
            assert player in room.connections

    asyncio.run(run())
