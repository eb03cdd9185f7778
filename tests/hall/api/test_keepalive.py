"""Whether somebody is still there is asked of those who have been silent."""

import asyncio
from typing import Any

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.protocol import State

from steinreich.hall.api.frame_limits import Wire
from steinreich.hall.inbox import Inboxes
from steinreich.hall.limits.shared import Counting
from steinreich.hall.metrics import Metrics

MESSAGE = b"\x81\x82\0\0\0\0{}"  # a text as browsers send it
PING = 0x89  # the first byte of one
INTERVAL = 20.0  # seconds


class Line(asyncio.Transport):
    """Keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def write(self, data: Any) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application that is not asked for anything here."""


def open_wire(line: Line) -> Wire:
    """A connection behind its handshake."""
    config = Config(nothing, ws_ping_interval=INTERVAL, log_config=None)
    inboxes = Inboxes(asyncio.get_running_loop())
    state = {"budget": Counting(None).budget(1e9, 1e9), "metrics": Metrics(), "inboxes": inboxes}
    wire = Wire(config, ServerState(), state)
    wire.transport, wire.handshake_complete, wire.conn.state = line, True, State.OPEN
    return wire


def test_who_has_spoken_is_not_asked_whether_they_are_there() -> None:
    async def run() -> None:
        line = Line()
        wire = open_wire(line)
        wire.data_received(MESSAGE)
        wire.send_keepalive_ping()
        assert line.written == []
        assert wire.ping_timer is not None, "it is asked later"
        assert wire.ping_timer.when() <= wire.loop.time() + INTERVAL
        wire.stop_keepalive()

    asyncio.run(run())


def test_who_has_been_silent_since_is_asked_and_has_to_answer() -> None:
    async def run() -> None:
        line = Line()
        wire = open_wire(line)
        wire.data_received(MESSAGE)
        wire.send_keepalive_ping()
        wire.send_keepalive_ping()
        assert [data[0] for data in line.written] == [PING]
        assert wire.pong_timer is not None
        wire.stop_keepalive()

    asyncio.run(run())
