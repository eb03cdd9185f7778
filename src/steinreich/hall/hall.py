"""The hall: all tables, what happens at them, and who hears of it.

A command goes this way: the rulings say which event it leads to, the storage puts it on disk, the
table takes it in, and everybody connected hears of it.  Where another process was faster, its
events are taken in first and the rulings are asked again.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from itertools import islice
from secrets import randbits
from typing import Any, TypeVar

from steinreich.engines.turns.pool import Engines
from steinreich.hall.api.refusals import NoSuchTable, Unreadable
from steinreich.hall.api.tokens import digest, new_id
from steinreich.hall.archive import Archive
from steinreich.hall.background import Background, longer
from steinreich.hall.computers import Computers
from steinreich.hall.limits.addresses import digest_of
from steinreich.hall.metrics import Metrics
from steinreich.hall.record_reader import RecordReader
from steinreich.hall.room import Connection, Room
from steinreich.hall.storage.store import Holder, Storage, StorageFailed
from steinreich.hall.upkeep.asleep import Asleep
from steinreich.hall.upkeep.neighbours import Neighbours
from steinreich.hall.upkeep.reading import Reading
from steinreich.hall.upkeep.steady_clock import SteadyClock
from steinreich.rules.language import Words
from steinreich.session import rulings
from steinreich.session.schema.commands import Command, Outcome, Refusal, Resign
from steinreich.session.table import Event, Table, places_of, seats_at

log = logging.getLogger("steinreich.hall")

MOST_EVENTS = 5_000  # of one table, unless the settings say otherwise
MOST_ROOMS = 5_000  # tables in memory with nobody connected
ROOM_MEMORY = 512  # MB for tables, unless the settings say otherwise
LOOKED_AT = 50  # tables, whenever one more comes into memory
TRIES = 8  # to write an event while other processes write, too
GRACE = 10_000  # ms after which what is due at a table is taken over from another process
RECENT, MOST_RESUMED = 3_600_000, 500  # ms and tables: what is gone on with after a restart

View = TypeVar("View")

TOO_LONG = Words(
    "This table has reached its limit; please end the game and open another one.",
    "Dieser Tisch ist an seiner Grenze; bitte beende die Partie und eröffne einen anderen.",
)
NOTHING_HAPPENS = Words("There is nothing to do.", "Es ist nichts zu tun.")
TOO_BUSY = Words("The table is too busy; please try again.", "Zu viel los; bitte noch einmal.")


class Hall:
    """All tables of one server process."""

    def __init__(
        self,
        storage: Storage,
        engines: Engines,
        metrics: Metrics,
        *,
        pace: float = 0.0,
        most_events: int = MOST_EVENTS,
        room_memory: int = ROOM_MEMORY,
        clock: Callable[[], int] | None = None,
        is_home_of: Callable[[str], bool] = lambda table: False,
    ) -> None:
        self.storage = storage
        self.metrics = metrics
        self.clock = clock or SteadyClock()
        self.grace = GRACE if storage.has_others else 0  # other processes may be at work
        self.is_home_of = is_home_of  # whether no other process is meant to be at a table
        self.most_events = most_events  # of a table
        self.largest = room_memory * 1_000_000  # bytes that all rooms may take, as far as they rest
        self.size = 0  # bytes that they take
        self.background = Background(metrics)
        self.archive = Archive()
        self.record_reader = RecordReader()
        self.computers = Computers(self, engines, pace)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.loading: dict[str, asyncio.Task[Room | None]] = {}
        self.reading = Reading(storage, self.archive, metrics)
        self.neighbours = Neighbours(self)

    # Tables

    async def room(self, id: str) -> Room:
        """The table of this name; NotAllowed if there is none, or Unreadable."""
        room = await self.seating(id)
        await self.wake(room)
        return room

    async def wake(self, room: Room) -> None:
        """Play the game of a table that is asleep; Unreadable if that cannot be done."""
        if room.asleep:
            id = room.asleep.id
            if id not in self.loading:
                self.loading[id] = asyncio.create_task(self.awaken(room, room.asleep))
            await asyncio.shield(self.loading[id])

    async def awaken(self, room: Room, asleep: Asleep) -> Room:
        try:
            room.wake(await self.reading.played(asleep.id, asleep.events))
            self.follow_up(room)
            return room
        except Unreadable:
            self.forget(asleep.id)
            raise
        finally:
            del self.loading[asleep.id]

    async def seating(self, id: str) -> Room:
        """The same for who need not know more than who sits there: it may be asleep."""
        if id in self.rooms:
            self.rooms.move_to_end(id)
            if self.rooms[id].is_behind:
                await self.neighbours.catch_up(id)
        if id in self.rooms:
            return self.rooms[id]
        if id not in self.loading:  # two who ask at once get the same
            self.loading[id] = asyncio.create_task(self.load(id))
        found = await asyncio.shield(self.loading[id])
        if found is None:
            raise NoSuchTable(id)
        return found

    async def views(self, ids: Iterable[str], view: Callable[[Table], View]) -> list[View]:
        """What is shown of these tables, without those that do not exist or are damaged."""
        shown = []
        for id in ids:
            try:
                room = await self.room(id)
                with self.reading.complaining(id):
                    shown.append(view(room.table))
            except Unreadable:  # it is in the log and in the figures
                self.forget(id)
            except NoSuchTable:
                continue
        return shown

    async def load(self, id: str) -> Room | None:
        """Bring a table into memory."""
        try:
            table = await self.reading.read(id)
            if table is None:
                return None
            with self.reading.complaining(id):
                room = Room(table, await self.held(id), self.clock())
            self.rooms[id] = room
            self.size += room.size
            self.forget_some()
            if not room.asleep:
                self.follow_up(room)
            return room
        finally:
            del self.loading[id]

    async def held(self, id: str) -> dict[bytes, frozenset[int]]:
        """The places that each digest of a token holds."""
        held: dict[bytes, frozenset[int]] = {}
        for seat, token in await self.storage.holders(id):
            held[token] = held.get(token, frozenset()) | {seat}
        return held

    def forget_some(self) -> None:
        """Tables that nobody looks at leave the memory; they are on disk."""
        others = min(LOOKED_AT, len(self.rooms) - 1)  # than the one that has just come
        for id in list(islice(self.rooms, others)):  # who was not asked for longest is first
            if len(self.rooms) <= MOST_ROOMS and self.size <= self.largest:
                break
            if self.rooms[id].is_idle:
                self.forget(id)
            else:
                self.rooms.move_to_end(id)

    def forget(self, id: str) -> None:
        """A table leaves the memory, if it is there."""
        room = self.rooms.pop(id, None)
        if room:
            self.size -= room.size
            room.leave()

    async def create(
        self,
        id: str,
        data: dict[str, Any],
        holders: list[Holder],
        invites: list[Holder],
        opened_by: str | None,
    ) -> None:
        """Put a new table on disk; TableExists if there is one of this name."""
        event = Event(1, self.clock(), "opened", data, None)
        await self.storage.create(id, event, holders, invites, bool(data["listed"]), opened_by)
        self.metrics.events.labels("opened").inc()
        log.info("table opened", extra={"table": id, "game": data["game"]})

    # Commands

    async def carry_out(
        self,
        room: Room,
        command: Command,
        seats: frozenset[int],
        holder: Holder | None = None,
    ) -> Outcome:
        """Let a command lead to what it leads to; with a holder, somebody takes a seat."""

        table = room.table
        places = places_of(table.order, seats)  # lots may be drawn before it is our turn

        def ruling() -> Outcome:
            holds = seats_at(table.order, places)
            outcome = rulings.rule_on(table, command, holds, self.clock(), room.attendance)
            is_one_more = isinstance(outcome, Event) and outcome.seq > self.most_events
            return Refusal(TOO_LONG) if is_one_more and not isinstance(command, Resign) else outcome

        async with room.lock:
            outcome = await self.decide(room, ruling, holder)
        if isinstance(outcome, Event):
            self.follow_up(room)
        elif isinstance(outcome, Refusal):
            self.metrics.refused.inc()
        return outcome

    async def decide(
        self, room: Room, ruling: Callable[[], Outcome | None], holder: Holder | None = None
    ) -> Outcome:
        """Ask for a ruling and put the event on disk; again if another process was faster."""
        for _ in range(TRIES):
            outcome = ruling()
            if not isinstance(outcome, Event):
                return outcome or Refusal(NOTHING_HAPPENS)
            began = time.perf_counter()
            written = await self.storage.append(room.table.id, outcome, holder)
            self.metrics.append_seconds.observe(time.perf_counter() - began)
            if written:
                if holder:
                    room.add(holder)
                room.is_ours = True
                self.take_in(room, outcome)
                return outcome
            await self.catch_up(room)
        return Refusal(TOO_BUSY)

    def take_in(self, room: Room, event: Event) -> None:
        """The table after an event that is on disk, and everybody hears of it."""
        before = room.size
        room.apply(event)
        room.pause = 0.0
        self.metrics.events.labels(event.kind).inc()
        if event.kind in ("played", "undone", "ended"):
            room.thought = None
        if room.connections:
            room.tell(event, self.clock())
        self.size += room.size - before

    async def catch_up(self, room: Room) -> None:
        """Take in what other processes have written."""
        for event in await self.storage.events(room.table.id, room.table.seq):
            if event.kind == "joined":
                room.holders = await self.held(room.table.id)
            room.is_ours = False
            self.take_in(room, event)
            room.notice_elsewhere(event.data.get("seat"), self.clock())

    # What follows from the state of a table

    def follow_up(self, room: Room) -> None:
        """Set the alarm of the clock, wake the computer, lay the table of the rematch.

        All of this is due by the state of the table alone.  So what failed is done by following up
        once more.
        """
        room.call_off_retry()
        self.set_alarm(room)
        self.computers.follow_up(room)
        table = room.table
        if table.result and not room.is_finished:
            self.spawn(self.finish(room), room)
        room.is_finished = table.result is not None
        if table.rematch_agreed and table.next is None and self.is_due_here(room):
            self.spawn(self.lay_rematch(room), room)

    def is_due_here(self, room: Room) -> bool:
        """Whether this process shall do what is due at a table: no other one is at it."""
        if room.is_ours or (room.is_ours is None and self.is_home_of(room.table.id)):
            return True
        return self.clock() - room.table.last_at >= self.grace

    def set_alarm(self, room: Room) -> None:
        """Wake up when the running clock is used up."""
        if room.alarm:
            room.alarm.cancel()
            room.alarm = None
        at = rulings.flag_time(room.table)
        if at is not None:
            delay = max(0, at - self.clock()) / 1000 + 0.005
            ring = asyncio.get_running_loop().call_later
            room.alarm = ring(delay, lambda: self.spawn(self.let_flag_fall(room), room))

    async def let_flag_fall(self, room: Room) -> None:
        """End the game of somebody whose time is up."""
        async with room.lock:
            await self.decide(room, lambda: rulings.flag(room.table, self.clock()))
        self.follow_up(room)

    async def finish(self, room: Room) -> None:
        """The game is over: the lobby forgets it."""
        try:
            await self.storage.finish(room.table.id, room.table.last_at)
        except StorageFailed:
            room.is_finished = False
            raise

    async def lay_rematch(self, room: Room) -> None:
        """A new table with sides changed, for the same people with the same tokens."""
        async with room.lock:
            table = room.table
            if table.next is not None:
                return
            seats = rulings.rematch_seats(table)
            new_places = {seat.was: new for new, seat in enumerate(seats)}
            holders = [
                Holder(new_places[seat], token)
                for token in room.holders
                for seat in room.seats_of(token)
            ]
            id = new_id()
            data = rulings.rematch_data(table, seats, randbits(64))
            await self.create(id, data, holders, [], digest_of(room.address))
            await self.decide(room, lambda: rulings.rematch_event(table, id, self.clock()))

    # Connections

    async def connect(
        self, id: str, token: str | None, address: str = "", known: int | None = None
    ) -> tuple[Room, Connection]:
        """Somebody opens a window on a table, perhaps one who knows all of it but for what has
        happened after so many events."""
        room = await self.seating(id)
        if room.seating.seq != known:
            await self.wake(room)
        held = digest(token) if token else None
        if held and held not in room.holders:  # perhaps it joined through another process
            room.holders = await self.held(id)
        connection = Connection(room.seats_of(held), address)
        room.connections.add(connection)
        room.attend(self.clock())
        if room.is_behind:
            self.spawn(self.neighbours.catch_up(id))
        self.metrics.connections.inc()
        room.announce()
        if not room.asleep:
            self.follow_up(room)
        return room, connection

    def disconnect(self, room: Room, connection: Connection) -> None:
        """A window was closed, or its connection broke."""
        if connection in room.connections:
            room.connections.discard(connection)
            room.attend(self.clock())
            self.metrics.connections.dec()
            room.announce()
            if not room.connections:
                self.computers.rest(room)

    # The life of the hall

    def spawn(
        self, work: Coroutine[Any, Any, None], room: Room | None = None
    ) -> asyncio.Task[None]:
        """Do something in the background; what is due at a table and fails is tried again."""
        return self.background.spawn(work, partial(self.try_again, room) if room else None)

    def try_again(self, room: Room, error: StorageFailed) -> None:
        """The disk was full, or somebody held the database: what is due at a table is done later,
        with growing patience."""
        room.pause = longer(room.pause)
        log.warning("tried again in %g s: %s", room.pause, error, extra={"table": room.table.id})
        room.call_off_retry()
        later = asyncio.get_running_loop().call_later
        room.retry = later(room.pause, self.follow_up, room)

    async def resume(self) -> None:
        """After a restart, go on with clocks and computers of games that were under way."""
        recent = partial(self.storage.unfinished, self.clock() - RECENT)
        for id in (await self.background.patiently(recent))[:MOST_RESUMED]:
            with suppress(
                NoSuchTable, Unreadable
            ):  # what is damaged is in the log and in the figures
                await self.background.patiently(partial(self.seating, id))

    async def close(self) -> None:
        """Let everybody go; what was accepted is on disk, or will be when the storage closes."""
        for room in self.rooms.values():
            room.leave()
        await self.background.close()
        for task in (reading := list(self.loading.values())):  # else these would count as damaged
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        await asyncio.gather(self.archive.close(), self.record_reader.close())
