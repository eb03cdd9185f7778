"""Whole games evaluated action by action, with what has been found by then."""

from typing import NamedTuple

from steinreich.engines.study.analysts import StudyJob
from steinreich.engines.study.evaluating import DEEPER, NODES
from steinreich.engines.study.questions import Evaluated, EvaluateSome, Place
from steinreich.engines.supervisor import WorkerFailed
from steinreich.hall import opening
from steinreich.hall.archive import Key
from steinreich.hall.limits.costs import looks
from steinreich.hall.study.studies import SILENT, Studies, Window
from steinreich.session.legal_actions import game_of
from steinreich.session.rulings import played
from steinreich.session.schema.commands import Refusal
from steinreich.session.schema.study import (
    Evaluate,
    EvaluatedAction,
    EvaluateTable,
    Moment,
    StudyState,
)
from steinreich.session.study.moments import moments

AT_ONCE = 1  # actions that are evaluated before others have their turn
PART = 100  # actions looked back at that count as one look more


class StudiedGame(NamedTuple):
    """A game that is to be evaluated."""

    place: Place  # after all its actions
    key: Key | None  # under which the evaluation is kept; None: nowhere


async def game_asked_for(
    studies: Studies, visitor: str, wanted: Evaluate | EvaluateTable
) -> StudiedGame:
    """The game that is to be evaluated; NotAllowed if there is none, or too many were."""
    if isinstance(wanted, EvaluateTable):
        table = (await studies.hall.room(wanted.table)).table
        place = Place(table.game.id, str(table.positions[0]), played(table))
        of_table = (table.id, table.seq, "evaluation", wanted.deeper, wanted.language)
        game = StudiedGame(place, of_table)
    else:
        id = opening.game_of(wanted.game).id
        game = StudiedGame(Place(id, wanted.position, tuple(wanted.actions)), None)
    is_kept = game.key is not None and studies.hall.archive.has(game.key)
    if not is_kept:
        await studies.budget.spend(visitor, looks(1 + len(game.place.actions) // PART))
    return game


class Evaluation:
    """One game in the course of being evaluated for a window."""

    def __init__(
        self,
        studies: Studies,
        window: Window,
        wanted: Evaluate | EvaluateTable,
        game: StudiedGame,
    ) -> None:
        self.studies = studies
        self.window = window
        self.n = wanted.n
        self.is_deeper = wanted.deeper
        self.language = wanted.language
        self.game = game
        self.total = len(game.place.actions)
        self.told: StudyState | None = None

    async def run(self) -> None:
        """Evaluate all actions, unless that has been done before."""
        if self.game.key and (kept := self.studies.kept(self.game.key)):
            self.tell(kept["actions"])
            self.tell_end(kept["moments"])
            return
        done: list[EvaluatedAction] = []
        try:
            while True:
                found = await self.some(len(done))
                if isinstance(found, Refusal):
                    self.window.refuse(self.n, found.why)
                    return
                done += found.actions
                if found.actions:  # else others had their turn
                    self.tell(found.actions)
                if len(done) >= self.total:
                    break
        except WorkerFailed:  # it is in the log
            self.window.refuse(self.n, SILENT)
            return
        players = game_of(self.game.place.game).about.players
        decisive = moments(done, players)
        if self.game.key:
            self.studies.keep(self.game.key, {"actions": done, "moments": decisive})
        self.tell_end(decisive)

    async def some(self, first: int) -> Evaluated | Refusal:
        """The next actions."""
        place, visitor = self.game.place, self.window.visitor
        question = EvaluateSome(place, first, AT_ONCE, self.language, self.is_deeper)
        job = StudyJob(question, visitor, on_state=self.tell_state)
        found: Evaluated | Refusal = await self.studies.analysts.ask(job)
        return found

    def tell(self, actions: list[EvaluatedAction]) -> None:
        """Say what has been evaluated."""
        self.studies.hall.metrics.evaluated.inc(len(actions))
        self.window.say({"type": "evaluated", "n": self.n, "actions": actions, "total": self.total})

    def tell_end(self, decisive: list[Moment]) -> None:
        """The game is wholly evaluated."""
        nodes = NODES * (DEEPER if self.is_deeper else 1)
        self.window.say({"type": "evaluation", "n": self.n, "moments": decisive, "nodes": nodes})

    def tell_state(self, state: StudyState, queue: int) -> None:
        """Say whether it goes on, if that is news; the place in the queue changes too often."""
        if state != self.told:
            self.told = state
            self.window.say({"type": "state", "n": self.n, "state": state, "queue": 0})
