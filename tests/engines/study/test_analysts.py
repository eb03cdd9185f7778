"""Who has an analyst when: everybody in turn, nobody two, and what fails is asked again or told."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from steinreich.engines.study.analysts import Analysts, StudyJob
from steinreich.engines.study.questions import Place, Stage, ThinkAbout
from steinreich.engines.supervisor import WorkerFailed
from steinreich.engines.worker import Launch, start_message
from steinreich.session.schema.study import StudyState
from tests.engines.study.waiting import NEVER_WARM, WaitingService

LONG = 30.0  # seconds: nobody thinks so long if another one waits
PATIENCE = 60.0

Told = list[tuple[StudyState, int]]


def question(seconds: float, game: str = "vier3d", **more: Any) -> ThinkAbout:
    position = more.pop("position", None)
    return ThinkAbout(Place(game, position), 1, seconds, "en", **more)


def job(wanted: ThinkAbout, visitor: str) -> tuple[StudyJob, Told, list[str]]:
    """A job, the states that it is told, and what is found on the way."""
    told: Told = []
    found: list[str] = []
    made = StudyJob(wanted, visitor, found.append, lambda state, queue: told.append((state, queue)))
    return made, told, found


def with_analysts(count: int, work: Callable[[Analysts], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        analysts = Analysts(count)
        analysts.first_message = start_message(Launch(WaitingService))
        try:
            async with asyncio.timeout(PATIENCE):
                await work(analysts)
        finally:
            await analysts.close()

    asyncio.run(run())


def test_who_waits_for_a_first_word_cuts_others_short() -> None:
    async def work(analysts: Analysts) -> None:
        first, told, found = job(question(LONG), "ada")
        thinking = asyncio.create_task(analysts.ask(first))
        while not found:
            await asyncio.sleep(0.01)
        assert list(dict.fromkeys(state for state, _ in told)) == ["cold", "thinking"]
        second, told, _ = job(question(0.05), "ben")
        quick: Stage = await analysts.ask(second)
        cut: Stage = await thinking
        assert cut.seconds < LONG / 2
        assert quick.seconds < LONG / 2
        assert list(dict.fromkeys(told)) == [("waiting", 1), ("thinking", 0)]

    with_analysts(1, work)


def test_nobody_has_two_analysts_at_once() -> None:
    async def work(analysts: Analysts) -> None:
        most = 0
        jobs = [job(question(0.2), "ada")[0] for _ in range(4)]
        other, _, _ = job(question(0.2), "ben")
        asked = [asyncio.create_task(analysts.ask(one)) for one in (*jobs, other)]
        while not all(task.done() for task in asked):
            at_it = [one.asker.address for one in analysts.under_way.values()]
            most = max(most, at_it.count("ada"))
            await asyncio.sleep(0.005)
        assert most == 1
        assert len(analysts.workers) == 2

    with_analysts(2, work)


def test_what_is_no_longer_wanted_is_not_told() -> None:
    async def work(analysts: Analysts) -> None:
        first, _, found = job(question(LONG), "ada")
        thinking = asyncio.create_task(analysts.ask(first))
        while not found:
            await asyncio.sleep(0.01)
        thinking.cancel()
        with suppress(asyncio.CancelledError):
            await thinking
        heard = len(found)
        second, _, _ = job(question(0.05), "ada")
        await analysts.ask(second)
        assert len(found) == heard

    with_analysts(1, work)


def test_a_process_that_dies_is_replaced_and_asked_again(tmp_path: Path) -> None:
    async def work(analysts: Analysts) -> None:
        mortal, _, _ = job(question(0.05, position=str(tmp_path / "died")), "ada")
        answer = await analysts.ask(mortal)
        assert isinstance(answer, Stage)
        assert mortal.attempts == 2
        assert (tmp_path / "died").exists()

    with_analysts(1, work)


def test_a_game_that_cannot_be_learned_is_given_up_and_others_are_not() -> None:
    async def work(analysts: Analysts) -> None:
        hopeless, told, _ = job(question(0.05, NEVER_WARM), "ada")
        with pytest.raises(WorkerFailed):
            await analysts.ask(hopeless)
        assert {state for state, _ in told} == {"cold"}
        fine, _, _ = job(question(0.05), "ada")
        assert isinstance(await analysts.ask(fine), Stage)

    with_analysts(1, work)
