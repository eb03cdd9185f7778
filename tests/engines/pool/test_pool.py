"""The engine pool: whole turns, progress, queue, hurry, draw offers, and lost processes."""

import asyncio
import logging
import os
import signal
from collections.abc import Iterator

import pytest

from steinreich import games, load
from steinreich.engines.pool import EnginePool, TableJob
from steinreich.engines.turns import TableQuestion, TurnProgress, accepts_draw
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.search.result import Verdict
from tests.engines.pool.pool_helpers import (
    ENDLESS_POSITION,
    START_POSITION,
    get_pid,
    ignore_progress,
    is_process_gone,
    open_cold_pool,
    open_pool,
    wait_until,
)

pytestmark = pytest.mark.xdist_group("engines")  # they share processes


@pytest.fixture(scope="module")
def single_worker_pool(runner: asyncio.Runner) -> Iterator[EnginePool]:
    """A pool with one process, warm for several games."""
    warm = ("inner_square", "tzaar", "vier3d", "six_in_line(players=4)")
    engines = runner.run(open_pool(1, *warm))
    yield engines
    runner.run(engines.close())


@pytest.fixture(scope="module")
def two_worker_pool(runner: asyncio.Runner) -> Iterator[EnginePool]:
    """A pool with two processes."""
    engines = runner.run(open_pool(2, "inner_square", "tzaar"))
    yield engines
    runner.run(engines.close())


@pytest.fixture
def idle_pool(single_worker_pool: EnginePool, runner: asyncio.Runner) -> Iterator[EnginePool]:
    """The pool with one process, when it is idle."""
    single_worker_pool.answer_counts.clear()
    yield single_worker_pool
    runner.run(wait_until(lambda: not single_worker_pool.running_jobs))


@pytest.fixture
def idle_pool_of_two(two_worker_pool: EnginePool, runner: asyncio.Runner) -> Iterator[EnginePool]:
    """The pool with two processes, when it is idle."""
    two_worker_pool.answer_counts.clear()
    yield two_worker_pool
    runner.run(
        wait_until(
            lambda: all(
                worker.is_free and len(two_worker_pool.loaded_codes.get(worker, ())) == 2
                for worker in two_worker_pool.players
            )
        )
    )


@pytest.mark.parametrize("id", ["vier3d", "tzaar(setup=fixed)", "six_in_line(players=4)"])
def test_pool_plays_a_whole_game(id: str, idle_pool: EnginePool, runner: asyncio.Runner) -> None:
    """Each answer is a whole turn, played at a level."""

    async def play() -> int:
        position, turns = load(id).start(), 0
        while not position.is_over:
            level = 3 if position.player else 1
            reports: list[TurnProgress] = []
            for name in await idle_pool.choose_turn(
                "a", id, str(position), level, turns, reports.append, 1.0
            ):
                assert not position.is_over
                position = position.play(name)
            assert position.is_over or position.starts_turn
            assert reports[0] == TurnProgress(0, 0, 0, 0.0, [])
            turns += 1
        return turns

    turns = runner.run(play())
    assert idle_pool.answer_counts == {"level": turns}


def test_reports_progress(idle_pool: EnginePool, runner: asyncio.Runner) -> None:
    reports: list[TurnProgress] = []
    for seconds in (1.0, 10.0):  # engines have low priority on a busy machine
        reports.clear()
        turn = runner.run(
            idle_pool.choose_turn(
                "a", "inner_square", ENDLESS_POSITION, 10, 1, reports.append, seconds
            )
        )
        if len(reports) > 1:
            break
    assert len(turn) == 1
    assert len(reports) > 1
    assert all(progress.queue_position == 0 for progress in reports)
    assert [progress.depth for progress in reports] == sorted(
        progress.depth for progress in reports
    )
    position = load("inner_square").start()
    for name in reports[-1].line:
        position = position.play(name)


