"""Clients of the study without a browser."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import connect

from tests.hall.server_process import PATIENCE, Host, Message, Window

WARM = 150.0  # for machine code that has not been compiled yet


class StudyClient(Window):
    """A client of the study."""

    async def think(self, n: int, game: str = "vier3d", **more: Any) -> None:
        await self.say("think", n=n, game=game, **more)

    async def lines(self, n: int) -> Message:
        """Wait for the first lines of an analysis."""
        return await self.hear("lines", n=n)

    async def patiently(self, type: str, **fields: Any) -> Message:
        """Wait for a message, long enough for machine code to be compiled; fail if refused."""
        wanted = {"type": type, **fields}.items()
        async with asyncio.timeout(WARM), self.news:
            while True:
                for message in self.messages:
                    if wanted <= {k: v for k, v in message.items() if is_scalar(v)}.items():
                        return message
                    is_refusal = message["type"] == "refused" and message["n"] == fields.get("n")
                    assert not is_refusal, message
                assert self.closed is None, self.closed
                await self.news.wait()

    def all(self, type: str, n: int) -> list[Message]:
        """Return all messages of a type about a question."""
        return [one for one in self.messages if (one["type"], one.get("n")) == (type, n)]


def is_scalar(value: Any) -> bool:
    return not isinstance(value, list | dict)


@asynccontextmanager
async def connect_to_study(host: Host, **more: Any) -> AsyncIterator[StudyClient]:
    """Connect a client to the study."""
    usual: dict[str, Any] = {"proxy": None, "compression": None, "open_timeout": PATIENCE}
    url = f"{host.url.replace('http', 'ws', 1)}api/study"
    async with connect(url, **(usual | more)) as socket:
        window = StudyClient(socket)
        try:
            yield window
        finally:
            await socket.close()
            await window.reading


def as_text(**message: Any) -> str:
    return json.dumps(message)
