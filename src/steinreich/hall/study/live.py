"""Live analysis of one position, stage by stage."""

import asyncio
import time

from steinreich.engines.pool import StudyJob
from steinreich.engines.study.questions import (
    FIRST_STAGE_SECONDS,
    PositionReference,
    SearchPosition,
    StageResult,
    make_next_stage,
)
from steinreich.engines.supervisor import WorkerFailed
from steinreich.hall import opening
from steinreich.hall.study.studies import NO_RESPONSE, Studies, StudyClient
from steinreich.session.decisions import Refusal
from steinreich.session.schema.study import LinesMessage, StudyState, Think

MIN_LIVE_SECONDS = 0.7  # of search before an evaluation for the same client has priority


class LiveSearch:
    """The analysis of a position for one client, until it asks about another position."""

    def __init__(self, studies: Studies, client: StudyClient, request: Think) -> None:
        self.studies = studies
        self.client = client
        self.n = request.n
        self.started_at = time.monotonic()
        self.is_first_line_timed = True  # until its time is recorded; False for a cold game
        self.last_state: tuple[StudyState, int] | None = None  # with the position in the queue
        game = opening.parse_game(request.game)  # raises RequestRefused if it does not exist
        position = PositionReference(
            game.id, request.position, tuple(request.actions), request.threat
        )
        self.question = SearchPosition(
            position,
            request.lines,
            FIRST_STAGE_SECONDS,
            request.language,
            request.depth,
            request.n,
            request.reasons,
        )

    async def run(self) -> None:
        """Search until nothing more can be found, or the time limit is reached."""
        while True:
            job = StudyJob(self.question, self.client.visitor, self.send_lines, self.send_state)
            try:
                stage: StageResult | Refusal = await self.studies.engines.ask(job)
            except WorkerFailed:  # logged by the supervisor
                self.client.refuse(self.n, NO_RESPONSE)
                return
            if isinstance(stage, Refusal):
                self.client.refuse(self.n, stage.why)
                return
            if stage.message:
                self.send_lines(stage.message)
            next_question = make_next_stage(self.question, stage, self.studies.max_seconds)
            if next_question is None:
                self.send_state("done", 0)
                return
            self.question = next_question
            await self.yield_to_evaluation()

    async def yield_to_evaluation(self) -> None:
        """After a minimum of search, wait until a running evaluation for the same client ends."""
        evaluation_task = self.client.evaluation_task
        if evaluation_task and self.question.spent_seconds >= MIN_LIVE_SECONDS:
            self.send_state("paused", 0)
            await asyncio.wait([evaluation_task])

    def send_lines(self, message: LinesMessage) -> None:
        """Send the lines found so far."""
        if self.is_first_line_timed:
            self.is_first_line_timed = False
            self.studies.hall.metrics.first_line_seconds.observe(time.monotonic() - self.started_at)
        self.client.send(message)

    def send_state(self, state: StudyState, queue_position: int) -> None:
        """Send the state and the position in the queue if they have changed."""
        if state == "cold":
            self.is_first_line_timed, queue_position = False, 0
        if (state, queue_position) != self.last_state:
            self.last_state = state, queue_position
            self.client.send(
                {"type": "state", "n": self.n, "state": state, "queue_position": queue_position}
            )