def test_hurry_ends_the_search(idle_pool_of_two: EnginePool, runner: asyncio.Runner) -> None:
    """Two tables think about the same turn of two actions; one is hurried."""
    position = load("tzaar(setup=fixed)").start()
    position = position.play(position.legal_moves()[0])
    reports: list[TurnProgress] = []

    async def hurry() -> list[str]:
        hurried, other = (
            asyncio.create_task(
                idle_pool_of_two.choose_turn(
                    table, position.game.id, str(position), 10, 1, reports.append
                )
            )
            for table in "ab"
        )
        await wait_until(lambda: len(reports) > 2)
        idle_pool_of_two.hurry("another table")
        idle_pool_of_two.hurry("a")
        turn = await hurried
        assert not other.done()
        idle_pool_of_two.cancel("b")
        return turn

    assert len(runner.run(hurry())) == 2
    assert idle_pool_of_two.answer_counts == {"level": 1}


def test_hurried_turn_leaves_the_queue(idle_pool: EnginePool, runner: asyncio.Runner) -> None:
    async def hurry() -> None:
        first, second = (
            asyncio.create_task(
                idle_pool.choose_turn(
                    table, "inner_square", ENDLESS_POSITION, 10, 1, ignore_progress
                )
            )
            for table in "ab"
        )
        await wait_until(lambda: idle_pool.waiting_jobs)
        idle_pool.hurry("b")
        await second
        assert not first.done()
        idle_pool.cancel("a")

    runner.run(hurry())
    assert idle_pool.answer_counts == {"fallback": 1}


def test_cancelled_turns_free_the_worker(idle_pool: EnginePool, runner: asyncio.Runner) -> None:
    async def cancel() -> None:
        tasks = thinking, waiting, given_up = [
            asyncio.create_task(
                idle_pool.choose_turn(
                    table, "inner_square", ENDLESS_POSITION, 10, 1, ignore_progress
                )
            )
            for table in "abc"
        ]
        await wait_until(lambda: len(idle_pool.waiting_jobs) == 2)
        idle_pool.cancel("a")
        idle_pool.cancel("b")
        given_up.cancel()  # as a server that is no longer interested does
        await asyncio.wait(tasks)
        assert thinking.cancelled()
        assert waiting.cancelled()
        assert given_up.cancelled()
        assert idle_pool.waiting_jobs == []
        # The same table can ask again at once.
        assert await idle_pool.choose_turn(
            "a", "inner_square", ENDLESS_POSITION, 1, 1, ignore_progress
        )

    runner.run(cancel())
    assert idle_pool.answer_counts == {"level": 1}


def test_queue_is_first_in_first_out(idle_pool: EnginePool, runner: asyncio.Runner) -> None:
    """Five tables and one process: queue positions are reported, and none is overtaken."""
    reports: dict[str, list[int]] = {table: [] for table in "abcde"}
    served: list[str] = []

    async def ask(table: str) -> None:
        def on_progress(progress: TurnProgress) -> None:
            reports[table].append(progress.queue_position)

        await idle_pool.choose_turn(
            table, "inner_square", ENDLESS_POSITION, 10, 1, on_progress, 0.25
        )
        served.append(table)

    async def wait() -> None:
        await asyncio.gather(*(ask(table) for table in reports))

    runner.run(wait())
    assert served == list("abcde")
    for position, table in enumerate("abcde"):
        assert list(dict.fromkeys(reports[table])) == list(range(position, -1, -1))


def test_long_queue_reports_only_large_changes() -> None:
    async def shrink() -> list[int]:
        reports: list[int] = []
        question = TableQuestion("turn", "vier3d", START_POSITION)
        job = TableJob("a", question, lambda progress: reports.append(progress.queue_position))
        for position in range(200, 0, -1):
            job.report_queue_position(position, is_cold=False)
        await asyncio.sleep(0)
        return reports

    reports = asyncio.run(shrink())
    assert reports == sorted(set(reports), reverse=True)
    assert reports[-10:] == list(range(10, 0, -1))
    assert len(reports) < 50


