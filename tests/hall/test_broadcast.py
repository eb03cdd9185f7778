"""Broadcast of events: each form is serialized once, and reconnecting clients get missed events."""

import json

from steinreich.hall.broadcast import MAX_RECENT_EVENTS, Connection
from steinreich.hall.room import Room
from steinreich.rules.vocabulary import Language
from steinreich.session.decisions import Command, decide
from steinreich.session.schema.messages import Act, Rename, ResumedMessage
from steinreich.session.table import Event
from tests.session.table_driver import NOON, TableDriver, fresh


def act(room: Room, action: str, id: str = "") -> Event:
    """Play the first legal action and return the messages to all clients."""
    seat = frozenset({room.table.position.player})
    return do(room, Act(id or next(fresh), room.table.actions, [action]), seat)


def do(room: Room, command: Command, seats: frozenset[int]) -> Event:
    """Handle a command and return the messages to all clients."""
    event = decide(room.table, command, seats, NOON)
    assert isinstance(event, Event)
    room.apply(event, NOON)
    return event


def resumed_with(
    room: Room, connection: Connection, seq: int, listed: Language | None = None
) -> ResumedMessage:
    """Return the messages for a client that knows the state with this number."""
    resumed = room.clients.get_missed(connection, seq, listed, NOON)
    assert resumed
    return resumed


def test_command_id_is_sent_to_its_sender_only() -> None:
    """Also where another seat has a pending command with the same id."""
    room = Room(TableDriver().table, {})
    one, other, rival = (Connection(frozenset(seats)) for seats in ([0], [0], [1]))
    for connection in (one, other, rival):
        room.clients.add(connection)
    with one.handling("secret"), rival.handling("secret"):
        act(room, "a1", "secret")
    heard = [json.loads(connection.queue.get_nowait() or "") for connection in (one, other, rival)]
    assert [message.get("id") for message in heard] == ["secret", None, None]
    assert {message["seq"] for message in heard} == {2}
    begin = b'{"type":"event","kind":"played","seat":1,'
    act(room, "b1")
    assert all(
        (one.queue.get_nowait() or b"").startswith(begin) for one in room.clients.connections
    )


def test_each_form_is_serialized_once() -> None:
    room = Room(TableDriver().table, {})
    for seat in (0, 0, 1, 1, 2, 2):
        room.clients.add(Connection(frozenset({seat})))
    act(room, "a1")
    messages = [connection.queue.get_nowait() for connection in room.clients.connections]
    assert len({id(message) for message in messages}) == 2
    assert (
        sorted(b"targets" in (message or b"") for message in messages) == [False] * 4 + [True] * 2
    )


def test_reconnected_client_gets_missed_events() -> None:
    room = Room(TableDriver().table, {})
    player = Connection(frozenset({0, 1}))
    room.clients.add(player)
    for rod in ("a1", "b1", "c1"):
        act(room, rod)
    for seq, missing in ((4, []), (3, [4]), (1, [2, 3, 4])):
        resumed = resumed_with(room, player, seq)
        assert [event["seq"] for event in resumed["events"]] == missing
        assert resumed["legal"]
        assert not any("targets" in event["state"]["frame"] for event in resumed["events"])
        assert sorted(resumed["legal"]["targets"]) == room.table.position.legal_moves()
        told = resumed_with(room, player, seq, "en")
        assert told["legal"] == (resumed["legal"] if missing else None)
        assert room.clients.get_missed(player, seq, "de", NOON) is None, "all texts change"
    spectator = resumed_with(room, Connection(frozenset()), 4)
    assert spectator["legal"] == {"targets": {}, "to_put": {}}
    assert (
        room.clients.get_missed(player, 0, None, NOON)
        is room.clients.get_missed(player, 5, None, NOON)
        is None
    )


def test_events_without_listeners_are_not_cached() -> None:
    room = Room(TableDriver().table, {})
    player = Connection(frozenset({0}))
    room.clients.add(player)
    act(room, "a1")
    room.clients.remove(player)
    act(room, "b1")
    room.clients.add(player)
    assert room.clients.get_missed(player, 2, None, NOON) is None
    assert room.clients.get_missed(player, 3, None, NOON)
    event = act(room, "c1")
    resumed = resumed_with(room, player, 3)
    assert [one["seq"] for one in resumed["events"]] == [event.seq]


def test_number_of_cached_events_is_limited() -> None:
    room = Room(TableDriver().table, {})
    player = Connection(frozenset({0, 1}))
    room.clients.add(player)
    before = room.table.seq
    for number in range(MAX_RECENT_EVENTS + 1):
        do(room, Rename(f"c{number}", 0, f"Ada {number}"), player.seats)
    assert room.clients.get_missed(player, before, None, NOON) is None
    assert len(resumed_with(room, player, before + 1)["events"]) == MAX_RECENT_EVENTS
