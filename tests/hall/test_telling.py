"""What those at a table hear of events: each form made once, and for who comes back what is
missing."""

import json

from steinreich.hall.room import MOST_RECENT, Connection, RecentEvents, Room
from steinreich.session.rulings import rule_on
from steinreich.session.schema.commands import Act
from steinreich.session.table import Event
from tests.session.sitting import NOON, Sitting, fresh


def act(room: Room, action: str, id: str = "") -> Event:
    """Whoever is to act does so; everybody connected hears of it."""
    seat = frozenset({room.table.position.player})
    event = rule_on(room.table, Act(id or next(fresh), room.table.actions, [action]), seat, NOON)
    assert isinstance(event, Event)
    room.apply(event)
    if room.connections:
        room.tell(event, NOON)
    return event


def test_only_who_asked_hears_the_id_of_the_command() -> None:
    """Also where another seat has a command of the same id under way."""
    room = Room(Sitting().table, {})
    one, other, rival = (Connection(frozenset(seats)) for seats in ([0], [0], [1]))
    room.connections |= {one, other, rival}
    one.asking = rival.asking = "secret"
    act(room, "a1", "secret")
    heard = [json.loads(connection.queue.get_nowait() or "") for connection in (one, other, rival)]
    assert [message.get("id") for message in heard] == ["secret", None, None]
    assert {message["seq"] for message in heard} == {2}
    begin = b'{"type":"event","kind":"played","seat":1,'
    act(room, "b1")
    assert all((one.queue.get_nowait() or b"").startswith(begin) for one in room.connections)


def test_each_form_is_put_into_bytes_once() -> None:
    room = Room(Sitting().table, {})
    room.connections |= {Connection(frozenset({seat})) for seat in (0, 0, 1, 1, 2, 2)}
    act(room, "a1")
    messages = [connection.queue.get_nowait() for connection in room.connections]
    assert len({id(message) for message in messages}) == 2
    assert (
        sorted(b"targets" in (message or b"") for message in messages) == [False] * 4 + [True] * 2
    )


def test_who_comes_back_hears_what_is_missing() -> None:
    room = Room(Sitting().table, {})
    player = Connection(frozenset({0, 1}))
    room.connections.add(player)
    for rod in ("a1", "b1", "c1"):
        act(room, rod)
    for seq, missing in ((4, []), (3, [4]), (1, [2, 3, 4])):
        resumed = json.loads(room.resumed(player, seq, None, NOON) or "")
        assert [event["seq"] for event in resumed["events"]] == missing
        assert not any("targets" in event["state"]["frame"] for event in resumed["events"])
        assert sorted(resumed["legal"]["targets"]) == room.table.position.legal_moves()
        told = json.loads(room.resumed(player, seq, "en", NOON) or "")
        assert told["legal"] == (resumed["legal"] if missing else None)
        assert json.loads(room.resumed(player, seq, "de", NOON) or "") == resumed, "not in English"
    spectator = json.loads(room.resumed(Connection(frozenset()), 4, None, NOON) or "")
    assert spectator["legal"] == {"targets": {}, "to_put": {}}
    assert room.resumed(player, 0, None, NOON) is room.resumed(player, 5, None, NOON) is None


def test_what_nobody_heard_is_not_kept() -> None:
    room = Room(Sitting().table, {})
    player = Connection(frozenset({0}))
    room.connections.add(player)
    act(room, "a1")
    room.connections.clear()
    act(room, "b1")
    room.connections.add(player)
    assert room.resumed(player, 2, None, NOON) is None
    assert room.resumed(player, 3, None, NOON)
    event = act(room, "c1")
    resumed = json.loads(room.resumed(player, 3, None, NOON) or "")
    assert [one["seq"] for one in resumed["events"]] == [event.seq]


def test_few_bytes_are_kept() -> None:
    recent = RecentEvents()
    for number in range(100):
        recent.add(bytes(MOST_RECENT // 4))
        assert len(recent.messages) == min(number + 1, 4)
    recent.add(bytes(MOST_RECENT + 1))
    assert recent.last(1) is None
    assert recent.size == 0
