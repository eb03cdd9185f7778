"""Connections before their requests: how many there may be, of one visitor and of all, and how
slow they may be.

uvicorn waits for ever for the rest of a header or a body, and for whoever does not read an answer.
So connections are counted when they are accepted, before a byte is read of them, and each part of
a request has its time.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from steinreich.hall.api.security import explained
from steinreich.hall.limits.addresses import UNKNOWN, Network, counted_as, is_in
from steinreich.hall.limits.budget import OVER_BUDGET, Budget, is_too_long
from steinreich.hall.limits.costs import CONNECTION
from steinreich.hall.limits.held import Held
from steinreich.hall.metrics import Metrics
from steinreich.rules.language import Words

PARTING_SECONDS = 1.0  # for the last words, before the line is cut
MOST_PARTING = 100  # connections that get last words at the same time
EVERYBODY = "everybody"  # the name under which all are counted together
SLOWEST_READER = 1000  # bytes a second that have to be taken of a long answer

RETRY_SECONDS = 5  # after which it is worth another try where there were too many

TOO_MANY = Words(
    "Too many connections from this address; please close some.",
    "Zu viele Verbindungen von hier; bitte schließe einige.",
)
FULL = Words(
    "The hall is full at the moment; please try again soon.",
    "Der Saal ist gerade voll; bitte versuche es bald noch einmal.",
)
LATE_HEADER = Words("The request took too long to come.", "Die Anfrage kam zu langsam.")
LATE_BODY = Words("The rest of the request took too long.", "Der Rest der Anfrage kam zu langsam.")


@dataclass
class Border:
    """What is asked of connections, by all of a process together."""

    held: Held  # connections, by visitors; those of proxies are many people's and not counted
    in_all: Held  # connections of everybody, proxies included
    proxies: tuple[Network, ...]
    header_seconds: float
    body_seconds: float
    budget: Budget
    metrics: Metrics
    parting: int = 0  # connections that are told why they have to go

    def refusal(self, visitor: str) -> tuple[int, Words] | None:
        """The status with which one more connection of this visitor would be refused, and why."""
        if self.held.is_full(visitor):
            return 429, TOO_MANY
        return (503, FULL) if self.in_all.is_full(EVERYBODY) else None


class StrictConnection(h11.Connection):
    """Refuses requests whose end two programs may see in two places: a proxy by one header, the
    hall by the other (request smuggling)."""

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if {b"content-length", b"transfer-encoding"} <= names:
                raise h11.RemoteProtocolError("both Content-Length and Transfer-Encoding")
        return event


class HttpConnection(H11Protocol):
    """One connection, until it becomes a socket.  The state that the application yields when it
    starts has the border in it."""

    def __init__(self, *, app_state: dict[str, Any], **more: Any) -> None:
        super().__init__(app_state=app_state, **more)
        self.conn = StrictConnection(h11.SERVER)
        self.border: Border = app_state["border"]
        self.counted: list[tuple[Held, str]] = []  # where the connection counts, while it does
        self.phase: tuple[str, object] = ("", None)  # the part that is waited for, of which request
        self.deadline: asyncio.TimerHandle | None = None  # for that part
        self.reading: asyncio.TimerHandle | None = None  # when to see whether an answer is read
        self.unread = 0  # bytes that were not read when it was looked last
        self.is_refused = False
        self.parting: asyncio.TimerHandle | None = None  # when a refused connection is cut

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        address = self.client[0] if self.client else UNKNOWN
        is_proxy = is_in(self.border.proxies, address)
        if not is_proxy and not self.count(self.border.held, counted_as(address)):
            self.refuse("connections", 429, TOO_MANY, RETRY_SECONDS)
            return
        if not self.count(self.border.in_all, EVERYBODY):
            self.give_back()
            self.refuse("full", 503, FULL, RETRY_SECONDS)
            return
        self.wait_for("first", self.border.header_seconds, self.leave)
        wait = 0.0 if is_proxy else self.border.budget.charge(counted_as(address), CONNECTION)
        if is_too_long(wait):
            self.refuse("budget", 429, OVER_BUDGET, math.ceil(wait))
        elif wait:  # who comes and goes at full speed is read later
            self.transport.pause_reading()
            self.loop.call_later(wait, self.begin_reading)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.wait_no_more()
        self.stop_looking()
        self.give_back()
        if self.parting:
            self.parting.cancel()
            self.border.parting -= 1

    def begin_reading(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def count(self, held: Held, visitor: str) -> bool:
        """Let the connection count, if one more may."""
        if not held.take(visitor):
            return False
        self.counted.append((held, visitor))
        return True

    def give_back(self) -> None:
        """The connection counts no longer."""
        while self.counted:
            held, visitor = self.counted.pop()
            held.give_back(visitor)

    # Requests that come slowly

    def data_received(self, data: bytes) -> None:
        if self.is_refused:
            return
        super().data_received(data)
        self.look_at_phase()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.look_at_phase()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The socket counts as what the connection was counted as."""
        self.wait_no_more()
        self.is_refused = True  # nothing is for us any more
        super().handle_websocket_upgrade(event)
        socket: Any = self.transport.get_protocol()
        socket.when_lost = self.give_back

    def look_at_phase(self) -> None:
        """Each header and each body has its time, however many bytes of it come."""
        border, state = self.border, self.conn.their_state
        if self.is_refused or self.transport.is_closing():
            self.wait_no_more()
        elif state is h11.SEND_BODY:
            self.wait_for("body", border.body_seconds, self.refuse_late_body)
        elif state is h11.IDLE and self.conn.trailing_data[0]:
            self.wait_for("header", border.header_seconds, self.refuse_late_header)
        else:
            self.wait_no_more()

    def wait_for(self, part: str, seconds: float, otherwise: Callable[[], None]) -> None:
        if self.phase != (part, self.cycle):
            self.wait_no_more()
            self.phase = (part, self.cycle)
            self.deadline = self.loop.call_later(seconds, otherwise)

    def wait_no_more(self) -> None:
        self.phase = ("", None)
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None

    def refuse_late_header(self) -> None:
        self.refuse("slow header", 408, LATE_HEADER)

    def refuse_late_body(self) -> None:
        self.cycle.disconnected = True  # nobody hears an answer any more
        self.cycle.message_event.set()
        self.refuse("slow body", 408, LATE_BODY)

    # Answers that are read slowly

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.reading is None:
            self.look_later()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stop_looking()

    def look_later(self) -> None:
        self.unread = self.transport.get_write_buffer_size()
        self.reading = self.loop.call_later(self.border.body_seconds, self.look_whether_it_reads)

    def look_whether_it_reads(self) -> None:
        read = self.unread - self.transport.get_write_buffer_size()
        if read < SLOWEST_READER * self.border.body_seconds:
            self.border.metrics.dropped.labels("unread").inc()
            self.transport.abort()
        else:
            self.look_later()

    def stop_looking(self) -> None:
        if self.reading:
            self.reading.cancel()
            self.reading = None

    # The end

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.leave()

    def leave(self) -> None:
        """Close it, and do not wait for long until the last answer is read."""
        self.transport.close()
        self.loop.call_later(PARTING_SECONDS, self.transport.abort)

    def refuse(self, counted: str, status: int, why: Words, wait: int | None = None) -> None:
        """Say why, if no other answer has begun, and end it.

        What still comes is thrown away for a moment: a line that is cut while bytes arrive takes
        the last words along.  Of very many at once, only some are worth that.
        """
        self.border.metrics.dropped.labels(counted).inc()
        self.is_refused = True
        self.connections.discard(self)
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        headers, body = explained(why, wait)
        answer = h11.Response(status_code=status, headers=[*headers, (b"connection", b"close")])
        parts = (answer, h11.Data(data=body), h11.EndOfMessage())
        self.transport.write(b"".join(self.conn.send(part) or b"" for part in parts))
        if self.border.parting >= MOST_PARTING:
            self.transport.close()
            return
        self.border.parting += 1
        self.transport.write_eof()
        self.parting = self.loop.call_later(PARTING_SECONDS, self.transport.abort)
