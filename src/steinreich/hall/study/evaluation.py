"""Evaluate whole games action by action, and send the results as they come."""

from typing import NamedTuple

from steinreich.engines.pool import StudyJob
from steinreich.engines.study.evaluation import DEEPER_FACTOR, NODES_PER_POSITION
from steinreich.engines.study.questions import EvaluateActions, EvaluatedActions, PositionReference
from steinreich.engines.supervisor import WorkerFailed
from steinreich.hall import opening
from steinreich.hall.archive import Key
from steinreich.hall.limits import get_replay_cost
from steinreich.hall.study.studies import NO_RESPONSE, Studies, StudyClient
from steinreich.session.decisions import Refusal, get_played_actions
from steinreich.session.legal_actions import get_game
from steinreich.session.marks import MarkedAction, find_key_moments
from steinreich.session.schema.study import (
    Evaluate,
    EvaluatedAction,
    EvaluateTable,
    KeyMoment,
    StudyState,
)
from steinreich.session.views.study import marked_action_view

ACTIONS_PER_JOB = 1  # so that results are sent one by one
ACTIONS_PER_CHARGE = 100  # of a game; each such portion is charged as one replay


class StudiedGame(NamedTuple):
    """A game that is to be evaluated."""

    position: PositionReference  # after all its actions
    key: Key | None  # of the evaluation in the cache; None: not cached


async def get_studied_game(
    studies: Studies, visitor: str, request: Evaluate | EvaluateTable
) -> StudiedGame:
    """Return the game to be evaluated; raise RequestRefused if there is none or the budget is used
    up."""
    if isinstance(request, EvaluateTable):
        room = await studies.hall.get_room_and_charge(request.table, studies.budget, visitor)
        table = room.table
        position = PositionReference(
            table.game.id, str(table.positions[0]), get_played_actions(table)
        )
        key = (table.id, table.seq, "evaluation", request.deeper, request.language)
        game = StudiedGame(position, key)
    else:
        id = opening.parse_game(request.game).id
        game = StudiedGame(PositionReference(id, request.position, tuple(request.actions)), None)
    is_cached = game.key is not None and studies.hall.archive.has(game.key)
    if not is_cached:
        await studies.budget.spend(
            visitor, get_replay_cost(1 + len(game.position.actions) // ACTIONS_PER_CHARGE)
        )
    return game


class Evaluation:
    """The evaluation of one game for one client."""

    def __init__(
        self,
        studies: Studies,
        client: StudyClient,
        request: Evaluate | EvaluateTable,
        game: StudiedGame,
    ) -> None:
        self.studies = studies
        self.client = client
        self.n = request.n
        self.is_deeper = request.deeper
        self.language = request.language
        self.game = game
        self.total = len(game.position.actions)
        self.last_state: StudyState | None = None

    async def run(self) -> None:
        """Evaluate all actions, or send the cached evaluation."""
        if self.game.key and (cached := self.studies.get_cached(self.game.key)):
            self.send_actions(cached["actions"])
            self.send_moments(cached["moments"])
            return
        evaluated: list[MarkedAction] = []
        try:
            while True:
                answer = await self.evaluate_next(len(evaluated))
                if isinstance(answer, Refusal):
                    self.client.refuse(self.n, answer.why)
                    return
                evaluated += answer.actions
                if answer.actions:  # none if the job was interrupted
                    self.send_actions([marked_action_view(action) for action in answer.actions])
                if len(evaluated) >= self.total:
                    break
        except WorkerFailed:  # logged by the supervisor
            self.client.refuse(self.n, NO_RESPONSE)
            return
        players = get_game(self.game.position.game).about.players
        key_moments = find_key_moments(evaluated, players)
        if self.game.key:
            views = [marked_action_view(action) for action in evaluated]
            self.studies.cache(
                self.game.key, {"actions": views, "moments": key_moments}, self.language
            )
        self.send_moments(key_moments)

    async def evaluate_next(self, first: int) -> EvaluatedActions | Refusal:
        """Evaluate the next actions."""
        position, visitor = self.game.position, self.client.visitor
        question = EvaluateActions(position, first, ACTIONS_PER_JOB, self.language, self.is_deeper)
        job = StudyJob(question, visitor, on_state=self.send_state)
        answer: EvaluatedActions | Refusal = await self.studies.engines.ask(job)
        return answer

    def send_actions(self, actions: list[EvaluatedAction]) -> None:
        """Send evaluated actions."""
        self.studies.hall.metrics.evaluated_actions.inc(len(actions))
        self.client.send(
            {"type": "evaluated", "n": self.n, "actions": actions, "total": self.total}
        )

    def send_moments(self, key_moments: list[KeyMoment]) -> None:
        """Send the key moments, which end an evaluation."""
        nodes = NODES_PER_POSITION * (DEEPER_FACTOR if self.is_deeper else 1)
        self.client.send(
            {"type": "evaluation", "n": self.n, "moments": key_moments, "nodes": nodes}
        )

    def send_state(self, state: StudyState, queue: int) -> None:
        """Send the state if it has changed, without the position in the queue."""
        if state != self.last_state:
            self.last_state = state
            self.client.send({"type": "state", "n": self.n, "state": state, "queue_position": 0})
