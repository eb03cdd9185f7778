"""The hall: all tables in memory, their commands, and the side effects of their state.

A command is handled in four steps: `session.decisions` decides which event results, the storage
writes the event, the table applies it, and the room broadcasts it.  Where another server has
written an event first, its events are applied and the decision is made again.

Other servers may use the same tables on PostgreSQL.  Their events arrive as notifications.  A
regular sweep finds events without a notification, and takes over the side effects of a table if the
responsible server has not caused them in time and may have died.
"""

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from secrets import randbits
from typing import Any, TypeVar

from steinreich.engines.pool import EnginePool
from steinreich.hall.archive import Archive
from steinreich.hall.background import Background
from steinreich.hall.broadcast import Connection
from steinreich.hall.clock import SteadyClock
from steinreich.hall.computers import Computers
from steinreich.hall.errors import NoSuchTable, UnreadableTable
from steinreich.hall.limits import LOAD_COST, Budget, get_events_cost, hash_visitor
from steinreich.hall.metrics import Metrics
from steinreich.hall.record_reader import RecordReader
from steinreich.hall.room import Room
from steinreich.hall.storage.store import ANY_TABLE, DamagedData, Holder, Storage, StorageFailed
from steinreich.hall.tokens import digest, new_id
from steinreich.rules.language import Text
from steinreich.session import decisions
from steinreich.session.decisions import Command, Outcome, Refusal
from steinreich.session.schema.messages import Resign
from steinreich.session.table import Event, Table, get_seats, get_slots

log = logging.getLogger("steinreich.hall")

DEFAULT_MAX_EVENTS = 5_000  # of a table
MAX_ROOMS = 5_000  # in memory, unless more are in use
DEFAULT_ROOM_MEMORY_MB = 512
MAX_EVICTION_CHECKS = 50  # rooms checked whenever a table is loaded
MAX_WRITE_ATTEMPTS = 8  # of an event, while other servers write to the same table
SWEEP_SECONDS = 5.0  # between two comparisons with the database, where other servers write
TAKEOVER_MS = 10_000  # after which side effects are taken over from another server
RESUME_WINDOW_MS = 3_600_000  # games with an event this recent are resumed after a restart
MAX_RESUMED_GAMES = 500
FLAG_TIMER_MARGIN_SECONDS = 0.005  # so that the clock has surely run out when the timer fires

ID_PATTERN = re.compile(r"[A-Za-z0-9_-]+")  # other ids may be invalid text for the database

View = TypeVar("View")

TOO_LONG = Text("This table has reached its limit; please end the game and open another one.")
NOTHING_TO_DO = Text("There is nothing to do.")
TOO_BUSY = Text("The table is too busy; please try again.")


