"""The computer's processes: they answer, in turn, whatever happens to them, and leave with us."""

import asyncio
import errno
import logging
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from steinreich import BadPosition, UnknownGame, games, load
from steinreich.engines.turns.code_ids import all_code_ids, code_id
from steinreich.engines.turns.pool import Engines
from steinreich.engines.turns.service import TableQuestion
from steinreich.engines.turns.table_job import TableJob, Thought
from steinreich.engines.worker_process import WorkerProcess

pytestmark = pytest.mark.xdist_group("engines")  # they share processes
START = str(load("vier3d").start())
ENDLESS = str(load("inner_square").start())  # a position of which nobody reads to the end
PATIENCE = 600.0  # seconds: nothing may be compiled yet, and the machine busy with other tests


def unheard(thought: Thought) -> None:
    """For tests that are not about thoughts."""


async def until(is_so: Callable[[], object]) -> None:
    """Wait for something; not for ever."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.01)


async def started(workers: int, *warm: str) -> Engines:
    """Engines that are warm for some games and do not warm up for any other."""
    engines = Engines(workers)
    engines.codes = list(warm)
    await engines.start()
    try:
        await until(
            lambda: all(engines.warm.get(one, set()) >= set(warm) for one in engines.thinkers)
        )
        await until(lambda: engines.compiler_process is None)
    except TimeoutError:
        await engines.close()
        raise
    return engines


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """One event loop for all tests that share processes."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def single(runner: asyncio.Runner) -> Iterator[Engines]:
    """One process, warm for several games."""
    warm = ("inner_square", "tzaar", "vier3d", "six_in_line(players=4)")
    engines = runner.run(started(1, *warm))
    yield engines
    runner.run(engines.close())


@pytest.fixture(scope="module")
def double(runner: asyncio.Runner) -> Iterator[Engines]:
    """Two processes."""
    engines = runner.run(started(2, "inner_square", "tzaar"))
    yield engines
    runner.run(engines.close())


@pytest.fixture
def one(single: Engines, runner: asyncio.Runner) -> Iterator[Engines]:
    """One process that has nothing to do."""
    single.answered.clear()
    yield single
    runner.run(until(lambda: not single.under_way))


@pytest.fixture
def two(double: Engines, runner: asyncio.Runner) -> Iterator[Engines]:
    """Two processes that have nothing to do."""
    double.answered.clear()
    yield double
    runner.run(
        until(
            lambda: all(
                one.is_free and len(double.warm.get(one, ())) == 2 for one in double.thinkers
            )
        )
    )


@asynccontextmanager
async def cold() -> AsyncIterator[Engines]:
    """Engines that never warm up."""
    engines = await started(0)
    try:
        yield engines
    finally:
        await engines.close()


def pid(worker: WorkerProcess | None) -> int:
    """The number of a worker's process."""
    assert worker
    assert worker.process
    return worker.process.pid


