"""Sockets: one browser window each, at a table from its hello to its end, or in the study."""

import asyncio
import re
from collections.abc import Callable
from typing import Annotated

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter

from steinreich.hall.api.refusals import NoSuchTable, NotAllowed, Unreadable
from steinreich.hall.api.security import App, Receive, Scope, Send, refuse, refuse_socket
from steinreich.hall.api.talking import (
    LINE,
    MISUNDERSTOOD,
    NOT_UNDERSTOOD,
    TRY_AGAIN,
    Closing,
    Talk,
)
from steinreich.hall.hall import Hall
from steinreich.hall.legal_bytes import legal_bytes
from steinreich.hall.limits.addresses import visitor_of
from steinreich.hall.limits.costs import message_cost
from steinreich.hall.limits.held import Held
from steinreich.hall.limits.http_connections import RETRY_SECONDS, TOO_MANY, Border
from steinreich.hall.limits.openings import Openings
from steinreich.hall.room import Connection, Room
from steinreich.hall.storage.store import StorageFailed
from steinreich.hall.study.advice import Adviser
from steinreich.hall.study.session import StudySession
from steinreich.hall.study.studies import Studies
from steinreich.rules.language import Words
from steinreich.session.schema.commands import (
    Done,
    Drafted,
    Message,
    Offer,
    Question,
    Refusal,
    Thinkable,
)
from steinreich.session.schema.messages import (
    FromClient,
    FromServer,
    Hello,
    Hurry,
    Ping,
    RefusedMessage,
    Wait,
)
from steinreich.session.schema.protocol import Language
from steinreich.session.table import Event
from steinreich.session.views.frames import frame, said, steps
from steinreich.session.views.tables import snapshot

PATH = re.compile(r"/api/(?:tables/([^/]{1,60})/socket|study)")
HELLO_SECONDS = 10
UNKNOWN_TABLE, REMOVED_TABLE, UNREADABLE_TABLE = 4404, 4410, 4500  # why it was closed

NOTHING_HERE = Words("There is nothing here.", "Hier ist nichts.")
SOCKETS_ONLY = Words("Here a WebSocket is expected.", "Hier wird ein WebSocket erwartet.")
NOT_STORED = Words(
    "This could not be saved; please try again.", "Das ließ sich nicht sichern; bitte noch einmal."
)


from_client: TypeAdapter[FromClient] = TypeAdapter(
    Annotated[FromClient, Field(discriminator="type")]
)