class Hall:
    """All tables of one server."""

    def __init__(
        self,
        storage: Storage,
        engines: EnginePool,
        metrics: Metrics,
        *,
        min_turn_seconds: float = 0.0,
        max_events: int = DEFAULT_MAX_EVENTS,
        room_memory_mb: int = DEFAULT_ROOM_MEMORY_MB,
        clock: Callable[[], int] | None = None,
    ) -> None:
        self.storage = storage
        self.metrics = metrics
        self.clock = clock or SteadyClock()
        self.takeover_ms = TAKEOVER_MS if storage.is_shared else 0
        self.max_events = max_events  # of a table
        self.max_size = room_memory_mb * 1_000_000  # bytes of all rooms; those in use may exceed it
        self.size = 0  # bytes of all rooms
        self.last_event_at = self.clock()  # of any table
        self.background = Background(metrics)
        self.archive = Archive()
        self.record_reader = RecordReader()
        self.computers = Computers(self, engines, min_turn_seconds)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.loading: dict[str, asyncio.Task[bool]] = {}
        self.unreadable_ids: set[str] = set()  # of tables with damaged data
        storage.subscribe(self.on_peer_event)

    # Tables

    async def get_room(self, id: str) -> Room:
        """Return the room of a table, loaded if need be; raise NoSuchTable or UnreadableTable."""
        while id not in self.rooms:  # it may be evicted while this task waits
            if id not in self.loading:  # concurrent requests share one load
                self.loading[id] = asyncio.create_task(self.load_room(id))
            if not await asyncio.shield(self.loading[id]):
                raise NoSuchTable(id)
        self.rooms.move_to_end(id)
        return self.rooms[id]

    async def get_room_and_charge(self, id: str, budget: Budget, address: str) -> Room:
        """Like `get_room`, but charge an address if the table has to be loaded."""
        if id in self.rooms:
            return await self.get_room(id)
        await budget.spend(address, LOAD_COST)
        room = await self.get_room(id)
        budget.charge(address, get_events_cost(room.table.seq))
        return room

    async def get_views(
        self,
        ids: Iterable[str],
        view: Callable[[Table], View],
        get_room: Callable[[str], Awaitable[Room]] | None = None,
    ) -> list[View]:
        """Return views of these tables, without those that do not exist or are damaged."""
        views = []
        for id in ids:
            try:
                room = await (get_room or self.get_room)(id)
                with self.report_damage(id):
                    views.append(view(room.table))
            except UnreadableTable:  # already logged
                self.evict(id)
            except NoSuchTable:
                continue
        return views

    async def load_room(self, id: str) -> bool:
        """Load a table and replay its game in a thread; return whether there is one."""
        try:
            if not ID_PATTERN.fullmatch(id):
                return False
            if id in self.unreadable_ids:
                raise UnreadableTable
            with self.report_damage(id):
                events = await self.storage.events(id)
                if not events:
                    return False
                table = await self.archive.replay(replay, id, events)
                room = Room(table, await self.read_holders(id), self.clock())
            self.rooms[id] = room
            self.size += room.size
            self.evict_idle()
            self.schedule_side_effects(room)
            return True
        finally:
            del self.loading[id]

    @contextmanager
    def report_damage(self, id: str) -> Iterator[None]:
        """Raise UnreadableTable for any error at one table, and log it once."""
        try:
            yield
        except UnreadableTable:
            raise
        except Exception as error:  # of any kind: one table must not break the hall
            if isinstance(error, StorageFailed) and not isinstance(error, DamagedData):
                raise  # a later attempt may succeed
            self.unreadable_ids.add(id)
            self.metrics.unreadable_tables.inc()
            log.exception("a table cannot be read", extra={"table": id})
            raise UnreadableTable from error

    async def read_holders(self, id: str) -> dict[bytes, frozenset[int]]:
        """Return the slots that each token holds, by digest of the token."""
        slots_by_digest: dict[bytes, frozenset[int]] = {}
        for holder in await self.storage.holders(id):
            slots = slots_by_digest.get(holder.digest, frozenset())
            slots_by_digest[holder.digest] = slots | {holder.seat}
        return slots_by_digest

    def evict_idle(self) -> None:
        """Evict idle rooms, the least recently used first, until the limits are met."""
        checks = min(MAX_EVICTION_CHECKS, len(self.rooms) - 1)  # without the room just loaded
        for id in list(islice(self.rooms, checks)):
            if len(self.rooms) <= MAX_ROOMS and self.size <= self.max_size:
                break
            if self.rooms[id].is_idle:
                self.evict(id)
            else:
                self.rooms.move_to_end(id)

    def evict(self, id: str) -> None:
        """Remove a table from memory, if it is there."""
        room = self.rooms.pop(id, None)
        if room:
            self.size -= room.size
            room.close()

    async def create_table(
        self,
        id: str,
        data: dict[str, Any],
        holders: list[Holder],
        invites: list[Holder],
        opened_by: str | None,
    ) -> None:
        """Write a new table to the storage; raise TableExists if its id is taken."""
        event = Event(1, self.clock(), "opened", data, None)
        await self.storage.create(id, event, holders, invites, bool(data["listed"]), opened_by)
        self.metrics.events.labels("opened").inc()
        log.info("table opened", extra={"table": id, "game": data["game"]})

    # Commands

    async def handle_command(
        self,
        room: Room,
        command: Command,
        seats: frozenset[int],
        holder: Holder | None = None,
    ) -> Outcome:
        """Handle a command and return its outcome; `holder` is that of a player who joins."""
        table = room.table
        # Sides may be assigned while this waits for the lock, which changes seats but not slots.
        slots = get_slots(table.order, seats)

        def make_decision() -> Outcome:
            current_seats = get_seats(table.order, slots)
            outcome = decisions.decide(
                table, command, current_seats, self.clock(), room.presence.seats
            )
            is_too_long = isinstance(outcome, Event) and outcome.seq > self.max_events
            return Refusal(TOO_LONG) if is_too_long and not isinstance(command, Resign) else outcome

        async with room.lock:
            outcome = await self.decide_and_write(room, make_decision, holder)
        if isinstance(outcome, Event):
            self.schedule_side_effects(room)
        elif isinstance(outcome, Refusal):
            self.metrics.refused_commands.inc()
        return outcome

    async def decide_and_write(
        self,
        room: Room,
        make_decision: Callable[[], Outcome | None],
        holder: Holder | None = None,
    ) -> Outcome:
        """Make a decision and write its event; repeat both if another server has written one."""
        for _ in range(MAX_WRITE_ATTEMPTS):
            outcome = make_decision()
            if not isinstance(outcome, Event):
                return outcome or Refusal(NOTHING_TO_DO)
            started = time.perf_counter()
            is_written = await self.storage.append(room.table.id, outcome, holder)
            self.metrics.append_seconds.observe(time.perf_counter() - started)
            if is_written:
                if holder:
                    room.add_holder(holder)
                self.apply_and_broadcast(room, outcome, is_own=True)
                return outcome
            await self.apply_peer_events(room)
        return Refusal(TOO_BUSY)

    def apply_and_broadcast(self, room: Room, event: Event, *, is_own: bool) -> None:
        """Apply an event that is on disk, and broadcast it; `is_own`: written by this server."""
        size_before = room.size
        self.last_event_at = self.clock()
        self.metrics.events.labels(event.kind).inc()
        room.apply(event, self.last_event_at, is_own=is_own)
        self.size += room.size - size_before

    # Other servers

    def on_peer_event(self, id: str, seq: int) -> None:
        """Catch up with an event of another server."""
        if id == ANY_TABLE:
            self.spawn(self.catch_up_all())
        elif id in self.loading or self.is_behind(id, seq):
            self.spawn(self.catch_up(id))

    def is_behind(self, id: str, seq: int) -> bool:
        """Return whether a table in memory lacks an event."""
        return id in self.rooms and self.rooms[id].table.seq < seq

    async def catch_up(self, id: str) -> None:
        """Apply events of other servers to a table; evict it instead if it is not in use."""
        is_loading = id in self.loading
        if is_loading:  # its events may have been read too early
            await asyncio.wait([self.loading[id]])
        room = self.rooms.get(id)
        if room and room.is_idle and not room.flag_timer.is_set and not is_loading:
            self.evict(id)
        elif room:
            async with room.lock:
                await self.apply_peer_events(room)
            self.schedule_side_effects(room)

    async def apply_peer_events(self, room: Room) -> None:
        """Apply events of other servers while the room is locked."""
        for event in await self.storage.events(room.table.id, room.table.seq):
            if event.kind == "joined":
                room.set_holders(await self.read_holders(room.table.id))
            self.apply_and_broadcast(room, event, is_own=False)
            room.presence.restart_absence(event.data.get("seat"), self.clock())

    async def catch_up_all(self) -> None:
        """Catch up with the database at all tables in memory."""
        for id in list(self.loading):
            await self.catch_up(id)
        for id, seq in await self.storage.get_last_seqs(list(self.rooms)):
            if self.is_behind(id, seq):
                await self.catch_up(id)

    async def sweep(self) -> None:
        """Repeatedly apply missed events, and take over side effects of other servers."""
        while self.storage.is_shared:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.catch_up_all()
            except StorageFailed as error:
                log.warning("the sweep failed: %s", error)
            for room in list(self.rooms.values()):
                if room.has_clients:
                    self.schedule_side_effects(room)
                    await asyncio.sleep(0)  # other tasks run between two tables

    # Side effects of the state of a table

    def schedule_side_effects(self, room: Room) -> None:
        """Set the timer of the clock, update the computer's turn, mark a finished game in the
        storage, and create the table of an agreed rematch.

        All of these follow from the state of the table alone, so failed ones are retried by calling
        this again.
        """
        room.retry_timer.cancel()
        self.set_flag_timer(room)
        self.computers.update(room)
        table = room.table
        if room.start_finishing():
            self.spawn(self.mark_finished(room), room)
        if (
            table.has_rematch_agreement
            and table.rematch_table is None
            and self.is_responsible(room)
        ):
            self.spawn(self.create_rematch(room), room)

    def is_responsible(self, room: Room) -> bool:
        """Return whether this server is responsible for the side effects of a table.

        Proxies route all clients of a table to one server: this one, if it wrote the last event, or
        if it has clients and the last event was not read from another server.
        """
        if room.is_last_event_own or (room.is_last_event_own is None and room.has_clients):
            return True
        return self.clock() - room.table.last_event_at >= self.takeover_ms

    def set_flag_timer(self, room: Room) -> None:
        """Set the timer that ends the game when the running clock is used up."""
        room.flag_timer.cancel()
        timeout_at = decisions.get_timeout(room.table)
        if timeout_at is not None:
            delay = max(0, timeout_at - self.clock()) / 1000 + FLAG_TIMER_MARGIN_SECONDS
            room.flag_timer.set(delay, lambda: self.spawn(self.on_timeout(room), room))

    async def on_timeout(self, room: Room) -> None:
        """End a game when the time of a player is used up."""
        async with room.lock:
            await self.decide_and_write(
                room, lambda: decisions.make_timeout(room.table, self.clock())
            )
        self.schedule_side_effects(room)

    async def mark_finished(self, room: Room) -> None:
        """Mark the game as over in the storage, which removes it from the lobby."""
        try:
            await self.storage.mark_finished(room.table.id, room.table.last_event_at)
        except StorageFailed:
            room.cancel_finishing()
            raise

    async def create_rematch(self, room: Room) -> None:
        """Create a table with other sides, for the same players with the same tokens."""
        async with room.lock:
            table = room.table
            if table.rematch_table is not None:
                return
            seats = decisions.get_rematch_seats(table)
            new_slots = {seat.old_seat: new for new, seat in enumerate(seats)}
            holders = [
                Holder(new_slots[seat], token_digest)
                for token_digest in room.holders
                for seat in room.get_seats_by_token(token_digest)
            ]
            id = new_id()
            data = decisions.make_rematch_data(table, seats, randbits(64))
            await self.create_table(id, data, holders, [], hash_visitor(room.clients.first_address))
            await self.decide_and_write(
                room, lambda: decisions.make_rematch_event(table, id, self.clock())
            )

    # Connections

    async def connect(
        self, id: str, token: str | None, address: str = ""
    ) -> tuple[Room, Connection]:
        """Connect a client to a table."""
        room = await self.get_room(id)
        token_digest = digest(token) if token else None
        if token_digest and token_digest not in room.holders:  # joined through another server?
            holders = await self.read_holders(id)
            room = await self.get_room(id)  # it may have been evicted meanwhile
            room.set_holders(holders)
        connection = Connection(room.get_seats_by_token(token_digest), address)
        room.connect(connection, self.clock())
        self.metrics.connections.inc()
        self.schedule_side_effects(room)
        return room, connection

    def disconnect(self, room: Room, connection: Connection) -> None:
        """Disconnect a client."""
        if room.disconnect(connection, self.clock()):
            self.metrics.connections.dec()
            if not room.has_clients:
                self.computers.cancel_queued_turn(room)

    # Background tasks and shutdown

    def spawn(
        self, work: Coroutine[Any, Any, None], room: Room | None = None
    ) -> asyncio.Task[None]:
        """Start a background task; the side effects of its table are retried if it fails."""
        retry = partial(self.retry_side_effects, room) if room else None
        return self.background.spawn(work, retry)

    def retry_side_effects(self, room: Room, error: StorageFailed) -> None:
        """Schedule the side effects of a table again, with exponential backoff."""
        seconds = room.retry_timer.retry(partial(self.schedule_side_effects, room))
        log.warning("retrying in %g s: %s", seconds, error, extra={"table": room.table.id})

    async def resume(self) -> None:
        """After a restart, resume the clocks and computers of games in progress."""
        list_recent = partial(self.storage.list_games_in_progress, self.clock() - RESUME_WINDOW_MS)
        for id in (await self.background.retry_forever(list_recent))[:MAX_RESUMED_GAMES]:
            with suppress(NoSuchTable, UnreadableTable):  # damage is already logged
                await self.background.retry_forever(partial(self.get_room, id))

    async def close(self) -> None:
        """End all connections and tasks; pending writes are finished when the storage closes."""
        for room in self.rooms.values():
            room.close()
        await self.background.close()
        # Tables whose loading the closed archive interrupts would count as damaged.
        for task in (loads := list(self.loading.values())):
            task.cancel()
        await asyncio.gather(*loads, return_exceptions=True)
        await asyncio.gather(self.archive.close(), self.record_reader.close())


def replay(id: str, events: Sequence[Event]) -> Table:
    """Return the table after these events; warn if the current rules refuse its moves."""
    table = Table.from_events(id, events)
    if table.refused_actions:
        log.warning("the rules refuse what was played", extra={"table": id})
    return table
