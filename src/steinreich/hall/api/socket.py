"""WebSockets of tables: routing, the handshake, and the commands of one client."""

import asyncio
import re
from collections.abc import Callable
from typing import Annotated

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import Field, TypeAdapter

from steinreich.hall.api.security import App, Receive, Scope, Send, refuse
from steinreich.hall.broadcast import Connection
from steinreich.hall.connections import RETRY_SECONDS, TOO_MANY, ConnectionPolicy
from steinreich.hall.encoding import encode, get_language
from steinreich.hall.errors import NoSuchTable, RequestRefused, UnreadableTable
from steinreich.hall.hall import Hall
from steinreich.hall.json_socket import (
    CLOSE_INVALID,
    CLOSE_TOO_FAST,
    CLOSE_TRY_AGAIN,
    INVALID_MESSAGE,
    JsonSocket,
    SocketClosing,
)
from steinreich.hall.limits import ConcurrencyQuota, OverBudget, get_message_cost, get_visitor
from steinreich.hall.opening import TableQuota
from steinreich.hall.room import Room
from steinreich.hall.storage.store import StorageFailed
from steinreich.hall.study.advice import Adviser
from steinreich.hall.study.session import StudySession
from steinreich.hall.study.studies import Studies
from steinreich.rules.language import Text
from steinreich.rules.vocabulary import Language
from steinreich.session.decisions import AlreadyDone, DraftOutcome, EngineQuery, Refusal
from steinreich.session.schema.messages import (
    FromClient,
    FromServer,
    Hello,
    Hurry,
    Message,
    Offer,
    Ping,
    Question,
    RefusedMessage,
    Wait,
)
from steinreich.session.table import Event
from steinreich.session.views.frames import get_steps, legal_view, make_frame
from steinreich.session.views.tables import make_snapshot

# The group is the id of a table; it is None for the study.
PATH = re.compile(r"/api/(?:tables/([^/]{1,60})/socket|study)")
MAX_HELLO_SECONDS = 10
CLOSE_UNKNOWN_TABLE, CLOSE_REMOVED_TABLE, CLOSE_UNREADABLE_TABLE = 4404, 4410, 4500  # close codes

NOTHING_HERE = Text("Nothing was found at this address.")
SOCKETS_ONLY = Text("This address expects a WebSocket connection.")
NOT_STORED = Text("This could not be saved; please try again.")


client_message_adapter: TypeAdapter[FromClient] = TypeAdapter(
    Annotated[FromClient, Field(discriminator="type")]
)


