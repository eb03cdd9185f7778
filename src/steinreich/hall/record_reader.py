"""Parse records from clients in a separate process with a time limit.

In the server process, parsing a long text would block the event loop through the interpreter lock.
The separate process handles one text at a time, and is killed at the time limit.
"""

from threading import Event
from typing import Any, NamedTuple

from steinreich.engines.supervisor import Job, NotReady, Requester, Supervisor, WorkerFailed
from steinreich.engines.worker import Launch, Service
from steinreich.hall.encoding import encode
from steinreich.hall.errors import RequestRefused
from steinreich.records import Record
from steinreich.records.lenient import read_leniently
from steinreich.rules.language import Text
from steinreich.session.decisions import Refusal
from steinreich.session.schema.records import (
    PicturesRequest,
    RecordFramesRequest,
    RecordsRequest,
)
from steinreich.session.views.records import pictures_view, read_game_view, record_frames_view

TIME_LIMIT_SECONDS = 15.0  # the longest text of complete games takes 3 s of a processor
MAX_ANSWER_BYTES = 8_000_000
NICENESS = 5  # so that games have priority

TOO_MUCH = Text("Too many games at once; please add them in smaller parts.")
TOO_SLOW = Text("Reading these records took too long; please add fewer at once.")
NOT_NOW = Text("Records cannot be read at the moment; please try again soon.")


class ReadGames(NamedTuple):
    """Question: the games in a text."""

    request: RecordsRequest
    language: str

    def answer(self) -> Any:
        return {"games": [read_game_view(game) for game in read_leniently(self.request["text"])]}


class ShowFrames(NamedTuple):
    """Question: all frames of the first game in a text."""

    request: RecordFramesRequest
    language: str

    def answer(self) -> Any:
        return record_frames_view(first_record(self.request["text"]))


class DrawPictures(NamedTuple):
    """Question: pictures of the first game in a text."""

    request: PicturesRequest
    language: str

    def answer(self) -> Any:
        return pictures_view(first_record(self.request["text"]), self.request)


RecordQuestion = ReadGames | ShowFrames | DrawPictures


class RecordService(Service):
    """Answers questions in the worker process."""

    def answer(self, question: RecordQuestion, progress: object, stop: Event) -> bytes | Refusal:
        try:
            answer = encode(question.answer(), question.language)
        except RequestRefused as error:
            return Refusal(error.why)
        return answer if len(answer) <= MAX_ANSWER_BYTES else Refusal(TOO_MUCH)

    def close(self) -> None:
        """Do nothing: there are no resources."""


class RecordReader:
    """Starts the process with the first question, and queues questions fairly between addresses."""

    def __init__(
        self, service: type[Service] = RecordService, seconds: float = TIME_LIMIT_SECONDS
    ) -> None:
        self.supervisor = Supervisor(Launch(service, niceness=NICENESS, dies_with_parent=True), 1)
        self.seconds = seconds

    async def read(self, question: RecordQuestion, address: str) -> bytes:
        """Return the answer to a question; raise RequestRefused with the reason if there is
        none."""
        job = Job(question, requester=Requester(address), seconds=self.seconds)
        try:
            answer: bytes | Refusal = await self.supervisor.ask(job)
        except NotReady as error:
            raise RequestRefused(503, NOT_NOW) from error
        except WorkerFailed as error:  # logged by the supervisor
            raise RequestRefused(400, TOO_SLOW) from error
        if isinstance(answer, Refusal):
            raise RequestRefused(400, answer.why)
        return answer

    async def close(self) -> None:
        await self.supervisor.close()


def first_record(text: str) -> Record:
    """Return the first game in a text; raise RequestRefused if it cannot be read."""
    record, fault = read_leniently(text)[0]
    if record is None:
        assert fault is not None  # there is a record or a fault
        raise RequestRefused(400, fault)
    return record
