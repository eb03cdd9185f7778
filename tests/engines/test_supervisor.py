"""The supervisor: answers, progress, stops, timeouts, and replacement of processes."""

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
async def open_supervisor(max_workers: int = 1, **settings: Any) -> AsyncIterator[Supervisor]:
    supervisor = Supervisor(Launch(ScriptedService), max_workers, **settings)
    try:
        yield supervisor
    finally:
        await supervisor.close()


async def ask(supervisor: Supervisor, question: str, **settings: Any) -> Any:
    return await supervisor.ask(Job(question, **settings))


def test_returns_answers_and_progress() -> None:
    async def run() -> None:
        async with open_supervisor() as supervisor:
            progress: list[int] = []
            pid, _ = await ask(supervisor, "count 3", progress=progress.append)
            assert progress == [0, 1, 2]
            assert await ask(supervisor, "print") == (pid, 2), "by the same process"

    asyncio.run(run())


def test_starts_no_more_processes_than_needed() -> None:
    async def run() -> None:
        async with open_supervisor(max_workers=3) as supervisor:
            assert supervisor.workers == []
            await ask(supervisor, "")
            await ask(supervisor, "")
            assert len(supervisor.workers) == 1
            jobs = [Job("wait"), Job("wait")]
            tasks = [asyncio.create_task(supervisor.ask(job)) for job in jobs]
            while len(supervisor.running_jobs) < 2:
                await asyncio.sleep(0.01)
            assert len(supervisor.workers) == 2
            for job in jobs:
                job.stop()
            assert await asyncio.gather(*tasks) == [True, True]

    asyncio.run(run())


def test_question_can_be_stopped_before_and_during_its_answer() -> None:
    async def run() -> None:
        async with open_supervisor() as supervisor:
            running_job = Job("wait", lambda _: running_job.stop())
            earlier = Job("wait")
            earlier.stop()
            answers = await asyncio.gather(supervisor.ask(running_job), supervisor.ask(earlier))
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
        async with open_supervisor(shutdown_seconds=shutdown_seconds) as supervisor:
            old_pid, _ = await ask(supervisor, "")
            with pytest.raises(WorkerFailed, match=reason):
                await ask(supervisor, question, seconds=0.5)
            new_pid, answers = await ask(supervisor, "")
            assert (new_pid != old_pid, answers) == (True, 1)

    asyncio.run(run())


def test_keeps_a_process_whose_service_failed() -> None:
    async def run() -> None:
        async with open_supervisor(keeps_failed_workers=True) as supervisor:
            old_pid, _ = await ask(supervisor, "")
            with pytest.raises(WorkerFailed, match="a bug"):
                await ask(supervisor, "fail")
            assert await ask(supervisor, "") == (old_pid, 3)

    asyncio.run(run())


def test_final_answer_after_a_timeout_is_used() -> None:
    async def run() -> None:
        async with open_supervisor() as supervisor:
            old_pid, _ = await ask(supervisor, "")
            assert await ask(supervisor, "last") == "the last"
            assert (await ask(supervisor, ""))[0] != old_pid

    asyncio.run(run())


def test_retry_uses_another_process() -> None:
    async def run() -> None:
        async with open_supervisor() as supervisor:
            job = Job("die 3", max_attempts=3)
            with pytest.raises(WorkerFailed, match="exit code 3"):
                await supervisor.ask(job)
            assert job.attempts == 3

    asyncio.run(run())


def test_job_can_restart_its_timeout() -> None:
    async def run() -> None:
        async with open_supervisor() as supervisor:
            job = Job("wait", lambda _: job.restart_timeout(0.3), seconds=60.0)
            with pytest.raises(WorkerFailed, match=r"no answer within 0\.3 s"):
                await supervisor.ask(job)

    asyncio.run(run())


def test_raises_not_ready_if_no_process_starts() -> None:
    async def run() -> None:
        supervisor = Supervisor(Launch(FailingService), 1)
        with pytest.raises(NotReady, match="exit code 1"):
            await ask(supervisor, "")
        await supervisor.close()

    asyncio.run(run())


def test_closed_supervisor_refuses_questions() -> None:
    async def run() -> None:
        async with open_supervisor() as supervisor:
            await ask(supervisor, "")
        with pytest.raises(NotReady, match="closed"):
            await ask(supervisor, "")

    asyncio.run(run())


def test_unserializable_question_is_refused_at_once() -> None:
    with pytest.raises((AttributeError, TypeError), match=r"pickle|local"):
        Supervisor(Launch(lambda: ScriptedService()), 1)


def test_service_is_closed_with_the_supervisor(tmp_path: Path) -> None:
    """Its `close` is called even during an answer, unless the time to shut down is too short."""

    async def run(shutdown_seconds: float) -> bool:
        file = tmp_path / f"closed within {shutdown_seconds} s"
        supervisor = Supervisor(
            Launch(partial(ScriptedService, str(file))), 1, shutdown_seconds=shutdown_seconds
        )
        task = asyncio.create_task(ask(supervisor, "sleep"))
        while not supervisor.running_jobs:
            await asyncio.sleep(0.01)
        await supervisor.close()
        await asyncio.wait([task])
        assert task.cancelled()
        return file.exists()

    assert asyncio.run(run(10.0))
    assert not asyncio.run(run(0.0))


def test_supervisor_can_be_used_from_a_thread_without_a_loop() -> None:
    thread = LoopThread()
    supervisor = Supervisor(Launch(ScriptedService), 1)
    assert thread.run(ask(supervisor, ""))[1] == 1
    with pytest.raises(WorkerFailed):
        thread.run(ask(supervisor, "die 1"))
    thread.run(supervisor.close())
    thread.close()


ORPHANED_WORKER_PROGRAM = """
import subprocess, sys
subprocess.Popen([sys.executable, "-m", sys.argv[1]])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it exits after its start")
def test_process_whose_parent_died_before_its_start_exits_at_once() -> None:
    """Its start would take minutes on a busy machine, as it has low priority, and serve nothing."""
    starting = [sys.executable, "-c", ORPHANED_WORKER_PROGRAM, WORKER_MODULE]
    with subprocess.Popen(starting, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        parent.wait()
        out, _ = parent.communicate(
            make_start_message(Launch(SlowService, dies_with_parent=True)), timeout=20
        )
    assert out == b"", "its end of the pipe is closed, and it has sent nothing"
