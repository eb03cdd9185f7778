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
    """Calls a function after a delay; setting it again replaces the call before."""

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
    """The running tasks of the computer at a table, and what clients were told about them."""

    def __init__(self) -> None:
        self.turn_task: asyncio.Task[None] | None = None  # chooses its turn
        self.actions = -1  # number of actions of the table when the task started
        self.answer_task: asyncio.Task[None] | None = None  # answers an offer
        self.progress: bytes | None = None  # the last progress message, for later connections
        self.is_cold = False  # whether a fallback player plays, as sent to clients
        # Whether to wait for machine code instead of using the fallback player
        self.waits_for_code = False

    @property
    def is_thinking(self) -> bool:
        return self.turn_task is not None and not self.turn_task.done()

    @property
    def is_busy(self) -> bool:
        return self.is_thinking or self.answer_task is not None

    def begin_turn(self, task: asyncio.Task[None], actions: int) -> None:
        """Set the task that chooses the turn after this number of actions."""
        self.turn_task, self.actions = task, actions

    def end_turn(self) -> None:
        """Forget the task when the turn is chosen, so that the next one can begin."""
        self.turn_task = None

    def cancel_turn(self) -> None:
        if self.turn_task:
            self.turn_task.cancel()
        self.turn_task = self.progress = None

    def begin_answer(self, task: asyncio.Task[None]) -> None:
        """Set the task that answers an offer."""
        self.answer_task = task

    def end_answer(self) -> None:
        self.answer_task = None

    def set_progress(self, message: bytes | None) -> None:
        self.progress = message

    def set_cold(self, is_cold: bool) -> bool:
        """Set whether a fallback player plays; return whether that has changed."""
        has_changed, self.is_cold = is_cold != self.is_cold, is_cold
        return has_changed

    def set_waits_for_code(self, waits: bool) -> bool:
        """Set whether to wait for machine code; return whether that has changed."""
        has_changed, self.waits_for_code = waits != self.waits_for_code, waits
        return has_changed

    def close(self) -> None:
        for task in (self.turn_task, self.answer_task):
            if task:
                task.cancel()


class PresenceTracker:
    """Tracks which seats have a connected client, and when that last changed."""

    def __init__(self, clients: Broadcaster, seats: int, now: int) -> None:
        self.clients = clients
        # The time before the table was loaded is unknown.
        self.seats = [Presence(False, now, is_since_known=False)] * seats
        self.announcement_timer = Timer()

    def update(self, now: int) -> None:
        """Update which seats are connected, and broadcast the presence soon."""
        connected = {seat for client in self.clients.connections for seat in client.seats}
        for seat, presence in enumerate(self.seats):
            if presence.is_connected != (seat in connected):
                self.seats[seat] = Presence(seat in connected, now)
        if not self.announcement_timer.is_set:
            self.announcement_timer.set(ANNOUNCEMENT_DELAY_SECONDS, self.announce)

    def restart_absence(self, seat: int | None, now: int) -> None:
        """Restart the absence of a seat, which has acted through another server."""
        if seat is not None and not self.seats[seat].is_connected:
            self.seats[seat] = Presence(False, now)

    def reorder(self, order: Sequence[int]) -> None:
        """Change seats when sides are drawn by lot."""
        self.seats = [self.seats[slot] for slot in order]

    def announce(self) -> None:
        """Send the presence to all connections that have last received another one."""
        message = encode(self.to_message())
        for connection in list(self.clients.connections):
            connection.send_presence(message)

    def to_message(self) -> PresenceMessage:
        return {
            "type": "presence",
            "connected": [presence.is_connected for presence in self.seats],
            "since": [
                presence.since if presence.is_since_known else None for presence in self.seats
            ],
            "spectators": sum(not client.seats for client in self.clients.connections),
        }

    def close(self) -> None:
        self.announcement_timer.cancel()


class Room:
    """One table in memory: other objects call its methods and write none of its fields."""

    # Estimated memory
    BASE_BYTES, BYTES_PER_EVENT = 24_000, 1_000

    def __init__(self, table: Table, holders: dict[bytes, frozenset[int]], now: int = 0) -> None:
        self.table = table
        self.holders = holders  # slots by digest of the token that holds them
        self.lock = asyncio.Lock()  # held while a command is handled
        self.clients = Broadcaster(table)
        self.presence = PresenceTracker(self.clients, len(table.seats), now)
        self.engine = EngineTurn()
        self.flag_timer = Timer()  # until the time of the player to move is used up
        self.retry_timer = RetryTimer()  # of failed side effects
        # Whether this server wrote the last event; None where that is unknown
        self.is_last_event_own: bool | None = None
        # Whether the game is marked as finished in the storage, or about to be
        self.is_finished = False

    @property
    def size(self) -> int:
        """Return the estimated memory of the room in bytes."""
        return self.BASE_BYTES + self.BYTES_PER_EVENT * self.table.seq

    @property
    def has_clients(self) -> bool:
        return bool(self.clients.connections)

    @property
    def is_idle(self) -> bool:
        """Return whether the room can be evicted: everything is on disk, and it is not in use."""
        is_busy = self.lock.locked() or self.engine.is_busy or self.retry_timer.is_set
        return not (self.has_clients or is_busy)

    # Holders of seats

    def get_seats_by_token(self, digest: bytes | None) -> frozenset[int]:
        """Return the seats that a token holds; none for a spectator."""
        return get_seats(self.table.order, self.holders.get(digest or b"", frozenset()))

    def set_holders(self, holders: dict[bytes, frozenset[int]]) -> None:
        """Replace the holders by those read from the storage."""
        self.holders = holders

    def add_holder(self, holder: Holder) -> None:
        """Add a slot to those that a token holds."""
        slots = self.holders.get(holder.digest, frozenset())
        self.holders[holder.digest] = slots | {holder.seat}

    # Events

    def apply(self, event: Event, now: int, *, is_own: bool = True) -> None:
        """Apply an event that is on disk and broadcast it; `is_own`: written by this server."""
        self.is_last_event_own = is_own
        self.retry_timer.reset_backoff()
        self.clients.prepare_event()
        self.table.apply(event)
        if "order" in event.data:  # sides were drawn by lot; until now slots were seats
            self.clients.reorder(self.table.order)
            self.presence.reorder(self.table.order)
        if event.kind in ("played", "undone", "ended"):
            self.engine.set_progress(None)
        self.clients.broadcast_event(event, now)

    def show_progress(self, message: FromServer) -> None:
        """Broadcast the progress of the computer's search, and keep it for later connections."""
        self.engine.set_progress(self.clients.broadcast(message))

    def start_finishing(self) -> bool:
        """Return whether the game has ended and must now be marked as finished in the storage."""
        was_finished, self.is_finished = self.is_finished, self.table.result is not None
        return self.is_finished and not was_finished

    def cancel_finishing(self) -> None:
        """Undo `start_finishing` when the storage could not be updated, so that it is retried."""
        self.is_finished = False

    # Connections

    def connect(self, connection: Connection, now: int) -> None:
        self.clients.add(connection)
        self.presence.update(now)

    def disconnect(self, connection: Connection, now: int) -> bool:
        """Remove a connection; return whether there was one."""
        if not self.clients.remove(connection):
            return False
        self.presence.update(now)
        return True

    def close(self) -> None:
        """Cancel all tasks and timers, and end all connections."""
        for timer in (self.flag_timer, self.retry_timer):
            timer.cancel()
        self.presence.close()
        self.clients.close()
        self.engine.close()