class Sockets:
    """Leads connections to their tables.  It stands before the framework, so that messages, of
    which there are many, take no detour."""

    def __init__(
        self,
        app: App,
        hall: Callable[[], Hall],
        held: Held,
        border: Border,
        openings: Openings,
        studies: Callable[[], Studies],
    ) -> None:
        self.app = app
        self.hall = hall
        self.held = held  # sockets, by visitors, whom a proxy may name
        self.border = border
        self.openings = openings
        self.studies = studies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = PATH.fullmatch(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if scope["type"] != "websocket":
            is_question = path and scope["method"] == "GET"
            await (self.explain if is_question else self.app)(scope, receive, send)
            return
        address = visitor_of(scope)
        if path is None:
            await refuse_socket(send, 404, NOTHING_HERE)
        elif not self.held.take(address):
            await refuse_socket(send, 429, TOO_MANY, RETRY_SECONDS)
        else:
            if line := scope.get("extensions", {}).get(LINE):
                line.visitor = address  # who pays for frames
            try:
                await self.session(WebSocket(scope, receive, send), path[1], address).run()
            finally:
                self.held.give_back(address)

    async def explain(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say whether one more socket would be refused, and why: browsers keep that from pages."""
        visitor = visitor_of(scope)
        refusal = (429, TOO_MANY) if self.held.is_full(visitor) else self.border.refusal(visitor)
        if refusal:
            await refuse(send, *refusal, RETRY_SECONDS)
        else:
            await refuse(send, 426, SOCKETS_ONLY)

    def session(
        self, socket: WebSocket, table: str | None, address: str
    ) -> "Session | StudySession":
        """A connection to a table, or to the study."""
        if table is None:
            return StudySession(self.studies(), socket, address)
        hall, studies = self.hall(), self.studies()
        return Session(hall, socket, table, address, self.openings, studies)


class Session:
    """One connection: what it says is heard one after the other."""

    def __init__(
        self,
        hall: Hall,
        socket: WebSocket,
        table: str,
        address: str,
        openings: Openings,
        studies: Studies,
    ) -> None:
        self.hall = hall
        self.studies = studies
        self.socket = socket
        self.table = table
        self.address = address
        self.openings = openings
        self.talk = Talk(socket, from_client, studies.budget, address, message_cost, hall.metrics)

    async def run(self) -> None:
        """From hello to the end."""
        await self.socket.accept()
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await self.talk.hear()
            if not isinstance(hello, Hello):
                raise Closing(NOT_UNDERSTOOD)
            known = hello.seq if hello.listed == hello.language else None
            room, connection = await self.hall.connect(self.table, hello.token, self.address, known)
        except (Closing, TimeoutError, NotAllowed, StorageFailed, WebSocketDisconnect) as error:
            await self.talk.close(code_of(error))
            return
        writer = self.talk.begin_writing(connection)
        self.adviser = Adviser(self.studies, room, connection)
        try:
            self.greet(room, connection, hello)
            while not writer.done():
                message = await self.talk.hear()
                await self.hall.wake(room)
                await self.answer(room, connection, message)
        except (Closing, Unreadable) as error:
            await self.talk.close(code_of(error))
        except WebSocketDisconnect:
            pass  # they left; that is all
        finally:
            self.hall.disconnect(room, connection)
            self.adviser.stop()
            writer.cancel()

    def greet(self, room: Room, connection: Connection, hello: Hello) -> None:
        """What is missing of the table as it is now, or everything, in the language of who said
        hello; and what happens without events."""
        connection.language = hello.language
        now = self.hall.clock()
        resumed = None
        if hello.seq is not None:
            resumed = room.resumed(connection, hello.seq, hello.listed, now)
        if resumed:
            connection.send(resumed)
        else:
            shown = snapshot(room.table, now, room.acting(connection))
            mine = sorted(connection.seats)
            say(connection, {"type": "welcome", "mine": mine, "snapshot": shown})
        connection.tell_presence(orjson.dumps(room.presence()))
        if warmth := self.hall.computers.welcome(room):
            say(connection, warmth)
        if room.thought:
            connection.send(room.thought)

    async def answer(self, room: Room, connection: Connection, message: FromClient | None) -> None:
        """Do what was asked, and say so to the one who asked."""
        if message is None:
            say(connection, refused(None, None, MISUNDERSTOOD))
        elif isinstance(message, Ping):
            say(connection, {"type": "pong", "now": self.hall.clock()})
        elif isinstance(message, Hello):
            self.greet(room, connection, message)
        elif isinstance(message, Hurry):
            if connection.seats:
                self.hall.computers.engines.hurry(room.table.id)
        elif isinstance(message, Wait):
            if connection.seats:
                self.hall.computers.wait(room, message.waits)
        else:
            await self.carry_out(room, connection, message)

    async def carry_out(self, room: Room, connection: Connection, message: Message) -> None:
        """Do what was asked; where that leads to an event, hearing of it is the answer."""
        connection.asking = None if isinstance(message, Question) else message.id
        try:
            if isinstance(message, Offer) and message.what == "rematch":
                await self.openings.check(self.hall, self.address)
            outcome = await self.hall.carry_out(room, message, connection.seats)
        except NotAllowed as error:
            outcome = Refusal(error.why)
        except StorageFailed:
            outcome = Refusal(NOT_STORED)
        finally:
            connection.asking = None
        if isinstance(outcome, Event):
            self.adviser.hear(outcome)
        elif isinstance(outcome, Thinkable):
            self.adviser.begin(outcome)
        else:
            say(connection, reply_to(outcome, message, connection.language))


def reply_to(outcome: Drafted | Done | Refusal, asked: Message, language: Language) -> FromServer:
    """What the one who asked hears."""
    n, id = (asked.n, None) if isinstance(asked, Question) else (None, asked.id)
    if isinstance(outcome, Refusal):
        return refused(n, id, outcome.why)
    if isinstance(outcome, Drafted):
        complete = outcome.complete  # then others are to act
        shown = frame(outcome.position, steps(outcome.path))
        if not complete:
            shown = {**shown, **legal_bytes(outcome.position, language)}
        return {"type": "drafted", "n": n, "id": id, "complete": complete, "frame": shown}
    return {"type": "done", "id": id or "", "seq": outcome.seq}


def refused(n: int | None, id: str | None, why: Words) -> RefusedMessage:
    return {"type": "refused", "n": n, "id": id, "why": said(why)}


def say(connection: Connection, message: FromServer) -> None:
    """To this connection only."""
    connection.send(orjson.dumps(message))


def code_of(error: Exception) -> int:
    """Why a connection is closed at once."""
    if isinstance(error, Closing):
        return error.code
    if isinstance(error, NotAllowed):
        if isinstance(error, Unreadable):
            return UNREADABLE_TABLE
        return (
            REMOVED_TABLE if isinstance(error, NoSuchTable) and error.was_there else UNKNOWN_TABLE
        )
    return TRY_AGAIN if isinstance(error, StorageFailed) else NOT_UNDERSTOOD