class SocketMiddleware:
    """Middleware that opens WebSockets; it precedes the framework, which would delay each
    message."""

    def __init__(
        self,
        app: App,
        hall: Callable[[], Hall],
        socket_quota: ConcurrencyQuota,
        policy: ConnectionPolicy,
        table_quota: TableQuota,
        studies: Callable[[], Studies],
    ) -> None:
        self.app = app
        self.hall = hall
        self.socket_quota = socket_quota  # of each visitor
        self.policy = policy
        self.table_quota = table_quota
        self.studies = studies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = PATH.fullmatch(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if scope["type"] != "websocket":
            is_socket_path = path and scope["method"] == "GET"
            await (self.explain_refusal if is_socket_path else self.app)(scope, receive, send)
            return
        address = get_visitor(scope)
        if path is None:
            await refuse(scope, send, 404, NOTHING_HERE)
        elif not self.socket_quota.acquire(address):
            await refuse(scope, send, 429, TOO_MANY, RETRY_SECONDS)
        else:
            if connection := scope.get("state", {}).get("connection"):
                connection.visitor = address  # charged for frames
            try:
                await self.make_session(WebSocket(scope, receive, send), path[1], address).run()
            finally:
                self.socket_quota.release(address)

    async def explain_refusal(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer over HTTP why a WebSocket would be refused: browsers hide it from scripts."""
        visitor = get_visitor(scope)
        refusal = (
            (429, TOO_MANY) if self.socket_quota.is_full(visitor) else self.policy.refusal(visitor)
        )
        if refusal:
            await refuse(scope, send, *refusal, RETRY_SECONDS)
        else:
            await refuse(scope, send, 426, SOCKETS_ONLY)

    def make_session(
        self, socket: WebSocket, table_id: str | None, address: str
    ) -> "TableSession | StudySession":
        """Return the session of a table, or of the study."""
        if table_id is None:
            return StudySession(self.studies(), socket, address, get_language(socket.scope))
        hall, studies = self.hall(), self.studies()
        return TableSession(hall, socket, table_id, address, self.table_quota, studies)


class TableSession:
    """The connection of one client to a table; its messages are handled one after the other."""

    def __init__(
        self,
        hall: Hall,
        socket: WebSocket,
        table_id: str,
        address: str,
        table_quota: TableQuota,
        studies: Studies,
    ) -> None:
        self.hall = hall
        self.studies = studies
        self.socket = socket
        self.table_id = table_id
        self.address = address
        self.table_quota = table_quota
        self.messages = JsonSocket(
            socket, client_message_adapter, studies.budget, address, get_message_cost, hall.metrics
        )

    async def run(self) -> None:
        """Handle messages from the hello to the end of the connection."""
        await self.socket.accept()
        try:
            async with asyncio.timeout(MAX_HELLO_SECONDS):
                hello = await self.messages.receive()
            if not isinstance(hello, Hello):
                raise SocketClosing(CLOSE_INVALID)
            await self.hall.get_room_and_charge(self.table_id, self.studies.budget, self.address)
            room, connection = await self.hall.connect(self.table_id, hello.token, self.address)
        except (
            SocketClosing,
            TimeoutError,
            RequestRefused,
            StorageFailed,
            WebSocketDisconnect,
        ) as error:
            await self.messages.close(get_close_code(error))
            return
        writer = self.messages.start_sending(connection)
        self.adviser = Adviser(self.studies, room, connection)
        try:
            self.send_initial_state(room, connection, hello)
            while not writer.done():
                message = await self.messages.receive()
                await self.answer(room, connection, message)
        except SocketClosing as error:
            await self.messages.close(error.code)
        except WebSocketDisconnect:
            pass  # the client has disconnected
        finally:
            self.hall.disconnect(room, connection)
            self.adviser.stop()
            writer.cancel()

    def send_initial_state(self, room: Room, connection: Connection, hello: Hello) -> None:
        """Send the missed events or a snapshot, then presence, warmth and progress of the
        computer."""
        connection.set_language(hello.language)
        now = self.hall.clock()
        resumed = None
        if hello.seq is not None:
            resumed = room.clients.make_resumed_message(
                connection, hello.seq, hello.legal_language, now
            )
        if resumed:
            connection.send_message(resumed)
        else:
            table_snapshot = make_snapshot(
                room.table, now, room.clients.get_legal_language(connection)
            )
            own_seats = sorted(connection.seats)
            connection.send_message(
                {"type": "welcome", "own_seats": own_seats, "snapshot": table_snapshot}
            )
        connection.send_presence(encode(room.presence.to_message()))
        if warmth := self.hall.computers.get_initial_warmth(room):
            connection.send_message(warmth)
        if room.engine.progress:
            connection.send(room.engine.progress)

    async def answer(self, room: Room, connection: Connection, message: FromClient | None) -> None:
        """Answer one message; None is an invalid one."""
        if message is None:
            connection.send_message(make_refusal(None, None, INVALID_MESSAGE))
        elif isinstance(message, Ping):
            connection.send_message({"type": "pong", "now": self.hall.clock()})
        elif isinstance(message, Hello):
            self.send_initial_state(room, connection, message)
        elif isinstance(message, Hurry):
            if connection.seats:
                self.hall.computers.engines.hurry(room.table.id)
        elif isinstance(message, Wait):
            if connection.seats:
                self.hall.computers.set_waits_for_code(room, message.waits)
        else:
            await self.handle_command(room, connection, message)

    async def handle_command(self, room: Room, connection: Connection, message: Message) -> None:
        """Handle a command and send its outcome; an event is broadcast, which is the answer."""
        id = None if isinstance(message, Question) else message.id
        try:
            with connection.handling(id):
                if isinstance(message, Offer) and message.offer == "rematch":
                    await self.table_quota.check(self.hall, self.address)
                outcome = await self.hall.handle_command(room, message, connection.seats)
        except RequestRefused as error:
            outcome = Refusal(error.why)
        except StorageFailed:
            outcome = Refusal(NOT_STORED)
        if isinstance(outcome, Event):
            self.adviser.on_event(outcome)
        elif isinstance(outcome, EngineQuery):
            self.adviser.start_answer(outcome)
        else:
            connection.send_message(make_reply(outcome, message, connection.language))


def make_reply(
    outcome: DraftOutcome | AlreadyDone | Refusal, message: Message, language: Language
) -> FromServer:
    """Return the answer to a command that led to no event."""
    n, id = (message.n, None) if isinstance(message, Question) else (None, message.id)
    if isinstance(outcome, Refusal):
        return make_refusal(n, id, outcome.why)
    if isinstance(outcome, DraftOutcome):
        complete = outcome.is_complete
        frame = make_frame(outcome.position, get_steps(outcome.positions))
        if not complete:
            frame = {**frame, **legal_view(outcome.position, language)}
        return {"type": "drafted", "n": n, "id": id, "complete": complete, "frame": frame}
    return {"type": "done", "id": id or "", "seq": outcome.seq}


def make_refusal(n: int | None, id: str | None, why: Text) -> RefusedMessage:
    return {"type": "refused", "n": n, "id": id, "why": why}


def get_close_code(error: Exception) -> int:
    """Return the close code for an error during the handshake."""
    if isinstance(error, SocketClosing):
        return error.code
    if isinstance(error, OverBudget):
        return CLOSE_TOO_FAST
    if isinstance(error, RequestRefused):
        if isinstance(error, UnreadableTable):
            return CLOSE_UNREADABLE_TABLE
        return (
            CLOSE_REMOVED_TABLE
            if isinstance(error, NoSuchTable) and error.has_existed
            else CLOSE_UNKNOWN_TABLE
        )
    return CLOSE_TRY_AGAIN if isinstance(error, StorageFailed) else CLOSE_INVALID
