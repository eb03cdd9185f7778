"""Limits on connections at the transport level: their number, speed and amount of data.

uvicorn waits without a limit for the rest of a header or a body, and for clients that do not read a
response.  A `Connection` sits between a transport and uvicorn's protocols: it is counted when it is
accepted, before a byte of it is read, and each part of a request has its deadline.
`RequestTracker`, an ASGI middleware, reports where requests begin and end.

uvicorn handles pings, pongs and unfinished messages without the application.  So bytes are charged
on arrival: a WebSocket whose address is over its budget is not read until the budget has filled up
again.  A client that does not read its messages is dropped.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import h11
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from steinreich.hall.encoding import get_language
from steinreich.hall.errors import error_response
from steinreich.hall.json_socket import CLOSE_TOO_FAST
from steinreich.hall.limits import (
    CONNECTION_COST,
    OVER_BUDGET,
    UNKNOWN,
    Budget,
    ConcurrencyQuota,
    Network,
    get_receive_cost,
    is_in_networks,
    is_too_long,
    normalize_address,
)
from steinreich.hall.metrics import Metrics
from steinreich.rules.language import Text

CLOSE_SECONDS = 1.0  # for the client to read the last bytes, before the connection is aborted
MAX_LINGERING = 100  # refused connections kept open at a time so that the reason can be read
ALL_VISITORS = "all"  # the quota key of all visitors together
MIN_READ_BYTES_PER_SECOND = 1000  # of a long response
MAX_UNSENT_BYTES = 1_000_000  # buffered for a client that does not read
MAX_FRAMES_PER_MESSAGE = 64
PORTION_BYTES = 4096  # forwarded at once: at most 682 frames of 6 bytes, which take a few ms
RETRY_SECONDS = 5  # the Retry-After header of refusals that depend on the load

TOO_MANY = Text("Too many connections from this address; please close some.")
FULL = Text("The hall is full at the moment; please try again soon.")
LATE_HEADER = Text("Reading the request took too long.")
LATE_BODY = Text("Reading the request body took too long.")
TWO_LENGTHS = Text("This request has two length headers.")


@dataclass
class ConnectionPolicy:
    """The limits of all connections of a process, and their current usage."""

    # Connections of each visitor, except those of proxies, which serve many visitors
    visitor_quota: ConcurrencyQuota
    total_quota: ConcurrencyQuota  # connections of all visitors, proxies included
    proxies: tuple[Network, ...]
    header_timeout_seconds: float
    body_timeout_seconds: float
    max_message_bytes: int
    budget: Budget
    metrics: Metrics
    lingering: int = 0  # refused connections that are not closed yet

    def refusal(self, visitor: str) -> tuple[int, Text] | None:
        """Return the status and the reason with which one more connection would be refused."""
        if self.visitor_quota.is_full(visitor):
            return 429, TOO_MANY
        return (503, FULL) if self.total_quota.is_full(ALL_VISITORS) else None


class Connection(asyncio.Protocol):
    """One connection, between its transport and the uvicorn protocol that reads it.

    `app_state` contains the policy.  The application finds the connection in the state of a scope.
    """

    def __init__(self, *, app_state: dict[str, Any], **uvicorn: Any) -> None:
        self.policy: ConnectionPolicy = app_state["policy"]
        self.loop = asyncio.get_running_loop()
        # uvicorn's protocol for HTTP; it is replaced by `switch_to_websocket`
        self.protocol: asyncio.Protocol = H11Protocol(
            app_state={**app_state, "connection": self}, **uvicorn
        )
        self.transport: asyncio.Transport
        self.acquired_quotas: list[tuple[ConcurrencyQuota, str]] = []  # with the visitor
        self.is_closing = False
        self.closed = asyncio.Event()
        self.is_lingering = False
        # For the next part of a request, or for closing
        self.timer: asyncio.TimerHandle | None = None
        self.awaits_header = False  # whether the timer is for the rest of a header
        self.active_requests = 0  # handled by the application
        self.has_begun_response = False
        self.read_check: asyncio.TimerHandle | None = None  # checks whether the client reads
        self.unsent_bytes = 0  # to the client, at the last check
        self.input_buffer = b""  # received, and not yet forwarded to uvicorn
        self.delay_timer: asyncio.TimerHandle | None = None  # until more is forwarded
        self.is_paused = False  # whether uvicorn has paused reading
        self.frames: FrameChecker | None = None  # of a WebSocket
        self.visitor = ""  # charged for a WebSocket; set when it is accepted

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is not a subclass
        self.protocol.connection_made(GuardedTransport(self))
        address = str((transport.get_extra_info("peername") or [UNKNOWN])[0])
        is_proxy = is_in_networks(self.policy.proxies, address)
        if not is_proxy and not self.acquire_quota(
            self.policy.visitor_quota, normalize_address(address)
        ):
            self.refuse("connections", 429, TOO_MANY, RETRY_SECONDS)
            return
        if not self.acquire_quota(self.policy.total_quota, ALL_VISITORS):
            self.release_quotas()
            self.refuse("full", 503, FULL, RETRY_SECONDS)
            return
        self.set_timer(self.policy.header_timeout_seconds, self.close)
        wait = (
            0.0
            if is_proxy
            else self.policy.budget.charge(normalize_address(address), CONNECTION_COST)
        )
        if is_too_long(wait):
            self.refuse("budget", 429, OVER_BUDGET, math.ceil(wait))
        elif wait:
            self.resume_later(wait)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_closing = True
        for timer in (self.timer, self.read_check, self.delay_timer):
            if timer:
                timer.cancel()
        if self.is_lingering:
            self.policy.lingering -= 1
        self.release_quotas()
        self.protocol.connection_lost(exc)
        self.protocol = asyncio.Protocol()  # ends a cycle of references
        self.closed.set()

    def eof_received(self) -> bool | None:
        return self.protocol.eof_received()

    # Quotas

    def acquire_quota(self, quota: ConcurrencyQuota, visitor: str) -> bool:
        """Count the connection if one more is allowed; return whether it is."""
        if not quota.acquire(visitor):
            return False
        self.acquired_quotas.append((quota, visitor))
        return True

    def release_quotas(self) -> None:
        while self.acquired_quotas:
            quota, visitor = self.acquired_quotas.pop()
            quota.release(visitor)

    # Slow requests

    def set_timer(self, seconds: float, action: Callable[[], object]) -> None:
        self.cancel_timer()
        self.timer = self.loop.call_later(seconds, action)

    def cancel_timer(self) -> None:
        self.awaits_header = False
        if self.timer:
            self.timer.cancel()
        self.timer = None

    def begin_request(self) -> None:
        """Stop the header timeout: a header is complete, and its request is handled."""
        self.active_requests += 1
        if not self.is_closing:
            self.cancel_timer()

    def end_request(self) -> None:
        self.active_requests -= 1
        self.has_begun_response = False

    def refuse_late_header(self) -> None:
        self.refuse("slow_header", 408, LATE_HEADER)

    def refuse_late_body(self) -> None:
        self.refuse("slow_body", 408, LATE_BODY)

    # Receiving

    def data_received(self, data: bytes) -> None:
        if not self.is_closing:
            self.input_buffer += data
            self.forward()

    def forward(self) -> None:
        """Forward received bytes to uvicorn, frames in portions and as fast as the budget
        allows."""
        while self.input_buffer and not (self.delay_timer or self.is_paused or self.is_closing):
            if self.frames:
                self.forward_frames(self.frames)
            else:
                self.forward_request()
        self.update_reading()

    def forward_request(self) -> None:
        """Forward all received bytes as HTTP; start the header timeout with the first of them."""
        data, self.input_buffer = self.input_buffer, b""
        if not (self.active_requests or self.awaits_header):
            self.set_timer(self.policy.header_timeout_seconds, self.refuse_late_header)
            self.awaits_header = True
        self.protocol.data_received(data)

    def forward_frames(self, frames: "FrameChecker") -> None:
        """Check and forward a portion of WebSocket frames, charge it, and schedule the next one."""
        data = self.input_buffer[:PORTION_BYTES]
        self.input_buffer = self.input_buffer[PORTION_BYTES:]
        if fault := frames.receive(data):
            self.drop(*fault)
            return
        self.protocol.data_received(data)
        budget = self.policy.budget
        wait = budget.charge(self.visitor, get_receive_cost(data)) if self.visitor else 0.0
        if is_too_long(wait):
            self.drop("frames")
        elif self.transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self.drop("unread")
        elif wait or self.input_buffer:
            self.resume_later(wait)

    def resume_later(self, seconds: float) -> None:
        """Stop forwarding and reading, and resume both after a delay."""
        self.delay_timer = self.loop.call_later(seconds, self.end_delay)
        self.update_reading()

    def end_delay(self) -> None:
        self.delay_timer = None
        self.forward()

    def set_paused(self, is_paused: bool) -> None:
        """Stop or resume forwarding when uvicorn pauses or resumes reading."""
        self.is_paused = is_paused
        if self.input_buffer and not (is_paused or self.delay_timer):
            self.resume_later(0)  # not within a call from uvicorn
        self.update_reading()

    def update_reading(self) -> None:
        """Pause or resume reading from the transport, according to the delay and to uvicorn."""
        if self.delay_timer or (self.is_paused and not self.is_closing):
            self.transport.pause_reading()
        elif not self.transport.is_closing():
            self.transport.resume_reading()

    # Sending

    def pause_writing(self) -> None:
        self.protocol.pause_writing()
        if self.frames is None:
            self.schedule_read_check()

    def resume_writing(self) -> None:
        self.protocol.resume_writing()
        if self.read_check and not self.is_closing:
            self.read_check.cancel()
            self.read_check = None

    def schedule_read_check(self) -> None:
        """Schedule `check_read_progress`, unless it is scheduled already."""
        if self.read_check is None:
            self.unsent_bytes = self.transport.get_write_buffer_size()
            self.read_check = self.loop.call_later(
                self.policy.body_timeout_seconds, self.check_read_progress
            )

    def check_read_progress(self) -> None:
        """Drop a client that reads a response too slowly."""
        self.read_check = None
        read_bytes = self.unsent_bytes - self.transport.get_write_buffer_size()
        if read_bytes < MIN_READ_BYTES_PER_SECOND * self.policy.body_timeout_seconds:
            self.policy.metrics.dropped_connections.labels("unread").inc()
            self.transport.abort()
        else:
            self.schedule_read_check()

    # Closing

    def close(self) -> None:
        """Close the connection when all is sent, and abort it if the client does not read."""
        if not self.is_closing:
            self.is_closing = True
            self.transport.close()
            self.set_timer(CLOSE_SECONDS, self.finish_closing)

    def finish_closing(self) -> None:
        """Abort the connection, or keep it while a client steadily reads a long response."""
        if self.frames is None and self.transport.get_write_buffer_size():
            self.schedule_read_check()
        else:
            self.transport.abort()

    def refuse(
        self, metric_reason: str, status: int, why: Text, retry_after: int | None = None
    ) -> None:
        """Send a response, unless another one has begun, and close the connection.

        Input is discarded for a moment: closing at once would reset the connection, and the
        response would be lost.  Beyond MAX_LINGERING connections, they are closed at once.
        """
        self.policy.metrics.dropped_connections.labels(metric_reason).inc()
        if self.has_begun_response:
            self.transport.abort()
            return
        headers, body = error_response(why, retry_after=retry_after)
        response = h11.Response(status_code=status, headers=[*headers, (b"connection", b"close")])
        writer = h11.Connection(h11.SERVER)
        for part in (response, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(writer.send(part) or b"")
        if self.policy.lingering >= MAX_LINGERING:
            self.close()
            return
        self.is_closing = self.is_lingering = True
        self.policy.lingering += 1
        self.transport.write_eof()
        self.set_timer(CLOSE_SECONDS, self.transport.abort)
        self.update_reading()

    # WebSockets

    def switch_to_websocket(self, protocol: asyncio.BaseProtocol) -> None:
        """Switch to uvicorn's protocol for WebSockets."""
        assert isinstance(protocol, asyncio.Protocol)
        self.protocol = protocol
        self.frames = FrameChecker(self.policy.max_message_bytes)
        if not self.is_closing:
            self.cancel_timer()

    def drop(self, metric_reason: str, code: int = CLOSE_TOO_FAST) -> None:
        """Close a WebSocket without waiting for the client."""
        self.policy.metrics.dropped_connections.labels(metric_reason).inc()
        if self.frames and self.visitor:
            self.transport.write(self.frames.close_frame(code))
        self.close()


