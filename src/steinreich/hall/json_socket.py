"""JSON over a WebSocket: strict reading, a budget, and a bounded queue of messages to send."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter

from steinreich.hall.limits import Budget, Cost, OverBudget
from steinreich.hall.metrics import Metrics
from steinreich.rules.language import Text

NOT_UNDERSTOOD, TOO_FAST, TRY_AGAIN = 4400, 4429, 1013  # close codes
MAX_INVALID_MESSAGES = 20  # before the connection is closed
MAX_QUEUE_BYTES = 1_000_000  # that may wait for a slow client
OVERHEAD_BYTES = 100  # that even an empty message takes in the queue

MISUNDERSTOOD = Text("This message is not valid.")

Received = TypeVar("Received")


class SocketClosing(Exception):
    """The connection is to be closed with a code."""

    def __init__(self, code: int) -> None:
        self.code = code


class Outbox:
    """Messages that wait until a client has read those before; a slow client delays no other."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.size = 0  # bytes in the queue and of the message being sent
        self.sending = 0  # bytes of the message being sent

    def send(self, message: bytes) -> None:
        """Append a message, or close the connection if too many bytes are waiting."""
        self.size += len(message) + OVERHEAD_BYTES
        if self.size > MAX_QUEUE_BYTES:
            self.close()
        else:
            self.queue.put_nowait(message)

    async def next(self) -> bytes | None:
        """Return the next message when the one before is sent; None when the connection is to
        end."""
        self.size -= self.sending
        self.sending = 0
        message = await self.queue.get()
        if message is not None:
            self.sending = len(message) + OVERHEAD_BYTES
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
        reader: TypeAdapter[Received],
        budget: Budget,
        visitor: str,
        cost: Callable[[Received | None], Cost],
        metrics: Metrics,
    ) -> None:
        self.socket = socket
        self.reader = reader
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
            raise WebSocketDisconnect(message.get("code") or 1005)
        self.metrics.messages.inc()
        received = self.parse(message.get("text") or message.get("bytes") or b"")
        cost = self.cost(received)
        try:  # the first message is never charged as a heavy one
            await self.budget.spend(self.visitor, Cost(cost.units) if self.is_first else cost)
        except OverBudget:
            raise SocketClosing(TOO_FAST) from None
        self.is_first = False
        return received

    def parse(self, text: str | bytes) -> Received | None:
        try:
            return self.reader.validate_json(text)
        except ValueError:
            self.invalid_messages += 1
            if self.invalid_messages > MAX_INVALID_MESSAGES:
                raise SocketClosing(NOT_UNDERSTOOD) from None
            return None

    def start_sending(self, outbox: Outbox) -> "asyncio.Task[None]":
        """Start a task that sends the messages of an outbox."""
        return asyncio.create_task(self.send_all(outbox))

    async def send_all(self, outbox: Outbox) -> None:
        """Send messages until the outbox is closed, then close the socket."""
        with suppress(WebSocketDisconnect, RuntimeError):  # the client has disconnected
            while (data := await outbox.next()) is not None:
                await self.socket.send_text(data.decode())
            await self.socket.close(TRY_AGAIN)

    async def close(self, code: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code)
