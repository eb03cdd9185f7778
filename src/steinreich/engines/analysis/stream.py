"""Analysis for programs: queries in, answers out, one JSON object a line.

Each query is answered once, by one of several processes; those that take less time may be answered
earlier.  Whatever is wrong with a line is said in an answer, too.
"""

import asyncio
import json
from functools import partial
from threading import BoundedSemaphore
from typing import TextIO

from steinreich.core.game import Game
from steinreich.engines.analysis.answers import AnalysisService, AnswerData, Begun, complaint, ended
from steinreich.engines.analysis.query import AnalysisAction, BadQuery, Query, parse
from steinreich.engines.loop_thread import LoopThread
from steinreich.engines.seating import PlayerSettings, Seating
from steinreich.engines.supervisor import Job, Supervisor, WorkerFailed
from steinreich.engines.text_lines import LONGEST_MESSAGE, bounded_lines
from steinreich.engines.worker import Launch
from steinreich.rules.text.safe import one_line

MOST_WAITING = 10_000  # queries; the next one is read when one of them begins
LONGEST_WARM_UP = 600.0  # seconds: compiling on a machine that has other things to do
GRACE = 30.0  # seconds beyond the limit, or after a stop, until silence counts as failure
FAREWELL = 3.0  # seconds that a player has to leave in


class QueryJob(Job):
    """A query that waits or is being worked on."""

    def __init__(self, query: Query, analysis: "QueryStream") -> None:
        super().__init__(query, self.hear, seconds=LONGEST_WARM_UP)
        self.query = query
        self.analysis = analysis
        self.is_begun = False

    def hear(self, what: Begun | AnswerData) -> None:
        """What its process says on the way to the answer."""
        if isinstance(what, Begun):
            self.is_begun = True
            seconds = self.query.limit.seconds
            self.allow(None if seconds is None else seconds + GRACE)
        else:
            self.analysis.say(what)

    def stop(self) -> None:
        """The answer is wanted as soon as it can be had."""
        super().stop()
        if self.is_begun:
            self.allow(GRACE)


class QueryStream:
    """Answers the queries of a stream: one thread reads it, another one does all the rest."""

    def __init__(
        self,
        game: Game | None,
        seating: Seating,
        out: TextIO,
        *,
        settings: PlayerSettings | None = None,
        workers: int = 1,
    ) -> None:
        self.game = game  # of queries that name none
        self.out = out
        launch = Launch(partial(AnalysisService, seating, settings or PlayerSettings()))
        self.supervisor = Supervisor(launch, workers, farewell=FAREWELL)
        self.begun = asyncio.Semaphore(2 * workers)  # the next ones are there when others end
        self.waiting = BoundedSemaphore(MOST_WAITING)
        self.jobs: dict[QueryJob, asyncio.Task[None]] = {}  # not answered yet
        # To be written; None: no more will come.
        self.answers: asyncio.Queue[AnswerData | None] = asyncio.Queue()
        self.lost: OSError | None = None  # why nobody hears us any more

    def run(self, stream: TextIO) -> None:
        """Answer all queries of a stream; end when it has ended and all are answered."""
        thread = LoopThread()
        try:
            writing = asyncio.run_coroutine_threadsafe(self.write(), thread.loop)
            for line in bounded_lines(stream):
                if self.lost:
                    break
                if line is None or line.strip():
                    self.hear(line, thread.loop)
            thread.run(self.finish())
            writing.result()
        finally:
            thread.run(self.supervisor.close())
            thread.close()
        if self.lost:
            raise self.lost

    def hear(self, line: str | None, loop: asyncio.AbstractEventLoop) -> None:
        """Take in a query, or do at once what else a line asks for."""
        try:
            asked = parse(line, self.game)
        except BadQuery as error:
            answer = complaint(str(error), error.field, error.id)
            loop.call_soon_threadsafe(self.say, answer)
            return
        if isinstance(asked, AnalysisAction):
            loop.call_soon_threadsafe(self.act, asked)
        else:
            self.waiting.acquire()
            loop.call_soon_threadsafe(self.begin, asked)

    # In the thread that does all the rest

    def act(self, action: AnalysisAction) -> None:
        """Do something that is no thinking, and confirm it."""
        answer: AnswerData = {"id": action.id, "action": action.name}
        match action.name:
            case "query_version":
                from steinreich import __version__

                answer["version"] = __version__
            case "terminate":
                answer["terminateId"] = action.terminate_id
                self.end_jobs(action.terminate_id)
            case "terminate_all":
                self.end_jobs()
        self.say(answer)

    def end_jobs(self, id: str | None = None) -> None:
        """End the thoughts about the queries of this id, or about all."""
        for job in self.jobs:
            if id in (None, job.query.id):
                job.stop()

    def begin(self, query: Query) -> None:
        """A query is to be answered."""
        job = QueryJob(query, self)
        self.jobs[job] = asyncio.create_task(self.work(job))

    async def work(self, job: QueryJob) -> None:
        """See to the answer to a query."""
        try:
            async with self.begun:
                self.waiting.release()
                self.say(await self.answer(job))
        finally:
            del self.jobs[job]

    async def answer(self, job: QueryJob) -> AnswerData:
        """The answer to a query, whatever happens on the way to it."""
        if job.query.position.is_over:
            return ended(job.query)
        try:
            answer: AnswerData = await self.supervisor.ask(job)
        except WorkerFailed as error:  # the other queries can be answered
            return complaint(one_line(str(error), LONGEST_MESSAGE), None, job.query.id)
        return answer

    async def finish(self) -> None:
        """Wait until all is answered and written."""
        await asyncio.gather(*self.jobs.values(), return_exceptions=True)
        self.answers.put_nowait(None)

    # Answers

    def say(self, answer: AnswerData) -> None:
        """Have an answer written."""
        self.answers.put_nowait(answer)

    async def write(self) -> None:
        """Write all answers, one after the other; who reads slowly makes nobody else wait."""
        while (answer := await self.answers.get()) is not None:
            if self.lost:
                continue
            try:
                await asyncio.to_thread(self.write_line, answer)
            except OSError as error:  # the thread that reads will say so
                self.lost = error
                for task in self.jobs.values():
                    task.cancel()

    def write_line(self, answer: AnswerData) -> None:
        """Write an answer; ASCII is safe whatever the stream speaks."""
        self.out.write(f"{json.dumps(answer, allow_nan=False)}\n")
        self.out.flush()
