"""Connections to a table: who is too slow is let go, and makes nobody else wait; a crowd is told
of as one."""

import asyncio
import gc
import tracemalloc
from collections.abc import Callable
from copy import deepcopy

import pytest

from steinreich.core.registry import games
from steinreich.hall.room import LARGEST_QUEUE, MOMENT, OVERHEAD, Connection, Room
from steinreich.session import legal_actions
from steinreich.session.schema.commands import Act
from steinreich.session.schema.messages import DoneMessage, PresenceMessage
from steinreich.session.table import Event, Table
from tests.session.sitting import BOTH, Sitting


def told(number: int, text: str) -> DoneMessage:
    return {"type": "done", "id": text, "seq": number}


def test_who_is_too_slow_is_let_go_and_others_hear_everything() -> None:
    """Bytes count, and not how many messages they make up."""

    async def run(text: str) -> int:
        room = Room(Sitting().table, {})
        slow, quick = Connection(frozenset({0})), Connection(frozenset())
        room.connections |= {slow, quick}
        size = len(room.broadcast(told(1000, text))) + OVERHEAD
        await quick.next()
        for number in range(1001, 1000 + LARGEST_QUEUE // size):
            data = room.broadcast(told(number, text))
            assert await quick.next() == data
        assert slow.queue.qsize() == LARGEST_QUEUE // size, "not yet too much"
        room.broadcast(told(1000, text))
        assert slow.queue.qsize() == 1
        assert await slow.next() is None, "the end, and not what was too much"
        assert await quick.next() is not None
        return LARGEST_QUEUE // size

    assert asyncio.run(run("")) > 5_000
    assert asyncio.run(run("x" * 50_000)) < 20


def test_what_was_heard_counts_no_more() -> None:
    async def run() -> None:
        one = Connection(frozenset())
        for _ in range(5):
            one.send(bytes(LARGEST_QUEUE // 3))
            assert await one.next()
        assert one.size == LARGEST_QUEUE // 3 + OVERHEAD, "the last one may not be sent yet"

    asyncio.run(run())


def test_what_can_be_sent_at_once_does_not_wait_and_nothing_overtakes() -> None:
    async def run() -> None:
        sent: list[bytes] = []
        is_free = True

        def write_now(message: bytes) -> bool:
            if is_free:
                sent.append(message)
            return is_free

        one = Connection(frozenset())
        one.write_now = write_now
        one.send(b"1")
        is_free = False
        one.send(b"2")
        assert await one.next() == b"2"
        is_free = True
        one.send(b"3")  # 2 was taken from the queue, and is not known to be sent
        assert sent == [b"1"]
        assert await one.next() == b"3"
        waiting = asyncio.create_task(one.next())
        await asyncio.sleep(0)
        one.send(b"4")
        assert sent == [b"1", b"4"]
        one.drop()
        one.send(b"5")
        assert await waiting is None
        assert sent == [b"1", b"4"], "nothing is sent behind the end"

    asyncio.run(run())


def test_a_crowd_that_comes_at_once_is_told_of_once() -> None:
    async def run() -> None:
        room = Room(Sitting().table, {})
        player = Connection(frozenset({0}))
        room.connections.add(player)
        room.attend(0)
        for _ in range(300):
            room.connections.add(Connection(frozenset()))
            room.announce()
        assert player.queue.empty()
        async with asyncio.timeout(40 * MOMENT):
            assert await player.next() == (
                b'{"type":"presence","seats":[true,false],"since":[0,null],"watching":300}'
            )
        assert player.queue.empty()
        room.announce_now()
        assert player.queue.empty(), "what is known is not said again"
        room.connections.add(Connection(frozenset()))
        room.announce()
        async with asyncio.timeout(40 * MOMENT):
            assert await player.next(), "whoever comes later is told of later"

    asyncio.run(run())


def test_presence_counts_seats_and_spectators() -> None:
    room = Room(Sitting().table, {b"one": frozenset({0, 1})}, 5)

    def presence(seats: list[bool], since: list[int | None], watching: int) -> PresenceMessage:
        return {"type": "presence", "seats": seats, "since": since, "watching": watching}

    assert room.presence() == presence([False, False], [None, None], 0)
    both = Connection(room.seats_of(b"one"))
    room.connections |= {both, Connection(room.seats_of(b"other")), Connection(room.seats_of(None))}
    room.attend(7)
    assert room.presence() == presence([True, True], [7, 7], 2)
    room.attend(8)
    assert room.presence() == presence([True, True], [7, 7], 2)
    room.connections.remove(both)
    room.attend(9)
    assert room.presence() == presence([False, False], [9, 9], 2)


@pytest.mark.parametrize("game", games())
def test_what_a_room_weighs_is_about_right(game: str) -> None:
    """Or the memory of the hall would not be what its settings say."""
    events = played(game, 40)
    for kept in (legal_actions.start_of, legal_actions.known_after):
        kept.cache_clear()  # or positions that other tables have, too, would not be weighed
    taken = bytes_of(lambda: Room(Table.of("t", deepcopy(events)), {}))
    assert taken / 2 < Room(Table.of("t", events), {}).size < 6 * taken


def played(game: str, turns: int) -> list[Event]:
    """The events of a table at which so many turns were played."""
    sitting = Sitting(game)
    while len(sitting.events) <= turns and sitting.table.result is None:
        position, actions = sitting.table.position, list[str]()
        for _ in range(10):
            actions.append(position.legal_moves()[0])
            act = Act(f"a{len(sitting.events)}", sitting.table.actions, tuple(actions))
            if isinstance(sitting.ask(act, BOTH), Event):
                break
            position = position.play(actions[-1])
    return sitting.events


def bytes_of(make: Callable[[], object]) -> int:
    """What something takes in memory."""
    make()  # what is kept once for all is there
    gc.collect()
    tracemalloc.start()
    made = make()
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert made
    return taken
