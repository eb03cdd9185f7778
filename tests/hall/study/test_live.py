"""Live thinking beside an evaluation for the same window: after a first look it lets that pass."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from steinreich.engines.study.analysts import StudyJob
from steinreich.engines.study.questions import Stage, ThinkAbout, Told
from steinreich.hall.study.live import FIRST_LOOK, LiveThinking
from steinreich.hall.study.studies import Studies, Window
from steinreich.session.schema.study import StudyAnswer, Think

LONGEST = 3.0  # seconds that are thought about a position


class Thinkers:
    """Think as long as they are asked to, in no time."""

    def __init__(self) -> None:
        self.stages: list[float] = []

    async def ask(self, job: StudyJob) -> Stage:
        assert isinstance(job.question, ThinkAbout)
        self.stages.append(job.question.seconds)
        return Stage(None, Told(), 1, job.question.seconds, is_settled=False)


class OneWindow:
    """Hears what is said, and perhaps has a game evaluated."""

    visitor = "ada"

    def __init__(self, evaluating: asyncio.Task[None] | None) -> None:
        self.evaluating = evaluating
        self.said: list[StudyAnswer] = []

    def say(self, message: StudyAnswer) -> None:
        self.said.append(message)


def thinking(window: OneWindow) -> tuple[LiveThinking, Thinkers]:
    analysts = Thinkers()
    studies: Any = SimpleNamespace(analysts=analysts, longest=LONGEST)
    wanted = Think(1, "vier3d")
    return LiveThinking(cast(Studies, studies), cast(Window, window), wanted), analysts


async def settled() -> None:
    """Until everything that can go on has gone on."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_after_a_first_look_an_evaluation_passes_and_then_it_is_thought_on() -> None:
    async def run() -> None:
        evaluated = asyncio.Event()
        window = OneWindow(asyncio.create_task(cast(Any, evaluated.wait())))
        live, analysts = thinking(window)
        task = asyncio.create_task(live.run())
        await settled()
        assert not task.done()
        assert FIRST_LOOK <= sum(analysts.stages) < 2 * FIRST_LOOK
        assert window.said == [{"type": "state", "n": 1, "state": "paused", "queue": 0}]
        evaluated.set()
        window.evaluating = None
        await task
        assert sum(analysts.stages) > LONGEST - 0.1
        assert window.said[1:] == [{"type": "state", "n": 1, "state": "done", "queue": 0}]

    asyncio.run(run())


def test_who_looks_elsewhere_does_not_end_the_evaluation() -> None:
    async def run() -> None:
        evaluated = asyncio.Event()
        evaluating = asyncio.create_task(cast(Any, evaluated.wait()))
        task = asyncio.create_task(thinking(OneWindow(evaluating))[0].run())
        await settled()
        task.cancel()
        await settled()
        assert task.cancelled()
        assert not evaluating.done()
        evaluated.set()
        await evaluating

    asyncio.run(run())
