"""Connections to a table: slow ones are closed without delaying others; presence is coalesced."""

import asyncio
import gc
import tracemalloc
from collections.abc import Callable
from copy import deepcopy

import pytest

from steinreich.core.registry import games
from steinreich.hall.broadcast import Connection
from steinreich.hall.json_socket import MAX_QUEUE_BYTES, MESSAGE_OVERHEAD_BYTES, Outbox
from steinreich.hall.room import ANNOUNCEMENT_DELAY_SECONDS, Room
from steinreich.session.schema.messages import Act, DoneMessage, PresenceMessage
from steinreich.session.table import Event, Table
from tests.session.table_driver import BOTH_SEATS, TableDriver


def make_message(number: int, text: str) -> DoneMessage:
    return {"type": "done", "id": text, "seq": number}


def test_slow_connection_is_closed_and_others_receive_everything() -> None:
    """The limit is a number of bytes, not of messages."""

    async def run(text: str) -> int:
        room = Room(TableDriver().table, {})
        slow, quick = Connection(frozenset({0})), Connection(frozenset())
        for connection in (slow, quick):
            room.clients.add(connection)
        size = len(room.clients.broadcast(make_message(1000, text))) + MESSAGE_OVERHEAD_BYTES
        await quick.next()
        for number in range(1001, 1000 + MAX_QUEUE_BYTES // size):
            data = room.clients.broadcast(make_message(number, text))
            assert await quick.next() == data
        assert slow.queue.qsize() == MAX_QUEUE_BYTES // size, "below the limit"
        room.clients.broadcast(make_message(1000, text))
        assert slow.queue.qsize() == 1
        assert await slow.next() is None, "the close code, and not the messages over the limit"
        assert await quick.next() is not None
        return MAX_QUEUE_BYTES // size

    assert asyncio.run(run("")) > 5_000
    assert asyncio.run(run("x" * 50_000)) < 20


def test_sent_messages_do_not_count_towards_the_queue_limit() -> None:
    async def run() -> None:
        outbox = Outbox()
        for _ in range(5):
            outbox.send(bytes(MAX_QUEUE_BYTES // 3))
            assert await outbox.next()
        assert outbox.size == MAX_QUEUE_BYTES // 3 + MESSAGE_OVERHEAD_BYTES, (
            "the last message may not have been sent yet"
        )

    asyncio.run(run())


def test_simultaneous_arrivals_are_broadcast_once() -> None:
    async def run() -> None:
        room = Room(TableDriver().table, {})
        player = Connection(frozenset({0}))
        room.connect(player, 0)
        for _ in range(300):
            room.connect(Connection(frozenset()), 0)
        assert player.queue.empty()
        async with asyncio.timeout(40 * ANNOUNCEMENT_DELAY_SECONDS):
            assert await player.next() == (
                b'{"type":"presence","connected":[true,false],"since":[0,null],"spectators":300}'
            )
        assert player.queue.empty()
        room.presence.announce()
        assert player.queue.empty(), "unchanged presence is not repeated"
        room.connect(Connection(frozenset()), 0)
        async with asyncio.timeout(40 * ANNOUNCEMENT_DELAY_SECONDS):
            assert await player.next(), "later arrivals are broadcast later"

    asyncio.run(run())


def test_presence_counts_seats_and_spectators() -> None:
    def presence(
        connected: list[bool], since: list[int | None], spectators: int
    ) -> PresenceMessage:
        return {
            "type": "presence",
            "connected": connected,
            "since": since,
            "spectators": spectators,
        }

    async def run() -> None:
        room = Room(TableDriver().table, {b"one": frozenset({0, 1})}, 5)
        assert room.presence.to_message() == presence([False, False], [None, None], 0)
        first, second = (Connection(room.get_seats_by_token(b"one")) for _ in range(2))
        for connection in (first, *map(Connection, map(room.get_seats_by_token, (b"other", None)))):
            room.connect(connection, 7)
        assert room.presence.to_message() == presence([True, True], [7, 7], 2)
        room.connect(second, 8)
        assert room.disconnect(first, 8)
        assert room.presence.to_message() == presence([True, True], [7, 7], 2)
        assert room.disconnect(second, 9)
        assert room.presence.to_message() == presence([False, False], [9, 9], 2)
        room.close()

    asyncio.run(run())


@pytest.mark.parametrize("game", games())
def test_estimated_size_of_a_room_has_the_right_magnitude(game: str) -> None:
    """Otherwise the server would exceed its configured memory."""
    events = make_events(game, 40)
    size = measure_memory(lambda: Room(Table.from_events("t", deepcopy(events)), {}))
    assert size / 2 < Room(Table.from_events("t", events), {}).size < 6 * size


def make_events(game: str, turns: int) -> list[Event]:
    """Return the events of a table at which a number of turns was played."""
    driver = TableDriver(game)
    while len(driver.events) <= turns and driver.table.result is None:
        position, actions = driver.table.position, list[str]()
        for _ in range(10):
            actions.append(position.legal_moves()[0])
            act = Act(f"a{len(driver.events)}", driver.table.actions, tuple(actions))
            if isinstance(driver.handle(act, BOTH_SEATS), Event):
                break
            position = position.play(actions[-1])
    return driver.events


def measure_memory(create: Callable[[], object]) -> int:
    """Return the memory that an object takes."""
    create()  # fill caches that are kept forever
    gc.collect()
    tracemalloc.start()
    value = create()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert value
    return size
