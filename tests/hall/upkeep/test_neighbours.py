"""What other processes write is seen though nobody tells of it, and a dead line is replaced."""

import asyncio
import os
import signal

import pytest

from steinreich.engines.turns.pool import Engines
from steinreich.hall.hall import Hall
from steinreich.hall.metrics import Metrics
from steinreich.hall.storage import notices, store
from steinreich.hall.storage.store import Storage
from steinreich.hall.upkeep import neighbours
from tests.hall.storing import opened as opened_storage
from tests.postgres import Postgres
from tests.session.sitting import Sitting, opened

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BEAT", 0.1)
    monkeypatch.setattr(notices, "SILENCE", 1.0)


async def until(is_so: object) -> None:
    assert callable(is_so)
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


def test_the_sweep_finds_what_nobody_told_of(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "SWEEP", 0.05)

    async def run() -> None:
        url = postgres.new_database()
        async with opened_storage(url) as ours, opened_storage(url) as theirs:
            await ours.create("t", opened(), [], [], False)
            await ours.create("quiet", opened(), [], [], False)
            hall = Hall(ours, Engines(0), Metrics())
            monkeypatch.setattr(hall.neighbours, "hear_of", lambda id, seq: None)
            ours.callbacks[:] = []  # no notice gets through
            (room, _), (quiet, _) = await hall.connect("t", None), await hall.connect("quiet", None)
            sweeping = asyncio.create_task(hall.neighbours.sweep())
            assert await theirs.append("t", Sitting().play("a1").events[1])
            await until(lambda: room.table.seq == 2)
            assert quiet.table.seq == 1
            sweeping.cancel()
            await hall.close()

    asyncio.run(run())


def test_where_nobody_is_one_catches_up_when_somebody_comes(postgres: Postgres) -> None:
    async def run() -> None:
        url = postgres.new_database()
        async with opened_storage(url) as ours, opened_storage(url) as theirs:
            await ours.create("t", opened(), [], [], False)
            hall = Hall(ours, Engines(0), Metrics())
            room = await hall.room("t")
            events = Sitting().play("a1 b2 c3").events
            assert await theirs.append("t", events[1])
            await until(lambda: room.is_behind)
            assert room.table.seq == 1, "nothing is read as long as nobody needs it"
            assert (await hall.room("t")).table.seq == 2
            assert await theirs.append("t", events[2])
            await until(lambda: room.is_behind)
            await hall.connect("t", None)
            assert room.table.seq == 3
            assert await theirs.append("t", events[3])
            await until(lambda: room.table.seq == 4)
            await hall.close()

    asyncio.run(run())


def listening(storage: Storage) -> int:
    """The process of the database that our line for news leads to."""
    assert storage.listener
    return storage.listener.connection.info.backend_pid


def test_a_frozen_line_for_news_is_replaced(postgres: Postgres) -> None:
    """Its other end stands still, and says nothing of it."""

    async def run() -> None:
        url = postgres.new_database()
        async with opened_storage(url) as ours, opened_storage(url) as theirs:
            await ours.create("t", opened(), [], [], False)
            hall = Hall(ours, Engines(0), Metrics())
            room, _ = await hall.connect("t", None)
            frozen = listening(ours)
            os.kill(frozen, signal.SIGSTOP)
            try:
                assert await theirs.append("t", Sitting().play("a1").events[1])
                await until(lambda: room.table.seq == 2)
                assert listening(ours) != frozen
                await until(lambda: ours.silence < 1.0)
            finally:
                os.kill(frozen, signal.SIGCONT)
            await hall.close()

    asyncio.run(run())


def test_a_line_on_which_signs_of_life_arrive_is_kept(postgres: Postgres) -> None:
    async def run() -> None:
        async with opened_storage(postgres.new_database()) as ours:
            before = listening(ours)
            await asyncio.sleep(2.5)  # more than twice the longest silence
            assert listening(ours) == before
            assert ours.silence < 1.0

    asyncio.run(run())
