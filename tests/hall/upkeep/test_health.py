"""Health is tried and not believed: writing, news of other processes, engines."""

import asyncio
from pathlib import Path

import pytest

from steinreich.engines import worker_process
from steinreich.engines.turns.pool import Engines
from steinreich.hall.storage.store import Storage
from steinreich.hall.upkeep.health import NO_ENGINES, NO_NEWS, NO_WRITING, Health
from tests.hall.storing import opened as opened_storage
from tests.postgres import Postgres

pytestmark = pytest.mark.xdist_group("postgres")


def test_health_says_that_no_news_arrive(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened_storage(postgres.new_database()) as ours:
            health = Health(ours, Engines(0))
            assert await health.fault() is None
            assert ours.listener
            monkeypatch.setattr(ours.listener, "heard_at", ours.listener.heard_at - 100)
            monkeypatch.setattr(Storage, "beat", lambda _: asyncio.sleep(0, True))
            assert await health.fault() == NO_NEWS

    asyncio.run(run())


def test_health_says_that_nothing_can_be_written(tmp_path: Path) -> None:
    """Where reading goes on, and somebody else holds the file."""

    async def run() -> None:
        async with opened_storage(f"sqlite:///{tmp_path}/hall.sqlite") as storage:
            health = Health(storage, Engines(0))
            assert await health.fault() is None
            with storage.writing.begin():
                assert tuple(await asyncio.gather(health.fault(), health.fault())) == (
                    NO_WRITING,
                    NO_WRITING,
                )
            assert await health.fault() is None

    asyncio.run(run())


def test_health_says_that_engines_do_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened_storage(f"sqlite:///{tmp_path}/hall.sqlite") as storage:
            engines = Engines(1)
            health = Health(storage, engines)
            monkeypatch.setattr(worker_process, "PROGRAM", "steinreich.no_such_program")
            await engines.start()
            assert await health.fault() is None, "they have not failed yet"
            async with asyncio.timeout(60):
                while await health.fault() != NO_ENGINES:
                    await asyncio.sleep(0.05)
            await engines.close()

    asyncio.run(run())
