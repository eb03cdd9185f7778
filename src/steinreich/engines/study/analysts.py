"""Processes that think for the study, and who has them when.

Each loads machine code of the games that it is asked about, and where there is none yet, makes it
or waits for who makes it.  They start with the first question, and are nicer than the computers at
the tables: people who play come first.

Visitors take turns, and nobody has two analysts at once.  Thinking goes on in stages, so whoever
thinks long comes back to the queue; and where somebody waits, a stage is cut short.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from steinreich.engines.fair_queue import Asker
from steinreich.engines.study.questions import (
    Asked,
    EvaluateSome,
    ExplorePosition,
    ThinkAbout,
    WarmUp,
)
from steinreich.engines.study.service import StudyService
from steinreich.engines.supervisor import Job, Supervisor, unheard
from steinreich.engines.turns.code_ids import code_id
from steinreich.engines.worker import Answer, Launch, Message
from steinreich.engines.worker_process import WorkerProcess
from steinreich.session.legal_actions import game_of
from steinreich.session.schema.study import StudyState

NICENESS = 10  # the computers at the tables come before
LONGEST_WARM_UP = 600.0  # seconds: compiling on a machine that has other things to do
MAX_EVALUATION_SECONDS = 600.0  # of one action: budgets are in nodes, and machines differ
SHORT_QUEUE = 10  # in which every change is told at once
TELL_SECONDS = 0.25  # between a change of the queue and the places told to those in it
GRACE = 20.0  # seconds beyond the time that was asked for until silence counts as failure
MOST_ATTEMPTS = 2  # in other processes
SHORT_SHARE, LONG_SHARE = 0.15, 1.0  # seconds of a stage before who waits for a first word, or more

OnState = Callable[[StudyState, int], None]  # hears the state, and how many are before in the queue


def unmoved(state: StudyState, queue: int) -> None:
    """For those who want to know the answer alone."""


class StudyJob(Job):
    """What a visitor of the study wants to know."""

    def __init__(
        self,
        question: Asked,
        visitor: str,
        progress: Callable[[Any], None] = unheard,
        on_state: OnState = unmoved,
    ) -> None:
        super().__init__(
            question,
            self.report,
            asker=Asker(visitor),
            seconds=time_for(question) + GRACE,
            most_attempts=MOST_ATTEMPTS,
        )
        self.tell = progress
        self.on_state = on_state
        is_plain = isinstance(question, ExplorePosition)  # it needs no machine code
        self.code = "" if is_plain else code_id(game_of(question.place.game))
        self.is_first = isinstance(question, ExplorePosition) or (
            isinstance(question, ThinkAbout) and question.spent == 0
        )
        self.began = 0.0  # by the clock of the event loop
        self.cut_at: float | None = None  # when it is to end, since others wait

    def report(self, what: Any) -> None:
        """Pass on what is found on the way, as long as somebody wants to know it: an analyst needs
        a moment to stop."""
        if not self.future.done():
            self.tell(what)


def time_for(question: Asked) -> float:
    """The seconds that are thought about a question."""
    if isinstance(question, ThinkAbout):
        return question.seconds
    if isinstance(question, EvaluateSome):
        return MAX_EVALUATION_SECONDS * question.most
    return 0.0


class Analysts(Supervisor):
    """All analysts of a server process."""

    def __init__(self, count: int, *, memory_mb: int = 64, proofs: Path | None = None) -> None:
        """`proofs` is the file in which all analysts keep proofs; None: each for itself."""
        launch = Launch(partial(StudyService, memory_mb, proofs), niceness=NICENESS, is_alone=True)
        super().__init__(launch, count, keeps_failed=True)  # it keeps its machine code
        self.count = count  # that there may be; 0: nobody thinks
        self.warm: dict[WorkerProcess, set[str]] = {}  # whose machine code each has loaded
        self.telling: asyncio.TimerHandle | None = None  # when places in the queue are told
        self.failed_warm_ups: Counter[str] = Counter()  # by code

    def is_cold(self, code: str) -> bool:
        """Whether no analyst has the machine code of a game."""
        return bool(code) and not any(code in loaded for loaded in self.warm.values())

    def has_loaded(self, worker: WorkerProcess, code: str) -> bool:
        """Whether an analyst has the machine code that a question needs."""
        return not code or code in self.warm.get(worker, ())

    # The queue

    def dispatch(self) -> None:
        """Give those who are free something to do, make room for those who wait, and tell them."""
        super().dispatch()
        self.warm_up()
        for job in self.waiting:
            if isinstance(job, StudyJob):
                self.make_room(job)
        if len(self.waiting) <= SHORT_QUEUE:
            self.tell_places()
        elif self.telling is None:
            later = asyncio.get_running_loop().call_later
            self.telling = later(TELL_SECONDS, self.tell_places)

    def tell_places(self) -> None:
        """Tell all who wait how many are before them; in a long queue not at every change, since
        a change of one is a change for all."""
        if self.telling:
            self.telling.cancel()
            self.telling = None
        order = self.round_robin.order([job for job in self.waiting if isinstance(job, StudyJob)])
        for place, job in enumerate(order, 1):
            job.on_state("cold" if self.is_cold(job.code) else "waiting", place)

    async def close(self) -> None:
        """Stop all thinking and end all processes."""
        if self.telling:
            self.telling.cancel()
        await super().close()

    def worker_for(self, job: Job) -> WorkerProcess | None:
        """A free analyst who knows the game, unless the visitor has another one."""
        assert isinstance(job, StudyJob)
        if any(other.asker == job.asker for other in self.under_way.values()):
            return None
        able = (worker for worker in self.workers if self.has_loaded(worker, job.code))
        return next((worker for worker in able if worker.is_free), None)

    def is_hopeless(self, job: Job) -> bool:
        """Whether no analyst will ever know the game."""
        assert isinstance(job, StudyJob)
        if not self.is_cold(job.code):
            return False
        return super().is_hopeless(job) or self.failed_warm_ups[job.code] >= MOST_ATTEMPTS

    def warm_up(self) -> None:
        """Who is free learns a game that somebody waits for."""
        for worker in self.workers:
            loaded = self.warm.get(worker, set())
            codes = (job.code for job in self.waiting if isinstance(job, StudyJob))
            new = next((code for code in codes if code and code not in loaded), None)
            if worker.is_free and new is not None:
                self.begin(worker, Job(WarmUp(new), seconds=LONGEST_WARM_UP))

    def begin(self, worker: WorkerProcess, job: Job) -> None:
        """An analyst begins to think, or to learn a game."""
        super().begin(worker, job)
        if isinstance(job, StudyJob):
            job.began, job.cut_at = asyncio.get_running_loop().time(), None
            job.on_state("thinking", 0)

    def make_room(self, waiting: StudyJob) -> None:
        """Whoever thinks has had enough after a while, where somebody waits who could be next."""
        loop = asyncio.get_running_loop()
        for worker, job in self.under_way.items():
            is_wanted = self.has_loaded(worker, waiting.code) or self.is_cold(waiting.code)
            if not isinstance(job, StudyJob) or not is_wanted or job.is_stopped:
                continue
            at = job.began + (SHORT_SHARE if waiting.is_first else LONG_SHARE)
            if job.cut_at is None or at < job.cut_at:
                job.cut_at = at
                loop.call_at(at, self.cut_short, job)

    def cut_short(self, job: StudyJob) -> None:
        """End a stage, if it is still under way and somebody waits."""
        if job.worker and self.waiting and not job.future.done():
            job.stop()

    # What the processes say

    def hear(self, worker: WorkerProcess, message: Message) -> None:
        """An analyst has something to say about its question."""
        job = self.under_way[worker]
        if isinstance(message, Answer) and isinstance(job.question, WarmUp):
            self.warm.setdefault(worker, set()).add(job.question.game)
            del self.failed_warm_ups[job.question.game]
        super().hear(worker, message)

    def lose(self, worker: WorkerProcess, reason: str) -> None:
        """No answer comes from an analyst."""
        job = self.under_way.get(worker)
        if job and isinstance(job.question, WarmUp):
            self.failed_warm_ups[job.question.game] += 1
            job.future.cancel()  # nobody waits for it; it is begun anew, if it may be
        if not worker.process:
            self.warm.pop(worker, None)
        super().lose(worker, reason)
