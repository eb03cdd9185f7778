"""Long games are serialized and replayed in the background, once, and fairly to all addresses."""

import asyncio
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event as Signal
from typing import Any

import httpx
import pytest

from steinreich.core.game import load
from steinreich.hall import archive
from steinreich.hall.archive import Archive
from steinreich.hall.storage.store import Storage
from steinreich.session.schema.messages import Offer
from steinreich.session.table import Event, Table
from tests.hall.server_process import PATIENCE, Host, Window, hosted, watching
from tests.session.table_driver import BOTH, TableDriver, opened_event

pytestmark = pytest.mark.xdist_group("archive")
LONG = "inner_square(board=alq9)"
AGAIN = 3  # times that the long game is played, undone, and played again
TRIES = 3  # a busy machine may delay a response once


def long_game() -> list[str]:
    """Return the actions of a random game of several hundred turns."""
    dice, position, actions = random.Random(4), load(LONG).start(4), []
    while not position.is_over:
        position = position.after(dice.choice(position.actions()))
        actions.append(str(position.last_move))
    assert len(actions) > 400
    return actions


def make_events(actions: list[str]) -> list[Event]:
    """Return events of the long game, undone and replayed several times, without an end."""
    events = [opened_event(LONG, seed=4)]
    for round in range(AGAIN):
        if round:
            events.append(Event(len(events) + 1, 0, "undone", {"seat": 0, "to": 0}, None))
        for number, action in enumerate(actions[:-1]):
            data = {"seat": number % 2, "actions": [action]}
            events.append(Event(len(events) + 1, 0, "played", data, None))
    return events


async def store_table(database: str, table: str, events: list[Event]) -> None:
    """Write the events of a table."""
    storage = Storage(database)
    await storage.open()
    await storage.create(table, events[0], [], [], False)
    await asyncio.gather(*(storage.append(table, event) for event in events[1:]))
    await storage.close()


@pytest.fixture(scope="module")
def events() -> list[Event]:
    return make_events(long_game())


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory, events: list[Event]) -> Iterator[Host]:
    """A server with some tables that hold a long game."""
    with hosted(tmp_path_factory.mktemp("archive")) as host:
        for number in range(TRIES):
            asyncio.run(store_table(host.database, f"long{number}", events))
        yield host


async def answers_until(window: Window, done: asyncio.Task[Any]) -> int:
    """Return how many pings of a table are answered until a task is done."""
    answers = 0
    window.messages.clear()
    while not done.done():
        await window.say("ping")
        await window.until(lambda: [one for one in window.messages if one["type"] == "pong"])
        window.messages.clear()
        answers += 1
    return answers


def test_tables_respond_while_long_games_are_loaded_and_replayed(
    host: Host,
) -> None:
    """The table is loaded first; then its last moves are shown, and its record is written."""
    table = host.open_table()["id"]
    most: dict[str, int] = {}

    async def run(number: int) -> None:
        async with (
            httpx.AsyncClient(base_url=host.url, timeout=PATIENCE) as client,
            watching(host, table) as other,
        ):
            for path in ("", "/frames?first=0&last=400", "/record", "/record?format=json"):
                asking = asyncio.create_task(client.get(f"/api/tables/long{number}{path}"))
                answers = await answers_until(other, asking)
                assert asking.result().status_code == 200
                most[path] = max(answers, most.get(path, 0))

    for number in range(TRIES):
        asyncio.run(run(number))
    assert min(most.values()) >= 3, most


def test_record_is_cached_until_the_next_event(host: Host) -> None:
    made = host.open_table()

    def texts() -> list[str]:
        base = f"api/tables/{made['id']}"
        return [
            host.get(f"{base}/{end}").text for end in ("record", "record?format=json", "frames")
        ]

    before = texts()
    assert texts() == before

    async def play() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            await window.act("a1")

    asyncio.run(play())
    assert all("a1" in now and now != then for now, then in zip(texts(), before, strict=True))


def test_too_many_replays_are_refused(tmp_path: Path, events: list[Event]) -> None:
    """Cached responses are free, and other clients are not affected."""
    settings = {"heavy_budget_per_second": 0.02, "proxies": "127.0.0.1"}
    with hosted(tmp_path, **settings) as host:
        asyncio.run(store_table(host.database, "long", events))

        def code(path: str, address: str = "10.0.0.1") -> int:
            answer = host.get(f"api/tables/long/{path}", headers={"x-forwarded-for": address})
            assert answer.status_code == 200 or answer.json()["detail"]["why"]
            return answer.status_code

        assert code("record") == 200
        codes = [code(f"frames?first={first}&last={first + 300}") for first in range(8)]
        assert 200 in codes
        assert codes[-1] == 429
        assert code("record") == 200, "cached"
        assert code("record?format=json", "10.0.0.2") == 200


def test_copied_table_is_not_changed_by_later_events() -> None:
    sitting = TableDriver().play("a1 b2")
    copy = sitting.table.copy()
    before = Table.from_events("t", sitting.events)
    sitting.play("c3 d4")
    sitting.ask(Offer("u", "undo"), BOTH)
    assert copy.actions == before.actions == 2
    assert copy.positions == before.positions
    assert copy.history == before.history
    assert (copy.turns, copy.seats) == (before.turns, before.seats)


# The archive itself


async def get(shelf: Archive, key: str, make: Callable[[], bytes], address: str = "a") -> bytes:
    return await shelf.get((key,), address, partial(shelf.in_thread, make))


def test_cache_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_ARCHIVE_BYTES", 1000)
    monkeypatch.setattr(archive, "MAX_ENTRY_BYTES", 500)

    async def run() -> None:
        shelf = Archive()
        for key in "abc":
            await get(shelf, key, lambda: bytes(300))
        await get(shelf, "a", lambda: b"it is entries already")
        assert len(await get(shelf, "d", lambda: bytes(400))) == 400
        assert [key for (key,) in shelf.entries] == ["c", "a", "d"]
        assert shelf.size == 1000
        assert len(await get(shelf, "large", lambda: bytes(600))) == 600
        assert not shelf.has(("large",))
        await shelf.close()

    asyncio.run(run())


def test_requests_of_one_address_are_handled_one_at_a_time() -> None:
    """A request of another address comes next, however many one address has."""

    async def run() -> None:
        shelf, go, made = Archive(), Signal(), []

        def make(name: str) -> Callable[[], bytes]:
            def work() -> bytes:
                assert go.wait(PATIENCE)
                made.append(name)
                return b""

            return work

        greedy = [get(shelf, f"g{number}", make(f"g{number}"), "greedy") for number in range(5)]
        tasks = [asyncio.create_task(one) for one in greedy]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(get(shelf, "m", make("m"), "modest")))
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*tasks)
        assert made[:2] == ["g0", "m"]
        assert not shelf.locks, "no address is remembered"
        await shelf.close()

    asyncio.run(run())
