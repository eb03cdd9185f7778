"""The computer's players in the hall: processes that think, and what to do until they can.

Three kinds of processes, all running the same program, so that nobody ever waits for a compiler:

- *thinkers* play at the ten levels; they load machine code that lies on disk already;
- the *compiler process* compiles one game after the other, those asked for first, and then
  goes;
- the *stand-in process* never loads a compiler: it moves for games that are still cold.

Addresses are served in turn, one question of a table at a time.  A question that a process could
not answer is put once more, and then answered by a stand-in in this process.  So are questions for
which no process can be had at all.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from threading import Event
from typing import Any

from steinreich.core.game import Game
from steinreich.core.registry import games
from steinreich.engines.fair_queue import Asker
from steinreich.engines.supervisor import NOBODY, Job, Supervisor, WorkerFailed, unheard
from steinreich.engines.turns import code_ids
from steinreich.engines.turns.code_ids import code_id
from steinreich.engines.turns.service import TableQuestion, TurnService, reply_to
from steinreich.engines.turns.table_job import MOST_ATTEMPTS, TableJob, Thought
from steinreich.engines.worker import Answer, Launch, Message
from steinreich.engines.worker_process import WorkerProcess

LONGEST_WARM_UP = 600.0  # seconds: compiling on a machine that has other things to do
NICENESS = 5  # people who play come first


class Engines(Supervisor):
    """All computer players of a hall."""

    def __init__(
        self, workers: int, *, memory_mb: int = 64, codes: Sequence[str] | None = None
    ) -> None:
        launch = Launch(partial(TurnService, memory_mb), niceness=NICENESS, is_alone=True)
        super().__init__(launch, most=0, keeps_failed=True)  # it keeps its machine code
        self.thinking_workers = workers
        self.thinkers: list[WorkerProcess] = []
        self.stand_in: WorkerProcess | None = None
        self.compiler_process: WorkerProcess | None = None
        self.warm: dict[WorkerProcess, set[str]] = {}  # whose machine code each has loaded
        self.background: set[asyncio.Task[None]] = set()
        # Of which games machine code is made before anybody asks
        self.codes = code_ids.all_code_ids() if codes is None else list(codes)
        self.asked: dict[str, None] = {}  # codes in the order in which they were asked for
        self.compiled: set[str] = set()  # codes that the compiler process has made
        self.is_kept = True  # whether machine code lies on disk then; not where that is read-only
        self.failed_warm_ups: Counter[str] = Counter()  # by code
        self.answered: Counter[str] = Counter()  # by who has answered: "level" or "stand-in"

    # What others ask for

    async def start(self) -> None:
        """Start the processes; they warm up game by game while the first games are played."""
        self.stand_in = self.add_worker()
        self.thinkers = [self.add_worker() for _ in range(self.thinking_workers)]
        if self.thinkers:
            self.compiler_process = self.add_worker()

    async def close(self) -> None:
        """Stop all thinking and end all processes."""
        self.stand_in, self.compiler_process, self.thinkers = None, None, []
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
        asker: Asker = NOBODY,
        waits: bool = False,
    ) -> list[str]:
        """The names of all actions of the turn that is due; `on_thought` hears how it comes about.

        `seconds` is for the whole turn, where that is less than the level would take; `asker` says
        in whose turn it is answered.  Who `waits` gets no answer from a stand-in while machine code
        is made.
        """
        question = TableQuestion("turn", game, position, level, seed, seconds=seconds)
        job = TableJob(table, question, on_thought, asker=asker, waits=waits)
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
        asker: Asker = NOBODY,
    ) -> bool:
        """Whether the computer on this seat takes a draw: no more is possible, or it is worse."""
        question = TableQuestion("draw", game, position, level, seat=seat)
        return bool(await self.ask_for_table(TableJob(table, question, unheard, asker=asker)))

    def hurry(self, table: str) -> None:
        """Let the computer move now, with the best it has found so far."""
        for job in self.jobs_of(table):
            if job.worker:
                job.stop()
            else:
                job.is_hurried = True
        self.dispatch()

    def wait(self, table: str, waits: bool) -> None:
        """What a table has asked shall wait for machine code, or need not any more."""
        for job in self.jobs_of(table):
            job.waits = waits
        self.dispatch()

    def is_cold(self, game: Game) -> bool:
        """Whether a stand-in plays a game because its machine code is not ready.

        Where there are no processes that think, there is no other player to stand in for.
        """
        return self.lacks(code_id(game))

    def can_warm(self, game: Game) -> bool:
        """Whether machine code that is not ready can still come."""
        return self.is_coming(code_id(game))

    def cancel(self, table: str) -> None:
        """What a table has asked is no longer wanted: `choose` raises `CancelledError`."""
        for job in self.jobs_of(table):
            job.future.cancel()

    def is_waiting(self, table: str) -> bool:
        """Whether a table has asked something that has not been begun yet."""
        return any(not job.worker for job in self.jobs_of(table))

    def warmth(self) -> dict[str, str]:
        """Of each game, whether its players are ready: cold, warming or warm."""
        in_work = {job.question.game for job in self.under_way.values() if is_warm_up(job)}
        return {
            name: "warm"
            if self.able(name)
            else "warming"
            if name in in_work | self.compiled
            else "cold"
            for name in games()
        }

    @property
    def are_ready(self) -> bool:
        """Whether players are at full strength, or as near to it as they will get."""
        return not any(self.lacks(code) and self.is_coming(code) for code in self.codes)

    @property
    def are_failing(self) -> bool:
        """Whether processes that shall think or stand in do not even start."""
        kinds = ([self.stand_in] if self.stand_in else [], self.thinkers)
        return any(kind and all(worker.failures for worker in kind) for kind in kinds)

    # The queue

    async def ask_for_table(self, job: TableJob) -> Any:
        """The answer to a table's question, when its turn has come."""
        if not self.stand_in:
            raise RuntimeError("the engines have not been started, or have been closed")
        self.asked.setdefault(job.code)
        return await self.ask(job)

    def table_jobs(self) -> list[TableJob]:
        """What tables want to know, and do not know yet."""
        jobs = (*self.waiting, *self.under_way.values())
        return [job for job in jobs if isinstance(job, TableJob)]

    def jobs_of(self, table: str) -> list[TableJob]:
        """What one table wants to know."""
        return [job for job in self.table_jobs() if job.table == table]

    def dispatch(self) -> None:
        """Give free processes something to do, and tell those who wait how long the queue is."""
        self.serve()
        self.make_room()
        self.warm_up()
        for place, job in enumerate(self.round_robin.order(self.waiting), 1):
            if isinstance(job, TableJob):
                job.tell_place(place, self.lacks(job.code))

    def worker_for(self, job: Job) -> WorkerProcess | None:
        """Who takes a question now, if there is somebody; one question of a table at a time."""
        assert isinstance(job, TableJob)
        if any(other.worker for other in self.jobs_of(job.table)):
            return None
        able = self.able(job.code)
        if not self.is_kept:  # then warming up takes long, and is not waited for
            able = [worker for worker in able if not self.is_warming(worker)]
        if not able and self.is_patient(job):
            return None
        if not able or job.is_hurried:
            return self.stand_in if self.stand_in and self.stand_in.is_free else None
        return next((worker for worker in able if worker.is_free), None)

    def able(self, code: str) -> list[WorkerProcess]:
        """The processes that have the machine code of a game."""
        return [worker for worker in self.thinkers if code in self.warm.get(worker, ())]

    def is_warming(self, worker: WorkerProcess) -> bool:
        """Whether a process loads machine code, or makes it."""
        return worker in self.under_way and is_warm_up(self.under_way[worker])

    def lacks(self, code: str) -> bool:
        """Whether a stand-in plays for those who think."""
        return self.thinking_workers > 0 and not self.able(code)

    def is_coming(self, code: str) -> bool:
        """Whether machine code is made, or will be."""
        is_made = code in self.compiled or self.compiler_process is not None
        return is_made and self.failed_warm_ups[code] < MOST_ATTEMPTS

    def is_patient(self, job: TableJob) -> bool:
        """Whether a question waits for machine code that can still come."""
        return job.waits and not job.is_hurried and self.is_coming(job.code)

    def make_room(self) -> None:
        """Where a person waits, what can wait is cut short: its turn is played now."""
        jobs = self.table_jobs()
        people = [job for job in jobs if not job.worker and not job.asker.can_wait]
        for job in jobs:
            if not job.worker or not job.asker.can_wait or job.is_cut_short:
                continue
            if any(one.code in self.warm.get(job.worker, ()) for one in people):
                job.is_cut_short = True
                job.stop()

    def is_hopeless(self, job: Job) -> bool:
        """Whether no process can be had that would ever answer a question."""
        assert isinstance(job, TableJob)
        if self.able(job.code) or self.is_patient(job):
            return False
        return self.stand_in is not None and self.stand_in.failures >= MOST_ATTEMPTS

    def begin(self, worker: WorkerProcess, job: Job) -> None:
        """The computer begins to think, or to warm up."""
        if isinstance(job, TableJob):
            job.question = job.question._replace(stands_in=worker is self.stand_in)
            job.tell(Thought(0, 0, 0, 0.0, [], self.lacks(job.code)))
        super().begin(worker, job)

    def warm_up(self) -> None:
        """What is free and has nothing else to do warms up, what was asked for first."""
        failed = self.failed_warm_ups
        wanted = [code for code in (*self.asked, *self.codes) if failed[code] < MOST_ATTEMPTS]
        if self.compiler_process and self.compiler_process.is_free:
            cold = [code for code in wanted if code not in self.compiled]
            if cold:
                self.begin(self.compiler_process, warm_up_job(cold[0]))
            else:
                self.workers.remove(self.compiler_process)
                self.spawn(self.compiler_process.close())
                self.compiler_process = None
        for worker in self.thinkers:
            loaded = self.warm.get(worker, set())
            new = [code for code in wanted if code in self.compiled and code not in loaded]
            if worker.is_free and new:
                self.begin(worker, warm_up_job(new[0]))

    # What the processes say

    def hear(self, worker: WorkerProcess, message: Message) -> None:
        """A process has something to say about its question."""
        job = self.under_way[worker]
        if isinstance(message, Answer):
            if is_warm_up(job):
                self.is_kept = message.what
                self.compiled.add(job.question.game)
                self.warm.setdefault(worker, set()).add(job.question.game)
                del self.failed_warm_ups[job.question.game]
            elif not job.future.done():
                self.answered["stand-in" if worker is self.stand_in else "level"] += 1
        super().hear(worker, message)

    def lose(self, worker: WorkerProcess, reason: str) -> None:
        """No answer comes from a process."""
        job = self.under_way.get(worker)
        if job and is_warm_up(job):
            self.failed_warm_ups[job.question.game] += 1
        if not worker.process:
            self.warm.pop(worker, None)
        super().lose(worker, reason)

    def fail(self, job: Job, error: WorkerFailed) -> None:
        """No process answers: a table gets its answer here; warming up is tried again later."""
        if isinstance(job, TableJob):
            self.spawn(self.answer_here(job))
        else:
            job.future.cancel()

    async def answer_here(self, job: TableJob) -> None:
        """The last resort: a stand-in, in a thread of this process."""
        question = job.question._replace(stands_in=True)
        try:
            found = await asyncio.to_thread(reply_to, question, unheard, Event())
        except Exception as error:  # of whatever kind: it is for the one who asked
            if not job.future.done():
                job.future.set_exception(error)
        else:
            if not job.future.done():
                self.answered["stand-in"] += 1
                job.future.set_result(found)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self.background.add(task)
        task.add_done_callback(self.background.discard)


def is_warm_up(job: Job) -> bool:
    """Whether a job is to make or to load machine code."""
    return bool(job.question.kind == "warm")


def warm_up_job(code: str) -> Job:
    """The job to make or to load machine code."""
    return Job(TableQuestion("warm", code), seconds=LONGEST_WARM_UP)
