"""One PostgreSQL for all tests of the server that need one."""

from collections.abc import Iterator

import pytest

from tests.postgres import Postgres, running_postgres

collect_ignore = ["preloaded.py"]  # has no doctests, and every worker would load machine code


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL; it is started when a test first asks for it."""
    with running_postgres() as server:
        yield server
