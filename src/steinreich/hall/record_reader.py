"""Records of strangers, read in a process with a time limit.

A text that takes long to read would keep every other thread of the server from running.  In a
process of its own it delays nothing but the next record, and is killed when its time is up.
"""

from threading import Event
from typing import Any, NamedTuple

import orjson

from steinreich.engines.fair_queue import Asker
from steinreich.engines.supervisor import Job, NotReady, Supervisor, WorkerFailed
from steinreich.engines.worker import Launch, Service
from steinreich.hall.api.refusals import NotAllowed
from steinreich.records import Record
from steinreich.records.faulty import read_as_far
from steinreich.rules.language import Words
from steinreich.session.schema.commands import Refusal
from steinreich.session.schema.records import (
    PicturesRequest,
    RecordFramesRequest,
    RecordsRequest,
)
from steinreich.session.views.records import pictures_view, read_game_view, record_frames

TIME_LIMIT_SECONDS = 15.0  # the longest text of complete games takes 3 s of a processor
MAX_ANSWER_BYTES = 8_000_000
NICENESS = 5  # whoever plays comes before

TOO_MUCH = Words(
    "These are too many games at once; please bring them in parts.",
    "Das sind zu viele Partien auf einmal; bitte bringe sie in Teilen.",
)
TOO_SLOW = Words(
    "These records could not be read in the time allowed; please bring fewer at once.",
    "Diese Partien ließen sich nicht in der erlaubten Zeit lesen; bitte bringe weniger auf einmal.",
)
NOT_NOW = Words(
    "No records can be read just now; please try again soon.",
    "Gerade lassen sich keine Partien lesen; bitte versuche es bald noch einmal.",
)


class ReadGames(NamedTuple):
    """What games are in a text."""

    wanted: RecordsRequest

    def answer(self) -> Any:
        return {"games": [read_game_view(game) for game in read_as_far(self.wanted["text"])]}


class ShowFrames(NamedTuple):
    """All moments of the first game in a text."""

    wanted: RecordFramesRequest

    def answer(self) -> Any:
        return record_frames(first_record(self.wanted["text"]))


class DrawPictures(NamedTuple):
    """Pictures of the first game in a text."""

    wanted: PicturesRequest

    def answer(self) -> Any:
        return pictures_view(first_record(self.wanted["text"]), self.wanted)


RecordQuestion = ReadGames | ShowFrames | DrawPictures


class RecordService(Service):
    """Answers in a process."""

    def answer(self, question: RecordQuestion, progress: object, stop: Event) -> bytes | Refusal:
        try:
            answer = orjson.dumps(question.answer())
        except NotAllowed as error:
            return Refusal(error.why)
        return answer if len(answer) <= MAX_ANSWER_BYTES else Refusal(TOO_MUCH)

    def close(self) -> None:
        """Nothing is left behind."""


class RecordReader:
    """The process, started with the first record; addresses take turns."""

    def __init__(
        self, service: type[Service] = RecordService, seconds: float = TIME_LIMIT_SECONDS
    ) -> None:
        self.supervisor = Supervisor(Launch(service, niceness=NICENESS, is_alone=True), 1)
        self.seconds = seconds

    async def read(self, question: RecordQuestion, address: str) -> bytes:
        """The answer; NotAllowed says why there is none."""
        job = Job(question, asker=Asker(address), seconds=self.seconds)
        try:
            answer: bytes | Refusal = await self.supervisor.ask(job)
        except NotReady as error:
            raise NotAllowed(503, *NOT_NOW) from error
        except WorkerFailed as error:  # it is in the log
            raise NotAllowed(400, *TOO_SLOW) from error
        if isinstance(answer, Refusal):
            raise NotAllowed(400, *answer.why)
        return answer

    async def close(self) -> None:
        await self.supervisor.close()


def first_record(text: str) -> Record:
    """The first game in a text; refuse a text in which there is none."""
    record, fault = read_as_far(text)[0]
    if record is None:
        assert fault is not None  # there is a reason
        raise NotAllowed(400, fault.en, fault.de)
    return record
