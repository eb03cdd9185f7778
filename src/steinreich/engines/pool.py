"""The engine pool: all processes that play, compile and analyse for a server.

All workers run one service, and all jobs stand in one queue.  What a worker is used for is fixed,
so that the study never takes a process from the games, and clients never wait for a compiler:

- *players* take the computer's turns at ten levels, with machine code that is already on disk;
- the *compiler* compiles one game after the other, those asked for first, and then ends;
- the *fallback player* never loads a compiler: it moves in games whose code is not ready;
- *analysts* answer the study at lower priority.  They start with the first question, load the
  machine code of the games that they are asked about, and compile it or wait for it if necessary.

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
    EvaluateSome,
    ExplorePosition,
    StudyQuestion,
    ThinkAbout,
)
from steinreich.engines.supervisor import (
    ANONYMOUS,
    Job,
    Requester,
    Supervisor,
    WorkerFailed,
    ignore_progress,
)
from steinreich.engines.turns import TableQuestion, Thought, compile_levels, reply_to
from steinreich.engines.worker import Answer, Launch, Message, start_message
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
STUDY_GRACE_SECONDS = 20.0
MAX_ATTEMPTS = 2  # in other processes
NEAR = 10  # queue positions up to this are all reported; beyond it, changes of a tenth
# Time that a stage keeps its worker while a first stage, or a later one, of another visitor waits
FIRST_CUT_SECONDS, CUT_SECONDS = 0.15, 1.0

OnState = Callable[[StudyState, int], None]  # called with the state and the queue position


# Machine code: options are data, but games of two players need different code than all others


def code_id(game: Game) -> str:
    """Return the id of the game whose machine code a game shares."""
    alike = [count for count in player_counts(game) if (count == "2") == (game.players == 2)]
    return load(game.name, players=max(alike, key=int)).id if alike else game.name


def player_counts(game: Game) -> tuple[str, ...]:
    """Return the numbers of players of a game, where they can be chosen."""
    return next((one.values for one in game.about.options if one.name == "players"), ())


def all_code_ids() -> list[str]:
    """Return all games that have machine code of their own, those for two players first."""
    variants = [
        game
        for name in games()
        for game in (
            load(name),
            *(load(name, players=count) for count in player_counts(load(name))),
        )
    ]
    return list(dict.fromkeys(map(code_id, sorted(variants, key=lambda game: game.players != 2))))


# In a worker


class WarmUp(NamedTuple):
    """Request to load the machine code of a game, or to compile it."""

    game: str
    for_study: bool = False  # else for the computer's turns


class EngineService:
    """Answer all questions of the pool, inside a worker process."""

    def __init__(self, memory_mb: int, proofs: Path | None) -> None:
        self.memory_mb = memory_mb
        self.proofs = proofs

    def answer(self, question: Any, progress: Callable[[Any], None], stop: Event) -> Any:
        """Return the answer; to a warm-up, whether machine code is kept on disk."""
        if isinstance(question, TableQuestion):
            return reply_to(question, progress, stop, self.memory_mb)
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
    code: str  # the machine code that is needed; "": none
    worker_began = 0.0  # when a worker began, by the clock of the event loop
    cut_at = math.inf  # when to stop the job because other jobs wait
    # Queue position, and whether code is missing, as last reported
    place: tuple[int, bool] | None = None

    def tell(self, callback: Callable[..., None], *what: Any) -> None:
        """Schedule a callback in the event loop, unless the job is done."""
        if not self.future.done():
            asyncio.get_running_loop().call_soon(callback, *what)

    def tell_place(self, place: int, is_cold: bool) -> None:
        """Report the queue position if it has changed notably; 0 means a worker has the job."""
        if self.place and self.place[1] == is_cold:
            steps = self.place[0] - place
            if not steps or (place > NEAR and steps <= self.place[0] // NEAR):
                return
        self.place = place, is_cold
        self.on_place(place, is_cold)

    def on_place(self, place: int, is_cold: bool) -> None:
        """Notify the client of its queue position."""
        raise NotImplementedError

    def seconds_until_cut(self, other: "PoolJob") -> float:
        """Return how long this job may keep its worker while another one waits for it."""
        raise NotImplementedError


class TableJob(PoolJob):
    """A question of a table: a turn, or whether to accept a draw."""

    def __init__(
        self,
        table: str,
        question: TableQuestion,
        on_thought: Callable[[Thought], None],
        *,
        requester: Requester = ANONYMOUS,
        waits: bool = False,
    ) -> None:
        longest = min(question.seconds or MAX_TURN_SECONDS, MAX_TURN_SECONDS)
        super().__init__(
            question,
            partial(self.tell, on_thought),
            requester=requester,
            seconds=longest + TURN_GRACE_SECONDS,
            max_attempts=MAX_ATTEMPTS,
        )
        self.client = table
        self.code = code_id(load(question.game))
        self.on_thought = on_thought
        self.waits = waits  # for machine code, instead of using the fallback player
        self.is_hurried = False

    def on_place(self, place: int, is_cold: bool) -> None:
        self.tell(self.on_thought, Thought(place, 0, 0, 0.0, [], is_cold))

    def seconds_until_cut(self, other: PoolJob) -> float:
        return 0.0 if self.requester.can_wait and not other.requester.can_wait else math.inf


class StudyJob(PoolJob):
    """A question of a visitor of the study."""

    def __init__(
        self,
        question: StudyQuestion,
        visitor: str,
        on_progress: Callable[[Any], None] = ignore_progress,
        on_state: OnState = lambda state, place: None,
    ) -> None:
        super().__init__(
            question,
            partial(self.tell, on_progress),
            requester=Requester(visitor, queue="study"),
            seconds=study_seconds(question) + STUDY_GRACE_SECONDS,
            max_attempts=MAX_ATTEMPTS,
        )
        self.client = self.requester
        self.on_state = on_state
        is_plain = isinstance(question, ExplorePosition)
        self.code = "" if is_plain else code_id(get_game(question.place.game))
        self.is_first = is_plain or (isinstance(question, ThinkAbout) and question.spent == 0)

    def on_place(self, place: int, is_cold: bool) -> None:
        self.tell(self.on_state, "cold" if is_cold else "waiting" if place else "thinking", place)

    def seconds_until_cut(self, other: PoolJob) -> float:
        is_first = isinstance(other, StudyJob) and other.is_first
        return FIRST_CUT_SECONDS if is_first else CUT_SECONDS


def study_seconds(question: StudyQuestion) -> float:
    """Return the time limit of a question in seconds."""
    if isinstance(question, ThinkAbout):
        return question.seconds
    if isinstance(question, EvaluateSome):
        return MAX_EVALUATION_SECONDS * question.most
    return 0.0


class EnginePool(Supervisor):
    """All engine processes of a server, and the queue in front of them."""

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
        super().__init__(launch, max_workers=0, keeps_failed=True)  # a failed worker keeps its code
        self.analyst_message = start_message(launch._replace(niceness=ANALYST_NICENESS))
        self.max_players, self.max_analysts = players, analysts
        self.players: list[WorkerProcess] = []
        self.analysts: list[WorkerProcess] = []
        self.fallback: WorkerProcess | None = None
        self.compiler: WorkerProcess | None = None
        self.warm: dict[WorkerProcess, set[str]] = {}  # the machine code that each has loaded
        self.codes = all_code_ids()  # compiled before they are requested
        self.asked: dict[str, None] = {}  # codes in the order of requests by tables
        self.compiled: set[str] = set()  # codes that the compiler process has finished
        self.is_kept = True  # whether compiled code is on disk; False on a read-only disk
        self.failed_warm_ups: Counter[WarmUp] = Counter()
        self.answered: Counter[str] = Counter()  # number of turns by kind of player
        self.background: set[asyncio.Task[None]] = set()

    # Requests of clients

    async def start(self) -> None:
        """Start the processes for turns; they warm up while the first games are played."""
        self.fallback = self.add_worker()
        self.players = [self.add_worker() for _ in range(self.max_players)]
        if self.players:
            self.compiler = self.add_worker()

    async def close(self) -> None:
        """Stop all thinking and end all processes."""
        self.fallback, self.compiler, self.players, self.analysts = None, None, [], []
        self.max_analysts = 0
        await super().close()
        await asyncio.gather(*self.background)

    async def choose(
        self,
        table: str,
        game: str,
        position: str,
        level: int,
        seed: int,
        on_thought: Callable[[Thought], None],
        seconds: float | None = None,
        *,
        requester: Requester = ANONYMOUS,
        waits: bool = False,
    ) -> list[str]:
        """Return the names of all actions of the turn; call `on_thought` with progress.

        `seconds` limits the whole turn, if it is less than the level would take.  A table that
        `waits` gets no answer from the fallback player while machine code is compiled.
        """
        question = TableQuestion("turn", game, position, level, seed, seconds=seconds)
        job = TableJob(table, question, on_thought, requester=requester, waits=waits)
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
        self.asked.setdefault(job.code)
        return await self.ask(job)

    def hurry(self, table: str) -> None:
        """Make the computer move now, with the best turn found so far."""
        for job in self.jobs_for(table):
            if job.worker:
                job.stop()
            else:
                job.is_hurried = True
        self.dispatch()

    def wait(self, table: str, waits: bool) -> None:
        """Set whether the questions of a table wait for machine code."""
        for job in self.jobs_for(table):
            job.waits = waits
        self.dispatch()

    def cancel(self, table: str) -> None:
        """Cancel the questions of a table: `choose` raises `CancelledError`."""
        for job in self.jobs_for(table):
            job.future.cancel()

    def is_waiting(self, table: str) -> bool:
        """Return whether a question of a table has not been started yet."""
        return any(not job.worker for job in self.jobs_for(table))

    def is_cold(self, game: Game) -> bool:
        """Return whether the fallback player plays a game while its machine code is not ready.

        Always False in a pool without players.
        """
        return self.lacks(code_id(game))

    def can_warm(self, game: Game) -> bool:
        """Return whether machine code that is not ready may still become ready."""
        return self.is_coming(code_id(game))

    def warmth(self) -> dict[str, str]:
        """Return the state of each game's players: cold, warming or warm."""
        orders = [job.question for job in self.under_way.values()]
        begun = self.compiled | {one.game for one in orders if is_for_turns(one)}
        return {
            name: "warm" if self.warm_players(name) else "warming" if name in begun else "cold"
            for name in games()
        }

    @property
    def are_ready(self) -> bool:
        """Whether no game's machine code is still to be loaded or compiled."""
        return not any(self.lacks(code) and self.is_coming(code) for code in self.codes)

    @property
    def are_failing(self) -> bool:
        """Whether the processes for turns fail to start."""
        kinds = ([self.fallback] if self.fallback else [], self.players)
        return any(kind and all(worker.failures for worker in kind) for kind in kinds)

    def count_waiting(self, queue: str) -> int:
        """Return the number of jobs that wait in the queue of the tables ("") or of the study."""
        return sum(job.requester.queue == queue for job in self.waiting)

    # The queue

    def table_jobs(self) -> list[TableJob]:
        """Return the unanswered jobs of all tables."""
        jobs = (*self.waiting, *self.under_way.values())
        return [job for job in jobs if isinstance(job, TableJob)]

    def jobs_for(self, table: str) -> list[TableJob]:
        """Return the unanswered jobs of a table."""
        return [job for job in self.table_jobs() if job.client == table]

    def dispatch(self) -> None:
        """Assign jobs to free workers and report queue positions to the waiting clients."""
        idle = sum(worker not in self.under_way for worker in self.analysts)
        missing = min(self.max_analysts - len(self.analysts), self.count_waiting("study") - idle)
        self.analysts += [self.add_worker(self.analyst_message) for _ in range(missing)]
        self.serve()
        self.make_room()
        self.warm_up()
        places: Counter[str] = Counter()
        for job in self.round_robin.order(self.waiting):
            assert isinstance(job, PoolJob)
            places[job.requester.queue] += 1
            job.tell_place(places[job.requester.queue], self.is_cold_for(job))

    def worker_for(self, job: Job) -> WorkerProcess | None:
        """Return the worker that takes a job now, if there is one."""
        assert isinstance(job, PoolJob)
        others = (one for one in self.under_way.values() if isinstance(one, PoolJob))
        if any(other.client == job.client for other in others):
            return None
        able = self.workers_for(job)
        if isinstance(job, TableJob):
            if not self.is_kept:  # warming up means compiling, which is too slow to wait for
                able = [worker for worker in able if not self.is_warming(worker)]
            if not able and self.is_patient(job):
                return None
            if (not able or job.is_hurried) and self.fallback:
                able = [self.fallback]
        return next((worker for worker in able if worker.is_free), None)

    def workers_for(self, job: PoolJob) -> list[WorkerProcess]:
        """Return the workers for a job that have the machine code it needs."""
        if isinstance(job, TableJob):
            return self.warm_players(job.code)
        return [one for one in self.analysts if not job.code or job.code in self.warm.get(one, ())]

    def warm_players(self, code: str) -> list[WorkerProcess]:
        """Return the players that have the machine code of a game."""
        return [worker for worker in self.players if code in self.warm.get(worker, ())]

    def is_cold_for(self, job: PoolJob) -> bool:
        """Return whether no worker has the machine code that a job needs."""
        return self.lacks(job.code) if isinstance(job, TableJob) else not self.is_warm_for(job)

    def is_warm_for(self, job: PoolJob) -> bool:
        """Return whether a job needs no machine code, or a worker has it."""
        return not job.code or bool(self.workers_for(job))

    def is_warming(self, worker: WorkerProcess) -> bool:
        """Return whether a worker is loading or compiling machine code."""
        return worker in self.under_way and isinstance(self.under_way[worker].question, WarmUp)

    def lacks(self, code: str) -> bool:
        """Return whether no player has the machine code of a game."""
        return self.max_players > 0 and not self.warm_players(code)

    def is_coming(self, code: str) -> bool:
        """Return whether machine code is being loaded or compiled, or will be."""
        is_made = code in self.compiled or self.compiler is not None
        return is_made and self.can_try(WarmUp(code))

    def can_try(self, order: WarmUp) -> bool:
        """Return whether a warm-up has not failed too often."""
        return self.failed_warm_ups[order] < MAX_ATTEMPTS

    def is_patient(self, job: TableJob) -> bool:
        """Return whether a turn waits for machine code that can still come."""
        return job.waits and not job.is_hurried and self.is_coming(job.code)

    def is_hopeless(self, job: Job) -> bool:
        """Return whether no worker will ever be able to answer a job."""
        assert isinstance(job, PoolJob)
        if isinstance(job, TableJob):
            is_stuck = self.fallback is not None and self.fallback.failures >= MAX_ATTEMPTS
            return is_stuck and not self.warm_players(job.code) and not self.is_patient(job)
        can_warm = self.can_try(WarmUp(job.code, for_study=True))
        return all(one.failures for one in self.analysts) or not (can_warm or self.is_warm_for(job))

    def begin(self, worker: WorkerProcess, job: Job) -> None:
        """Start a job in a worker."""
        if isinstance(job, TableJob):
            job.question = job.question._replace(uses_fallback=worker is self.fallback)
        super().begin(worker, job)
        if isinstance(job, PoolJob):
            job.worker_began, job.cut_at = asyncio.get_running_loop().time(), math.inf
            job.tell_place(0, self.is_cold_for(job))

    def warm_up(self) -> None:
        """Make free workers load machine code, in the order of requests."""
        asked = list(filter(self.can_try, map(WarmUp, (*self.asked, *self.codes))))
        if self.compiler and self.compiler.is_free:
            cold = [order for order in asked if order.game not in self.compiled]
            if cold:
                self.begin(self.compiler, warm_up_job(cold[0]))
            else:
                self.workers.remove(self.compiler)
                self.spawn(self.compiler.close())
                self.compiler = None
        made = [order for order in asked if order.game in self.compiled]
        jobs = [job for job in self.waiting if isinstance(job, StudyJob) and job.code]
        studied = filter(self.can_try, (WarmUp(job.code, for_study=True) for job in jobs))
        for workers, orders in ((self.players, made), (self.analysts, list(studied))):
            for worker in workers:
                new = [one for one in orders if one.game not in self.warm.get(worker, ())]
                if worker.is_free and new:
                    self.begin(worker, warm_up_job(new[0]))

    def make_room(self) -> None:
        """Stop running jobs, now or soon, whose worker other jobs wait for."""
        loop = asyncio.get_running_loop()
        for worker, job in self.under_way.items():
            if isinstance(job, PoolJob) and not job.is_stopped:
                waiting = self.waiting_for(worker, job)
                at = job.worker_began + min(map(job.seconds_until_cut, waiting), default=math.inf)
                if at < job.cut_at:
                    job.cut_at = at
                    loop.call_at(at, self.cut_short, worker, job)

    def cut_short(self, worker: WorkerProcess, job: PoolJob) -> None:
        """Stop a job if it is still running and others still wait for its worker."""
        if self.under_way.get(worker) is job and self.waiting_for(worker, job):
            if not job.is_stopped and not job.future.done():
                job.stop()

    def waiting_for(self, worker: WorkerProcess, job: PoolJob) -> list[PoolJob]:
        """Return the waiting jobs that the worker of a job could take or warm up for."""
        return [
            other
            for other in self.waiting
            if isinstance(other, type(job))
            and (
                worker in self.workers_for(other)
                or (other.requester.queue and self.is_cold_for(other))
            )
        ]

    # Messages of workers

    def on_message(self, worker: WorkerProcess, message: Message) -> None:
        """Record which machine code a worker has loaded, and handle its message."""
        job = self.under_way[worker]
        if isinstance(message, Answer):
            if isinstance(order := job.question, WarmUp):
                self.warm.setdefault(worker, set()).add(order.game)
                del self.failed_warm_ups[order]
                if is_for_turns(order):
                    self.is_kept = message.what
                    self.compiled.add(order.game)
            elif isinstance(job, TableJob) and not job.future.done():
                self.answered["fallback" if worker is self.fallback else "level"] += 1
        super().on_message(worker, message)

    def on_worker_lost(self, worker: WorkerProcess, reason: str) -> None:
        """Forget the machine code of a lost process, and retry its job in another one."""
        job = self.under_way.get(worker)
        if job and isinstance(job.question, WarmUp):
            self.failed_warm_ups[job.question] += 1
        if not worker.process:
            self.warm.pop(worker, None)
        super().on_worker_lost(worker, reason)

    def fail(self, job: Job, error: WorkerFailed) -> None:
        """Handle a failed job: answer a table here, report to the study, retry a warm-up later."""
        if isinstance(job, TableJob):
            self.spawn(self.answer_here(job))
        elif isinstance(job, StudyJob):
            super().fail(job, error)
        else:
            job.future.cancel()

    async def answer_here(self, job: TableJob) -> None:
        """Answer with the fallback player in a thread of this process, as the last resort."""
        question = job.question._replace(uses_fallback=True)
        try:
            reply = await asyncio.to_thread(reply_to, question, ignore_progress, Event())
        except Exception as error:
            if not job.future.done():
                job.future.set_exception(error)
        else:
            if not job.future.done():
                self.answered["fallback"] += 1
                job.future.set_result(reply)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a background task."""
        task = asyncio.get_running_loop().create_task(work)
        self.background.add(task)
        task.add_done_callback(self.background.discard)


def is_for_turns(question: Any) -> bool:
    """Return whether a question is a warm-up for turns."""
    return isinstance(question, WarmUp) and not question.for_study


def warm_up_job(order: WarmUp) -> Job:
    """Return the job that loads or compiles machine code."""
    return Job(order, seconds=MAX_WARM_UP_SECONDS)
