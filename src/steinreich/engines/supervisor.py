"""A worker pool: a fair queue of jobs, timeouts, and replacement of failed worker processes.

The hall, the arena and the analysis use it.  Each states what a process runs (`Launch`), how many
there may be, and how long each question may take.

Jobs are scheduled round-robin by address: a client with thirty tables waits for thirty turns, and
delays others by one.  Games without people, or without spectators, come last.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import TimeoutError as NotYet
from itertools import count
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from steinreich.engines.worker import Answer, Failure, Launch, Message, Progress, start_message
from steinreich.engines.worker_process import WorkerProcess
from steinreich.rules.errors import SteinreichError

LOG = logging.getLogger(__name__)
MAX_ADDRESSES = 10_000  # remembered; the least recently served is evicted
CTRL_C_SECONDS = 0.5  # between checks: Ctrl-C does not interrupt endless waits on some systems


class Requester(NamedTuple):
    """The client on whose behalf a job runs, for fair scheduling."""

    address: str = ""  # of the player or spectator
    can_wait: bool = False  # a table without people, or without connected clients
    queue: str = ""  # jobs of one queue do not affect the order of another


ANONYMOUS = Requester()


class WorkerFailed(SteinreichError):
    """A worker process gave no answer; the message says why."""


class NotReady(WorkerFailed):
    """No worker process could be started."""


def ignore_progress(what: Any) -> None:
    """Discard a progress report."""


class Job:
    """A question to a worker process, with its client, time limit and future answer."""

    def __init__(
        self,
        question: Any,
        progress: Callable[[Any], None] = ignore_progress,
        *,
        requester: Requester = ANONYMOUS,
        seconds: float | None = None,
        max_attempts: int = 1,
    ) -> None:
        self.question = question
        self.progress = progress
        self.requester = requester
        self.seconds = seconds  # before a missing answer is a failure
        self.max_attempts = max_attempts  # each in another process
        self.attempts = 0
        self.is_stopped = False
        self.worker: WorkerProcess | None = None  # that runs the job
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def stop(self) -> None:
        """Request an answer as soon as possible."""
        self.is_stopped = True
        if self.worker:
            self.worker.stop()

    def allow(self, seconds: float | None) -> None:
        """Restart the timeout of a running job; None means no timeout."""
        if self.worker:
            self.worker.allow(seconds)


AnyJob = TypeVar("AnyJob", bound=Job)


class RoundRobin:
    """Schedules addresses in turn."""

    def __init__(self) -> None:
        self.served: OrderedDict[tuple[str, str], int] = (
            OrderedDict()
        )  # number of the last turn of each
        self.now = count(1)

    def take(self, requester: Requester) -> None:
        """Record that an address has been served."""
        address = requester.queue, requester.address
        self.served[address] = next(self.now)
        self.served.move_to_end(address)
        if len(self.served) > MAX_ADDRESSES:
            self.served.popitem(last=False)

    def order(self, waiting: Iterable[AnyJob]) -> list[AnyJob]:
        """Return jobs, given in order of arrival, in the order in which to run them.

        Jobs that are retried come first.  Then comes the first job of each address, then the
        second of each and so on, beginning with the least recently served address.
        """
        before: Counter[Requester] = Counter()
        places = []
        for number, item in enumerate(waiting):
            requester = item.requester
            served = self.served.get((requester.queue, requester.address), 0)
            place = (item.attempts == 0, requester.can_wait, before[requester], served, number)
            before[requester] += 1
            places.append((place, item))
        return [item for _, item in sorted(places, key=lambda placed: placed[0])]


class Supervisor:
    """A pool of worker processes with a job queue."""

    def __init__(
        self,
        launch: Launch,
        max_workers: int,
        *,
        shutdown_seconds: float = 0.0,
        keeps_failed: bool = False,
    ) -> None:
        self.first_message = start_message(launch)
        self.max_workers = max_workers  # processes, started on demand
        self.shutdown_seconds = shutdown_seconds  # seconds that a process has to shut down cleanly
        self.keeps_failed = keeps_failed  # whether a process that reported a failure is reused
        self.workers: list[WorkerProcess] = []
        self.waiting: list[Job] = []  # in order of arrival
        self.under_way: dict[WorkerProcess, Job] = {}
        self.round_robin = RoundRobin()
        self.last_loss = ""  # why the last process ended
        self.is_closed = False

    async def ask(self, job: Job) -> Any:
        """Queue a job and return its answer; raise `WorkerFailed` if there is none."""
        if self.is_closed:
            raise NotReady("the worker pool is closed")
        self.waiting.append(job)
        job.future.add_done_callback(lambda _: self.drop(job))
        self.dispatch()
        return await job.future

    async def close(self) -> None:
        """Stop all thinking and end all processes."""
        self.is_closed = True
        for job in [*self.waiting, *self.under_way.values()]:
            job.future.cancel()
        workers, self.workers, self.max_workers = self.workers, [], 0
        await asyncio.gather(*(worker.close() for worker in workers))

    # The queue

    def dispatch(self) -> None:
        """Start processes as needed and assign jobs to free ones."""
        idle = sum(worker not in self.under_way for worker in self.workers)
        for _ in range(min(self.max_workers - len(self.workers), len(self.waiting) - idle)):
            self.add_worker()
        if any(worker.is_free or worker.failures for worker in self.workers):
            self.serve()

    def serve(self) -> None:
        """Start the jobs for which there is a worker; fail those that can never start."""
        for job in self.round_robin.order(self.waiting):
            worker = self.worker_for(job)
            if worker:
                self.waiting.remove(job)
                self.begin(worker, job)
            elif self.is_hopeless(job):
                self.waiting.remove(job)
                self.fail(job, NotReady(self.last_loss))

    def worker_for(self, job: Job) -> WorkerProcess | None:
        """Return a worker that can take a job now, if there is one."""
        return next((worker for worker in self.workers if worker.is_free), None)

    def is_hopeless(self, job: Job) -> bool:
        """Return whether no worker will ever be able to answer a job."""
        return all(worker.failures for worker in self.workers)

    def begin(self, worker: WorkerProcess, job: Job) -> None:
        """Start a job in a worker."""
        self.under_way[worker] = job
        self.round_robin.take(job.requester)
        job.worker = worker
        job.attempts += 1
        worker.ask(job.question, job.seconds, job.is_stopped)

    def drop(self, job: Job) -> None:
        """Drop a job that is done or was cancelled."""
        if job in self.waiting:
            self.waiting.remove(job)
        job.stop()
        self.dispatch()

    def fail(self, job: Job, error: WorkerFailed) -> None:
        """Fail a job that no process will answer."""
        if not job.future.done():
            job.future.set_exception(error)

    # Messages of worker processes

    def add_worker(self, first_message: bytes = b"") -> WorkerProcess:
        """Start another process, optionally with its own first message."""
        worker = WorkerProcess(
            first_message or self.first_message,
            self.shutdown_seconds,
            ready=self.dispatch,
            on_message=self.on_message,
            on_lost=self.on_worker_lost,
        )
        self.workers.append(worker)
        return worker

    def on_message(self, worker: WorkerProcess, message: Message) -> None:
        """Handle a message of a process about its question."""
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
                    self.on_worker_lost(worker, reason)
                else:
                    worker.replace(reason)

    def on_worker_lost(self, worker: WorkerProcess, reason: str) -> None:
        """Handle the loss of a process: retry its job in another one, or fail it."""
        self.last_loss = reason
        job = self.finish(worker)
        if job and not job.future.done():
            if job.attempts < job.max_attempts:
                self.waiting.append(job)  # retried jobs come first
            else:
                self.fail(job, WorkerFailed(reason))
        self.dispatch()

    def finish(self, worker: WorkerProcess) -> Job | None:
        """Detach a process from its job, and return the job."""
        worker.finish()
        job = self.under_way.pop(worker, None)
        if job:
            job.worker = None
        return job


# Without an event loop


T = TypeVar("T")


class LoopThread:
    """Runs coroutines in a thread with its own event loop, even if the caller runs in a loop."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine and return its result."""
        future = asyncio.run_coroutine_threadsafe(work, self.loop)
        while True:
            try:
                return future.result(CTRL_C_SECONDS)
            except NotYet:
                if future.done():  # the coroutine itself raised TimeoutError
                    raise

    def close(self) -> None:
        """Cancel all tasks and stop the loop."""
        self.run(cancel_others())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


async def cancel_others() -> None:
    """Cancel all other tasks of the loop and wait for them."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
