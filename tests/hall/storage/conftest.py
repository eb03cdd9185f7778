"""Databases for all tests of the storage."""

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/folder/hall.sqlite"
    found: str = request.getfixturevalue("postgres").new_database()
    return found
