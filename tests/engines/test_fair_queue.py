"""Whose turn it is to have the computer think: nobody can starve others, and nobody thinks for
tables that nobody looks at.  The engine here answers when the test says so."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from steinreich.core.game import load
from steinreich.engines import fair_queue
from steinreich.engines.fair_queue import Asker, RoundRobin
from steinreich.engines.turns.pool import Engines
from steinreich.engines.turns.service import TableQuestion
from steinreich.engines.turns.table_job import Thought
from steinreich.engines.worker import Answer
from steinreich.hall.hall import Hall
from steinreich.hall.metrics import Metrics
from steinreich.session.table import Event
from tests.hall.storing import opened as opened_storage
from tests.session.sitting import NONE, opened

START = str(load("vier3d").start())
GREEDY, MODEST = "10.0.0.1", "10.0.0.2"


class FakeWorker:
    """A worker without a process."""

    process = object()

    def __init__(self, start: bytes, farewell: float, **callbacks: Callable[..., None]) -> None:
        self.heard = callbacks["heard"]
        self.lost = callbacks["lost"]
        self.failures = 0
        self.question: TableQuestion | None = None
        self.stops = 0

    @property
    def is_free(self) -> bool:
        return self.question is None

    def ask(self, question: TableQuestion, seconds: float, is_stopped: bool) -> None:
        self.question = question

    def finish(self) -> None:
        self.question = None

    def stop(self) -> None:
        """It answers when the test says so, all the same."""
        self.stops += 1

    def answer(self) -> None:
        """Play the first legal action."""
        assert self.question
        position = load(self.question.game).position(self.question.position)
        self.heard(self, Answer(position.legal_moves()[:1]))

    async def close(self) -> None:
        self.question = None


@pytest.fixture(autouse=True)
def _fake_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steinreich.engines.supervisor.WorkerProcess", FakeWorker)


async def started() -> Engines:
    """One engine, that thinks as long as the test wants."""
    engines = Engines(1)
    engines.codes = []
    await engines.start()
    engines.warm[engines.thinkers[0]] = {"vier3d"}
    engines.compiled.add("vier3d")
    return engines


def worker_of(engines: Engines) -> Any:
    return engines.thinkers[0]


async def settle() -> None:
    """Let everything happen that can happen without anybody's doing."""
    for _ in range(20):
        await asyncio.sleep(0)


class Crowd:
    """Tables that ask, and the order in which they are served."""

    def __init__(self, engines: Engines) -> None:
        self.engines = engines
        self.tasks: list[asyncio.Task[list[str]]] = []
        self.places: dict[str, int] = {}

    async def ask(self, table: str, address: str, can_wait: bool = False) -> None:
        def told(thought: Thought) -> None:
            self.places[table] = thought.queue

        work = self.engines.choose(
            table, "vier3d", START, 1, 1, told, asker=Asker(address, can_wait)
        )
        self.tasks.append(asyncio.create_task(work))
        await settle()

    async def serve(self) -> str:
        """Let the engine answer; gives the table that it has answered."""
        (job,) = (job for job in self.engines.table_jobs() if job.worker)
        worker_of(self.engines).answer()
        await settle()
        return job.table


def test_addresses_take_turns() -> None:
    """Thirty tables of one address make another one wait for one turn, each time."""

    async def run() -> None:
        engines = await started()
        crowd = Crowd(engines)
        for number in range(30):
            await crowd.ask(f"greedy{number}", GREEDY)
        for turn in range(5):
            await crowd.ask(f"modest{turn}", MODEST)
            assert crowd.places[f"modest{turn}"] == 1, "it is next"
            assert (await crowd.serve()).startswith("greedy")
            assert await crowd.serve() == f"modest{turn}"
        assert [await crowd.serve() for _ in range(25)] == [f"greedy{n}" for n in range(5, 30)]
        await asyncio.gather(*crowd.tasks)

    asyncio.run(run())


def test_three_addresses_with_several_tables_each() -> None:
    async def run() -> None:
        crowd = Crowd(await started())
        for table in ("a1", "a2", "a3", "b1", "b2", "c1"):
            await crowd.ask(table, table[0])
        assert crowd.places == {"a1": 0, "a2": 3, "a3": 5, "b1": 1, "b2": 4, "c1": 2}
        served = [await crowd.serve() for _ in range(6)]
        assert served == ["a1", "b1", "c1", "a2", "b2", "a3"]

    asyncio.run(run())


def test_computers_among_themselves_come_last() -> None:
    async def run() -> None:
        crowd = Crowd(await started())
        for number in range(5):
            await crowd.ask(f"computers{number}", f"10.0.1.{number}", can_wait=True)
        for number in range(3):
            await crowd.ask(f"people{number}", GREEDY)
        served = [await crowd.serve() for _ in range(8)]
        assert served[:4] == ["computers0", "people0", "people1", "people2"], "one had begun"
        assert served[4:] == [f"computers{number}" for number in range(1, 5)]

    asyncio.run(run())


def test_computers_among_themselves_are_cut_short_where_a_person_waits() -> None:
    async def run() -> None:
        engines = await started()
        crowd, worker = Crowd(engines), worker_of(engines)
        await crowd.ask("computers1", GREEDY, can_wait=True)
        await crowd.ask("computers2", MODEST, can_wait=True)
        assert worker.stops == 0
        await crowd.ask("person1", MODEST)
        await crowd.ask("person2", MODEST)
        assert worker.stops == 1, "once is enough"
        served = [await crowd.serve() for _ in range(4)]
        assert served == ["computers1", "person1", "person2", "computers2"]
        assert worker.stops == 1, "people are not cut short"

    asyncio.run(run())


