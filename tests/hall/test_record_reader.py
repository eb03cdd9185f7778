"""Untrusted records are parsed in a process that is killed after a time limit."""

import asyncio
from collections.abc import Callable, Coroutine
from threading import Event

import pytest

from steinreich.hall import record_reader
from steinreich.hall.errors import RequestRefused
from steinreich.hall.record_reader import (
    DrawPictures,
    ReadGames,
    RecordQuestion,
    RecordReader,
    RecordService,
    ShowFrames,
)
from steinreich.session.decisions import Refusal

WON = '[Game "vier3d"]\n\n1. a1 b1 2. a1 b1 3. a1 b1 4. a1 1-0\n'
STUCK = "stuck"


def run_in_event_loop(test: Callable[[], Coroutine[None, None, None]]) -> Callable[[], None]:
    """Run a test in an event loop."""
    return lambda: asyncio.run(test())


class StuckService(RecordService):
    """A service that never finishes reading one of the texts."""

    def answer(self, question: RecordQuestion, progress: object, stop: Event) -> object:  # type: ignore[override]
        while question.request["text"] == STUCK:
            pass  # uses all of a processor
        return super().answer(question, progress, stop)


async def get_refusal(reader: RecordReader, question: RecordQuestion) -> RequestRefused:
    with pytest.raises(RequestRefused) as refused:
        await reader.read(question, "192.0.2.1")
    return refused.value


@run_in_event_loop
async def test_text_over_the_time_limit_is_refused_and_the_next_one_read() -> None:
    reader = RecordReader(StuckService, 0.1)
    try:
        refused = await get_refusal(reader, ReadGames({"text": STUCK}, "en"))
        assert (refused.status, refused.why) == (400, record_reader.TOO_SLOW)
        reader.seconds = 60.0
        assert b'"vier3d"' in await reader.read(ReadGames({"text": WON}, "en"), "192.0.2.1")
    finally:
        await reader.close()


@run_in_event_loop
async def test_stuck_text_does_not_block_the_event_loop() -> None:
    reader = RecordReader(StuckService, 60.0)
    reading = asyncio.create_task(reader.read(ReadGames({"text": STUCK}, "en"), "192.0.2.1"))
    try:
        while not reader.supervisor.running_jobs:
            await asyncio.sleep(0.01)
        for _ in range(100):
            await asyncio.sleep(0)
        assert not reading.done()
    finally:
        reading.cancel()
        await reader.close()


@run_in_event_loop
async def test_reports_errors_of_a_text() -> None:
    reader = RecordReader()
    try:
        refused = await get_refusal(reader, ShowFrames({"text": "?"}, "en"))
        assert refused.status == 400
        assert "which game this is" in refused.why.in_language("en")
        pictures = DrawPictures({"text": WON, "first": 0, "last": 0}, "en")
        assert b"<svg" in await reader.read(pictures, "192.0.2.1")
    finally:
        await reader.close()


def test_refuses_too_large_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_reader, "MAX_ANSWER_BYTES", 10)
    answer = RecordService().answer(ReadGames({"text": WON}, "en"), print, Event())
    assert answer == Refusal(record_reader.TOO_MUCH)
