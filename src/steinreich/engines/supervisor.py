"""A worker pool: a fair queue of jobs, timeouts, and replacement of failed worker processes.

The hall, the arena and the analysis use it.  Each states what a process runs (`Launch`), how many
there may be, and how long each question may take.

Jobs are scheduled round-robin by address: a client with thirty tables waits for thirty turns, and
delays others by one.  Games of computers, and games without connected clients, come last.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import TimeoutError as FutureTimeout
from itertools import count
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from steinreich.engines.worker import Answer, Failure, Launch, Message, Progress, make_start_message
from steinreich.engines.worker_process import WorkerProcess
from steinreich.rules.errors import SteinreichError

LOG = logging.getLogger(__name__)
MAX_REMEMBERED_ADDRESSES = 10_000  # then the least recently served is evicted
CTRL_C_CHECK_SECONDS = 0.5  # on some systems Ctrl-C does not interrupt a wait without a timeout


class Requester(NamedTuple):
    """The client on whose behalf a job runs, for fair scheduling."""

    address: str = ""  # of the player or spectator
    can_wait: bool = False  # low priority: a table without people, or without connected clients
    queue: str = ""  # each queue has an order of its own


ANONYMOUS = Requester()


class WorkerFailed(SteinreichError):
    """A worker process gave no answer; the message says why."""


class NotReady(WorkerFailed):
    """No worker process could be started."""


def ignore_progress(progress: Any) -> None:
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
        self.seconds = seconds  # the timeout for the answer; None: no timeout
        self.max_attempts = max_attempts  # after a failure, the job is queued again
        self.attempts = 0
        self.is_stopped = False
        self.worker: WorkerProcess | None = None  # that runs the job
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def stop(self) -> None:
        """Request an answer as soon as possible."""
        self.is_stopped = True
        if self.worker:
            self.worker.stop()

    def restart_timeout(self, seconds: float | None) -> None:
        """Restart the timeout of a running job; None means no timeout."""
        if self.worker:
            self.worker.restart_timeout(seconds)


AnyJob = TypeVar("AnyJob", bound=Job)


class RoundRobin:
    """Serves addresses in turn."""

    def __init__(self) -> None:
        # The number of the last turn of each queue and address
        self.last_turns: OrderedDict[tuple[str, str], int] = OrderedDict()
        self.turn_numbers = count(1)

    def record_turn(self, requester: Requester) -> None:
        """Record that an address has been served."""
        address = requester.queue, requester.address
        self.last_turns[address] = next(self.turn_numbers)
        self.last_turns.move_to_end(address)
        if len(self.last_turns) > MAX_REMEMBERED_ADDRESSES:
            self.last_turns.popitem(last=False)

    def sort(self, jobs: Iterable[AnyJob]) -> list[AnyJob]:
        """Return jobs, given in order of arrival, in the order in which to run them.

        Jobs that are retried come first, jobs of requesters that can wait last.  Among the others,
        the first job of each address comes before the second of each and so on, beginning with the
        least recently served address.
        """
        jobs_before: Counter[Requester] = Counter()
        keyed_jobs = []
        for number, job in enumerate(jobs):
            requester = job.requester
            last_turn = self.last_turns.get((requester.queue, requester.address), 0)
            sort_key = (
                job.attempts == 0,
                requester.can_wait,
                jobs_before[requester],
                last_turn,
                number,
            )
            jobs_before[requester] += 1
            keyed_jobs.append((sort_key, job))
        return [job for _, job in sorted(keyed_jobs, key=lambda keyed: keyed[0])]


class Supervisor:
    """A pool of worker processes with a job queue."""

    def __init__(
        self,
        launch: Launch,
        max_workers: int,
        *,
        shutdown_seconds: float = 0.0,
        keeps_failed_workers: bool = False,
    ) -> None:
        self.start_message = make_start_message(launch)
        self.max_workers = max_workers  # processes, started on demand
        self.shutdown_seconds = shutdown_seconds  # for a process to end cleanly
        # Whether a process is reused after its service has raised an exception
        self.keeps_failed_workers = keeps_failed_workers
        self.workers: list[WorkerProcess] = []
        self.waiting_jobs: list[Job] = []  # in order of arrival
        self.running_jobs: dict[WorkerProcess, Job] = {}
        self.round_robin = RoundRobin()
        self.last_failure = ""  # why the last process failed
        self.is_closed = False

    async def ask(self, job: Job) -> Any:
        """Queue a job and return its answer; raise `WorkerFailed` if there is none."""
        if self.is_closed:
            raise NotReady("the worker pool is closed")
        self.waiting_jobs.append(job)
        job.future.add_done_callback(lambda _: self.drop_job(job))
        self.dispatch()
        return await job.future

    async def close(self) -> None:
        """Cancel all jobs and end all processes."""
        self.is_closed = True
        for job in [*self.waiting_jobs, *self.running_jobs.values()]:
            job.future.cancel()
        workers, self.workers, self.max_workers = self.workers, [], 0
        await asyncio.gather(*(worker.close() for worker in workers))

    # The queue

    def dispatch(self) -> None:
        """Start processes as needed and assign jobs to free ones."""
        idle = sum(worker not in self.running_jobs for worker in self.workers)
        for _ in range(min(self.max_workers - len(self.workers), len(self.waiting_jobs) - idle)):
            self.add_worker()
        if any(worker.is_free or worker.failures for worker in self.workers):
            self.start_waiting_jobs()

    def start_waiting_jobs(self) -> None:
        """Start the jobs for which there is a worker; fail those that can never start."""
        for job in self.round_robin.sort(self.waiting_jobs):
            worker = self.find_worker(job)
            if worker:
                self.waiting_jobs.remove(job)
                self.start_job(worker, job)
            elif self.is_hopeless(job):
                self.waiting_jobs.remove(job)
                self.fail_job(job, NotReady(self.last_failure))

    def find_worker(self, job: Job) -> WorkerProcess | None:
        """Return a worker that can take a job now, if there is one."""
        return next((worker for worker in self.workers if worker.is_free), None)

    def is_hopeless(self, job: Job) -> bool:
        """Return whether no worker will ever be able to answer a job."""
        return all(worker.failures for worker in self.workers)

    def start_job(self, worker: WorkerProcess, job: Job) -> None:
        """Start a job in a worker."""
        self.running_jobs[worker] = job
        self.round_robin.record_turn(job.requester)
        job.worker = worker
        job.attempts += 1
        worker.ask(job.question, job.seconds, job.is_stopped)

    def drop_job(self, job: Job) -> None:
        """Drop a job that is done or was cancelled."""
        if job in self.waiting_jobs:
            self.waiting_jobs.remove(job)
        job.stop()
        self.dispatch()

    def fail_job(self, job: Job, error: WorkerFailed) -> None:
        """Raise an error in the caller of a job that no process will answer."""
        if not job.future.done():
            job.future.set_exception(error)

    # Messages of worker processes

    def add_worker(self, start_message: bytes = b"") -> WorkerProcess:
        """Start another process, with the given start message or the usual one."""
        worker = WorkerProcess(
            start_message or self.start_message,
            self.shutdown_seconds,
            on_ready=self.dispatch,
            on_message=self.on_message,
            on_lost=self.on_job_interrupted,
        )
        self.workers.append(worker)
        return worker

    def on_message(self, worker: WorkerProcess, message: Message) -> None:
        """Handle a message of a process about its question."""
        match message:
            case Progress(value):
                self.running_jobs[worker].progress(value)
            case Answer(value, is_last):
                job = self.release_worker(worker)
                if job and not job.future.done():
                    job.future.set_result(value)
                if is_last:
                    worker.replace("it may be damaged")
                else:
                    self.dispatch()
            case Failure(reason):
                LOG.warning("an engine process has failed: %s", reason)
                if self.keeps_failed_workers:
                    self.on_job_interrupted(worker, reason)
                else:
                    worker.replace(reason)

    def on_job_interrupted(self, worker: WorkerProcess, reason: str) -> None:
        """Retry or fail the job of a worker that will not answer it."""
        self.last_failure = reason
        job = self.release_worker(worker)
        if job and not job.future.done():
            if job.attempts < job.max_attempts:
                self.waiting_jobs.append(job)  # retried jobs come first
            else:
                self.fail_job(job, WorkerFailed(reason))
        self.dispatch()

    def release_worker(self, worker: WorkerProcess) -> Job | None:
        """Detach a process from its job, and return the job."""
        worker.end_question()
        job = self.running_jobs.pop(worker, None)
        if job:
            job.worker = None
        return job


# For callers without an event loop


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
                return future.result(CTRL_C_CHECK_SECONDS)
            except FutureTimeout:
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
