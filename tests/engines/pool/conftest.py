"""An event loop for tests that share processes."""

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """A shared event loop, because processes belong to one."""
    with asyncio.Runner() as runner:
        yield runner
