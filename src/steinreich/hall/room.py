"""A table that is in use: its state, who is connected to it, and what goes on at it now."""

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import count

import orjson

from steinreich.hall.legal_bytes import legal_bytes
from steinreich.hall.storage.store import Holder
from steinreich.hall.upkeep.asleep import Asleep
from steinreich.session.absence import Presence
from steinreich.session.schema.messages import FromServer, PresenceMessage
from steinreich.session.schema.protocol import Language, Legal
from steinreich.session.table import Event, Table, seats_at
from steinreich.session.views.changes import Known, event_view, for_who_acts, known

LARGEST_QUEUE = 1_000_000  # bytes that a slow connection may be behind before it is let go
OVERHEAD = 100  # bytes that even an empty message takes while it waits
MOMENT = 0.25  # seconds: who comes and goes within it is told of together
MOST_RECENT = 8_000  # bytes of events that are kept for who comes back

numbers = count()  # of connections, in the order in which they came


class Connection:
    """One browser window at a table.  Messages wait in a queue of its own, so that a slow
    connection makes nobody else wait."""

    def __init__(self, seats: frozenset[int], address: str = "") -> None:
        self.seats = seats
        self.address = address
        self.language: Language = "en"  # of who looks at it, who may say hello in another one
        self.number = next(numbers)
        self.asking: str | None = None  # the id of the command that is being carried out for it
        self.present = b""  # who is here, as it was told last
        self.write_now: Callable[[bytes], bool] = lambda message: False  # if the line is free
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.size = 0  # bytes in the queue and in hand
        self.in_hand = 0  # bytes that were taken from the queue and may not be sent yet
        self.is_dropped = False

    def send(self, message: bytes) -> None:
        """Send a message, or put it into the queue behind others; who is too far behind is
        disconnected and comes again."""
        if not self.size and not self.is_dropped and self.write_now(message):
            return
        self.size += len(message) + OVERHEAD
        if self.size > LARGEST_QUEUE:
            self.drop()
        else:
            self.queue.put_nowait(message)

    def tell_presence(self, message: bytes) -> None:
        """Say who is here, unless that is known."""
        if message != self.present:
            self.present = message
            self.send(message)

    def has_asked_for(self, event: Event) -> bool:
        """Whether it led to an event: its command, for one of its seats."""
        if self.asking is None or event.command is None or event.data["seat"] not in self.seats:
            return False
        return event.command.partition(":")[2] == self.asking

    async def next(self) -> bytes | None:
        """The next message, when there is one and the one before is sent; None when the connection
        is to end."""
        self.size -= self.in_hand
        self.in_hand = 0
        message = await self.queue.get()
        if message is not None:
            self.in_hand = len(message) + OVERHEAD
        return message

    def drop(self) -> None:
        """End the connection."""
        self.is_dropped = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class RecentEvents:
    """The last events of a table as they were told, without legal actions: for who comes back soon
    and knows all others."""

    def __init__(self) -> None:
        self.messages: deque[bytes] = deque()
        self.size = 0  # bytes of all

    def add(self, message: bytes) -> None:
        self.messages.append(message)
        self.size += len(message)
        while self.size > MOST_RECENT:
            self.size -= len(self.messages.popleft())

    def clear(self) -> None:
        self.messages.clear()
        self.size = 0

    def last(self, number: int) -> list[bytes] | None:
        """So many, if they are all here."""
        if not 0 <= number <= len(self.messages):
            return None
        return list(self.messages)[len(self.messages) - number :]


