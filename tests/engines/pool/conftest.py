"""A shared event loop for tests that share worker processes."""

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """An event loop for all tests of a module, because processes belong to one loop."""
    with asyncio.Runner() as runner:
        yield runner
