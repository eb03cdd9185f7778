"""Questions for processes that may die, freeze or fail: a fair queue, time limits, replacements.

The hall, the arena and the analysis ask through it.  Each says what a process runs (`Launch`), how
many there may be, and how long each question may take.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from steinreich.engines.fair_queue import Asker, RoundRobin
from steinreich.engines.worker import Answer, Failure, Launch, Message, Progress, start_message
from steinreich.engines.worker_process import WorkerProcess
from steinreich.rules.errors import SteinreichError

LOG = logging.getLogger(__name__)
NOBODY = Asker()


class WorkerFailed(SteinreichError):
    """A process has not answered; the message says why."""


class NotReady(WorkerFailed):
    """No process got so far that it could be asked."""


def unheard(what: Any) -> None:
    """For those who want the answer alone."""


class Job:
    """A question, for whom it is asked, and what becomes of it."""

    def __init__(
        self,
        question: Any,
        progress: Callable[[Any], None] = unheard,
        *,
        asker: Asker = NOBODY,
        seconds: float | None = None,
        most_attempts: int = 1,
    ) -> None:
        self.question = question
        self.progress = progress
        self.asker = asker
        self.seconds = seconds  # until silence counts as failure
        self.most_attempts = most_attempts  # each in another process, if the last one has ended
        self.attempts = 0
        self.is_stopped = False
        self.worker: WorkerProcess | None = None  # who is at it
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def stop(self) -> None:
        """The answer is wanted as soon as it can be had."""
        self.is_stopped = True
        if self.worker:
            self.worker.stop()

    def allow(self, seconds: float | None) -> None:
        """From now on so much time is left; None: all the time there is."""
        if self.worker:
            self.worker.allow(seconds)


class Supervisor:
    """Processes that answer, and the queue in front of them."""

    def __init__(
        self, launch: Launch, most: int, *, farewell: float = 0.0, keeps_failed: bool = False
    ) -> None:
        self.first_message = start_message(launch)
        self.most = most  # processes, started when there is something to do for them
        self.farewell = farewell  # seconds that a process has to end in good order
        self.keeps_failed = keeps_failed  # whether a process that has failed is asked again
        self.workers: list[WorkerProcess] = []
        self.waiting: list[Job] = []  # in the order in which they came
        self.under_way: dict[WorkerProcess, Job] = {}
        self.round_robin = RoundRobin()
        self.last_loss = ""  # why the last process ended
        self.is_closed = False

    async def ask(self, job: Job) -> Any:
        """The answer to a question, when its turn has come; `WorkerFailed` if there is none."""
        if self.is_closed:
            raise NotReady("no process is asked any more")
        self.waiting.append(job)
        job.future.add_done_callback(lambda _: self.drop(job))
        self.dispatch()
        return await job.future

    async def close(self) -> None:
        """Stop all thinking and end all processes."""
        self.is_closed = True
        for job in [*self.waiting, *self.under_way.values()]:
            job.future.cancel()
        workers, self.workers, self.most = self.workers, [], 0
        await asyncio.gather(*(worker.close() for worker in workers))

    # The queue

    def dispatch(self) -> None:
        """Give those who are free something to do."""
        idle = sum(worker not in self.under_way for worker in self.workers)
        for _ in range(min(self.most - len(self.workers), len(self.waiting) - idle)):
            self.add_worker()
        if any(worker.is_free or worker.failures for worker in self.workers):
            self.serve()

    def serve(self) -> None:
        """Begin what can be begun, in turn; give up what cannot."""
        for job in self.round_robin.order(self.waiting):
            worker = self.worker_for(job)
            if worker:
                self.waiting.remove(job)
                self.begin(worker, job)
            elif self.is_hopeless(job):
                self.waiting.remove(job)
                self.fail(job, NotReady(self.last_loss))

    def worker_for(self, job: Job) -> WorkerProcess | None:
        """Who takes a question now, if there is somebody."""
        return next((worker for worker in self.workers if worker.is_free), None)

    def is_hopeless(self, job: Job) -> bool:
        """Whether no process can be had that would ever answer a question."""
        return all(worker.failures for worker in self.workers)

    def begin(self, worker: WorkerProcess, job: Job) -> None:
        """A question is put."""
        self.under_way[worker] = job
        self.round_robin.take(job.asker)
        job.worker = worker
        job.attempts += 1
        worker.ask(job.question, job.seconds, job.is_stopped)

    def drop(self, job: Job) -> None:
        """Nobody waits for the answer any more."""
        if job in self.waiting:
            self.waiting.remove(job)
        job.stop()
        self.dispatch()

    def fail(self, job: Job, error: WorkerFailed) -> None:
        """There will be no answer from a process."""
        job.future.set_exception(error)

    # What the processes say

    def add_worker(self) -> WorkerProcess:
        """Another process."""
        worker = WorkerProcess(
            self.first_message, self.farewell, ready=self.dispatch, heard=self.hear, lost=self.lose
        )
        self.workers.append(worker)
        return worker

    def hear(self, worker: WorkerProcess, message: Message) -> None:
        """A process has something to say about its question."""
        match message:
            case Progress(what):
                self.under_way[worker].progress(what)
            case Answer(what, is_last):
                job = self.finish(worker)
                if job and not job.future.done():
                    job.future.set_result(what)
                if is_last:
                    worker.replace("it may be damaged")
                else:
                    self.dispatch()
            case Failure(reason):
                LOG.warning("an engine process has failed: %s", reason)
                if self.keeps_failed:
                    self.lose(worker, reason)
                else:
                    worker.replace(reason)

    def lose(self, worker: WorkerProcess, reason: str) -> None:
        """No answer comes from a process: another one has to give it, if it may be tried again."""
        self.last_loss = reason
        job = self.finish(worker)
        if job and not job.future.done():
            if job.attempts < job.most_attempts:
                self.waiting.append(job)  # and is the first now
            else:
                self.fail(job, WorkerFailed(reason))
        self.dispatch()

    def finish(self, worker: WorkerProcess) -> Job | None:
        """A process is done with its question, one way or the other."""
        worker.finish()
        job = self.under_way.pop(worker, None)
        if job:
            job.worker = None
        return job
