"""Windows of the study that need no browser."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import connect

from tests.hall.hosting import PATIENCE, Host, Message, Window

WARM = 150.0  # seconds until machine code is there, if nothing has been compiled yet


class StudyWindow(Window):
    """A window of the study."""

    async def think(self, n: int, game: str = "vier3d", **more: Any) -> None:
        await self.say("think", n=n, game=game, **more)

    async def lines(self, n: int) -> Message:
        """The first lines of a question."""
        return await self.hear("lines", n=n)

    async def patiently(self, type: str, **fields: Any) -> Message:
        """A message that may have to wait for a compiler."""
        wanted = {"type": type, **fields}.items()
        async with asyncio.timeout(WARM), self.news:
            while True:
                for message in self.messages:
                    if wanted <= {k: v for k, v in message.items() if not_a_list(v)}.items():
                        return message
                    is_refusal = message["type"] == "refused" and message["n"] == fields.get("n")
                    assert not is_refusal, message
                assert self.closed is None, self.closed
                await self.news.wait()

    def all(self, type: str, n: int) -> list[Message]:
        """All that was heard of this type about a question."""
        return [one for one in self.messages if (one["type"], one.get("n")) == (type, n)]


def not_a_list(value: Any) -> bool:
    return not isinstance(value, list | dict)


@asynccontextmanager
async def studying(host: Host, **more: Any) -> AsyncIterator[StudyWindow]:
    """A window of the study."""
    usual: dict[str, Any] = {"proxy": None, "compression": None, "open_timeout": PATIENCE}
    url = f"{host.url.replace('http', 'ws', 1)}api/study"
    async with connect(url, **(usual | more)) as socket:
        window = StudyWindow(socket)
        try:
            yield window
        finally:
            await socket.close()
            await window.reading


def as_text(**message: Any) -> str:
    return json.dumps(message)