def test_table_can_ask_one_question_at_a_time(
    idle_pool_of_two: EnginePool, runner: asyncio.Runner
) -> None:
    async def ask() -> None:
        turn = asyncio.create_task(
            idle_pool_of_two.choose_turn(
                "a", "inner_square", ENDLESS_POSITION, 10, 1, ignore_progress, seconds=0.5
            )
        )
        offer = asyncio.create_task(
            idle_pool_of_two.wants_draw("a", "inner_square", ENDLESS_POSITION, 2, 0)
        )
        await wait_until(lambda: idle_pool_of_two.waiting_jobs)
        assert len(idle_pool_of_two.running_jobs) == 1
        assert any(worker.is_free for worker in idle_pool_of_two.players)
        await offer
        assert turn.done()

    runner.run(ask())


def test_losing_computer_accepts_a_draw_and_winning_one_declines(
    idle_pool: EnginePool, runner: asyncio.Runner
) -> None:
    """Red has three in a row and is to move."""
    position = load("vier3d").start()
    for name in ("a1", "a4", "b1", "b4", "c1", "d3"):
        position = position.play(name)

    async def offer(engines: EnginePool) -> list[bool]:
        return [await engines.wants_draw("a", "vier3d", str(position), 9, seat) for seat in (0, 1)]

    async def offer_to_the_fallback_player() -> list[bool]:
        async with open_cold_pool() as engines:
            return await offer(engines)

    assert runner.run(offer(idle_pool)) == [False, True]
    assert idle_pool.answer_counts == {"level": 2}
    assert runner.run(offer_to_the_fallback_player()) == [False, True]


@pytest.mark.parametrize("fault", [signal.SIGKILL, signal.SIGSTOP])
def test_replaces_a_dead_or_hanging_process_and_answers(
    fault: signal.Signals,
    idle_pool_of_two: EnginePool,
    runner: asyncio.Runner,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail() -> None:
        reports: list[TurnProgress] = []
        turn = asyncio.create_task(
            idle_pool_of_two.choose_turn(
                "a", "inner_square", ENDLESS_POSITION, 10, 1, reports.append, seconds=1.0
            )
        )
        await wait_until(lambda: len(reports) > 1)
        (worker,) = idle_pool_of_two.running_jobs
        victim = get_pid(worker)
        os.kill(victim, fault)
        load("inner_square").start().play(*await turn)
        assert is_process_gone(victim)
        await wait_until(
            lambda: "inner_square" in idle_pool_of_two.loaded_codes.get(worker, ())
        )  # it has been replaced
        assert get_pid(worker) != victim

    with caplog.at_level(logging.WARNING):
        runner.run(fail())
    assert idle_pool_of_two.answer_counts.total() == 1
    assert "an engine process has ended with exit code -9" in caplog.text
    assert ("gave no answer" in caplog.text) == (fault == signal.SIGSTOP)


def test_requested_games_are_warmed_up_and_the_compiler_exits(idle_pool: EnginePool) -> None:
    assert idle_pool.compiler is None
    warmth = idle_pool.get_warmth()
    assert {name for name in games() if warmth[name] == "warm"} == {
        "inner_square",
        "tzaar",
        "vier3d",
    }
    assert warmth["chain_reaxis"] == "cold"


@pytest.mark.parametrize(
    ("values", "outcome", "accepted"),
    [
        ((0.0, 0.0), DRAW, [True, True]),
        ((1.0, -1.0), 0, [False, True]),
        ((0.0, 0.0), ONGOING, [False, False]),
        ((0.1, -0.1), ONGOING, [False, False]),
        ((0.4, -0.4), ONGOING, [False, True]),
    ],
)
def test_accepts_a_proven_draw_or_one_from_a_worse_position(
    values: tuple[float, ...], outcome: int, accepted: list[bool]
) -> None:
    assert [accepts_draw(Verdict(values, outcome), seat) for seat in (0, 1)] == accepted
