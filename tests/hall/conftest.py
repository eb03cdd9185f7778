"""A PostgreSQL server shared by all tests of the server."""

from collections.abc import Iterator

import pytest

from tests.postgres import Postgres, running_postgres

collect_ignore = ["forkserver_preload.py"]  # it has no doctests, and every worker would load it


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL, started at the first request."""
    with running_postgres() as server:
        yield server
