"""The supervisor: answers, progress, stops, time limits, and replaced processes."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from steinreich.engines.supervisor import Job, LoopThread, NotReady, Supervisor, WorkerFailed
from steinreich.engines.worker import Launch, make_start_message
from steinreich.engines.worker_process import WORKER_MODULE
from tests.engines.fake_services import FailingService, ScriptedService, SlowService


@asynccontextmanager
async def supervisor(most: int = 1, **settings: Any) -> AsyncIterator[Supervisor]:
    one = Supervisor(Launch(ScriptedService), most, **settings)
    try:
        yield one
    finally:
        await one.close()


async def ask(one: Supervisor, question: str, **settings: Any) -> Any:
    return await one.ask(Job(question, **settings))


def test_returns_answers_and_progress() -> None:
    async def run() -> None:
        async with supervisor() as one:
            heard: list[int] = []
            first = await ask(one, "count 3", progress=heard.append)
            assert heard == [0, 1, 2]
            assert await ask(one, "print") == (first[0], 2), "by the same process"

    asyncio.run(run())


def test_starts_no_more_processes_than_needed() -> None:
    async def run() -> None:
        async with supervisor(most=3) as one:
            assert one.workers == []
            await ask(one, "")
            await ask(one, "")
            assert len(one.workers) == 1
            both = [Job("wait"), Job("wait")]
            asked = [asyncio.create_task(one.ask(job)) for job in both]
            while len(one.running_jobs) < 2:
                await asyncio.sleep(0.01)
            assert len(one.workers) == 2
            for job in both:
                job.stop()
            assert await asyncio.gather(*asked) == [True, True]

    asyncio.run(run())


def test_question_can_be_stopped_before_and_during_its_answer() -> None:
    async def run() -> None:
        async with supervisor() as one:
            on_the_way = Job("wait", lambda _: on_the_way.stop())
            before = Job("wait")
            before.stop()
            answers = await asyncio.gather(one.ask(on_the_way), one.ask(before))
            assert all(answer is True for answer in answers)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("die 7", "its process ended with exit code 7"),
        ("sleep", "no answer within 0.5 s"),
        ("fail", "ZeroDivisionError: a bug"),
    ],
)
@pytest.mark.parametrize("shutdown_seconds", [0.0, 2.0])
def test_replaces_a_failed_process(question: str, reason: str, shutdown_seconds: float) -> None:
    async def run() -> None:
        async with supervisor(shutdown_seconds=shutdown_seconds) as one:
            before, _ = await ask(one, "")
            with pytest.raises(WorkerFailed, match=reason):
                await ask(one, question, seconds=0.5)
            after, answers = await ask(one, "")
            assert (after != before, answers) == (True, 1)

    asyncio.run(run())


def test_keeps_a_process_whose_service_failed() -> None:
    async def run() -> None:
        async with supervisor(keeps_failed_workers=True) as one:
            before, _ = await ask(one, "")
            with pytest.raises(WorkerFailed, match="a bug"):
                await ask(one, "fail")
            assert await ask(one, "") == (before, 3)

    asyncio.run(run())


def test_final_answer_after_a_timeout_is_used() -> None:
    async def run() -> None:
        async with supervisor() as one:
            before, _ = await ask(one, "")
            assert await ask(one, "last") == "the last"
            assert (await ask(one, ""))[0] != before

    asyncio.run(run())


def test_retry_uses_another_process() -> None:
    async def run() -> None:
        async with supervisor() as one:
            job = Job("die 3", max_attempts=3)
            with pytest.raises(WorkerFailed, match="exit code 3"):
                await one.ask(job)
            assert job.attempts == 3

    asyncio.run(run())


def test_job_can_restart_its_timeout() -> None:
    async def run() -> None:
        async with supervisor() as one:
            job = Job("wait", lambda _: job.restart_timeout(0.3), seconds=60.0)
            with pytest.raises(WorkerFailed, match=r"no answer within 0\.3 s"):
                await one.ask(job)

    asyncio.run(run())


def test_raises_not_ready_if_no_process_starts() -> None:
    async def run() -> None:
        one = Supervisor(Launch(FailingService), 1)
        with pytest.raises(NotReady, match="exit code 1"):
            await ask(one, "")
        await one.close()

    asyncio.run(run())


def test_closed_supervisor_refuses_questions() -> None:
    async def run() -> None:
        async with supervisor() as one:
            await ask(one, "")
        with pytest.raises(NotReady, match="closed"):
            await ask(one, "")

    asyncio.run(run())


def test_unserializable_question_is_refused_at_once() -> None:
    with pytest.raises((AttributeError, TypeError), match=r"pickle|local"):
        Supervisor(Launch(lambda: ScriptedService()), 1)


def test_service_is_closed_with_the_supervisor(tmp_path: Path) -> None:
    """Also during an answer, but not if the time is too short."""

    async def run(shutdown_seconds: float) -> bool:
        file = tmp_path / f"shutdown_seconds{shutdown_seconds}"
        one = Supervisor(
            Launch(partial(ScriptedService, str(file))), 1, shutdown_seconds=shutdown_seconds
        )
        asked = asyncio.create_task(ask(one, "sleep"))
        while not one.running_jobs:
            await asyncio.sleep(0.01)
        await one.close()
        await asyncio.wait([asked])
        assert asked.cancelled()
        return file.exists()

    assert asyncio.run(run(10.0))
    assert not asyncio.run(run(0.0))


def test_supervisor_can_be_used_from_a_thread_without_a_loop() -> None:
    thread = LoopThread()
    one = Supervisor(Launch(ScriptedService), 1)
    assert thread.run(ask(one, ""))[1] == 1
    with pytest.raises(WorkerFailed):
        thread.run(ask(one, "die 1"))
    thread.run(one.close())
    thread.close()


ORPHANED_WORKER_PROGRAM = """
import subprocess, sys
subprocess.Popen([sys.executable, "-m", sys.argv[1]])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it ends when it has begun")
def test_process_whose_parent_died_before_its_start_exits_at_once() -> None:
    """It has low priority: on a busy machine it would start for minutes, in vain."""
    starting = [sys.executable, "-c", ORPHANED_WORKER_PROGRAM, WORKER_MODULE]
    with subprocess.Popen(starting, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        parent.wait()
        out, _ = parent.communicate(
            make_start_message(Launch(SlowService, dies_with_parent=True)), timeout=20
        )
    assert out == b"", "its end of the pipe is closed, and it has sent nothing"
