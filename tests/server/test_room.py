"""Connections to a table: who is too slow is let go, and makes nobody wait."""

import asyncio

from steinreich.server.room import LONGEST_QUEUE, Connection, Room
from tests.server.sitting import Sitting


def test_who_is_too_slow_is_let_go_and_others_hear_everything() -> None:
    async def run() -> None:
        room = Room(Sitting().table, {})
        slow, quick = Connection(frozenset({0})), Connection(frozenset())
        room.connections |= {slow, quick}
        for number in range(LONGEST_QUEUE + 1):
            room.broadcast({"number": number})
            assert await quick.queue.get() == b'{"number":%d}' % number
        assert await slow.queue.get() is None, "the end, and not what was too much"

    asyncio.run(run())


def test_presence_counts_seats_and_spectators() -> None:
    room = Room(Sitting().table, {b"one": frozenset({0, 1})})
    assert room.presence() == {"type": "presence", "seats": [False, False], "watching": 0}
    both = Connection(room.seats_of(b"one"))
    room.connections |= {both, Connection(room.seats_of(b"other")), Connection(room.seats_of(None))}
    assert room.presence() == {"type": "presence", "seats": [True, True], "watching": 2}
    room.connections.remove(both)
    assert room.presence() == {"type": "presence", "seats": [False, False], "watching": 2}
