"""A game evaluated action by action."""

from threading import Event
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.engines.study.opinions import action_data, end_data, verdict_data
from steinreich.engines.study.questions import Evaluated, EvaluateSome
from steinreich.players.engine import Engine
from steinreich.players.player import Limit
from steinreich.session.schema.study import EvaluatedAction, Verdict
from steinreich.session.study.marks import WORDS, cost

NODES = 20_000  # of the search of one position
DEEPER = 10  # times the nodes, where that is asked for


class Valued(NamedTuple):
    """A position and the best action in it, if there is any."""

    verdict: Verdict
    best: int | None


class LastValued(NamedTuple):
    """The position that was valued last: an evaluation that goes on there begins with it."""

    position: Position
    nodes: int
    valued: Valued


class Evaluating:
    """Some actions of a game, one after the other.

    The value before an action and that after it are of the same search with the same time, so that
    what one overlooks the other overlooks as well.
    """

    def __init__(
        self,
        engine: Engine,
        path: list[Position],
        question: EvaluateSome,
        stop: Event,
        last: LastValued | None = None,
    ) -> None:
        self.engine = engine
        self.path = path
        self.question = question
        self.nodes = NODES * (DEEPER if question.is_deeper else 1)
        self.stop = stop
        self.last = last

    def run(self) -> Evaluated:
        """The actions that were asked for, as far as there was time."""
        question, found = self.question, list[EvaluatedAction]()
        last = min(question.first + question.most, len(self.path) - 1)
        before = self.valued(self.path[question.first]) if question.first < last else None
        for at in range(question.first, last):
            assert before is not None
            after = self.valued(self.path[at + 1])
            if self.stop.is_set():  # what has been thought too shortly is no evaluation
                break
            found.append(self.action(at, before, after))
            before = after
        return Evaluated(found)

    def valued(self, position: Position) -> Valued:
        """What a position is worth."""
        if position.is_over:
            return Valued(end_data(position), None)
        if self.last and self.last[:2] == (position, self.nodes):
            return self.last.valued
        opinion = self.engine.think(position, Limit(nodes=self.nodes), stop=self.stop)
        valued = Valued(verdict_data(opinion.verdict), opinion.best)
        if not self.stop.is_set():
            self.last = LastValued(position, self.nodes, valued)
        return valued

    def action(self, at: int, before: Valued, after: Valued) -> EvaluatedAction:
        """One action: what was hoped for before it and after it."""
        position, played = self.path[at], self.path[at + 1]
        seat, is_best = position.player, same_result(position, before.best, played)
        rivals = self.rivals(position) if is_best else None
        found = cost(before.verdict, after.verdict, seat, is_best, rivals)
        word, better = WORDS[found.mark], None
        if before.best is not None and found.loss and found.mark:
            better = action_data(position, before.best, self.question.language)
        return {
            "at": at,
            "seat": seat,
            "action": played.last or "",
            "before": before.verdict,
            "after": after.verdict,
            "loss": round(found.loss, 4),
            "mark": found.mark,
            "word": {"en": word.en, "de": word.de},
            "best": better,
        }

    def rivals(self, position: Position) -> tuple[Verdict, Verdict] | None:
        """What the two best actions lead to, if there are two."""
        limit = Limit(nodes=self.nodes)
        lines = self.engine.think(position, limit, lines=2, stop=self.stop).lines
        if len(lines) < 2:
            return None
        return verdict_data(lines[0].verdict), verdict_data(lines[1].verdict)


def same_result(position: Position, best: int | None, played: Position) -> bool:
    """Whether what was played is the best action, or leads to the same position."""
    return best is not None and position.after_legal(best) == played
