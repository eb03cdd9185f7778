"""Databases: migrations, URLs, and errors."""

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
from tests.hall.storage_helpers import (
    create_table,
    make_event,
    open_and_close,
    open_storage,
    process_context,
)

# Migrations


def test_migrations_produce_the_declared_schema(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            with storage.read_engine.connect() as connection:
                assert not compare_metadata(MigrationContext.configure(connection), schema.metadata)

    asyncio.run(run())
    asyncio.run(run())  # the second time, there is nothing to migrate


def test_schema_revision_is_the_last_migration() -> None:
    """A migration after another revision would never run."""
    config = Config()
    config.set_main_option("script_location", "steinreich.hall.storage:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [schema.REVISION]


def test_migrates_a_database_of_the_first_schema(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "hall.sqlite")
    connection.executescript(Path(__file__).with_name("revision_0001.sql").read_text())
    connection.close()

    async def run() -> None:
        async with open_storage(f"sqlite:///{tmp_path}/hall.sqlite") as storage:
            kinds = [event.kind for event in await storage.events("old")]
            assert kinds == ["opened", "played", "played"]
            assert await storage.write_heartbeat()
            with storage.read_engine.connect() as connection:
                assert not compare_metadata(MigrationContext.configure(connection), schema.metadata)

    asyncio.run(run())


def test_concurrent_processes_can_migrate(url: str) -> None:
    children = [process_context.Process(target=open_and_close, args=(url,)) for _ in range(6)]
    for child in children:
        child.start()
    for child in children:
        child.join(60)
        assert child.exitcode == 0
        child.close()
    open_and_close(url)


def test_refuses_to_open_a_newer_database(url: str) -> None:
    async def run() -> None:
        async with open_storage(url) as storage:
            with storage.write_engine.begin() as connection:
                connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        newer = Storage(url)
        with pytest.raises(StorageFailed, match="9999"):
            await newer.open()
        await newer.close()

    asyncio.run(run())


# Database URLs


def test_default_url(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("STEINREICH_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url().startswith("sqlite:///")
    assert default_url().endswith("hall.sqlite")
    monkeypatch.setenv("STEINREICH_DATABASE", "postgresql://localhost/hall")
    assert default_url() == "postgresql://localhost/hall"


def test_missing_home_folder_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The account of a service may have no home folder."""

    def raise_no_home(*_: object, **__: object) -> NoReturn:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("STEINREICH_DATABASE", raising=False)
    monkeypatch.setattr(database, "user_data_path", raise_no_home)
    with pytest.raises(
        StorageFailed, match="no home folder to store games in; name a file with --database"
    ):
        default_url()
    monkeypatch.setenv("STEINREICH_DATABASE", "sqlite:////srv/hall.sqlite")
    assert default_url() == "sqlite:////srv/hall.sqlite"


@pytest.mark.parametrize(
    "wrong",
    ["", "hall", "mysql://anna:secret@host/hall", "sqlite://", "postgresql://anna:secret@host:x/y"],
)
def test_invalid_url_is_refused_without_showing_its_password(wrong: str) -> None:
    with pytest.raises(StorageFailed) as caught:
        Storage(wrong)
    assert "secret" not in str(caught.value)


# SQLite only


def test_reports_a_locked_sqlite_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "TIMEOUT_SECONDS", 0.1)

    async def run() -> None:
        async with open_storage(f"sqlite:///{tmp_path}/hall.sqlite") as storage:
            await create_table(storage, "t")
            other = sqlite3.connect(tmp_path / "hall.sqlite")
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageFailed, match="locked"):
                await storage.append("t", make_event(2))
            assert len(await storage.events("t")) == 1, "reading still works"
            other.close()
            assert await storage.append("t", make_event(2))

    asyncio.run(run())


@pytest.mark.parametrize("file", ["letter", "letter/hall.sqlite"])
def test_rejects_a_file_that_is_not_a_database(tmp_path: Path, file: str) -> None:
    (tmp_path / "letter").write_text("Dear Anna, " * 100)

    async def run() -> None:
        storage = Storage(f"sqlite:///{tmp_path}/{file}")
        with pytest.raises(StorageFailed):
            await storage.open()
        await storage.close()

    asyncio.run(run())
    assert (tmp_path / "letter").read_text().startswith("Dear Anna")


def test_sqlite_uses_full_synchronization(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_storage(f"sqlite:///{tmp_path}/hall.sqlite") as storage:
            for engine in (storage.write_engine, storage.read_engine):
                with engine.connect() as connection:
                    assert connection.scalar(text("PRAGMA synchronous")) == 2  # FULL
                    assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
                    assert connection.scalar(text("PRAGMA foreign_keys")) == 1

    asyncio.run(run())
