"""Broadcasting: the connections of a table, and the messages that they are sent."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count

from steinreich.hall.encoding import encode
from steinreich.hall.json_socket import Outbox
from steinreich.rules.vocabulary import Language
from steinreich.session.schema.messages import EventMessage, FromServer, ResumedMessage
from steinreich.session.schema.protocol import LegalActions
from steinreich.session.table import Event, Table, get_seats
from steinreich.session.views.frames import legal_view
from steinreich.session.views.tables import LastSent, add_legal_actions, event_view, get_last_sent

MAX_RECENT_EVENTS = 16  # kept for clients that reconnect

connection_numbers = count()  # in the order in which connections are opened


class Connection(Outbox):
    """A client at a table."""

    def __init__(self, seats: frozenset[int], address: str = "") -> None:
        super().__init__()
        self.seats = seats
        self.address = address
        self.language: Language = "en"
        self.number = next(connection_numbers)
        self.command: str | None = None  # the id of the command being handled, if any
        self.last_presence = b""  # the last presence message sent

    def set_language(self, language: Language) -> None:
        self.language = language

    def reorder(self, order: Sequence[int]) -> None:
        """Change seats when sides are drawn by lot."""
        self.seats = get_seats(order, self.seats)

    @contextmanager
    def handling(self, command: str | None) -> Iterator[None]:
        """Set the id of the command being handled within a `with` block."""
        self.command = command
        try:
            yield
        finally:
            self.command = None

    def is_own_event(self, event: Event) -> bool:
        """Return whether an event results from the command that is being handled."""
        if self.command is None or event.command is None or event.data["seat"] not in self.seats:
            return False
        return event.command.partition(":")[2] == self.command

    def send_message(self, message: FromServer) -> None:
        self.send(encode(message, self.language))

    def send_presence(self, message: bytes) -> None:
        """Send a presence message unless it equals the last one."""
        if message != self.last_presence:
            self.last_presence = message
            self.send(message)


class Broadcaster:
    """The connections of a table.  Reads the table, and never changes it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        self.last_sent: LastSent | None = None  # the state that all connections have received
        self.recent: deque[EventMessage] = deque(maxlen=MAX_RECENT_EVENTS)

    def add(self, connection: Connection) -> None:
        self.connections.add(connection)

    def remove(self, connection: Connection) -> bool:
        """Remove a connection; return whether there was one."""
        has_existed = connection in self.connections
        self.connections.discard(connection)
        return has_existed

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
        """The address of the oldest connection with a seat, else of the oldest spectator; empty
        without connections."""
        first = min(
            self.connections, key=lambda client: (not client.seats, client.number), default=None
        )
        return first.address if first else ""

    # Messages

    def broadcast(self, message: FromServer) -> bytes:
        """Send a message without texts to all connections; return it encoded."""
        data = encode(message)
        for connection in list(self.connections):
            connection.send(data)
        return data

    def prepare_event(self) -> None:
        """Keep the state before an event, from which its changes are computed."""
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
        encoded: dict[tuple[Language, bool, str | None], bytes] = {}  # each version is encoded once
        for connection in list(self.connections):
            id = connection.command if connection.is_own_event(event) else None
            version = connection.language, self.can_act(connection), id
            if version not in encoded:
                language, can_act, _ = version
                version_message = message
                if can_act:
                    version_message = add_legal_actions(
                        message, legal_view(self.table.position, language)
                    )
                if id:
                    version_message = {**version_message, "id": id}
                encoded[version] = encode(version_message, language)
            connection.send(encoded[version])

    def get_legal_language(self, connection: Connection) -> Language | None:
        """Return the language of the legal actions sent to a client; None if it is not the player
        to move, and gets none."""
        return connection.language if self.can_act(connection) else None

    def can_act(self, connection: Connection) -> bool:
        """Return whether a client is the player to move."""
        is_playing = self.table.status == "playing"
        return is_playing and self.table.position.player in connection.seats

    def get_legal_actions(self, connection: Connection) -> LegalActions:
        """Return the legal actions for a client; none unless it is the player to move."""
        language = self.get_legal_language(connection)
        if language is None:
            return {"targets": {}, "placeable": {}}
        return legal_view(self.table.position, language)

    def make_resumed_message(
        self, connection: Connection, seq: int, legal_language: Language | None, now: int
    ) -> ResumedMessage | None:
        """Return the events after number `seq` for a client that reconnects.

        `legal_language` is the language of the legal actions that the client has, if any.  Return
        None if the client needs a snapshot: too many events have happened, or its texts are in
        another language.
        """
        missed = self.table.seq - seq
        if not 0 <= missed <= len(self.recent) or legal_language not in (None, connection.language):
            return None
        has_legal_actions = not missed and legal_language is not None
        return {
            "type": "resumed",
            "own_seats": sorted(connection.seats),
            "events": list(self.recent)[len(self.recent) - missed :],
            "legal": None if has_legal_actions else self.get_legal_actions(connection),
            "now": now,
        }
