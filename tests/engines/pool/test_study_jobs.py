"""Scheduling of analysts: fair, one for each client, with retries and failures."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from steinreich.engines.pool import EnginePool, StudyJob
from steinreich.engines.study.questions import PositionReference, SearchPosition, StageResult
from steinreich.engines.supervisor import WorkerFailed
from steinreich.engines.worker import Launch, make_start_message
from steinreich.session.schema.study import StudyState
from tests.engines.pool.waiting_service import FAILING_GAME, WaitingService

ENDLESS_SECONDS = 100_000.0  # much longer than a test may take
TEST_TIMEOUT_SECONDS = 60.0

ReportedStates = list[tuple[StudyState, int]]


def make_question(seconds: float, game: str = "vier3d", **options: Any) -> SearchPosition:
    position = options.pop("position", None)
    return SearchPosition(PositionReference(game, position), 1, seconds, "en", **options)


def make_job(question: SearchPosition, visitor: str) -> tuple[StudyJob, ReportedStates, list[str]]:
    """Return a job, the states that are reported, and the intermediate results."""
    states: ReportedStates = []
    results: list[str] = []
    job = StudyJob(
        question, visitor, results.append, lambda state, queue: states.append((state, queue))
    )
    return job, states, results


def run_with_analysts(count: int, work: Callable[[EnginePool], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        analysts = EnginePool(0, count)
        analysts.analyst_message = make_start_message(Launch(WaitingService))
        try:
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS):
                await work(analysts)
        finally:
            await analysts.close()

    asyncio.run(run())


def test_first_results_interrupt_longer_jobs() -> None:
    async def work(analysts: EnginePool) -> None:
        first, states, results = make_job(make_question(ENDLESS_SECONDS), "ada")
        thinking = asyncio.create_task(analysts.ask(first))
        while not results:
            await asyncio.sleep(0.01)
        assert list(dict.fromkeys(state for state, _ in states)) == ["cold", "thinking"]
        second, states, _ = make_job(make_question(0.05), "ben")
        await analysts.ask(second)
        await thinking
        assert list(dict.fromkeys(states)) == [("waiting", 1), ("thinking", 0)]

    run_with_analysts(1, work)


def test_client_has_one_analyst_at_a_time() -> None:
    async def work(analysts: EnginePool) -> None:
        max_running = 0
        jobs = [make_job(make_question(0.2), "ada")[0] for _ in range(4)]
        other, _, _ = make_job(make_question(0.2), "ben")
        tasks = [asyncio.create_task(analysts.ask(job)) for job in (*jobs, other)]
        while not all(task.done() for task in tasks):
            running_addresses = [job.requester.address for job in analysts.running_jobs.values()]
            max_running = max(max_running, running_addresses.count("ada"))
            await asyncio.sleep(0.005)
        assert max_running == 1
        assert len(analysts.workers) == 2

    run_with_analysts(2, work)


def test_cancelled_job_reports_nothing() -> None:
    async def work(analysts: EnginePool) -> None:
        first, _, results = make_job(make_question(ENDLESS_SECONDS), "ada")
        thinking = asyncio.create_task(analysts.ask(first))
        while not results:
            await asyncio.sleep(0.01)
        thinking.cancel()
        with suppress(asyncio.CancelledError):
            await thinking
        result_count = len(results)
        second, _, _ = make_job(make_question(0.05), "ada")
        await analysts.ask(second)
        assert len(results) == result_count

    run_with_analysts(1, work)


def test_retries_a_job_after_its_process_died(tmp_path: Path) -> None:
    async def work(analysts: EnginePool) -> None:
        dying_job, _, _ = make_job(make_question(0.05, position=str(tmp_path / "died")), "ada")
        answer = await analysts.ask(dying_job)
        assert isinstance(answer, StageResult)
        assert dying_job.attempts == 2
        assert (tmp_path / "died").exists()

    run_with_analysts(1, work)


def test_failed_warm_up_fails_only_jobs_of_its_game() -> None:
    async def work(analysts: EnginePool) -> None:
        failing_job, states, _ = make_job(make_question(0.05, FAILING_GAME), "ada")
        with pytest.raises(WorkerFailed):
            await analysts.ask(failing_job)
        assert {state for state, _ in states} == {"cold"}
        other_job, _, _ = make_job(make_question(0.05), "ada")
        assert isinstance(await analysts.ask(other_job), StageResult)

    run_with_analysts(1, work)
