"""JSON over a WebSocket: validation, a budget, and a bounded queue of messages to send."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter

from steinreich.hall.limits import Budget, Cost, OverBudget
from steinreich.hall.metrics import Metrics
from steinreich.rules.language import Text

CLOSE_INVALID, CLOSE_TOO_FAST, CLOSE_TRY_AGAIN = 4400, 4429, 1013  # close codes
NO_STATUS_RECEIVED = 1005  # the close code that stands for none
MAX_INVALID_MESSAGES = 20  # before the connection is closed
MAX_QUEUE_BYTES = 1_000_000  # waiting for a slow client, which is disconnected beyond it
MESSAGE_OVERHEAD_BYTES = 100  # of a queued message, besides its content

INVALID_MESSAGE = Text("This message is not valid.")

Received = TypeVar("Received")


class SocketClosing(Exception):
    """Raised to close the connection with a close code."""

    def __init__(self, code: int) -> None:
        self.code = code


class Outbox:
    """Queue of messages to one client, so that a slow client delays no other."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.size = 0  # bytes in the queue and of the message being sent
        self.sending_size = 0  # bytes of the message being sent

    def send(self, message: bytes) -> None:
        """Append a message, or close the connection if too many bytes are waiting."""
        self.size += len(message) + MESSAGE_OVERHEAD_BYTES
        if self.size > MAX_QUEUE_BYTES:
            self.close()
        else:
            self.queue.put_nowait(message)

    async def next(self) -> bytes | None:
        """Wait for the next message, after the last one has been sent; None closes the
        connection."""
        self.size -= self.sending_size
        self.sending_size = 0
        message = await self.queue.get()
        if message is not None:
            self.sending_size = len(message) + MESSAGE_OVERHEAD_BYTES
        return message

    def close(self) -> None:
        """Drop all messages and end the connection."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class JsonSocket(Generic[Received]):
    """Receives messages one after the other, and sends those of an outbox."""

    def __init__(
        self,
        socket: WebSocket,
        adapter: TypeAdapter[Received],
        budget: Budget,
        visitor: str,
        cost: Callable[[Received | None], Cost],
        metrics: Metrics,
    ) -> None:
        self.socket = socket
        self.adapter = adapter
        self.budget = budget
        self.visitor = visitor
        self.cost = cost
        self.metrics = metrics
        self.is_first = True  # whether no message has been received yet
        self.invalid_messages = 0

    async def receive(self) -> Received | None:
        """Return the next message; None if it is invalid."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or NO_STATUS_RECEIVED)
        self.metrics.messages.inc()
        received = self.parse(message.get("text") or message.get("bytes") or b"")
        cost = self.cost(received)
        try:  # the first message is never charged as a heavy one
            await self.budget.spend(self.visitor, Cost(cost.units) if self.is_first else cost)
        except OverBudget:
            raise SocketClosing(CLOSE_TOO_FAST) from None
        self.is_first = False
        return received

    def parse(self, text: str | bytes) -> Received | None:
        """Parse a message; None if it is invalid, raise SocketClosing after too many of these."""
        try:
            return self.adapter.validate_json(text)
        except ValueError:
            self.invalid_messages += 1
            if self.invalid_messages > MAX_INVALID_MESSAGES:
                raise SocketClosing(CLOSE_INVALID) from None
            return None

    def start_sending(self, outbox: Outbox) -> "asyncio.Task[None]":
        """Start a task that sends the messages of an outbox."""
        return asyncio.create_task(self.send_all(outbox))

    async def send_all(self, outbox: Outbox) -> None:
        """Send messages until the outbox is closed, then close the socket."""
        with suppress(WebSocketDisconnect, RuntimeError):  # the client has disconnected
            while (data := await outbox.next()) is not None:
                await self.socket.send_text(data.decode())
            await self.socket.close(CLOSE_TRY_AGAIN)

    async def close(self, code: int) -> None:
        """Close the socket, if the client has not done so."""
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code)
