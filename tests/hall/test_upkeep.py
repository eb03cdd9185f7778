"""Active health checks: writing, notifications of other processes, engines."""

import asyncio
from pathlib import Path

import pytest

from steinreich.engines import worker_process
from steinreich.engines.pool import EnginePool
from steinreich.hall.storage.store import Storage
from steinreich.hall.upkeep import NO_ENGINES, NO_NOTIFICATIONS, WRITES_FAIL, Health
from tests.hall.storage_helpers import open_storage
from tests.postgres import Postgres

pytestmark = pytest.mark.xdist_group("postgres")


def test_health_reports_missing_notifications(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with open_storage(postgres.new_database()) as ours:
            health = Health(ours, EnginePool(0))
            assert await health.find_fault() is None
            assert ours.listener
            monkeypatch.setattr(ours.listener, "received_at", ours.listener.received_at - 100)
            monkeypatch.setattr(Storage, "write_heartbeat", lambda _: asyncio.sleep(0, True))
            assert await health.find_fault() == NO_NOTIFICATIONS

    asyncio.run(run())


def test_health_reports_failing_writes(tmp_path: Path) -> None:
    """Reading works while another process locks the file."""

    async def run() -> None:
        async with open_storage(f"sqlite:///{tmp_path}/hall.sqlite") as storage:
            health = Health(storage, EnginePool(0))
            assert await health.find_fault() is None
            with storage.write_engine.begin():
                assert tuple(await asyncio.gather(health.find_fault(), health.find_fault())) == (
                    WRITES_FAIL,
                    WRITES_FAIL,
                )
            assert await health.find_fault() is None

    asyncio.run(run())


def test_health_reports_engines_that_do_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with open_storage(f"sqlite:///{tmp_path}/hall.sqlite") as storage:
            engines = EnginePool(1)
            health = Health(storage, engines)
            monkeypatch.setattr(worker_process, "WORKER_MODULE", "steinreich.no_such_program")
            assert await health.find_fault() is None, "no start has failed yet"
            await engines.start()
            async with asyncio.timeout(60):
                while await health.find_fault() != NO_ENGINES:
                    await asyncio.sleep(0.05)
            await engines.close()

    asyncio.run(run())
