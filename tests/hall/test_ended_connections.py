"""Connections that have ended are freed at once."""

import asyncio
import gc
import weakref
from typing import Any

from uvicorn.config import Config
from uvicorn.server import ServerState

from steinreich.hall.app import make_policy
from steinreich.hall.connections import Connection
from steinreich.hall.limits import Budget
from steinreich.hall.metrics import Metrics
from steinreich.hall.settings import Settings
from tests.hall.test_frame_fuzz import REQUEST

MESSAGE = b"\x81\x82\0\0\0\0{}"  # a text frame as browsers send it


class FakeTransport(asyncio.Transport):
    """Collects written bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def close(self) -> None:
        pass


async def receive_forever(scope: Any, receive: Any, send: Any) -> None:
    """An application that accepts a WebSocket and receives until it is disconnected."""
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


def test_frees_an_ended_connection_without_garbage_collection() -> None:
    """A garbage collection would take long in a server with many tables."""

    async def run() -> None:
        config = Config(receive_forever, ws="websockets-sansio", log_config=None)
        policy = make_policy(Settings(), Metrics(), Budget(1e9, 1e9))
        transport = FakeTransport()
        connection = Connection(
            config=config, server_state=ServerState(), app_state={"policy": policy}
        )
        connection.connection_made(transport)
        connection.data_received(REQUEST)
        await asyncio.sleep(0.01)
        assert transport.written.startswith(b"HTTP/1.1 101 ")
        connection.data_received(MESSAGE)
        connection.connection_lost(None)
        reference = weakref.ref(connection)
        del connection
        for _ in range(5):
            await asyncio.sleep(0)
        assert reference() is None
        assert not policy.total_quota.counts

    gc.disable()
    try:
        asyncio.run(run())
    finally:
        gc.enable()
