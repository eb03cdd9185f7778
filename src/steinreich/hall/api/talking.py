"""A socket as a conversation: messages are read strictly, one after the other, not too many."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter

from steinreich.hall.limits.budget import Budget, Cost, OverBudget
from steinreich.hall.metrics import Metrics
from steinreich.hall.room import Connection
from steinreich.rules.language import Words

NOT_UNDERSTOOD, TOO_FAST, TRY_AGAIN = 4400, 4429, 1013  # why it was closed
MOST_MISTAKES = 20  # messages that make no sense, before the connection is closed
LINE = "line"  # among the extensions of a connection: what writes to it directly

MISUNDERSTOOD = Words("This message is not valid.", "Diese Nachricht ist ungültig.")

Heard = TypeVar("Heard")


class Closing(Exception):
    """The connection is to be closed with a code."""

    def __init__(self, code: int) -> None:
        self.code = code


class Talk(Generic[Heard]):
    """What is said through one socket."""

    def __init__(
        self,
        socket: WebSocket,
        reader: TypeAdapter[Heard],
        budget: Budget,
        visitor: str,
        cost: Callable[[Heard | None], Cost],
        metrics: Metrics,
    ) -> None:
        self.socket = socket
        self.reader = reader
        self.budget = budget
        self.visitor = visitor
        self.cost = cost
        self.metrics = metrics
        self.is_first = True  # whether nothing has been heard yet
        self.mistakes = 0

    async def hear(self) -> Heard | None:
        """The next message; None if it made no sense."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        self.metrics.messages.inc()
        heard = self.read(message.get("text") or message.get("bytes") or b"")
        cost = self.cost(heard)
        try:  # what is heavy only when it is repeated comes first
            await self.budget.spend(self.visitor, Cost(cost.units) if self.is_first else cost)
        except OverBudget:
            raise Closing(TOO_FAST) from None
        self.is_first = False
        return heard

    def read(self, text: str | bytes) -> Heard | None:
        try:
            return self.reader.validate_json(text)
        except ValueError:
            self.mistakes += 1
            if self.mistakes > MOST_MISTAKES:
                raise Closing(NOT_UNDERSTOOD) from None
            return None

    def begin_writing(self, connection: Connection) -> "asyncio.Task[None]":
        """From now on send what is said to a connection, past its queue where the line is free."""
        if line := self.socket.scope.get("extensions", {}).get(LINE):
            connection.write_now = line.write_now
        return asyncio.create_task(self.write(connection))

    async def write(self, connection: Connection) -> None:
        """Send what waits in the queue, until the queue says that it is over."""
        with suppress(WebSocketDisconnect, RuntimeError):  # the other end is gone
            while (data := await connection.next()) is not None:
                await self.socket.send_text(data.decode())
            await self.socket.close(TRY_AGAIN)

    async def close(self, code: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code)
