"""Broadcast of events: each form of a message is serialized once, and clients that reconnect get
the events they missed.
"""

import json

from steinreich.hall.broadcast import MAX_RECENT_EVENTS, Connection
from steinreich.hall.room import Room
from steinreich.rules.vocabulary import Language
from steinreich.session.decisions import Command, decide
from steinreich.session.schema.messages import Act, Rename, ResumedMessage
from steinreich.session.table import Event
from tests.session.table_driver import NOON, TableDriver, command_ids


def act(room: Room, action: str, id: str = "") -> Event:
    """Play an action for the player to move and return its event."""
    seat = frozenset({room.table.position.player})
    return handle(room, Act(id or next(command_ids), room.table.actions, [action]), seat)


def handle(room: Room, command: Command, seats: frozenset[int]) -> Event:
    """Decide on a command, apply its event and return the event."""
    event = decide(room.table, command, seats, NOON)
    assert isinstance(event, Event)
    room.apply(event, NOON)
    return event


def get_resumed(
    room: Room, connection: Connection, seq: int, legal_language: Language | None = None
) -> ResumedMessage:
    """Return the message to a client that reconnects and has received events up to this number."""
    resumed = room.clients.make_resumed_message(connection, seq, legal_language, NOON)
    assert resumed
    return resumed


def test_command_id_is_sent_to_its_sender_only() -> None:
    """Another seat may have a pending command with the same id."""
    room = Room(TableDriver().table, {})
    sender, second_tab, opponent = (Connection(frozenset(seats)) for seats in ([0], [0], [1]))
    for connection in (sender, second_tab, opponent):
        room.clients.add(connection)
    with sender.handling("secret"), opponent.handling("secret"):
        act(room, "a1", "secret")
    messages = [
        json.loads(connection.queue.get_nowait() or "")
        for connection in (sender, second_tab, opponent)
    ]
    assert [message.get("id") for message in messages] == ["secret", None, None]
    assert {message["seq"] for message in messages} == {2}
    begin = b'{"type":"event","kind":"played","seat":1,'
    act(room, "b1")
    assert all(
        (connection.queue.get_nowait() or b"").startswith(begin)
        for connection in room.clients.connections
    )


def test_serializes_each_form_of_a_message_once() -> None:
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
        resumed = get_resumed(room, player, seq)
        assert [event["seq"] for event in resumed["events"]] == missing
        assert resumed["legal"]
        assert not any("targets" in event["state"]["frame"] for event in resumed["events"])
        assert sorted(resumed["legal"]["targets"]) == room.table.position.legal_moves()
        same_language = get_resumed(room, player, seq, "en")
        assert same_language["legal"] == (resumed["legal"] if missing else None)
        assert room.clients.make_resumed_message(player, seq, "de", NOON) is None, (
            "all texts change"
        )
    spectator = get_resumed(room, Connection(frozenset()), 4)
    assert spectator["legal"] == {"targets": {}, "placeable": {}}
    assert (
        room.clients.make_resumed_message(player, 0, None, NOON)
        is room.clients.make_resumed_message(player, 5, None, NOON)
        is None
    )


def test_caches_no_events_without_clients() -> None:
    room = Room(TableDriver().table, {})
    player = Connection(frozenset({0}))
    room.clients.add(player)
    act(room, "a1")
    room.clients.remove(player)
    act(room, "b1")
    room.clients.add(player)
    assert room.clients.make_resumed_message(player, 2, None, NOON) is None
    assert room.clients.make_resumed_message(player, 3, None, NOON)
    event = act(room, "c1")
    resumed = get_resumed(room, player, 3)
    assert [missed["seq"] for missed in resumed["events"]] == [event.seq]


def test_limits_the_number_of_cached_events() -> None:
    room = Room(TableDriver().table, {})
    player = Connection(frozenset({0, 1}))
    room.clients.add(player)
    before = room.table.seq
    for number in range(MAX_RECENT_EVENTS + 1):
        handle(room, Rename(f"c{number}", 0, f"Ada {number}"), player.seats)
    assert room.clients.make_resumed_message(player, before, None, NOON) is None
    assert len(get_resumed(room, player, before + 1)["events"]) == MAX_RECENT_EVENTS
