"""Python's garbage collector runs when the server is idle, and dropped tables do not need it."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from steinreich.hall import upkeep
from steinreich.session.schema.messages import Rename
from tests.hall.test_hall import hall_in
from tests.session.table_driver import NOON, opened_event


class Cycle:
    """An object that only the garbage collector frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def without_searches() -> Iterator[None]:
    """Disable automatic garbage collection during a test."""
    gc.disable()
    yield
    gc.enable()


def test_full_collection_runs_when_the_server_is_idle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[bool] = []
    monkeypatch.setattr(gc, "collect", lambda: searched.append(True))

    async def looks(count: int) -> None:
        """Let time pass for a number of checks."""
        for _ in range(count):
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    async def run() -> None:
        async with hall_in(tmp_path) as (hall, _):
            now = [NOON]
            hall.clock = lambda: now[0]
            task = asyncio.create_task(upkeep.collect_garbage_when_quiet(hall, 0))
            await looks(3)
            assert not searched  # nothing has happened
            hall.last_event_at = NOON + 1
            await looks(3)
            assert not searched  # something happens now
            now[0] = NOON + 2
            await looks(5)
            assert len(searched) == 1  # once is enough
            task.cancel()

    asyncio.run(run())


def test_evicted_table_is_freed_without_garbage_collection(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_in(tmp_path) as (hall, storage):
            await storage.create("t", opened_event(), [], [], False)
            room, connection = await hall.connect("t", None)
            await hall.handle_command(room, Rename("one", 0, "Ada"), frozenset({0}))
            hall.disconnect(room, connection)
            hall.evict("t")
            await hall.background.close()
            left = [weakref.ref(one) for one in (room, room.table, connection)]
            del room, connection
            assert [one() for one in left] == [None] * 3

    asyncio.run(run())


def test_automatic_collection_examines_new_objects_only() -> None:
    before = gc.get_threshold()
    knot = Cycle()
    left = weakref.ref(knot)
    try:
        upkeep.configure_garbage_collection()
        gc.disable()
        assert gc.get_freeze_count() > 0
        young = Cycle()
        gone = weakref.ref(young)
        del knot, young
        gc.collect(1)
        assert (gone(), left() is None) == (None, False)
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
        gc.collect()
    assert left() is None
