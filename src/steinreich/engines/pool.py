"""The engine pool: all processes that play, compile and analyse for a server.

All workers run one service, and all jobs wait in one queue.  The role of each worker is fixed, so
that the study never takes a process from the games, and clients never wait for a compiler:

- *players* take the computer's turns at ten levels, with machine code that is already on disk;
- the *compiler* compiles one game after the other, requested ones first, and then ends;
- the *fallback player* never loads a compiler: it moves in games whose code is not ready;
- *analysts* answer the study at lower priority.  They start with the first question, load the
  machine code of the requested games, and compile it or wait for it if necessary.

Addresses are served in turn, and one job of a client (a table, a visitor of the study) at a time.
A job with low priority is stopped early when another one needs its worker: a game of computers for
a person, a stage of the study for another visitor.  A job lost with its process is retried once.
If that fails too, or no process can be started, a fallback player in this process takes the turn.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Coroutine, Hashable
from functools import cached_property, partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from steinreich.core.game import Game, load
from steinreich.core.registry import games
from steinreich.engines.study.questions import (
    EvaluateActions,
    ExplorePosition,
    SearchPosition,
    StudyQuestion,
)
from steinreich.engines.supervisor import (
    ANONYMOUS,
    Job,
    Requester,
    Supervisor,
    WorkerFailed,
    ignore_progress,
)
from steinreich.engines.turns import (
    TableQuestion,
    TurnProgress,
    answer_table_question,
    compile_levels,
)
from steinreich.engines.worker import Answer, Launch, Message, make_start_message
from steinreich.engines.worker_process import WorkerProcess
from steinreich.session.legal_actions import get_game
from steinreich.session.schema.study import StudyState

if TYPE_CHECKING:  # only analysts load it
    from steinreich.engines.study.service import StudyService

NICENESS = 5  # the server itself, which players wait for, has priority
ANALYST_NICENESS = 10  # below the computer's turns
MAX_WARM_UP_SECONDS = 600.0  # compiling on a loaded machine
MAX_TURN_SECONDS = 9.0  # three actions at the most patient level
TURN_GRACE_SECONDS = 2.0  # beyond the limit, before a missing answer is a failure
MAX_EVALUATION_SECONDS = 600.0  # of one action: budgets are in nodes, and machines differ
STUDY_GRACE_SECONDS = 20.0  # likewise for questions of the study
MAX_ATTEMPTS = 2  # each in another process
# Every change of the queue position up to this is reported; beyond it, only an advance by more than
# a tenth of the position reported last
MAX_EXACT_QUEUE_POSITION = 10
MIN_QUEUE_ADVANCE_DIVISOR = 10
# Time that a study job keeps its worker while the first, or a later, stage of another visitor waits
MIN_SECONDS_BEFORE_FIRST_STAGE, MIN_SECONDS_BEFORE_LATER_STAGE = 0.15, 1.0

OnState = Callable[[StudyState, int], None]  # called with the state and the queue position


# Machine code does not depend on options, except that games of two players have code of their own.
# The variant with the most players stands for all with the same code.


def get_code_id(game: Game) -> str:
    """Return the id of the game whose machine code a game shares."""
    counts = [count for count in get_player_counts(game) if (count == "2") == (game.players == 2)]
    return load(game.name, players=max(counts, key=int)).id if counts else game.name


def get_player_counts(game: Game) -> tuple[str, ...]:
    """Return the numbers of players of a game, where they can be chosen."""
    return next((option.values for option in game.about.options if option.name == "players"), ())


def get_all_code_ids() -> list[str]:
    """Return the ids of all games with machine code of their own, those of two players first."""
    variants = [
        game
        for name in games()
        for game in (
            load(name),
            *(load(name, players=count) for count in get_player_counts(load(name))),
        )
    ]
    variants.sort(key=lambda game: game.players != 2)
    return list(dict.fromkeys(map(get_code_id, variants)))


# In a worker


class WarmUp(NamedTuple):
    """Request to load the machine code of a game, or to compile it."""

    game: str
    for_study: bool = False  # for an analyst; else for a player


class EngineService:
    """Answers all questions of the pool, inside a worker process."""

    def __init__(self, memory_mb: int, proofs: Path | None) -> None:
        self.memory_mb = memory_mb
        self.proofs = proofs

    def answer(self, question: Any, progress: Callable[[Any], None], stop: Event) -> Any:
        """Return the answer; for a warm-up, it is whether machine code is kept on disk."""
        if isinstance(question, TableQuestion):
            return answer_table_question(question, progress, stop, self.memory_mb)
        if not isinstance(question, WarmUp):
            return self.analyst.answer(question, progress, stop)
        if question.for_study:
            return self.analyst.warm_up(question.game)
        return compile_levels(question.game)

    @cached_property
    def analyst(self) -> "StudyService":
        """The service for questions of the study, created at first use."""
        from steinreich.engines.study.service import StudyService

        return StudyService(self.memory_mb, self.proofs)

    def close(self) -> None:
        """Close the file of proofs, if it was opened."""
        if "analyst" in vars(self):
            self.analyst.close()


# Jobs


class PoolJob(Job):
    """A question of a client that is notified of its position in the queue."""

    client: Hashable  # only one job of a client runs at a time
    code_id: str  # of the machine code that is needed; "": none
    started_at = 0.0  # when a worker started the job, by the clock of the event loop
    preempt_at = math.inf  # when to stop the job because other jobs wait
    # The last report: queue position, and whether code is missing
    last_report: tuple[int, bool] | None = None

    def schedule_callback(self, callback: Callable[..., None], *arguments: Any) -> None:
        """Schedule a callback in the event loop, unless the job is done."""
        if not self.future.done():
            asyncio.get_running_loop().call_soon(callback, *arguments)

    def report_queue_position(self, position: int, is_cold: bool) -> None:
        """Report the queue position if it has changed notably; 0 means a worker has the job."""
        if self.last_report and self.last_report[1] == is_cold:
            steps = self.last_report[0] - position
            if not steps or (
                position > MAX_EXACT_QUEUE_POSITION
                and steps <= self.last_report[0] // MIN_QUEUE_ADVANCE_DIVISOR
            ):
                return
        self.last_report = position, is_cold
        self.on_queue_position(position, is_cold)

    def on_queue_position(self, position: int, is_cold: bool) -> None:
        """Notify the client of its queue position."""
        raise NotImplementedError

    def get_preemption_delay(self, other: "PoolJob") -> float:
        """Return how long this job may keep its worker while another one waits for it."""
        raise NotImplementedError


class TableJob(PoolJob):
    """A question of a table: a turn, or whether to accept a draw."""

    def __init__(
        self,
        table: str,
        question: TableQuestion,
        on_progress: Callable[[TurnProgress], None],
        *,
        requester: Requester = ANONYMOUS,
        waits: bool = False,
    ) -> None:
        seconds = min(question.seconds or MAX_TURN_SECONDS, MAX_TURN_SECONDS)
        super().__init__(
            question,
            partial(self.schedule_callback, on_progress),
            requester=requester,
            seconds=seconds + TURN_GRACE_SECONDS,
            max_attempts=MAX_ATTEMPTS,
        )
        self.client = table
        self.code_id = get_code_id(load(question.game))
        self.on_progress = on_progress
        self.waits = waits  # for machine code, instead of using the fallback player
        self.is_hurried = False

    def on_queue_position(self, position: int, is_cold: bool) -> None:
        self.schedule_callback(self.on_progress, TurnProgress(position, 0, 0, 0.0, [], is_cold))

    def get_preemption_delay(self, other: PoolJob) -> float:
        return 0.0 if self.requester.can_wait and not other.requester.can_wait else math.inf


class StudyJob(PoolJob):
    """A question of a visitor of the study."""

    def __init__(
        self,
        question: StudyQuestion,
        visitor: str,
        on_progress: Callable[[Any], None] = ignore_progress,
        on_state: OnState = lambda state, queue_position: None,
    ) -> None:
        super().__init__(
            question,
            partial(self.schedule_callback, on_progress),
            requester=Requester(visitor, queue="study"),
            seconds=get_study_seconds(question) + STUDY_GRACE_SECONDS,
            max_attempts=MAX_ATTEMPTS,
        )
        self.client = self.requester
        self.on_state = on_state
        needs_no_code = isinstance(question, ExplorePosition)
        self.code_id = "" if needs_no_code else get_code_id(get_game(question.reference.game))
        self.is_first_stage = needs_no_code or (
            isinstance(question, SearchPosition) and question.spent_seconds == 0
        )

    def on_queue_position(self, position: int, is_cold: bool) -> None:
        self.schedule_callback(
            self.on_state, "cold" if is_cold else "waiting" if position else "thinking", position
        )

    def get_preemption_delay(self, other: PoolJob) -> float:
        is_first = isinstance(other, StudyJob) and other.is_first_stage
        return MIN_SECONDS_BEFORE_FIRST_STAGE if is_first else MIN_SECONDS_BEFORE_LATER_STAGE


def get_study_seconds(question: StudyQuestion) -> float:
    """Return the time limit of a question in seconds."""
    if isinstance(question, SearchPosition):
        return question.seconds
    if isinstance(question, EvaluateActions):
        return MAX_EVALUATION_SECONDS * question.max_actions
    return 0.0


class EnginePool(Supervisor):
    """All engine processes of a server, and the queue of their jobs."""

    def __init__(
        self,
        players: int,
        analysts: int = 0,
        *,
        memory_mb: int = 64,
        proofs: Path | None = None,
    ) -> None:
        """`proofs` is the file in which analysts store proofs; None: in memory only."""
        launch = Launch(
            partial(EngineService, memory_mb, proofs), niceness=NICENESS, dies_with_parent=True
        )
        # Failed workers are kept, because they have loaded machine code
        super().__init__(launch, max_workers=0, keeps_failed_workers=True)
        self.analyst_message = make_start_message(launch._replace(niceness=ANALYST_NICENESS))
        self.max_players, self.max_analysts = players, analysts
        self.players: list[WorkerProcess] = []
        self.analysts: list[WorkerProcess] = []
        self.fallback: WorkerProcess | None = None
        self.compiler: WorkerProcess | None = None
        # The ids of the machine code that each worker has loaded
        self.loaded_codes: dict[WorkerProcess, set[str]] = {}
        self.all_codes = get_all_code_ids()  # compiled before they are requested
        self.requested_codes: dict[str, None] = {}  # in the order of requests by tables
        self.compiled_codes: set[str] = set()  # that the compiler has finished
        self.is_code_on_disk = True  # False: the disk is read-only, so each worker compiles
        self.failed_warm_ups: Counter[WarmUp] = Counter()
        self.answer_counts: Counter[str] = Counter()  # number of turns by kind of player
        self.background: set[asyncio.Task[None]] = set()

    # Requests of clients

    async def start(self) -> None:
        """Start the processes for turns; they warm up while the first games are played."""
        self.fallback = self.add_worker()
        self.players = [self.add_worker() for _ in range(self.max_players)]
        if self.players:
            self.compiler = self.add_worker()

    async def close(self) -> None:
        """Cancel all jobs and end all processes."""
        self.fallback, self.compiler, self.players, self.analysts = None, None, [], []
        self.max_analysts = 0
        await super().close()
        await asyncio.gather(*self.background)

    async def choose_turn(
        self,
        table: str,
        game: str,
        position: str,
        level: int,
        seed: int,
        on_progress: Callable[[TurnProgress], None],
        seconds: float | None = None,
        *,
        requester: Requester = ANONYMOUS,
        waits: bool = False,
    ) -> list[str]:
        """Return the names of all actions of the turn; call `on_progress` with progress.

        `seconds` limits the whole turn, if it is less than the level would take.  A table that
        `waits` gets no answer from the fallback player while machine code is compiled.
        """
        question = TableQuestion("turn", game, position, level, seed, seconds=seconds)
        job = TableJob(table, question, on_progress, requester=requester, waits=waits)
        actions: list[str] = await self.ask_for_table(job)
        return actions

    async def wants_draw(
        self,
        table: str,
        game: str,
        position: str,
        level: int,
        seat: int,
        *,
        requester: Requester = ANONYMOUS,
    ) -> bool:
        """Return whether the computer on a seat accepts a draw."""
        question = TableQuestion("draw", game, position, level, seat=seat)
        return bool(
            await self.ask_for_table(
                TableJob(table, question, ignore_progress, requester=requester)
            )
        )

    async def ask_for_table(self, job: TableJob) -> Any:
        """Queue a table's question and return the answer."""
        if not self.fallback:
            raise RuntimeError("the engines have not been started, or have been closed")
        self.requested_codes.setdefault(job.code_id)
        return await self.ask(job)

    def hurry(self, table: str) -> None:
        """Make the computer move now, with the best turn found so far."""
        for job in self.get_jobs_of_table(table):
            if job.worker:
                job.stop()
            else:
                job.is_hurried = True
        self.dispatch()

    def set_waiting(self, table: str, waits: bool) -> None:
        """Set whether the questions of a table wait for machine code."""
        for job in self.get_jobs_of_table(table):
            job.waits = waits
        self.dispatch()

    def cancel(self, table: str) -> None:
        """Cancel the questions of a table: `choose_turn` raises `CancelledError`."""
        for job in self.get_jobs_of_table(table):
            job.future.cancel()

    def is_waiting(self, table: str) -> bool:
        """Return whether a question of a table has not been started yet."""
        return any(not job.worker for job in self.get_jobs_of_table(table))

    def is_cold(self, game: Game) -> bool:
        """Return whether the fallback player plays a game while its machine code is not ready.

        Always False in a pool without players.
        """
        return self.lacks_code(get_code_id(game))

    def can_warm(self, game: Game) -> bool:
        """Return whether machine code that is not ready may still become ready."""
        return self.can_get_code(get_code_id(game))

    def get_warmth(self) -> dict[str, str]:
        """Return the state of each game's players: cold, warming or warm."""
        questions = [job.question for job in self.running_jobs.values()]
        warm_ups = filter(is_warm_up_for_turns, questions)
        begun = self.compiled_codes | {request.game for request in warm_ups}
        return {
            name: "warm" if self.get_warm_players(name) else "warming" if name in begun else "cold"
            for name in games()
        }

    @property
    def is_ready(self) -> bool:
        """Return whether the machine code of all games is loaded, as far as that is possible."""
        return not any(self.lacks_code(code) and self.can_get_code(code) for code in self.all_codes)

    @property
    def is_failing(self) -> bool:
        """Return whether all players, or the fallback player, fail to start."""
        roles = ([self.fallback] if self.fallback else [], self.players)
        return any(workers and all(worker.failures for worker in workers) for workers in roles)

    def count_waiting(self, queue: str) -> int:
        """Return the number of jobs that wait in the queue of the tables ("") or of the study."""
        return sum(job.requester.queue == queue for job in self.waiting_jobs)

    # The queue

    def get_table_jobs(self) -> list[TableJob]:
        """Return the unanswered jobs of all tables."""
        jobs = (*self.waiting_jobs, *self.running_jobs.values())
        return [job for job in jobs if isinstance(job, TableJob)]

    def get_jobs_of_table(self, table: str) -> list[TableJob]:
        """Return the unanswered jobs of a table."""
        return [job for job in self.get_table_jobs() if job.client == table]

    def dispatch(self) -> None:
        """Assign jobs to free workers and report queue positions to the waiting clients."""
        idle = sum(worker not in self.running_jobs for worker in self.analysts)
        missing = min(self.max_analysts - len(self.analysts), self.count_waiting("study") - idle)
        self.analysts += [self.add_worker(self.analyst_message) for _ in range(missing)]
        self.start_waiting_jobs()
        self.schedule_preemption()
        self.warm_up()
        positions: Counter[str] = Counter()  # by queue
        for job in self.round_robin.sort(self.waiting_jobs):
            assert isinstance(job, PoolJob)
            positions[job.requester.queue] += 1
            job.report_queue_position(positions[job.requester.queue], self.is_cold_for(job))

    def find_worker(self, job: Job) -> WorkerProcess | None:
        """Return the worker that takes a job now, if there is one."""
        assert isinstance(job, PoolJob)
        others = (running for running in self.running_jobs.values() if isinstance(running, PoolJob))
        if any(other.client == job.client for other in others):
            return None
        capable = self.find_workers(job)
        if isinstance(job, TableJob):
            if not self.is_code_on_disk:  # a worker that warms up compiles: too slow to wait for it
                capable = [worker for worker in capable if not self.is_warming(worker)]
            if not capable and self.is_waiting_for_code(job):
                return None
            if (not capable or job.is_hurried) and self.fallback:
                capable = [self.fallback]
        return next((worker for worker in capable if worker.is_free), None)

    def find_workers(self, job: PoolJob) -> list[WorkerProcess]:
        """Return the workers for a job that have the machine code it needs."""
        if isinstance(job, TableJob):
            return self.get_warm_players(job.code_id)
        return [
            worker
            for worker in self.analysts
            if not job.code_id or job.code_id in self.loaded_codes.get(worker, ())
        ]

    def get_warm_players(self, code_id: str) -> list[WorkerProcess]:
        """Return the players that have the machine code of a game."""
        return [worker for worker in self.players if code_id in self.loaded_codes.get(worker, ())]

    def is_cold_for(self, job: PoolJob) -> bool:
        """Return whether no worker has the machine code that a job needs."""
        return (
            self.lacks_code(job.code_id) if isinstance(job, TableJob) else not self.is_warm_for(job)
        )

    def is_warm_for(self, job: PoolJob) -> bool:
        """Return whether a job needs no machine code, or a worker has it."""
        return not job.code_id or bool(self.find_workers(job))

    def is_warming(self, worker: WorkerProcess) -> bool:
        """Return whether a worker is loading or compiling machine code."""
        return worker in self.running_jobs and isinstance(
            self.running_jobs[worker].question, WarmUp
        )

    def lacks_code(self, code_id: str) -> bool:
        """Return whether no player has the machine code of a game."""
        return self.max_players > 0 and not self.get_warm_players(code_id)

    def can_get_code(self, code_id: str) -> bool:
        """Return whether machine code is being loaded or compiled, or will be."""
        is_compiled = code_id in self.compiled_codes or self.compiler is not None
        return is_compiled and self.can_try(WarmUp(code_id))

    def can_try(self, request: WarmUp) -> bool:
        """Return whether a warm-up has not failed too often."""
        return self.failed_warm_ups[request] < MAX_ATTEMPTS

    def is_waiting_for_code(self, job: TableJob) -> bool:
        """Return whether a turn waits for machine code that can still come."""
        return job.waits and not job.is_hurried and self.can_get_code(job.code_id)

    def is_hopeless(self, job: Job) -> bool:
        """Return whether no worker will ever be able to answer a job."""
        assert isinstance(job, PoolJob)
        if isinstance(job, TableJob):
            is_fallback_failing = (
                self.fallback is not None and self.fallback.failures >= MAX_ATTEMPTS
            )
            return (
                is_fallback_failing
                and not self.get_warm_players(job.code_id)
                and not self.is_waiting_for_code(job)
            )
        can_warm = self.can_try(WarmUp(job.code_id, for_study=True))
        return all(worker.failures for worker in self.analysts) or not (
            can_warm or self.is_warm_for(job)
        )

    def start_job(self, worker: WorkerProcess, job: Job) -> None:
        """Start a job in a worker."""
        if isinstance(job, TableJob):
            job.question = job.question._replace(uses_fallback=worker is self.fallback)
        super().start_job(worker, job)
        if isinstance(job, PoolJob):
            job.started_at, job.preempt_at = asyncio.get_running_loop().time(), math.inf
            job.report_queue_position(0, self.is_cold_for(job))

    def warm_up(self) -> None:
        """Make free workers load machine code, in the order of requests."""
        wanted = list(filter(self.can_try, map(WarmUp, (*self.requested_codes, *self.all_codes))))
        if self.compiler and self.compiler.is_free:
            missing = [request for request in wanted if request.game not in self.compiled_codes]
            if missing:
                self.start_job(self.compiler, make_warm_up_job(missing[0]))
            else:
                self.workers.remove(self.compiler)
                self.run_in_background(self.compiler.close())
                self.compiler = None
        compiled = [request for request in wanted if request.game in self.compiled_codes]
        jobs = [job for job in self.waiting_jobs if isinstance(job, StudyJob) and job.code_id]
        studied = filter(self.can_try, (WarmUp(job.code_id, for_study=True) for job in jobs))
        for workers, requests in ((self.players, compiled), (self.analysts, list(studied))):
            for worker in workers:
                loaded = self.loaded_codes.get(worker, ())
                new = [request for request in requests if request.game not in loaded]
                if worker.is_free and new:
                    self.start_job(worker, make_warm_up_job(new[0]))

    def schedule_preemption(self) -> None:
        """Stop running jobs, now or soon, whose worker other jobs wait for."""
        loop = asyncio.get_running_loop()
        for worker, job in self.running_jobs.items():
            if isinstance(job, PoolJob) and not job.is_stopped:
                others = self.get_jobs_waiting_for(worker, job)
                delay = min(map(job.get_preemption_delay, others), default=math.inf)
                preempt_at = job.started_at + delay
                if preempt_at < job.preempt_at:
                    job.preempt_at = preempt_at
                    loop.call_at(preempt_at, self.preempt, worker, job)

    def preempt(self, worker: WorkerProcess, job: PoolJob) -> None:
        """Stop a job if it is still running and others still wait for its worker."""
        if self.running_jobs.get(worker) is job and self.get_jobs_waiting_for(worker, job):
            if not job.is_stopped and not job.future.done():
                job.stop()

    def get_jobs_waiting_for(self, worker: WorkerProcess, job: PoolJob) -> list[PoolJob]:
        """Return the waiting jobs that the worker of a job could take or warm up for."""
        return [
            other
            for other in self.waiting_jobs
            if isinstance(other, type(job))
            and (
                worker in self.find_workers(other)
                or (other.requester.queue and self.is_cold_for(other))
            )
        ]

    # Messages of workers

    def on_message(self, worker: WorkerProcess, message: Message) -> None:
        """Record which machine code a worker has loaded, and handle its message."""
        job = self.running_jobs[worker]
        if isinstance(message, Answer):
            if isinstance(request := job.question, WarmUp):
                self.loaded_codes.setdefault(worker, set()).add(request.game)
                del self.failed_warm_ups[request]
                if is_warm_up_for_turns(request):
                    self.is_code_on_disk = message.value
                    self.compiled_codes.add(request.game)
            elif isinstance(job, TableJob) and not job.future.done():
                self.answer_counts["fallback" if worker is self.fallback else "level"] += 1
        super().on_message(worker, message)

    def on_job_interrupted(self, worker: WorkerProcess, reason: str) -> None:
        """Forget the machine code of a lost process, and retry its job in another one."""
        job = self.running_jobs.get(worker)
        if job and isinstance(job.question, WarmUp):
            self.failed_warm_ups[job.question] += 1
        if not worker.process:
            self.loaded_codes.pop(worker, None)
        super().on_job_interrupted(worker, reason)

    def fail_job(self, job: Job, error: WorkerFailed) -> None:
        """Answer a table in this process, report the error to the study, or drop a warm-up."""
        if isinstance(job, TableJob):
            self.run_in_background(self.answer_in_process(job))
        elif isinstance(job, StudyJob):
            super().fail_job(job, error)
        else:
            job.future.cancel()

    async def answer_in_process(self, job: TableJob) -> None:
        """Answer with the fallback player in a thread of this process, as the last resort."""
        question = job.question._replace(uses_fallback=True)
        try:
            reply = await asyncio.to_thread(
                answer_table_question, question, ignore_progress, Event()
            )
        except Exception as error:
            if not job.future.done():
                job.future.set_exception(error)
        else:
            if not job.future.done():
                self.answer_counts["fallback"] += 1
                job.future.set_result(reply)

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a background task."""
        task = asyncio.get_running_loop().create_task(work)
        self.background.add(task)
        task.add_done_callback(self.background.discard)


def is_warm_up_for_turns(question: Any) -> bool:
    """Return whether a question is a warm-up for turns."""
    return isinstance(question, WarmUp) and not question.for_study


def make_warm_up_job(request: WarmUp) -> Job:
    """Return the job that loads or compiles machine code."""
    return Job(request, seconds=MAX_WARM_UP_SECONDS)
