"""Long games are written down and replayed apart from everything else, once, and not for one
address alone."""

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event as Signal
from typing import Any

import httpx
import pytest

from steinreich.core.game import load
from steinreich.core.position import Position
from steinreich.hall import archive
from steinreich.hall.archive import Archive
from steinreich.hall.compiled_lister import compiled_lister
from steinreich.hall.storage.store import Storage
from steinreich.session.schema.commands import Offer
from steinreich.session.table import Event, Table
from tests.hall.hosting import PATIENCE, Host, Window, hosted, watching
from tests.session.sitting import BOTH, Sitting, opened

pytestmark = pytest.mark.xdist_group("archive")
LONG = "inner_square(board=alq9)"
AGAIN = 3  # times that the long game is played, taken back, and played once more
NOT_FELT = 0.1  # seconds
TRIES = 3  # a machine that is busy with other things may make others wait once


def long_game() -> list[str]:
    """The actions of a random game of several hundred."""
    dice, position, actions = random.Random(4), load(LONG).start(4), []
    while not position.is_over:
        position = position.after(dice.choice(position.actions()))
        actions.append(str(position.last))
    assert len(actions) > 400
    return actions


def events_of(actions: list[str]) -> list[Event]:
    """The long game, all of it taken back and played again several times; not finished."""
    events = [opened(LONG, seed=4)]
    for round in range(AGAIN):
        if round:
            events.append(Event(len(events) + 1, 0, "undone", {"seat": 0, "to": 0}, None))
        for number, action in enumerate(actions[:-1]):
            data = {"seat": number % 2, "actions": [action]}
            events.append(Event(len(events) + 1, 0, "played", data, None))
    return events


async def put_down(database: str, table: str, events: list[Event]) -> None:
    """Write a table by its events."""
    storage = Storage(database)
    await storage.open()
    await storage.create(table, events[0], [], [], False)
    await asyncio.gather(*(storage.append(table, event) for event in events[1:]))
    await storage.close()


@pytest.fixture(scope="module")
def events() -> list[Event]:
    return events_of(long_game())


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory, events: list[Event]) -> Iterator[Host]:
    """A hall with some tables at which a long game was played."""
    with hosted(tmp_path_factory.mktemp("archive"), compiles=False) as host:
        for number in range(TRIES):
            asyncio.run(put_down(host.database, f"long{number}", events))
        yield host


async def waits(window: Window, meanwhile: asyncio.Task[Any]) -> list[float]:
    """How long somebody else waits for each answer while something is done."""
    found: list[float] = []
    window.messages.clear()
    while not meanwhile.done():
        began = time.monotonic()
        await window.say("ping")
        await window.until(lambda: [one for one in window.messages if one["type"] == "pong"])
        window.messages.clear()
        found.append(time.monotonic() - began)
    return found


def test_nobody_waits_while_long_games_are_read_replayed_and_written_down(host: Host) -> None:
    """First the table has to be read; then its last moves are shown, and it is written down."""
    table = host.open_table()["id"]
    shares: dict[str, list[float]] = {}

    async def run(number: int) -> None:
        async with (
            httpx.AsyncClient(base_url=host.url, timeout=PATIENCE) as client,
            watching(host, table) as other,
        ):
            for path in ("", "/frames?first=0&last=400", "/record", "/record?format=json"):
                began = time.monotonic()
                asking = asyncio.create_task(client.get(f"/api/tables/long{number}{path}"))
                slowest = max(await waits(other, asking), default=0.0)
                assert asking.result().status_code == 200
                spent = max(NOT_FELT, time.monotonic() - began)
                shares.setdefault(path, []).append(slowest / spent)

    for number in range(TRIES):
        asyncio.run(run(number))
    for path, found in shares.items():
        assert min(found) < 0.5, f"{path}: others wait for most of the time: {found}"


def test_an_answer_is_made_once_until_something_happens(host: Host) -> None:
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


def test_who_looks_back_too_much_is_refused(tmp_path: Path, events: list[Event]) -> None:
    """What is ready costs nothing; others are not concerned."""
    settings = {"heavy_budget_per_second": 0.02, "proxies": "127.0.0.1", "compiles": False}
    with hosted(tmp_path, **settings) as host:
        asyncio.run(put_down(host.database, "long", events))

        def code(path: str, address: str = "10.0.0.1") -> int:
            answer = host.get(f"api/tables/long/{path}", headers={"x-forwarded-for": address})
            assert answer.status_code == 200 or answer.json()["detail"]["why"]["de"]
            return answer.status_code

        assert code("record") == 200
        codes = [code(f"frames?first={first}&last={first + 300}") for first in range(8)]
        assert 200 in codes
        assert codes[-1] == 429
        assert code("record") == 200, "it is ready"
        assert code("record?format=json", "10.0.0.2") == 200


def test_a_copy_of_a_table_stays_as_it_is() -> None:
    sitting = Sitting().play("a1 b2")
    copy = sitting.table.still()
    before = Table.of("t", sitting.events)
    sitting.play("c3 d4")
    sitting.ask(Offer("u", "undo"), BOTH)
    assert copy.actions == before.actions == 2
    assert copy.positions == before.positions
    assert copy.history == before.history
    assert (copy.turns, copy.seats) == (before.turns, before.seats)


# The archive itself


async def get(shelf: Archive, key: str, make: Callable[[], bytes], address: str = "a") -> bytes:
    return await shelf.get((key,), address, partial(shelf.in_thread, make))


def test_what_is_kept_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGEST_ARCHIVE", 1000)
    monkeypatch.setattr(archive, "LARGEST_PIECE", 500)

    async def run() -> None:
        shelf = Archive()
        for key in "abc":
            await get(shelf, key, lambda: bytes(300))
        await get(shelf, "a", lambda: b"it is kept already")
        assert len(await get(shelf, "d", lambda: bytes(400))) == 400
        assert [key for (key,) in shelf.kept] == ["c", "a", "d"]
        assert shelf.size == 1000
        assert len(await get(shelf, "large", lambda: bytes(600))) == 600
        assert not shelf.has(("large",))
        await shelf.close()

    asyncio.run(run())


def test_one_wish_of_an_address_is_made_at_a_time() -> None:
    """So somebody else's is next, however many one address has."""

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
        assert not shelf.lines, "nobody is remembered"
        await shelf.close()

    asyncio.run(run())


def test_threads_list_actions_without_disturbing_each_other() -> None:
    """Machine code writes them into memory that each thread has for itself."""
    game = load("vier3d")
    lister, count = compiled_lister(game), game.definition.actions
    positions: list[Position] = [game.start()]
    for action in ("a1", "a1", "a1", "a1", "b2", "b2", "b2", "b2", "c3", "c3", "c3", "c3"):
        positions.append(positions[-1].play(action))
    expected = [position.actions() for position in positions]

    def check(_: int) -> bool:
        return all(
            sorted(meaning % count for meaning in lister(position.state)) == sorted(actions)
            for _ in range(200)
            for position, actions in zip(positions, expected, strict=True)
        )

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(check, range(4)))
