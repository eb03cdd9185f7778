"""Python's garbage collector runs when the server is idle, and dropped tables do not need it."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from steinreich.hall import upkeep
from steinreich.session.schema.messages import Rename
from tests.hall.test_hall import open_hall
from tests.session.table_driver import NOON, make_opened_event


class Cycle:
    """An object that only the garbage collector frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _no_automatic_collection() -> Iterator[None]:
    """Disable automatic garbage collection during a test."""
    gc.disable()
    yield
    gc.enable()


def test_full_collection_runs_when_the_server_is_idle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collections: list[bool] = []
    monkeypatch.setattr(gc, "collect", lambda: collections.append(True))

    async def run_checks(count: int) -> None:
        """Run the event loop until the task has checked this many times."""
        for _ in range(count):
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    async def run() -> None:
        async with open_hall(tmp_path) as (hall, _):
            now = [NOON]
            hall.clock = lambda: now[0]
            task = asyncio.create_task(upkeep.collect_garbage_when_quiet(hall, 0))
            await run_checks(3)
            assert not collections, "no event since the start"
            hall.last_event_at = NOON + 1
            await run_checks(3)
            assert not collections, "an event happens now"
            now[0] = NOON + 2
            await run_checks(5)
            assert len(collections) == 1, "one collection after an event"
            task.cancel()

    asyncio.run(run())


def test_evicted_table_is_freed_without_garbage_collection(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hall(tmp_path) as (hall, storage):
            await storage.create("t", make_opened_event(), [], [], False)
            room, connection = await hall.connect("t", None)
            await hall.handle_command(room, Rename("one", 0, "Ada"), frozenset({0}))
            hall.disconnect(room, connection)
            hall.evict("t")
            await hall.background.close()
            references = [weakref.ref(value) for value in (room, room.table, connection)]
            del room, connection
            assert [reference() for reference in references] == [None] * 3

    asyncio.run(run())


def test_automatic_collection_examines_new_objects_only() -> None:
    before = gc.get_threshold()
    old_cycle = Cycle()
    old_reference = weakref.ref(old_cycle)
    try:
        upkeep.configure_garbage_collection()
        gc.disable()
        assert gc.get_freeze_count() > 0
        new_cycle = Cycle()
        new_reference = weakref.ref(new_cycle)
        del old_cycle, new_cycle
        gc.collect(1)
        assert (new_reference(), old_reference() is None) == (None, False)
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
        gc.collect()
    assert old_reference() is None