def has_ended(process: int) -> bool:
    """Whether there is no such process any more; one that nobody has buried yet does not count."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.parametrize("id", ["vier3d", "tzaar(setup=fixed)", "six_in_line(players=4)"])
def test_a_whole_game(id: str, one: Engines, runner: asyncio.Runner) -> None:
    """Each answer is a whole turn, played at a level."""

    async def play() -> int:
        position, turns = load(id).start(), 0
        while not position.is_over:
            level = 3 if position.player else 1
            told: list[Thought] = []
            for name in await one.choose("a", id, str(position), level, turns, told.append, 1.0):
                assert not position.is_over
                position = position.play(name)
            assert position.is_over or position.starts_turn
            assert told[0] == Thought(0, 0, 0, 0.0, [])
            turns += 1
        return turns

    turns = runner.run(play())
    assert one.answered == {"level": turns}


def test_thinking_is_told(one: Engines, runner: asyncio.Runner) -> None:
    told: list[Thought] = []
    turn = runner.run(one.choose("a", "inner_square", ENDLESS, 10, 1, told.append, 1.0))
    assert len(turn) == 1
    assert len(told) > 1
    assert all(thought.queue == 0 for thought in told)
    assert [thought.depth for thought in told] == sorted(thought.depth for thought in told)
    position = load("inner_square").start()
    for name in told[-1].line:
        position = position.play(name)


def test_who_is_hurried_moves_now(two: Engines, runner: asyncio.Runner) -> None:
    """Two tables think about the same turn of two actions; one is hurried."""
    position = load("tzaar(setup=fixed)").start()
    position = position.play(position.legal_moves()[0])
    told: list[Thought] = []

    async def hurry() -> list[str]:
        hurried, other = (
            asyncio.create_task(
                two.choose(table, position.game.id, str(position), 10, 1, told.append)
            )
            for table in "ab"
        )
        await until(lambda: len(told) > 2)
        two.hurry("nobody")
        two.hurry("a")
        turn = await hurried
        assert not other.done()
        two.cancel("b")
        return turn

    assert len(runner.run(hurry())) == 2
    assert two.answered == {"level": 1}


def test_who_is_hurried_in_the_queue_does_not_wait(one: Engines, runner: asyncio.Runner) -> None:
    async def hurry() -> None:
        first, second = (
            asyncio.create_task(one.choose(table, "inner_square", ENDLESS, 10, 1, unheard))
            for table in "ab"
        )
        await until(lambda: one.waiting)
        one.hurry("b")
        await second
        assert not first.done()
        one.cancel("a")

    runner.run(hurry())
    assert one.answered == {"stand-in": 1}


def test_what_is_no_longer_wanted_is_cancelled(one: Engines, runner: asyncio.Runner) -> None:
    async def cancel() -> None:
        tasks = thinking, waiting, given_up = [
            asyncio.create_task(one.choose(table, "inner_square", ENDLESS, 10, 1, unheard))
            for table in "abc"
        ]
        await until(lambda: len(one.waiting) == 2)
        one.cancel("a")
        one.cancel("b")
        given_up.cancel()  # as by a server that has lost interest
        await asyncio.wait(tasks)
        assert thinking.cancelled()
        assert waiting.cancelled()
        assert given_up.cancelled()
        assert one.waiting == []
        # The same table may ask anew at once.
        assert await one.choose("a", "inner_square", ENDLESS, 1, 1, unheard)

    runner.run(cancel())
    assert one.answered == {"level": 1}


def test_who_asks_first_is_served_first(one: Engines, runner: asyncio.Runner) -> None:
    """Five tables and one process; places in the queue are told, and nobody is overtaken."""
    told: dict[str, list[int]] = {table: [] for table in "abcde"}
    served: list[str] = []

    async def ask(table: str) -> None:
        def hear(thought: Thought) -> None:
            told[table].append(thought.queue)

        await one.choose(table, "inner_square", ENDLESS, 10, 1, hear, 0.25)
        served.append(table)

    async def wait() -> None:
        await asyncio.gather(*(ask(table) for table in told))

    runner.run(wait())
    assert served == list("abcde")
    for place, table in enumerate("abcde"):
        assert list(dict.fromkeys(told[table])) == list(range(place, -1, -1))


def test_a_long_queue_is_not_told_of_every_step() -> None:
    async def shrink() -> list[int]:
        told: list[int] = []
        question = TableQuestion("turn", "vier3d", START)
        job = TableJob("a", question, lambda thought: told.append(thought.queue))
        for place in range(200, 0, -1):
            job.tell_place(place)
        await asyncio.sleep(0)
        return told

    told = asyncio.run(shrink())
    assert told == sorted(set(told), reverse=True)
    assert told[-10:] == list(range(10, 0, -1))
    assert len(told) < 50


def test_one_question_of_a_table_at_a_time(two: Engines, runner: asyncio.Runner) -> None:
    async def ask() -> None:
        turn = asyncio.create_task(
            two.choose("a", "inner_square", ENDLESS, 10, 1, unheard, seconds=0.5)
        )
        offer = asyncio.create_task(two.wants_draw("a", "inner_square", ENDLESS, 2, 0))
        await until(lambda: two.waiting)
        assert len(two.under_way) == 1
        assert any(worker.is_free for worker in two.thinkers)
        await offer
        assert turn.done()

    runner.run(ask())


def test_draws_are_taken_by_who_is_not_better(one: Engines, runner: asyncio.Runner) -> None:
    """Red has three in a row and is to move."""
    position = load("vier3d").start()
    for name in ("a1", "a4", "b1", "b4", "c1", "d3"):
        position = position.play(name)

    async def offer(engines: Engines) -> list[bool]:
        return [await engines.wants_draw("a", "vier3d", str(position), 9, seat) for seat in (0, 1)]

    async def offer_to_the_stand_in() -> list[bool]:
        async with cold() as engines:
            return await offer(engines)

    assert runner.run(offer(one)) == [False, True]
    assert one.answered == {"level": 2}
    assert runner.run(offer_to_the_stand_in()) == [False, True]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_an_answer_comes_though_a_process_dies_or_hangs(
    how: signal.Signals, two: Engines, runner: asyncio.Runner, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        told: list[Thought] = []
        turn = asyncio.create_task(
            two.choose("a", "inner_square", ENDLESS, 10, 1, told.append, seconds=1.0)
        )
        await until(lambda: len(told) > 1)
        (worker,) = two.under_way
        victim = pid(worker)
        os.kill(victim, how)
        load("inner_square").start().play(*await turn)
        assert has_ended(victim)
        await until(
            lambda: "inner_square" in two.warm.get(worker, ())
        )  # there is another in its place
        assert pid(worker) != victim

    with caplog.at_level(logging.WARNING):
        runner.run(fail())
    assert two.answered.total() == 1
    assert "an engine process has ended with exit code -9" in caplog.text
    assert ("gave no answer" in caplog.text) == (how == signal.SIGSTOP)


def test_the_last_resort_is_this_process() -> None:
    """The stand-in process dies twice over one question."""

    async def fail() -> None:
        position = load("tzaar").start(seed=1)
        position = position.play(position.legal_moves()[0])  # two actions take a while
        async with cold() as engines:
            turn = asyncio.create_task(engines.choose("a", "tzaar", str(position), 10, 1, unheard))
            for _ in range(2):
                await until(lambda: engines.under_way)
                os.kill(pid(engines.stand_in), signal.SIGKILL)
                await until(lambda: not engines.under_way)
            for name in await turn:
                position = position.play(name)
            assert position.starts_turn
            assert engines.answered == {"stand-in": 1}

    asyncio.run(fail())


Spawn = Callable[..., Coroutine[Any, Any, Process]]


def spawning(monkeypatch: pytest.MonkeyPatch, *failures: str) -> None:
    """Let the first processes fail in these ways, and after them none."""
    spawn: Spawn = asyncio.create_subprocess_exec
    to_come = list(failures)

    async def spawn_badly(*command: str, **options: Any) -> Process:
        failure = to_come.pop(0) if to_come else ""
        if failure == "no memory":
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        if failure == "freezes":
            command = ("sleep", "1000")
        if failure == "nonsense":
            command = ("sh", "-c", "echo ready; echo nonsense; exec sleep 1000")
        return await spawn(*command, **options)

    monkeypatch.setattr("asyncio.create_subprocess_exec", spawn_badly)
    monkeypatch.setattr("steinreich.engines.worker_process.LONGEST_START", 5.0)


@pytest.mark.parametrize("failure", ["no memory", "freezes", "nonsense"])
def test_a_process_that_does_not_come_to_life_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failure: str
) -> None:
    spawning(monkeypatch, failure)

    async def ask() -> None:
        async with cold() as engines:
            assert await engines.choose("a", "vier3d", START, 1, 1, unheard)
            await until(lambda: engines.stand_in and engines.stand_in.is_free)

    with caplog.at_level(logging.WARNING):
        asyncio.run(ask())
    assert "an engine process is of no use" in caplog.text


def test_where_no_process_can_be_had_this_one_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    spawning(monkeypatch, *100 * ["no memory"])

    async def ask() -> None:
        async with cold() as engines:
            load("vier3d").start().play(*await engines.choose("a", "vier3d", START, 9, 1, unheard))
            assert engines.answered == {"stand-in": 1}

    asyncio.run(ask())


def test_a_bad_question_is_refused_and_harms_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    async def ask() -> None:
        async with cold() as engines:
            with pytest.raises(UnknownGame):
                await engines.choose("a", "chess", START, 1, 1, unheard)
            with pytest.raises(BadPosition):
                await engines.choose("a", "vier3d", "nonsense", 1, 1, unheard)
            before = pid(engines.stand_in)
            assert await engines.choose("a", "vier3d", START, 1, 1, unheard)
            assert pid(engines.stand_in) == before

    asyncio.run(ask())
    assert "BadPosition" in capfd.readouterr().err


def test_the_first_move_does_not_wait_for_the_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is compiled yet: the stand-in moves, and the game asked for is compiled first."""
    monkeypatch.setenv("STEINREICH_CACHE", str(tmp_path))

    async def begin() -> None:
        engines = Engines(1)
        await engines.start()
        try:
            position = load("six_in_line").start()
            assert set(engines.warmth().values()) == {"cold"}
            for name in await engines.choose("a", "six_in_line", str(position), 10, 1, unheard):
                position = position.play(name)
            assert position.starts_turn
            assert engines.answered == {"stand-in": 1}
            await until(lambda: engines.warmth()["six_in_line"] == "warming")
            assert [name for name, how in engines.warmth().items() if how != "cold"] == [
                "six_in_line"
            ]
        finally:
            await engines.close()

    asyncio.run(begin())


