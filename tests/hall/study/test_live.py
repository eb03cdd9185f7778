"""Live analysis pauses while an evaluation runs for the same client, after a minimum time."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from steinreich.engines.pool import StudyJob
from steinreich.engines.study.questions import ReportedQuality, SearchPosition, StageResult
from steinreich.hall.study.live import MIN_LIVE_SECONDS, LiveSearch
from steinreich.hall.study.studies import Studies, StudyClient
from steinreich.session.schema.study import StudyAnswer, Think

MAX_SECONDS = 3.0  # analysis time of a position


class FakeEngines:
    """An engine pool that answers at once, as if the whole time had been used."""

    def __init__(self) -> None:
        self.stages: list[float] = []

    async def ask(self, job: StudyJob) -> StageResult:
        assert isinstance(job.question, SearchPosition)
        self.stages.append(job.question.seconds)
        return StageResult(None, ReportedQuality(), 1, job.question.seconds, is_settled=False)


class FakeClient:
    """A client that collects messages; `evaluating` is the task of its evaluation, if any."""

    visitor = "ada"

    def __init__(self, evaluating: asyncio.Task[None] | None) -> None:
        self.evaluation_task = evaluating
        self.sent: list[StudyAnswer] = []

    def send(self, message: StudyAnswer) -> None:
        self.sent.append(message)


def make_live_search(client: FakeClient) -> tuple[LiveSearch, FakeEngines]:
    engines = FakeEngines()
    studies: Any = SimpleNamespace(engines=engines, max_seconds=MAX_SECONDS)
    request = Think(1, "vier3d")
    return LiveSearch(cast(Studies, studies), cast(StudyClient, client), request), engines


async def run_until_idle() -> None:
    """Run the event loop until no task can continue."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_live_analysis_yields_to_an_evaluation_after_its_first_stage() -> None:
    async def run() -> None:
        evaluation_done = asyncio.Event()
        client = FakeClient(asyncio.create_task(cast(Any, evaluation_done.wait())))
        live, engines = make_live_search(client)
        task = asyncio.create_task(live.run())
        await run_until_idle()
        assert not task.done()
        assert MIN_LIVE_SECONDS <= sum(engines.stages) < 2 * MIN_LIVE_SECONDS
        assert client.sent == [{"type": "state", "n": 1, "state": "paused", "queue_position": 0}]
        evaluation_done.set()
        client.evaluation_task = None
        await task
        assert sum(engines.stages) > MAX_SECONDS - 0.1
        assert client.sent[1:] == [{"type": "state", "n": 1, "state": "done", "queue_position": 0}]

    asyncio.run(run())


def test_changing_the_position_does_not_end_the_evaluation() -> None:
    async def run() -> None:
        evaluation_done = asyncio.Event()
        evaluating = asyncio.create_task(cast(Any, evaluation_done.wait()))
        task = asyncio.create_task(make_live_search(FakeClient(evaluating))[0].run())
        await run_until_idle()
        task.cancel()
        await run_until_idle()
        assert task.cancelled()
        assert not evaluating.done()
        evaluation_done.set()
        await evaluating

    asyncio.run(run())
