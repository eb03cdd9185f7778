"""Sockets below their messages: every frame counts, and nothing piles up.

Pings, pongs and the parts of a message that never ends are answered or kept by the protocol itself,
and nobody above hears of them.  So all frames are charged here, where they arrive: a connection
whose address is over its budget is not read until the budget has filled up again.  One that does
not read what it is sent is dropped.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from steinreich.hall.api.frame_format import end_of_frame, text_frame, whole_message
from steinreich.hall.api.security import LARGEST_BODY
from steinreich.hall.api.talking import LINE, TOO_FAST
from steinreich.hall.inbox import Inbox
from steinreich.hall.limits.budget import Budget, Cost, is_too_long
from steinreich.hall.limits.costs import FRAME
from steinreich.hall.metrics import Metrics

LARGEST_BUFFER = 1_000_000  # bytes that may wait because the other end does not read
MOST_PARTS = 64  # of one message
PORTION = 1024  # bytes taken in at once: so many frames, at six bytes or more each, take no time
LARGEST_FRAME = LARGEST_BODY + 14  # bytes, with its head
PARTING_SECONDS = 1.0  # for the last words, before the line is cut


class Wire(WebSocketsSansIOProtocol):
    """One connection.  The state that the application yields when it starts has the budget of all
    addresses, and counts what is dropped."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.queue = Inbox(app_state["inboxes"])  # type: ignore[assignment]  # as far as it is used
        self.budget: Budget = app_state["budget"]
        self.visitor = ""  # whose budget is charged, once the application knows it
        self.metrics: Metrics = app_state["metrics"]
        self.when_lost: Callable[[], None] = lambda: None  # the line is free again
        self.begun = b""  # what has come; its end is not read yet: perhaps a part of a frame
        self.read_to = 0  # how far it is read
        self.waiting: asyncio.TimerHandle | None = None  # until the budget covers what was read
        self.is_simple = True  # whether frames are looked at here, before the protocol reads them
        self.has_spoken = False  # since it was last asked whether anybody is there

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.waiting:
            self.waiting.cancel()
        self.when_lost()

    def handle_connect(self, event: Request) -> None:
        """The application finds the line in what it is told of the connection."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            extensions: dict[str, Any] = {**(self.scope["extensions"] or {}), LINE: self}
            self.scope["extensions"] = extensions

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # else a refusal with words passes for a failure

    def data_received(self, data: bytes) -> None:
        """Take in frame by frame: simple ones here, which is quick; all others as a whole by the
        protocol, which after each is where it was before."""
        if not self.handshake_complete:
            self.is_simple = not self.handshake_initiated  # else it has begun to read frames
            self.read_slowly(data)
            return
        self.begun, self.read_to = self.begun[self.read_to :] + data, 0
        if self.waiting:
            self.transport.pause_reading()
        else:
            self.read_begun()

    def read_begun(self) -> None:
        """Read what has come, as far as the budget reaches and the application keeps up."""
        data = self.begun
        while (begin := self.read_to) < len(data) and self.can_read:
            end = end_of_frame(data, begin) if self.is_simple else begin + PORTION
            if self.is_simple and end is not None and end - begin > LARGEST_FRAME:
                self.is_simple = False
            elif not self.is_simple:
                self.read_to += PORTION
                self.read_slowly(data[begin:end])
            elif end is None or end > len(data):
                break
            else:
                self.read_to = end
                self.read_frame(data, begin, end)

    @property
    def can_read(self) -> bool:
        return not (self.waiting or self.read_paused or self.transport.is_closing())

    async def receive(self) -> ASGIReceiveEvent:
        """The next message; what came together with the last one is read when it is taken."""
        message = await super().receive()
        if self.can_read:
            self.read_begun()
        return message

    def charge(self, frames: int) -> None:
        """Charge frames to the address, and read no more until they are covered."""
        wait = self.budget.charge(self.visitor, Cost(frames * FRAME.units)) if self.visitor else 0.0
        if is_too_long(wait):
            self.drop("frames")
        elif wait and not self.waiting:
            self.transport.pause_reading()
            self.waiting = self.loop.call_later(wait, self.read_on)

    def read_on(self) -> None:
        """The budget covers what was read."""
        self.waiting = None
        self.read_begun()
        if self.can_read:
            self.transport.resume_reading()

    def read_frame(self, data: bytes, begin: int, end: int) -> None:
        """A frame that is here as a whole."""
        is_open = self.conn.state is State.OPEN and not self.frames
        message = whole_message(data, begin, end) if is_open else None
        if message is None:
            self.read_slowly(data[begin:end])
        elif self.transport.get_write_buffer_size() > LARGEST_BUFFER:
            self.drop("unread")
        elif not self.close_sent:
            self.has_spoken = True
            self.charge(1)
            self.queue.put_nowait({"type": "websocket.receive", "bytes": message})
            if self.queue.qsize() > 1 and not self.read_paused:  # who is busy is not pressed
                self.read_paused = True
                self.transport.pause_reading()

    def write_now(self, message: bytes) -> bool:
        """Send a text, if nothing else waits to be sent; whether that was so."""
        is_free = self.writable.is_set() and self.conn.state is State.OPEN
        if not is_free or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(text_frame(message))
        return True

    def read_slowly(self, data: bytes) -> None:
        """Take it in by portions, so that what is too much is thrown away unread."""
        for begin in range(0, len(data), PORTION):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + PORTION])

    def handle_events(self) -> None:
        self.charge(len(self.conn.events))
        super().handle_events()
        if len(self.frames) > MOST_PARTS:
            self.drop("parts")
        elif self.transport.get_write_buffer_size() > LARGEST_BUFFER:
            self.drop("unread")

    def handle_text(self, event: Frame) -> None:
        """Text is passed on as it came: whoever reads JSON finds out whether it is UTF-8."""
        self.handle_bytes(event)

    def send_keepalive_ping(self) -> None:
        """Ask whether somebody is still there, unless a message has shown it."""
        if self.has_spoken:
            self.has_spoken = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Nobody has answered a ping for long; what still waits would wait for ever."""
        super().keepalive_timeout()
        self.loop.call_later(PARTING_SECONDS, self.transport.abort)

    def drop(self, why: str) -> None:
        """End the connection, whether the other end takes note of it or not."""
        self.metrics.dropped.labels(why).inc()
        if self.handshake_complete and not (self.close_sent or self.transport.is_closing()):
            self.conn.fail(TOO_FAST)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_FAST})
        self.transport.close()
        self.loop.call_later(PARTING_SECONDS, self.transport.abort)
