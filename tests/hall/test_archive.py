"""Long games are serialized and replayed in threads: once, and fairly to all addresses."""

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
from tests.hall.server_process import ServerProcess, SocketClient, connect_to_table, running_server
from tests.hall.waiting import CONDITION_TIMEOUT_SECONDS
from tests.session.table_driver import BOTH_SEATS, TableDriver, make_opened_event

pytestmark = pytest.mark.xdist_group("archive")
LONG_GAME = "inner_square(board=alq9)"
PLAY_COUNT = 3  # how often the long game is played; it is undone in between
ATTEMPTS = 3  # a busy machine may delay some responses


def make_long_game() -> list[str]:
    """Return the actions of a random game of several hundred turns."""
    rng, position, actions = random.Random(4), load(LONG_GAME).start(4), []
    while not position.is_over:
        position = position.after(rng.choice(position.actions()))
        actions.append(str(position.last_move))
    assert len(actions) > 400
    return actions


def make_events(actions: list[str]) -> list[Event]:
    """Return the events of a table at which the game is played several times, and undone in
    between; its last action is left out.
    """
    events = [make_opened_event(LONG_GAME, seed=4)]
    for round_number in range(PLAY_COUNT):
        if round_number:
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
    return make_events(make_long_game())


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, events: list[Event]
) -> Iterator[ServerProcess]:
    """A server with some tables that hold a long game."""
    with running_server(tmp_path_factory.mktemp("archive")) as server:
        for number in range(ATTEMPTS):
            asyncio.run(store_table(server.database, f"long{number}", events))
        yield server


async def count_pongs_until(client: SocketClient, done: asyncio.Task[Any]) -> int:
    """Send pings to a table until a task is done; return how many were answered."""
    answers = 0
    client.messages.clear()
    while not done.done():
        await client.send("ping")
        await client.wait_until(lambda: [m for m in client.messages if m["type"] == "pong"])
        client.messages.clear()
        answers += 1
    return answers


def test_server_responds_while_it_replays_long_games(
    server: ServerProcess,
) -> None:
    """The first request loads the table; the others need its positions and its record."""
    table = server.open_table()["id"]
    max_pongs: dict[str, int] = {}

    async def run(number: int) -> None:
        async with (
            httpx.AsyncClient(base_url=server.url, timeout=CONDITION_TIMEOUT_SECONDS) as client,
            connect_to_table(server, table) as other,
        ):
            for path in ("", "/frames?first=0&last=400", "/record", "/record?format=json"):
                request = asyncio.create_task(client.get(f"/api/tables/long{number}{path}"))
                pongs = await count_pongs_until(other, request)
                assert request.result().status_code == 200
                max_pongs[path] = max(pongs, max_pongs.get(path, 0))

    for number in range(ATTEMPTS):
        asyncio.run(run(number))
    assert min(max_pongs.values()) >= 3, max_pongs


def test_record_is_cached_until_the_next_event(server: ServerProcess) -> None:
    new_table = server.open_table()

    def fetch_texts() -> list[str]:
        base = f"api/tables/{new_table['id']}"
        return [
            server.get(f"{base}/{end}").text for end in ("record", "record?format=json", "frames")
        ]

    before = fetch_texts()
    assert fetch_texts() == before

    async def play() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await client.act("a1")

    asyncio.run(play())
    assert all("a1" in now and now != then for now, then in zip(fetch_texts(), before, strict=True))


def test_rate_limit_applies_to_replays(tmp_path: Path, events: list[Event]) -> None:
    """Cached responses are free, and other clients are not affected."""
    settings = {"heavy_budget_per_second": 0.02, "proxies": "127.0.0.1"}
    with running_server(tmp_path, **settings) as server:
        asyncio.run(store_table(server.database, "long", events))

        def get_status(path: str, address: str = "10.0.0.1") -> int:
            answer = server.get(f"api/tables/long/{path}", headers={"x-forwarded-for": address})
            assert answer.status_code == 200 or answer.json()["detail"]["why"]
            return answer.status_code

        assert get_status("record") == 200
        codes = [get_status(f"frames?first={first}&last={first + 300}") for first in range(8)]
        assert 200 in codes
        assert codes[-1] == 429
        assert get_status("record") == 200, "cached"
        assert get_status("record?format=json", "10.0.0.2") == 200


def test_copied_table_is_not_changed_by_later_events() -> None:
    driver = TableDriver().play("a1 b2")
    copy = driver.table.copy()
    before = Table.from_events("t", driver.events)
    driver.play("c3 d4")
    driver.handle(Offer("u", "undo"), BOTH_SEATS)
    assert copy.actions == before.actions == 2
    assert copy.positions == before.positions
    assert copy.history == before.history
    assert (copy.turns, copy.seats) == (before.turns, before.seats)


# The cache


async def get(cache: Archive, key: str, compute: Callable[[], bytes], address: str = "a") -> bytes:
    return await cache.get((key,), address, partial(cache.run_in_thread, compute))


def test_cache_evicts_entries_by_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_ARCHIVE_BYTES", 1000)
    monkeypatch.setattr(archive, "MAX_ENTRY_BYTES", 500)

    async def run() -> None:
        cache = Archive()
        for key in "abc":
            await get(cache, key, lambda: bytes(300))
        await get(cache, "a", lambda: b"not called: the entry exists")
        assert len(await get(cache, "d", lambda: bytes(400))) == 400
        assert [key for (key,) in cache.entries] == ["c", "a", "d"]
        assert cache.size == 1000
        assert len(await get(cache, "large", lambda: bytes(600))) == 600
        assert not cache.has(("large",))
        await cache.close()

    asyncio.run(run())


def test_requests_of_one_address_are_handled_one_at_a_time() -> None:
    """However many requests one address has, a request of another address comes next."""

    async def run() -> None:
        cache, may_finish, finished = Archive(), Signal(), []

        def make_work(name: str) -> Callable[[], bytes]:
            def work() -> bytes:
                assert may_finish.wait(CONDITION_TIMEOUT_SECONDS)
                finished.append(name)
                return b""

            return work

        greedy = [
            get(cache, f"g{number}", make_work(f"g{number}"), "greedy") for number in range(5)
        ]
        tasks = [asyncio.create_task(request) for request in greedy]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(get(cache, "m", make_work("m"), "modest")))
        await asyncio.sleep(0)
        may_finish.set()
        await asyncio.gather(*tasks)
        assert finished[:2] == ["g0", "m"]
        assert not cache.locks, "locks of addresses without requests are removed"
        await cache.close()

    asyncio.run(run())
