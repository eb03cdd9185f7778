"""A table in memory with its connections, timers and engine turn."""

import asyncio
from collections.abc import Callable, Sequence

from steinreich.hall.background import next_backoff
from steinreich.hall.broadcast import Broadcaster, Connection
from steinreich.hall.encoding import encode
from steinreich.hall.storage.store import Holder
from steinreich.session.decisions import Presence
from steinreich.session.schema.messages import FromServer, PresenceMessage
from steinreich.session.table import Event, Table, get_seats

ANNOUNCEMENT_DELAY_SECONDS = 0.25  # connections that change within it are announced together


class Timer:
    """Calls a function later, unless it is set again or cancelled before."""

    def __init__(self) -> None:
        self.handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self.handle is not None

    def set(self, seconds: float, action: Callable[[], object]) -> None:
        self.cancel()
        self.handle = asyncio.get_running_loop().call_later(seconds, self.run, action)

    def run(self, action: Callable[[], object]) -> None:
        self.handle = None
        action()

    def cancel(self) -> None:
        if self.handle:
            self.handle.cancel()
        self.handle = None


class RetryTimer(Timer):
    """Retries with exponential backoff until it is reset."""

    def __init__(self) -> None:
        super().__init__()
        self.backoff = 0.0  # seconds before the last retry

    def retry(self, action: Callable[[], object]) -> float:
        """Call a function again later; return after how many seconds."""
        self.backoff = next_backoff(self.backoff)
        self.set(self.backoff, action)
        return self.backoff

    def reset_backoff(self) -> None:
        self.backoff = 0.0


class EngineTurn:
    """The tasks of the computer at a table, and what clients know of them."""

    def __init__(self) -> None:
        self.thinking: asyncio.Task[None] | None = None  # about its turn
        self.actions = -1  # of the table when it began to think
        self.answering: asyncio.Task[None] | None = None  # an offer
        self.progress: bytes | None = None  # the last message of it, for later connections
        self.is_cold = False  # whether clients were told that a fallback player plays
        self.waits = False  # whether to wait for machine code instead of the fallback player

    @property
    def is_thinking(self) -> bool:
        return self.thinking is not None and not self.thinking.done()

    @property
    def is_busy(self) -> bool:
        return self.is_thinking or self.answering is not None

    def begin(self, thinking: asyncio.Task[None], actions: int) -> None:
        """Note the task that chooses the turn after this number of actions."""
        self.thinking, self.actions = thinking, actions

    def end(self) -> None:
        """Note that the turn is chosen, and the next one can begin."""
        self.thinking = None

    def stop(self) -> None:
        """Cancel the turn."""
        if self.thinking:
            self.thinking.cancel()
        self.thinking = self.progress = None

    def begin_answer(self, answering: asyncio.Task[None]) -> None:
        """Note the task that answers an offer."""
        self.answering = answering

    def end_answer(self) -> None:
        self.answering = None

    def set_progress(self, message: bytes | None) -> None:
        self.progress = message

    def set_cold(self, is_cold: bool) -> bool:
        """Set whether a fallback player plays; return whether that has changed."""
        has_changed, self.is_cold = is_cold != self.is_cold, is_cold
        return has_changed

    def set_waits(self, waits: bool) -> bool:
        """Set whether to wait for machine code; return whether that has changed."""
        has_changed, self.waits = waits != self.waits, waits
        return has_changed

    def close(self) -> None:
        for task in (self.thinking, self.answering):
            if task:
                task.cancel()


class Attendance:
    """Which seats have a connected client, and since when they are away."""

    def __init__(self, clients: Broadcaster, seats: int, now: int) -> None:
        self.clients = clients
        # The time before the table was loaded is unknown.
        self.seats = [Presence(False, now, is_seen=False)] * seats
        self.announcement = Timer()

    def update(self, now: int) -> None:
        """Note which seats are connected, and announce it soon."""
        connected = {seat for one in self.clients.connections for seat in one.seats}
        for seat, before in enumerate(self.seats):
            if before.is_here != (seat in connected):
                self.seats[seat] = Presence(seat in connected, now)
        if not self.announcement.is_set:
            self.announcement.set(ANNOUNCEMENT_DELAY_SECONDS, self.announce)

    def restart_absence(self, seat: int | None, now: int) -> None:
        """Let an absence begin now: the seat has acted through another server."""
        if seat is not None and not self.seats[seat].is_here:
            self.seats[seat] = Presence(False, now)

    def reorder(self, order: Sequence[int]) -> None:
        """Change seats when sides are drawn by lot."""
        self.seats = [self.seats[slot] for slot in order]

    def announce(self) -> None:
        """Send the presence to all connections that do not know it."""
        message = encode(self.view())
        for connection in list(self.clients.connections):
            connection.send_presence(message)

    def view(self) -> PresenceMessage:
        return {
            "type": "presence",
            "seats": [one.is_here for one in self.seats],
            "since": [one.since if one.is_seen else None for one in self.seats],
            "watching": sum(not one.seats for one in self.clients.connections),
        }

    def close(self) -> None:
        self.announcement.cancel()