def test_what_is_wanted_is_warmed_up_and_the_compiler_goes(one: Engines) -> None:
    assert one.compiler_process is None
    warmth = one.warmth()
    assert {name for name in games() if warmth[name] == "warm"} == {
        "inner_square",
        "tzaar",
        "vier3d",
    }
    assert warmth["chain_reaxis"] == "cold"


def test_options_share_machine_code() -> None:
    assert all_code_ids() == [*games(), "six_in_line(players=4)", "vier3d(players=3)"]
    assert code_id(load("chain_reaxis(size=8x8)")) == "chain_reaxis"
    assert code_id(load("six_in_line(players=1)")) == "six_in_line(players=4)"


def test_closing_leaves_no_process() -> None:
    async def leave() -> list[int]:
        engines = Engines(2)
        await engines.start()
        await until(lambda: all(worker.process for worker in engines.workers))
        numbers = [pid(worker) for worker in engines.workers]
        turn = asyncio.create_task(engines.choose("a", "vier3d", START, 10, 1, unheard))
        await asyncio.sleep(0)
        await engines.close()
        with pytest.raises(asyncio.CancelledError):
            await turn
        with pytest.raises(RuntimeError, match="closed"):
            await engines.choose("a", "vier3d", START, 10, 1, unheard)
        return numbers

    numbers = asyncio.run(leave())
    assert len(numbers) == 4
    assert all(has_ended(number) for number in numbers)


