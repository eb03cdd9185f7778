"""Analysis for programs: queries in, answers out, one JSON object per line.

Each query is answered once, by one of several processes, so answers may come in another order.  An
invalid line is answered as well, with an error.
"""

import asyncio
import json
from functools import partial
from threading import BoundedSemaphore
from typing import TextIO

from steinreich.core.game import Game
from steinreich.engines.analysis.answers import (
    AnalysisService,
    AnswerData,
    SearchStarted,
    make_answer_data,
    make_error_data,
)
from steinreich.engines.analysis.query import AnalysisAction, BadQuery, Query, parse_line
from steinreich.engines.player_settings import PlayerFactory, PlayerSettings
from steinreich.engines.supervisor import Job, LoopThread, Supervisor, WorkerFailed
from steinreich.engines.text_lines import MAX_MESSAGE_CHARACTERS, read_bounded_lines
from steinreich.engines.worker import Launch
from steinreich.rules.untrusted import one_line
from steinreich.search.result import finished_result

MAX_WAITING_QUERIES = 10_000  # then the next line is read when one of them starts
MAX_WARM_UP_SECONDS = 600.0  # compiling on a loaded machine
GRACE_SECONDS = 30.0  # beyond the limit, or after a stop, before a missing answer is a failure
SHUTDOWN_SECONDS = 3.0  # for a worker process to close its player, before it is killed


class QueryJob(Job):
    """A query that is waiting or running."""

    def __init__(self, query: Query, stream: "QueryStream") -> None:
        super().__init__(query, self.on_progress, seconds=MAX_WARM_UP_SECONDS)
        self.query = query
        self.stream = stream
        self.has_started = False

    def on_progress(self, message: SearchStarted | AnswerData) -> None:
        """Handle a message of the process that runs the query."""
        if isinstance(message, SearchStarted):
            self.has_started = True
            seconds = self.query.limit.seconds
            self.restart_timeout(None if seconds is None else seconds + GRACE_SECONDS)
        else:
            self.stream.queue_answer(message)

    def stop(self) -> None:
        """Request an answer as soon as possible."""
        super().stop()
        if self.has_started:
            self.restart_timeout(GRACE_SECONDS)


class QueryStream:
    """Answers the queries of a stream: one thread reads it, an event loop does the rest."""

    def __init__(
        self,
        game: Game | None,
        create_player: PlayerFactory,
        out: TextIO,
        *,
        settings: PlayerSettings | None = None,
        workers: int = 1,
    ) -> None:
        self.game = game  # the game of queries that name none
        self.out = out
        launch = Launch(partial(AnalysisService, create_player, settings or PlayerSettings()))
        self.supervisor = Supervisor(launch, workers, shutdown_seconds=SHUTDOWN_SECONDS)
        # Jobs given to the supervisor: per worker one that runs and one that waits
        self.job_slots = asyncio.Semaphore(2 * workers)
        self.queue_slots = BoundedSemaphore(MAX_WAITING_QUERIES)
        self.jobs: dict[QueryJob, asyncio.Task[None]] = {}  # not answered yet
        # Answers to write; None marks the end.
        self.answers: asyncio.Queue[AnswerData | None] = asyncio.Queue()
        self.output_error: OSError | None = None  # why the output stream failed

    def run(self, stream: TextIO) -> None:
        """Answer all queries of a stream; end when it has ended and all are answered."""
        thread = LoopThread()
        try:
            writer = asyncio.run_coroutine_threadsafe(self.write(), thread.loop)
            for line in read_bounded_lines(stream):
                if self.output_error:
                    break
                if line is None or line.strip():
                    self.handle_line(line, thread.loop)
            thread.run(self.finish())
            writer.result()
        finally:
            thread.run(self.supervisor.close())
            thread.close()
        if self.output_error:
            raise self.output_error

    def handle_line(self, line: str | None, loop: asyncio.AbstractEventLoop) -> None:
        """Queue the query in a line, or execute its command at once."""
        try:
            parsed = parse_line(line, self.game)
        except BadQuery as error:
            answer = make_error_data(str(error), error.field, error.id)
            loop.call_soon_threadsafe(self.queue_answer, answer)
            return
        if isinstance(parsed, AnalysisAction):
            loop.call_soon_threadsafe(self.execute_action, parsed)
        else:
            self.queue_slots.acquire()
            loop.call_soon_threadsafe(self.start_query, parsed)

    # In the thread of the event loop

    def execute_action(self, action: AnalysisAction) -> None:
        """Execute a command and confirm it."""
        answer: AnswerData = {"id": action.id, "action": action.name}
        match action.name:
            case "query_version":
                from steinreich import __version__

                answer["version"] = __version__
            case "terminate":
                answer["terminateId"] = action.terminate_id
                self.stop_jobs(action.terminate_id)
            case "terminate_all":
                self.stop_jobs()
        self.queue_answer(answer)

    def stop_jobs(self, id: str | None = None) -> None:
        """Stop the queries with an id, or all of them."""
        for job in self.jobs:
            if id in (None, job.query.id):
                job.stop()

    def start_query(self, query: Query) -> None:
        """Start a task that answers a query."""
        job = QueryJob(query, self)
        self.jobs[job] = asyncio.create_task(self.run_job(job))

    async def run_job(self, job: QueryJob) -> None:
        """Answer a query when a job slot is free."""
        try:
            async with self.job_slots:
                self.queue_slots.release()
                self.queue_answer(await self.answer(job))
        finally:
            del self.jobs[job]

    async def answer(self, job: QueryJob) -> AnswerData:
        """Return the answer to a query, or an error if its process fails."""
        if job.query.position.is_over:
            return make_answer_data(job.query, finished_result(job.query.position))
        try:
            answer: AnswerData = await self.supervisor.ask(job)
        except WorkerFailed as error:  # the other queries can be answered
            return make_error_data(one_line(str(error), MAX_MESSAGE_CHARACTERS), None, job.query.id)
        return answer

    async def finish(self) -> None:
        """Wait until all queries are answered, then end the output."""
        await asyncio.gather(*self.jobs.values(), return_exceptions=True)
        self.answers.put_nowait(None)

    # Answers

    def queue_answer(self, answer: AnswerData) -> None:
        """Queue an answer for writing."""
        self.answers.put_nowait(answer)

    async def write(self) -> None:
        """Write queued answers one at a time; a slow reader does not delay the searches."""
        while (answer := await self.answers.get()) is not None:
            if self.output_error:
                continue
            try:
                await asyncio.to_thread(self.write_line, answer)
            except OSError as error:  # raised again by `run`
                self.output_error = error
                for task in self.jobs.values():
                    task.cancel()

    def write_line(self, answer: AnswerData) -> None:
        """Write an answer; its JSON is ASCII, which every stream encoding can represent."""
        self.out.write(f"{json.dumps(answer, allow_nan=False)}\n")
        self.out.flush()
