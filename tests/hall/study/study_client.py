"""Clients of the study without a browser."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import connect

from tests.hall.server_process import Message, ServerProcess, SocketClient, scalar_fields
from tests.hall.waiting import CONDITION_TIMEOUT_SECONDS

COMPILE_TIMEOUT_SECONDS = 150.0  # for machine code that has not been compiled yet


class StudyClient(SocketClient):
    """A client of the study: `n` is the number of a question."""

    async def think(self, n: int, game: str = "vier3d", **fields: Any) -> None:
        await self.send("think", n=n, game=game, **fields)

    async def wait_for_lines(self, n: int) -> Message:
        """Wait for the first lines of analysis `n`."""
        return await self.wait_for("lines", n=n)

    async def wait_while_compiling(self, type: str, **fields: Any) -> Message:
        """Wait for a message, long enough for machine code to be compiled; fail if refused."""
        expected = {"type": type, **fields}.items()
        async with asyncio.timeout(COMPILE_TIMEOUT_SECONDS), self.message_received:
            while True:
                for message in self.messages:
                    if expected <= scalar_fields(message).items():
                        return message
                    is_refusal = message["type"] == "refused" and message["n"] == fields.get("n")
                    assert not is_refusal, message
                assert self.close_code is None, self.close_code
                await self.message_received.wait()

    def get_messages(self, type: str, n: int) -> list[Message]:
        """Return all messages of a type that answer question `n`."""
        return [m for m in self.messages if (m["type"], m.get("n")) == (type, n)]


@asynccontextmanager
async def connect_to_study(server: ServerProcess, **options: Any) -> AsyncIterator[StudyClient]:
    """Connect a client to the study."""
    defaults: dict[str, Any] = {
        "proxy": None,
        "compression": None,
        "open_timeout": CONDITION_TIMEOUT_SECONDS,
    }
    url = f"{server.url.replace('http', 'ws', 1)}api/study"
    async with connect(url, **(defaults | options)) as socket:
        client = StudyClient(socket)
        try:
            yield client
        finally:
            await socket.close()
            await client.reader_task