class Room:
    """One table in memory."""

    SIZE, EVENT_SIZE = 16_000 + MOST_RECENT, 1_000  # bytes of a table and of each event, about

    table: Table  # once it is awake

    def __init__(
        self, table: Table | Asleep, holders: dict[bytes, frozenset[int]], now: int = 0
    ) -> None:
        self.asleep = table if isinstance(table, Asleep) else None
        if isinstance(table, Table):
            self.table = table
        self.holders = holders  # the places of each token's digest
        self.known: Known | None = None  # what those who are connected have been told
        self.recent = RecentEvents()
        self.lock = asyncio.Lock()  # one command at a time
        self.connections: set[Connection] = set()
        # Of each seat; from when a table comes into memory, for what was before is not known
        self.attendance = [Presence(False, now, is_seen=False)] * len(self.seating.seats)
        self.is_ours: bool | None = (
            None  # whether this process wrote the last event, if that is known
        )
        self.is_behind = False  # whether another process has written what is not taken in yet
        self.is_finished = False  # whether the storage was told that the game is over
        self.thinking: asyncio.Task[None] | None = None  # the computer
        self.thinking_about = -1  # how many actions were played before
        self.answering: asyncio.Task[None] | None = None  # the computer, to an offer
        self.alarm: asyncio.TimerHandle | None = None  # when a clock runs out
        self.retry: asyncio.TimerHandle | None = None  # when what failed is tried again
        self.pause = 0.0  # seconds before that; nothing has failed since the last event
        self.announcing: asyncio.TimerHandle | None = None  # when it will be said who is here
        self.thought: bytes | None = None  # the last word of the computer, for who comes later
        self.is_cold = False  # whether a stand-in plays for the computer, as everybody was told
        self.waits = False  # whether the players would rather wait for the computer itself

    @property
    def seating(self) -> Asleep | Table:
        """Who sits where, and after how many events: that is known of any table."""
        return self.asleep or self.table

    def wake(self, table: Table) -> None:
        """The table has been made from its events."""
        self.table, self.asleep = table, None

    @property
    def size(self) -> int:
        """How many bytes it takes, about."""
        return self.SIZE + self.EVENT_SIZE * self.seating.seq

    def seats_of(self, digest: bytes | None) -> frozenset[int]:
        """The seats that a token holds; none for a spectator."""
        return seats_at(self.seating.order, self.holders.get(digest or b"", frozenset()))

    def add(self, holder: Holder) -> None:
        """Somebody has taken a seat, perhaps beside others that are held with the same token."""
        held = self.holders.get(holder.digest, frozenset())
        self.holders[holder.digest] = held | {holder.seat}

    def apply(self, event: Event) -> None:
        """The table takes in an event; where lots are drawn, everybody changes seats with them."""
        if not self.connections:  # nobody will be told
            self.known = None
            self.recent.clear()
        elif self.known is None:
            self.known = known(self.table)
        self.table.apply(event)
        if "order" in event.data:  # until now places and seats were the same
            for connection in self.connections:
                connection.seats = seats_at(self.table.order, connection.seats)
            self.attendance = [self.attendance[place] for place in self.table.order]

    def broadcast(self, message: FromServer) -> bytes:
        """Send the same to everybody; it is put into bytes once."""
        data = orjson.dumps(message)
        for connection in list(self.connections):
            connection.send(data)
        return data

    def acting(self, connection: Connection) -> Language | None:
        """The language in which this window is told the legal actions: the reader's, where the
        game waits for somebody who sits there."""
        waits = self.table.status == "playing" and self.table.position.player in connection.seats
        return connection.language if waits else None

    def legal(self, connection: Connection) -> Legal:
        """The legal actions, as this window is told of them."""
        acting = self.acting(connection)
        return legal_bytes(self.table.position, acting) if acting else {"targets": {}, "to_put": {}}

    def tell(self, event: Event, now: int) -> None:
        """Everybody hears what an event has changed, and who is to act, which actions are legal;
        each form, with them in either language or without, is put into bytes once.  Who asked for
        it finds the id of the command at the end."""
        assert self.known is not None  # whoever is connected has been told something
        message = event_view(self.table, event, now, self.known)
        self.known = known(self.table)
        plain = orjson.dumps(message)
        self.recent.add(plain)
        forms: dict[Language | None, bytes] = {None: plain}
        for connection in list(self.connections):
            acting = self.acting(connection)
            if acting and acting not in forms:
                legal = legal_bytes(self.table.position, acting)
                forms[acting] = orjson.dumps(for_who_acts(message, legal))
            data = forms[acting]
            if connection.has_asked_for(event):
                data = data[:-1] + b',"id":' + orjson.dumps(connection.asking) + b"}"
            connection.send(data)

    def resumed(
        self, connection: Connection, seq: int, listed: Language | None, now: int
    ) -> bytes | None:
        """What somebody is told who knows the state with this number, and its legal actions in a
        language; None where too much has happened since."""
        missing = self.recent.last(self.seating.seq - seq)
        if missing is None:
            return None
        is_listed = not missing and listed == connection.language
        return orjson.dumps(
            {
                "type": "resumed",
                "mine": sorted(connection.seats),
                "events": [orjson.Fragment(event) for event in missing],
                "legal": None if is_listed else self.legal(connection),
                "now": now,
            }
        )

    def attend(self, now: int) -> None:
        """Note who is here; must be called whenever a connection comes or goes."""
        here = {seat for connection in self.connections for seat in connection.seats}
        for seat, before in enumerate(self.attendance):
            if before.is_here != (seat in here):
                self.attendance[seat] = Presence(seat in here, now)

    def notice_elsewhere(self, seat: int | None, now: int) -> None:
        """A seat that acts through another process is not away: its absence counts anew."""
        if seat is not None and not self.attendance[seat].is_here:
            self.attendance[seat] = Presence(False, now)

    def announce(self) -> None:
        """Say soon who is here: of a crowd that comes at once everybody hears once."""
        if self.announcing is None:
            later = asyncio.get_running_loop().call_later
            self.announcing = later(MOMENT, self.announce_now)

    def announce_now(self) -> None:
        self.announcing = None
        present = orjson.dumps(self.presence())
        for connection in list(self.connections):
            connection.tell_presence(present)

    def presence(self) -> PresenceMessage:
        """Who is here."""
        watching = sum(not connection.seats for connection in self.connections)
        return {
            "type": "presence",
            "seats": [one.is_here for one in self.attendance],
            "since": [one.since if one.is_seen else None for one in self.attendance],
            "watching": watching,
        }

    @property
    def address(self) -> str:
        """Whose table it is: of those who play, or else look on, the one who came first."""
        first = min(self.connections, key=lambda one: (not one.seats, one.number), default=None)
        return first.address if first else ""

    @property
    def is_thinking(self) -> bool:
        """Whether the computer thinks about its turn."""
        return self.thinking is not None and not self.thinking.done()

    def stop_thinking(self) -> None:
        """The computer's turn is no longer wanted."""
        if self.thinking:
            self.thinking.cancel()
        self.thinking = self.thought = None

    def call_off_retry(self) -> None:
        """What failed is tried now, or later than was meant."""
        if self.retry:
            self.retry.cancel()
        self.retry = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing would be lost by forgetting it: everything is on disk."""
        busy = self.lock.locked() or self.is_thinking or self.answering is not None
        return not (self.connections or busy or self.retry)

    def leave(self) -> None:
        """Stop what goes on, and let everybody go."""
        for timer in (self.alarm, self.announcing, self.retry):
            if timer:
                timer.cancel()
        for connection in list(self.connections):
            connection.drop()
        for task in (self.thinking, self.answering):
            if task:
                task.cancel()