class Room:
    """One table in memory: other objects call its methods and write none of its fields."""

    BYTES, BYTES_PER_EVENT = 24_000, 1_000  # of memory, about

    def __init__(self, table: Table, holders: dict[bytes, frozenset[int]], now: int = 0) -> None:
        self.table = table
        self.holders = holders  # slots by digest of the token that holds them
        self.lock = asyncio.Lock()  # held while a command is handled
        self.clients = Broadcaster(table)
        self.attendance = Attendance(self.clients, len(table.seats), now)
        self.engine = EngineTurn()
        self.flag = Timer()  # until the running clock is used up
        self.retry = RetryTimer()  # of failed side effects
        # Whether this server wrote the last event; None where that is unknown
        self.is_ours: bool | None = None
        self.is_finished = False  # whether the end of the game was stored

    @property
    def size(self) -> int:
        """Return the memory that it takes, in bytes, about."""
        return self.BYTES + self.BYTES_PER_EVENT * self.table.seq

    @property
    def has_clients(self) -> bool:
        return bool(self.clients.connections)

    @property
    def is_idle(self) -> bool:
        """Return whether it can be evicted: everything is on disk, and it is not in use."""
        is_busy = self.lock.locked() or self.engine.is_busy or self.retry.is_set
        return not (self.has_clients or is_busy)

    # Holders of seats

    def seats_for_token(self, digest: bytes | None) -> frozenset[int]:
        """Return the seats that a token holds; none for a spectator."""
        return get_seats(self.table.order, self.holders.get(digest or b"", frozenset()))

    def set_holders(self, holders: dict[bytes, frozenset[int]]) -> None:
        """Replace the holders by those read from the storage."""
        self.holders = holders

    def add_holder(self, holder: Holder) -> None:
        """Add a slot to those that a token holds."""
        held = self.holders.get(holder.digest, frozenset())
        self.holders[holder.digest] = held | {holder.seat}

    # Events

    def apply(self, event: Event, now: int, *, is_ours: bool = True) -> None:
        """Apply an event that is on disk and broadcast it."""
        self.is_ours = is_ours
        self.retry.reset_backoff()
        self.clients.prepare_event()
        self.table.apply(event)
        if "order" in event.data:  # sides were drawn by lot; until now slots were seats
            self.clients.reorder(self.table.order)
            self.attendance.reorder(self.table.order)
        if event.kind in ("played", "undone", "ended"):
            self.engine.set_progress(None)
        self.clients.broadcast_event(event, now)

    def show_progress(self, message: FromServer) -> None:
        """Broadcast what the computer thinks, and keep it for later connections."""
        self.engine.set_progress(self.clients.broadcast(message))

    def begin_to_finish(self) -> bool:
        """Return whether the game has ended and its end is to be stored now."""
        was_finished, self.is_finished = self.is_finished, self.table.result is not None
        return self.is_finished and not was_finished

    def fail_to_finish(self) -> None:
        """Note that the storage could not be updated."""
        self.is_finished = False

    # Connections

    def connect(self, connection: Connection, now: int) -> None:
        self.clients.add(connection)
        self.attendance.update(now)

    def disconnect(self, connection: Connection, now: int) -> bool:
        """Remove a connection; return whether there was one."""
        if not self.clients.remove(connection):
            return False
        self.attendance.update(now)
        return True

    def close(self) -> None:
        """Cancel all tasks and timers, and end all connections."""
        for timer in (self.flag, self.retry):
            timer.cancel()
        self.attendance.close()
        self.clients.close()
        self.engine.close()