def test_what_has_been_begun_and_lost_comes_first() -> None:
    async def run() -> None:
        engines = await started()
        crowd = Crowd(engines)
        for table in ("a1", "a2", "b1"):
            await crowd.ask(table, table[0], can_wait=table == "a1")
        worker_of(engines).lost(worker_of(engines), "a test")
        await settle()
        assert [await crowd.serve() for _ in range(3)] == ["a1", "b1", "a2"]

    asyncio.run(run())


def test_addresses_are_not_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MOST_ADDRESSES", 10)
    turns = RoundRobin()
    for number in range(30):
        turns.take(Asker(str(number)))
    assert list(turns.served) == [str(number) for number in range(20, 30)]


# In a hall


@asynccontextmanager
async def hall_in(folder: Path) -> AsyncIterator[Hall]:
    async with opened_storage(f"sqlite:///{folder / 'hall.sqlite'}") as storage:
        hall = Hall(storage, await started(), Metrics())
        yield hall
        await hall.close()
        await hall.computers.engines.close()


async def set_up(hall: Hall, id: str, kinds: str, clock: dict[str, Any] = NONE) -> None:
    event = opened(kinds=kinds, clock=clock)._replace(at=hall.clock())
    await hall.storage.create(id, event, [], [], False)


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.002)


def asked(hall: Hall) -> set[str]:
    """The tables for which the computer thinks, or shall think."""
    engines = hall.computers.engines
    return {job.table for job in engines.table_jobs()}


@pytest.mark.parametrize("kinds", ["computer computer", "computer here"])
def test_nothing_is_computed_for_a_table_that_nobody_looks_at(tmp_path: Path, kinds: str) -> None:
    async def run() -> None:
        async with hall_in(tmp_path) as hall:
            worker = worker_of(hall.computers.engines)
            await set_up(hall, "t", kinds)
            room = await hall.room("t")
            await settle()
            assert not asked(hall)
            _, spectator = await hall.connect("t", None)
            await until(lambda: worker.question)
            hall.disconnect(room, spectator)
            assert worker.question, "what has been begun is finished"
            worker.answer()
            await until(lambda: room.table.actions == 1)
            await settle()
            assert not asked(hall)
            if kinds == "computer computer":
                await hall.connect("t", None)
                await until(lambda: worker.question)  # and goes on when somebody looks again

    asyncio.run(run())


def test_who_leaves_the_queue_comes_back_later(tmp_path: Path) -> None:
    async def run() -> None:
        async with hall_in(tmp_path) as hall:
            for id in ("first", "second"):
                await set_up(hall, id, "computer here")
            await hall.connect("first", None, GREEDY)
            room, other = await hall.connect("second", None, GREEDY)
            await until(lambda: asked(hall) == {"first", "second"})
            hall.disconnect(room, other)
            await until(lambda: asked(hall) == {"first"})
            _, other = await hall.connect("second", None, GREEDY)
            await until(lambda: asked(hall) == {"first", "second"})

    asyncio.run(run())


def test_a_clock_that_runs_for_the_computer_wakes_it_in_any_case(tmp_path: Path) -> None:
    """Or whoever leaves would win on time."""

    async def run() -> None:
        async with hall_in(tmp_path) as hall:
            clock = {"kind": "move", "seconds": 60}
            await set_up(hall, "t", "here computer", clock)
            await set_up(hall, "u", "computer here", NONE)
            played = Event(2, hall.clock(), "played", {"seat": 0, "actions": ["a1"]}, None)
            await hall.storage.append("t", played)
            await hall.connect("u", None)
            await until(lambda: asked(hall) == {"u"})
            room = await hall.room("t")
            await until(lambda: asked(hall) == {"u", "t"})
            assert hall.computers.asker(room) == Asker("", can_wait=True)

    asyncio.run(run())


def test_a_table_belongs_to_those_who_play_at_it(tmp_path: Path) -> None:
    """A spectator cannot put it into the queue of another address."""

    async def run() -> None:
        async with hall_in(tmp_path) as hall:
            await set_up(hall, "t", "computer here")
            room, spectator = await hall.connect("t", None, GREEDY)
            assert hall.computers.asker(room) == Asker(GREEDY)
            room.holders[b"token"] = frozenset({1})
            player = type(spectator)(frozenset({1}), MODEST)
            room.connections.add(player)
            assert hall.computers.asker(room) == Asker(MODEST)
            await set_up(hall, "u", "computer computer")
            room, spectator = await hall.connect("u", None, GREEDY)
            assert hall.computers.asker(room) == Asker(GREEDY, can_wait=True)

    asyncio.run(run())


def test_thirty_tables_of_computers_and_one_person(tmp_path: Path) -> None:
    """A whole hall: the person waits for what had been begun, and for nothing else."""

    async def run() -> None:
        async with hall_in(tmp_path) as hall:
            worker = worker_of(hall.computers.engines)
            for number in range(30):
                await set_up(hall, f"computers{number}", "computer computer")
                await hall.connect(f"computers{number}", None, GREEDY)
            await set_up(hall, "person", "computer here")
            await until(lambda: len(asked(hall)) == 30)
            room, _ = await hall.connect("person", None, MODEST)
            await until(lambda: len(asked(hall)) == 31)
            worker.answer()
            await until(lambda: worker.question)
            worker.answer()
            await until(lambda: room.table.actions == 1)

    asyncio.run(run())
