"""Scheduling of engine turns: fair to all addresses, and only for tables with clients.

A fake engine answers when the test makes it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from steinreich.core.game import load
from steinreich.engines import supervisor
from steinreich.engines.pool import EnginePool
from steinreich.engines.supervisor import Requester, RoundRobin
from steinreich.engines.turns import TableQuestion, TurnProgress
from steinreich.engines.worker import Answer
from steinreich.hall.hall import Hall
from steinreich.hall.metrics import Metrics
from steinreich.session.table import Event
from tests.hall.storage_helpers import open_storage
from tests.session.table_driver import NO_CLOCK, make_opened_event

START_POSITION = str(load("vier3d").start())
BUSY_ADDRESS, OTHER_ADDRESS = "10.0.0.1", "10.0.0.2"


class FakeWorker:
    """A worker without a process."""

    process = object()

    def __init__(
        self, start: bytes, shutdown_seconds: float, **callbacks: Callable[..., None]
    ) -> None:
        self.on_message = callbacks["on_message"]
        self.on_lost = callbacks["on_lost"]
        self.failures = 0
        self.question: TableQuestion | None = None
        self.stops = 0

    @property
    def is_free(self) -> bool:
        return self.question is None

    def ask(self, question: TableQuestion, seconds: float, is_stopped: bool) -> None:
        self.question = question

    def end_question(self) -> None:
        self.question = None

    def stop(self) -> None:
        """Count the stop; the worker still answers only when the test makes it."""
        self.stops += 1

    def answer(self) -> None:
        """Play the first legal action."""
        assert self.question
        position = load(self.question.game).position(self.question.position)
        self.on_message(self, Answer(position.legal_moves()[:1]))

    async def close(self) -> None:
        self.question = None


@pytest.fixture(autouse=True)
def use_fake_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steinreich.engines.supervisor.WorkerProcess", FakeWorker)


async def open_pool() -> EnginePool:
    """Return a pool with one engine, which thinks until the test makes it answer."""
    engines = EnginePool(1)
    engines.all_codes = []
    await engines.start()
    engines.loaded_codes[engines.players[0]] = {"vier3d"}
    engines.compiled_codes.add("vier3d")
    return engines


def get_worker(engines: EnginePool) -> Any:
    return engines.players[0]


async def run_pending_tasks() -> None:
    """Run the event loop until no task can continue."""
    for _ in range(20):
        await asyncio.sleep(0)


class TurnRequests:
    """The requests of tables for turns, and their queue positions."""

    def __init__(self, engines: EnginePool) -> None:
        self.engines = engines
        self.tasks: list[asyncio.Task[list[str]]] = []
        self.positions: dict[str, int] = {}

    async def ask(self, table: str, address: str, can_wait: bool = False) -> None:
        def on_progress(progress: TurnProgress) -> None:
            self.positions[table] = progress.queue_position

        work = self.engines.choose_turn(
            table,
            "vier3d",
            START_POSITION,
            1,
            1,
            on_progress,
            requester=Requester(address, can_wait),
        )
        self.tasks.append(asyncio.create_task(work))
        await run_pending_tasks()

    async def serve(self) -> str:
        """Make the engine answer; return the table that gets the answer."""
        (job,) = (job for job in self.engines.get_table_jobs() if job.worker)
        get_worker(self.engines).answer()
        await run_pending_tasks()
        return str(job.client)


def test_addresses_take_turns() -> None:
    """With thirty tables of one address, another address waits for one turn at a time."""

    async def run() -> None:
        engines = await open_pool()
        requests = TurnRequests(engines)
        for number in range(30):
            await requests.ask(f"busy{number}", BUSY_ADDRESS)
        for turn in range(5):
            await requests.ask(f"other{turn}", OTHER_ADDRESS)
            assert requests.positions[f"other{turn}"] == 1, "it is next"
            assert (await requests.serve()).startswith("busy")
            assert await requests.serve() == f"other{turn}"
        assert [await requests.serve() for _ in range(25)] == [f"busy{n}" for n in range(5, 30)]
        await asyncio.gather(*requests.tasks)

    asyncio.run(run())


def test_three_addresses_with_several_tables_take_turns() -> None:
    async def run() -> None:
        requests = TurnRequests(await open_pool())
        for table in ("a1", "a2", "a3", "b1", "b2", "c1"):
            await requests.ask(table, table[0])
        assert requests.positions == {"a1": 0, "a2": 3, "a3": 5, "b1": 1, "b2": 4, "c1": 2}
        served = [await requests.serve() for _ in range(6)]
        assert served == ["a1", "b1", "c1", "a2", "b2", "a3"]

    asyncio.run(run())


def test_games_among_computers_have_the_lowest_priority() -> None:
    async def run() -> None:
        requests = TurnRequests(await open_pool())
        for number in range(5):
            await requests.ask(f"computers{number}", f"10.0.1.{number}", can_wait=True)
        for number in range(3):
            await requests.ask(f"people{number}", BUSY_ADDRESS)
        served = [await requests.serve() for _ in range(8)]
        assert served[:4] == ["computers0", "people0", "people1", "people2"], "one had started"
        assert served[4:] == [f"computers{number}" for number in range(1, 5)]

    asyncio.run(run())


def test_turn_for_a_person_interrupts_games_among_computers() -> None:
    async def run() -> None:
        engines = await open_pool()
        requests, worker = TurnRequests(engines), get_worker(engines)
        await requests.ask("computers1", BUSY_ADDRESS, can_wait=True)
        await requests.ask("computers2", OTHER_ADDRESS, can_wait=True)
        assert worker.stops == 0
        await requests.ask("person1", OTHER_ADDRESS)
        await requests.ask("person2", OTHER_ADDRESS)
        assert worker.stops == 1, "once is enough"
        served = [await requests.serve() for _ in range(4)]
        assert served == ["computers1", "person1", "person2", "computers2"]
        assert worker.stops == 1, "turns for people are not interrupted"

    asyncio.run(run())


def test_retries_a_lost_turn_first() -> None:
    async def run() -> None:
        engines = await open_pool()
        requests = TurnRequests(engines)
        for table in ("a1", "a2", "b1"):
            await requests.ask(table, table[0], can_wait=table == "a1")
        get_worker(engines).on_lost(get_worker(engines), "a test")
        await run_pending_tasks()
        assert [await requests.serve() for _ in range(3)] == ["a1", "b1", "a2"]

    asyncio.run(run())


def test_evicts_old_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "MAX_REMEMBERED_ADDRESSES", 10)
    turns = RoundRobin()
    for number in range(30):
        turns.record_turn(Requester(str(number)))
    assert list(turns.last_turns) == [("", str(number)) for number in range(20, 30)]


# In a hall


@asynccontextmanager
async def open_hall(folder: Path) -> AsyncIterator[Hall]:
    async with open_storage(f"sqlite:///{folder / 'hall.sqlite'}") as storage:
        hall = Hall(storage, await open_pool(), Metrics())
        yield hall
        await hall.close()
        await hall.computers.engines.close()


async def create_table(hall: Hall, id: str, kinds: str, clock: dict[str, Any] = NO_CLOCK) -> None:
    event = make_opened_event(kinds=kinds, clock=clock)._replace(at=hall.clock())
    await hall.storage.create(id, event, [], [], False)


async def wait_until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.002)


def get_thinking_tables(hall: Hall) -> set[Any]:
    """Return the tables for which the computer thinks or is queued."""
    engines = hall.computers.engines
    return {job.client for job in engines.get_table_jobs()}


@pytest.mark.parametrize("kinds", ["computer computer", "computer here"])
def test_unwatched_table_gets_no_engine(tmp_path: Path, kinds: str) -> None:
    async def run() -> None:
        async with open_hall(tmp_path) as hall:
            worker = get_worker(hall.computers.engines)
            await create_table(hall, "t", kinds)
            room = await hall.get_room("t")
            await run_pending_tasks()
            assert not get_thinking_tables(hall)
            _, spectator = await hall.connect("t", None)
            await wait_until(lambda: worker.question)
            hall.disconnect(room, spectator)
            assert worker.question, "a running turn is finished"
            worker.answer()
            await wait_until(lambda: room.table.actions == 1)
            await run_pending_tasks()
            assert not get_thinking_tables(hall)
            if kinds == "computer computer":
                await hall.connect("t", None)
                await wait_until(lambda: worker.question)  # and continues when a client connects

    asyncio.run(run())


def test_table_leaves_the_queue_with_its_last_client_and_returns(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_hall(tmp_path) as hall:
            for id in ("first", "second"):
                await create_table(hall, id, "computer here")
            await hall.connect("first", None, BUSY_ADDRESS)
            room, other = await hall.connect("second", None, BUSY_ADDRESS)
            await wait_until(lambda: get_thinking_tables(hall) == {"first", "second"})
            hall.disconnect(room, other)
            await wait_until(lambda: get_thinking_tables(hall) == {"first"})
            _, other = await hall.connect("second", None, BUSY_ADDRESS)
            await wait_until(lambda: get_thinking_tables(hall) == {"first", "second"})

    asyncio.run(run())


def test_running_clock_keeps_the_computer_playing_at_an_unwatched_table(tmp_path: Path) -> None:
    """Otherwise a person could win on time by closing the page."""

    async def run() -> None:
        async with open_hall(tmp_path) as hall:
            clock = {"kind": "move", "seconds": 60}
            await create_table(hall, "t", "here computer", clock)
            await create_table(hall, "u", "computer here", NO_CLOCK)
            played = Event(2, hall.clock(), "played", {"seat": 0, "actions": ["a1"]}, None)
            await hall.storage.append("t", played)
            await hall.connect("u", None)
            await wait_until(lambda: get_thinking_tables(hall) == {"u"})
            room = await hall.get_room("t")
            await wait_until(lambda: get_thinking_tables(hall) == {"u", "t"})
            assert hall.computers.get_requester(room) == Requester("", can_wait=True)

    asyncio.run(run())


def test_queue_position_belongs_to_the_players_of_a_table(tmp_path: Path) -> None:
    """A spectator does not move a table to another address."""

    async def run() -> None:
        async with open_hall(tmp_path) as hall:
            await create_table(hall, "t", "computer here")
            room, spectator = await hall.connect("t", None, BUSY_ADDRESS)
            assert hall.computers.get_requester(room) == Requester(BUSY_ADDRESS)
            room.holders[b"token"] = frozenset({1})
            player = type(spectator)(frozenset({1}), OTHER_ADDRESS)
            room.clients.add(player)
            assert hall.computers.get_requester(room) == Requester(OTHER_ADDRESS)
            await create_table(hall, "u", "computer computer")
            room, spectator = await hall.connect("u", None, BUSY_ADDRESS)
            assert hall.computers.get_requester(room) == Requester(BUSY_ADDRESS, can_wait=True)

    asyncio.run(run())


def test_person_waits_for_one_turn_beside_thirty_tables_of_computers(tmp_path: Path) -> None:
    """The person waits for the running turn only."""

    async def run() -> None:
        async with open_hall(tmp_path) as hall:
            worker = get_worker(hall.computers.engines)
            for number in range(30):
                await create_table(hall, f"computers{number}", "computer computer")
                await hall.connect(f"computers{number}", None, BUSY_ADDRESS)
            await create_table(hall, "person", "computer here")
            await wait_until(lambda: len(get_thinking_tables(hall)) == 30)
            room, _ = await hall.connect("person", None, OTHER_ADDRESS)
            await wait_until(lambda: len(get_thinking_tables(hall)) == 31)
            worker.answer()
            await wait_until(lambda: worker.question)
            worker.answer()
            await wait_until(lambda: room.table.actions == 1)

    asyncio.run(run())
