"""Wait until a condition is true."""

import asyncio
from collections.abc import Callable

CONDITION_TIMEOUT_SECONDS = 60.0
POLL_INTERVAL_SECONDS = 0.01


async def wait_until(condition: Callable[[], object]) -> None:
    """Call a condition repeatedly until it returns a true value."""
    async with asyncio.timeout(CONDITION_TIMEOUT_SECONDS):
        while not condition():
            await asyncio.sleep(POLL_INTERVAL_SECONDS)
