"""Broadcasting: the connections of a table, and the messages that they are sent."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count

from steinreich.hall.encoding import encode
from steinreich.hall.json_socket import Outbox
from steinreich.rules.vocabulary import Language
from steinreich.session.schema.messages import EventMessage, FromServer, ResumedMessage
from steinreich.session.schema.protocol import Legal
from steinreich.session.table import Event, Table, get_seats
from steinreich.session.views.frames import legal_view
from steinreich.session.views.tables import LastSent, add_legal_actions, event_view, get_last_sent

MAX_RECENT_EVENTS = 16  # kept for clients that reconnect

numbers = count()  # of connections, in the order in which they were opened


class Connection(Outbox):
    """A client at a table."""

    def __init__(self, seats: frozenset[int], address: str = "") -> None:
        super().__init__()
        self.seats = seats
        self.address = address
        self.language: Language = "en"
        self.number = next(numbers)
        self.command: str | None = None  # the id of its command that is being handled
        self.presence = b""  # the last one sent

    def set_language(self, language: Language) -> None:
        self.language = language

    def reorder(self, order: Sequence[int]) -> None:
        """Change seats when sides are drawn by lot."""
        self.seats = get_seats(order, self.seats)

    @contextmanager
    def handling(self, command: str | None) -> Iterator[None]:
        """Note which command is handled for it meanwhile."""
        self.command = command
        try:
            yield
        finally:
            self.command = None

    def is_answer(self, event: Event) -> bool:
        """Return whether the command being handled, of one of its seats, led to an event."""
        if self.command is None or event.command is None or event.data["seat"] not in self.seats:
            return False
        return event.command.partition(":")[2] == self.command

    def send_message(self, message: FromServer) -> None:
        self.send(encode(message, self.language))

    def send_presence(self, message: bytes) -> None:
        """Send the presence unless it is the same as last time."""
        if message != self.presence:
            self.presence = message
            self.send(message)


class Broadcaster:
    """The connections of a table.  Reads the table, and never changes it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        self.last_sent: LastSent | None = None  # the state that all connections know
        self.recent: deque[EventMessage] = deque(maxlen=MAX_RECENT_EVENTS)

    def add(self, connection: Connection) -> None:
        self.connections.add(connection)

    def remove(self, connection: Connection) -> bool:
        """Remove a connection; return whether there was one."""
        was_there = connection in self.connections
        self.connections.discard(connection)
        return was_there

    def close(self) -> None:
        """End all connections."""
        for connection in list(self.connections):
            connection.close()

    def reorder(self, order: Sequence[int]) -> None:
        """Change seats when sides are drawn by lot."""
        for connection in self.connections:
            connection.reorder(order)

    @property
    def first_address(self) -> str:
        """Return the address of the oldest connection, of a seat if there is one."""
        first = min(self.connections, key=lambda one: (not one.seats, one.number), default=None)
        return first.address if first else ""

    # Messages

    def broadcast(self, message: FromServer) -> bytes:
        """Send the same message, which has no texts, to all; return it as it was encoded."""
        data = encode(message)
        for connection in list(self.connections):
            connection.send(data)
        return data

    def prepare_event(self) -> None:
        """Note the state before an event, from which its changes are computed."""
        if not self.connections:
            self.last_sent = None
            self.recent.clear()
        elif self.last_sent is None:
            self.last_sent = get_last_sent(self.table)

    def broadcast_event(self, event: Event, now: int) -> None:
        """Send what an event has changed: with the legal actions to the player to move, and with
        the id of the command to the connection that sent it."""
        if not self.connections:
            return
        assert self.last_sent is not None  # set by `prepare_event`
        message = event_view(self.table, event, now, self.last_sent)
        self.last_sent = get_last_sent(self.table)
        self.recent.append(message)
        encoded: dict[tuple[Language, bool, str | None], bytes] = {}  # each form is encoded once
        for connection in list(self.connections):
            id = connection.command if connection.is_answer(event) else None
            form = connection.language, self.can_act(connection), id
            if form not in encoded:
                language, can_act, _ = form
                shown = message
                if can_act:
                    shown = add_legal_actions(message, legal_view(self.table.position, language))
                if id:
                    shown = {**shown, "id": id}
                encoded[form] = encode(shown, language)
            connection.send(encoded[form])

    def get_legal_language(self, connection: Connection) -> Language | None:
        """Return the language in which a client is sent the legal actions; None for all clients but
        the player to move."""
        return connection.language if self.can_act(connection) else None

    def can_act(self, connection: Connection) -> bool:
        """Return whether a client is the player to move."""
        is_playing = self.table.status == "playing"
        return is_playing and self.table.position.player in connection.seats

    def get_legal_actions(self, connection: Connection) -> Legal:
        """Return the legal actions as a client is sent them."""
        language = self.get_legal_language(connection)
        if language is None:
            return {"targets": {}, "to_put": {}}
        return legal_view(self.table.position, language)

    def get_missed(
        self, connection: Connection, seq: int, listed: Language | None, now: int
    ) -> ResumedMessage | None:
        """Return what a client has missed that knows the state of a number, and its legal actions
        in a language; None where too many events have happened since, or the client knows its
        texts in another language."""
        missed = self.table.seq - seq
        if not 0 <= missed <= len(self.recent) or listed not in (None, connection.language):
            return None
        knows_legal = not missed and listed is not None
        return {
            "type": "resumed",
            "mine": sorted(connection.seats),
            "events": list(self.recent)[len(self.recent) - missed :],
            "legal": None if knows_legal else self.get_legal_actions(connection),
            "now": now,
        }