ORPHANING = """
import asyncio, os
from steinreich.engines.turns.pool import Engines

async def main():
    engines = Engines(1)
    await engines.start()
    while not all(worker.process for worker in engines.workers):
        await asyncio.sleep(0.01)
    print(*(worker.process.pid for worker in engines.workers), flush=True)
    os.kill(os.getpid(), 9)

asyncio.run(main())
"""


def test_no_orphan_is_left_after_a_sudden_death() -> None:
    run = subprocess.run([sys.executable, "-c", ORPHANING], stdout=subprocess.PIPE, text=True)
    numbers = [int(word) for word in run.stdout.split()]
    assert run.returncode == -signal.SIGKILL
    assert len(numbers) == 3
    asyncio.run(until(lambda: all(has_ended(number) for number in numbers)))


def test_this_process_stays_free_of_the_compiler() -> None:
    code = "import sys, steinreich.engines.turns.pool; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_who_wants_waits_for_machine_code(runner: asyncio.Runner) -> None:
    """Others hear that a stand-in plays for the computer, and get an answer at once."""

    async def ask() -> None:
        engines = Engines(1)
        engines.codes = ["vier3d"]
        await engines.start()
        heard: dict[str, list[Thought]] = {"patient": [], "in haste": []}
        try:
            assert engines.is_cold(load("vier3d"))
            patient = asyncio.create_task(
                engines.choose("a", "vier3d", START, 3, 1, heard["patient"].append, waits=True)
            )
            await engines.choose("b", "vier3d", START, 3, 1, heard["in haste"].append)
            assert engines.answered == {"stand-in": 1}
            assert not patient.done()
            assert all(thought.is_cold for thought in heard["in haste"])
            async with asyncio.timeout(PATIENCE):
                await patient
        finally:
            await engines.close()
        assert engines.answered == {"stand-in": 1, "level": 1}
        assert heard["patient"][0].is_cold
        assert not heard["patient"][-1].is_cold

    runner.run(ask())


def test_nobody_waits_for_what_cannot_come(runner: asyncio.Runner) -> None:
    async def ask() -> None:
        async with cold() as engines:
            await engines.choose("a", "vier3d", START, 3, 1, unheard, waits=True)
            assert engines.answered == {"stand-in": 1}

    runner.run(ask())


def test_who_has_waited_long_enough_goes_on(runner: asyncio.Runner) -> None:
    async def ask() -> None:
        engines = Engines(1)
        engines.codes = []
        await engines.start()
        engines.warm_up = lambda: None  # type: ignore[method-assign]  # it takes for ever
        try:
            waiting = asyncio.create_task(
                engines.choose("a", "vier3d", START, 3, 1, unheard, waits=True)
            )
            await until(lambda: engines.stand_in and engines.stand_in.is_free)
            assert len(engines.waiting) == 1
            engines.wait("a", False)
            await waiting
            assert engines.answered == {"stand-in": 1}
        finally:
            await engines.close()

    runner.run(ask())
