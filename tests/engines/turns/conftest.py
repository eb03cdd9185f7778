"""An event loop for tests that share processes."""

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """One event loop for all tests that share processes."""
    with asyncio.Runner() as runner:
        yield runner
