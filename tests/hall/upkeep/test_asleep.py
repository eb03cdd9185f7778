"""Tables that are read and not yet played: who knows everything needs no more; all others wake
them."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from steinreich.hall.api.refusals import Unreadable
from steinreich.hall.api.tokens import digest
from steinreich.hall.hall import Hall
from steinreich.hall.storage.store import Holder, Storage
from steinreich.hall.upkeep.asleep import asleep
from steinreich.session.schema.commands import Act, Resign
from steinreich.session.table import Event, Table, seats_at
from tests.hall.test_hall import hall_in
from tests.session.sitting import BOTH, NOON, Sitting, opened

TOKEN = "a" * 24
ALL = 3  # events of the table


async def keep(storage: Storage, *events: Event) -> None:
    holders = [Holder(0, digest(TOKEN))]
    await storage.create("t", events[0], holders, [], False)
    for event in events[1:]:
        await storage.append("t", event)


def trying(folder: Path, work: Callable[[Hall, Storage], Any], *events: Event) -> None:
    """Do something in a hall whose table has these events, or those of a game under way."""

    async def run() -> None:
        async with hall_in(folder) as (hall, storage):
            await keep(storage, *(events or Sitting().play("a1 b2").events))
            await work(hall, storage)

    asyncio.run(run())


def test_who_knows_everything_lets_it_sleep(tmp_path: Path) -> None:
    async def work(hall: Hall, storage: Storage) -> None:
        room, connection = await hall.connect("t", TOKEN, known=ALL)
        assert room.asleep
        assert connection.seats == {0}
        resumed = orjson.loads(room.resumed(connection, ALL, "en", NOON) or b"")
        assert (resumed["events"], resumed["legal"], resumed["mine"]) == ([], None, [0])
        assert room.presence()["seats"] == [True, False]
        size = room.size
        await hall.neighbours.compare(["t"])
        assert room.asleep, "nothing is new"
        await hall.wake(room)
        assert not room.asleep
        assert (room.size, room.table.actions) == (size, 2)
        assert not hall.loading

    trying(tmp_path, work)


def test_who_acts_wakes_it_and_everybody_hears(tmp_path: Path) -> None:
    async def work(hall: Hall, storage: Storage) -> None:
        room, player = await hall.connect("t", TOKEN, known=ALL)
        _, watcher = await hall.connect("t", None, known=ALL)
        await asyncio.gather(*(hall.wake(room) for _ in range(3)))
        await hall.carry_out(room, Act("next", 2, ("c3",)), player.seats)
        for connection in (player, watcher):
            event = orjson.loads(connection.queue.get_nowait() or b"")
            assert (event["seq"], event["actions"]) == (ALL + 1, ["c3"])

    trying(tmp_path, work)


@pytest.mark.parametrize("known", [None, 1, ALL - 1, ALL + 1])
def test_who_does_not_know_everything_wakes_it(tmp_path: Path, known: int | None) -> None:
    async def work(hall: Hall, storage: Storage) -> None:
        room, _ = await hall.connect("t", TOKEN, known=known)
        assert not room.asleep

    trying(tmp_path, work)


def test_whoever_looks_at_it_wakes_it(tmp_path: Path) -> None:
    async def work(hall: Hall, storage: Storage) -> None:
        assert (await hall.room("t")).table.actions == 2

    trying(tmp_path, work)


def test_what_another_process_writes_wakes_it_where_somebody_is(tmp_path: Path) -> None:
    async def work(hall: Hall, storage: Storage) -> None:
        room, connection = await hall.connect("t", TOKEN, known=ALL)
        await storage.append("t", Sitting().play("a1 b2 c3").events[-1])
        await hall.neighbours.compare(["t"])
        assert room.table.actions == 3
        assert orjson.loads(connection.queue.get_nowait() or b"")["seq"] == ALL + 1

    trying(tmp_path, work)


def test_what_makes_no_sense_is_found_when_it_wakes(tmp_path: Path) -> None:
    first, *_, last = Sitting().play("a1 b2").events
    broken = last._replace(seq=2, data={"seat": 0, "actions": 7})

    async def work(hall: Hall, storage: Storage) -> None:
        room, connection = await hall.connect("t", TOKEN, known=2)
        with pytest.raises(Unreadable):
            await hall.wake(room)
        assert connection.is_dropped
        assert not hall.rooms
        with pytest.raises(Unreadable):
            await hall.connect("t", TOKEN, known=2)

    trying(tmp_path, work, first, broken)


def test_one_that_makes_no_sense_does_not_keep_others_from_the_news(tmp_path: Path) -> None:
    first, *_, last = Sitting().play("a1 b2").events
    broken = last._replace(seq=2, data={"seat": 0, "actions": 7})

    async def work(hall: Hall, storage: Storage) -> None:
        await hall.connect("t", TOKEN, known=2)
        await storage.create("u", opened(), [], [], False)
        other, _ = await hall.connect("u", None)
        await storage.append("t", last._replace(seq=3, command="another"))
        await storage.append("u", Sitting().play("a1").events[1])
        await hall.neighbours.compare(["t", "u"])
        assert (list(hall.rooms), other.table.seq) == (["u"], 2)

    trying(tmp_path, work, first, broken)


def test_only_tables_at_which_nothing_is_due_sleep() -> None:
    def sleeps(events: list[Event]) -> bool:
        return asleep("t", events) is not None

    assert sleeps(Sitting().play("a1").events)
    assert not sleeps([opened()]), "nobody has played"
    assert not sleeps(Sitting(clock={"kind": "move", "seconds": 60}).play("a1").events)
    assert not sleeps(Sitting(kinds="here computer").play("a1").events)
    over = Sitting().play("a1")
    over.ask(Resign("enough"), BOTH)
    assert not sleeps(over.events), "perhaps there will be a rematch"


def test_lots_are_known_of_a_table_that_sleeps() -> None:
    events = list(Sitting().play("a1").events)
    for order in ([0, 1], [1, 0]):
        drawn = [events[0]._replace(data=events[0].data | {"lots": True, "order": order})]
        sleeping = asleep("t", drawn + events[1:])
        assert sleeping
        table = Table.of("t", drawn + events[1:])
        for places in map(frozenset, ([], [0], [1], [0, 1])):
            assert seats_at(sleeping.order, places) == seats_at(table.order, places)
        assert (sleeping.seq, len(sleeping.seats)) == (table.seq, len(table.seats))