class GuardedTransport(asyncio.Transport):
    """The transport that uvicorn gets: it routes calls through the connection."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self.connection = connection
        self.transport = connection.transport

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.transport.get_extra_info(name, default)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.connection.switch_to_websocket(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.connection.protocol

    def pause_reading(self) -> None:
        self.connection.set_paused(True)

    def resume_reading(self) -> None:
        self.connection.set_paused(False)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self.connection.is_closing:
            self.transport.write(data)

    def get_write_buffer_size(self) -> int:
        return self.transport.get_write_buffer_size()

    def is_closing(self) -> bool:
        return self.connection.is_closing or self.transport.is_closing()

    def close(self) -> None:
        self.connection.close()

    def abort(self) -> None:
        self.transport.abort()


class FrameChecker:
    """Parses the frames of a WebSocket beside uvicorn, which reports whole messages only."""

    def __init__(self, max_message_bytes: int) -> None:
        self.reader = ServerProtocol(state=State.OPEN, max_size=max_message_bytes)
        self.parts: list[bytes] = []  # of a message that is not complete
        self.is_text = False

    def receive(self, data: bytes) -> tuple[str, int] | None:
        """Parse some bytes; return the reason to drop the connection, with the close code."""
        self.reader.receive_data(data)
        self.reader.data_to_send()  # uvicorn answers pings
        for frame in self.reader.events_received():
            assert isinstance(frame, Frame)
            if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
                self.is_text = frame.opcode is Opcode.TEXT
            elif frame.opcode is not Opcode.CONT:
                continue
            self.parts.append(bytes(frame.data))
            if frame.fin and not self.is_valid():
                return "encoding", CloseCode.INVALID_DATA
        return ("parts", CLOSE_TOO_FAST) if len(self.parts) > MAX_FRAMES_PER_MESSAGE else None

    def is_valid(self) -> bool:
        """Return whether the complete message is valid, that is, text is UTF-8; start the next
        one."""
        message, self.parts = b"".join(self.parts), []
        try:
            return not self.is_text or message.decode() is not None
        except UnicodeDecodeError:
            return False

    def close_frame(self, code: int) -> bytes:
        """Return the frame that closes the WebSocket, unless it is closed already."""
        self.reader.fail(code)
        return b"".join(self.reader.data_to_send())


class RequestTracker:
    """ASGI middleware: reports requests to their connections, and limits the time for a body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection | None = scope.get("state", {}).get("connection")
        if connection is None or scope["type"] != "http":
            await self.app(scope, receive, send)
            if connection and connection.is_closing:
                # If this returned earlier, uvicorn would log a refused WebSocket as an error.
                await connection.closed.wait()
            return
        headers = dict(scope["headers"])
        length, is_chunked = headers.get(b"content-length"), b"transfer-encoding" in headers
        connection.begin_request()
        try:
            if length is not None and is_chunked:
                await refuse_two_lengths(send, get_language(scope))
            elif length not in (None, b"0") or is_chunked:
                await self.handle_body(connection, scope, receive, send)
            else:
                await self.app(scope, receive, send)
        finally:
            connection.end_request()

    async def handle_body(
        self, connection: Connection, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Handle a request with a body, which has to be complete before a deadline."""
        deadline = connection.loop.call_later(
            connection.policy.body_timeout_seconds, connection.refuse_late_body
        )

        async def receive_in_time() -> Message:
            message = await receive()
            if not message.get("more_body"):
                deadline.cancel()
            return message

        async def begin_response(message: Message) -> None:
            connection.has_begun_response = True
            await send(message)

        try:
            await self.app(scope, receive_in_time, begin_response)
        finally:
            deadline.cancel()


async def refuse_two_lengths(send: Send, language: str) -> None:
    """Refuse a request with Content-Length and Transfer-Encoding.

    A proxy might use one header and the hall the other, and see the end of the request in different
    places (request smuggling).
    """
    headers, body = error_response(TWO_LENGTHS, language)
    headers = [*headers, (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": body})
