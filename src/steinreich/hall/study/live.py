"""Live thinking about one position, stage by stage."""

import asyncio
import time

from steinreich.engines.study.analysts import StudyJob
from steinreich.engines.study.questions import Place, Stage, ThinkAbout
from steinreich.engines.study.stages import FIRST_STAGE, next_stage
from steinreich.engines.supervisor import WorkerFailed
from steinreich.hall import opening
from steinreich.hall.study.studies import SILENT, Studies, Window
from steinreich.session.schema.commands import Refusal
from steinreich.session.schema.study import LinesMessage, StudyState, Think

FIRST_LOOK = 0.7  # seconds of thinking that come before a game evaluated for the same window


class LiveThinking:
    """What is thought about a position for a window, until it looks elsewhere."""

    def __init__(self, studies: Studies, window: Window, wanted: Think) -> None:
        self.studies = studies
        self.window = window
        self.n = wanted.n
        self.asked_at = time.monotonic()
        self.is_measured = True  # whether the time to the first line counts: machine code is there
        self.told: tuple[StudyState, int] | None = None  # the state and the place in the queue
        game = opening.game_of(wanted.game)  # NotAllowed if there is none
        place = Place(game.id, wanted.position, tuple(wanted.actions), wanted.threat)
        self.question = ThinkAbout(
            place,
            wanted.lines,
            FIRST_STAGE,
            wanted.language,
            wanted.depth,
            wanted.n,
            wanted.reasons,
        )

    async def run(self) -> None:
        """Think until there is nothing more to find, or no time left."""
        while True:
            job = StudyJob(self.question, self.window.visitor, self.tell, self.tell_state)
            try:
                stage: Stage | Refusal = await self.studies.analysts.ask(job)
            except WorkerFailed:  # it is in the log
                self.window.refuse(self.n, SILENT)
                return
            if isinstance(stage, Refusal):
                self.window.refuse(self.n, stage.why)
                return
            if stage.message:
                self.tell(stage.message)
            following = next_stage(self.question, stage, self.studies.longest)
            if following is None:
                self.tell_state("done", 0)
                return
            self.question = following
            await self.let_evaluation_pass()

    async def let_evaluation_pass(self) -> None:
        """After a first look, a game that is evaluated for the same window comes first."""
        evaluating = self.window.evaluating
        if evaluating and self.question.spent >= FIRST_LOOK:
            self.tell_state("paused", 0)
            await asyncio.wait([evaluating])

    def tell(self, message: LinesMessage) -> None:
        """Pass on what is thought by now."""
        if self.is_measured:
            self.is_measured = False
            self.studies.hall.metrics.first_lines.observe(time.monotonic() - self.asked_at)
        self.window.say(message)

    def tell_state(self, state: StudyState, queue: int) -> None:
        """Say what becomes of the question, if that is news."""
        if state == "cold":
            self.is_measured, queue = False, 0
        if (state, queue) != self.told:
            self.told = state, queue
            self.window.say({"type": "state", "n": self.n, "state": state, "queue": queue})
