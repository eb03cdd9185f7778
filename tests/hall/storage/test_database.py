"""Databases: their schema, their names, and what is wrong with them."""

import asyncio
import sqlite3
from pathlib import Path
from typing import NoReturn

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from steinreich.hall.storage import database, schema
from steinreich.hall.storage.store import Storage, StorageFailed, default_url
from tests.hall.storing import (
    create,
    event,
    open_and_close,
    opened,
    processes,
)

# Migrations


def test_migrations_lead_to_the_schema(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            with storage.reading.connect() as connection:
                assert not compare_metadata(MigrationContext.configure(connection), schema.metadata)

    asyncio.run(run())
    asyncio.run(run())  # the second time there is nothing to do


def test_the_newest_form_is_that_of_the_last_migration() -> None:
    """Whoever adds a migration changes the number, too; else it would never be made."""
    config = Config()
    config.set_main_option("script_location", "steinreich.hall.storage:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [schema.REVISION]


def test_several_processes_may_migrate_at_once(url: str) -> None:
    children = [processes.Process(target=open_and_close, args=(url,)) for _ in range(6)]
    for child in children:
        child.start()
    for child in children:
        child.join(60)
        assert child.exitcode == 0
        child.close()
    open_and_close(url)


def test_a_database_from_the_future_is_left_alone(url: str) -> None:
    async def run() -> None:
        async with opened(url) as storage:
            with storage.writing.begin() as connection:
                connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        newer = Storage(url)
        with pytest.raises(StorageFailed, match="9999"):
            await newer.open()
        await newer.close()

    asyncio.run(run())


# Names of databases


def test_default_url(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("STEINREICH_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url().startswith("sqlite:///")
    assert default_url().endswith("hall.sqlite")
    monkeypatch.setenv("STEINREICH_DATABASE", "postgresql://localhost/hall")
    assert default_url() == "postgresql://localhost/hall"


def test_nobody_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service's account may have no folder of its own: that is said, in one line."""

    def homeless(*_: object, **__: object) -> NoReturn:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("STEINREICH_DATABASE", raising=False)
    monkeypatch.setattr(database, "user_data_path", homeless)
    with pytest.raises(StorageFailed, match="no home folder to keep games in; --database names"):
        default_url()
    monkeypatch.setenv("STEINREICH_DATABASE", "sqlite:////srv/hall.sqlite")
    assert default_url() == "sqlite:////srv/hall.sqlite"


@pytest.mark.parametrize(
    "wrong",
    ["", "hall", "mysql://anna:secret@host/hall", "sqlite://", "postgresql://anna:secret@host:x/y"],
)
def test_a_wrong_url_is_refused_without_showing_its_password(wrong: str) -> None:
    with pytest.raises(StorageFailed) as caught:
        Storage(wrong)
    assert "secret" not in str(caught.value)


# SQLite only


def test_a_file_that_another_program_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.1)

    async def run() -> None:
        async with opened(f"sqlite:///{tmp_path}/hall.sqlite") as storage:
            await create(storage, "t")
            other = sqlite3.connect(tmp_path / "hall.sqlite")
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageFailed, match="locked"):
                await storage.append("t", event(2))
            assert len(await storage.events("t")) == 1, "reading goes on"
            other.close()
            assert await storage.append("t", event(2))

    asyncio.run(run())


@pytest.mark.parametrize("file", ["letter", "letter/hall.sqlite"])
def test_a_file_that_is_no_database(tmp_path: Path, file: str) -> None:
    (tmp_path / "letter").write_text("Dear Anna, " * 100)

    async def run() -> None:
        storage = Storage(f"sqlite:///{tmp_path}/{file}")
        with pytest.raises(StorageFailed):
            await storage.open()
        await storage.close()

    asyncio.run(run())
    assert (tmp_path / "letter").read_text().startswith("Dear Anna")


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(f"sqlite:///{tmp_path}/hall.sqlite") as storage:
            for engine in (storage.writing, storage.reading):
                with engine.connect() as connection:
                    assert connection.scalar(text("PRAGMA synchronous")) == 2  # FULL
                    assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
                    assert connection.scalar(text("PRAGMA foreign_keys")) == 1

    asyncio.run(run())
