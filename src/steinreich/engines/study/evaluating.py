"""A game evaluated action by action, with a budget of nodes for each position.

Every search begins with empty tables, so the same build says the same of the same game, whatever
was thought before.  What the store of proven facts knows of a position takes the place of an
estimate in what is shown, and decides where it knows both sides of an action.  See
`session.study.marks` for what is marked.
"""

from collections import OrderedDict
from threading import Event
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.engines.study.opinions import action_data, end_data, verdict_data
from steinreich.engines.study.questions import Evaluated, EvaluateSome
from steinreich.players.engine import Engine
from steinreich.players.facts import ProvenFacts
from steinreich.players.player import Limit, Opinion, certain
from steinreich.players.strategies import AlphaBetaStrategy
from steinreich.session.schema.study import EvaluatedAction, Verdict
from steinreich.session.study.marks import (
    WORDS,
    Cost,
    can_cost,
    confirmed_cost,
    expected,
    is_only,
    is_proven,
    is_suspect,
    loss_of,
    proven_cost,
)

NODES = 10_000  # of the search of one position
DEEPER = 10  # times the nodes: to confirm a mark, and where a deeper evaluation is asked for
MAX_SEARCHES = 32  # that are kept
MEMORY = 16  # megabytes, whatever is chosen for the rest: it has a say in what is found


class Stopped(Exception):
    """Others have their turn; what has been searched is kept."""


class Valued(NamedTuple):
    """A position and the best action in it, if there is any."""

    verdict: Verdict
    best: int | None


class Searches:
    """What was found by the last searches: an evaluation that was interrupted goes on there."""

    def __init__(self) -> None:
        self.found: OrderedDict[tuple[Position, int, int], list[Opinion]] = OrderedDict()

    def keep(self, key: tuple[Position, int, int], found: list[Opinion]) -> None:
        """Keep what was found, and drop the oldest."""
        self.found[key] = found
        if len(self.found) > MAX_SEARCHES:
            self.found.popitem(last=False)


class Evaluating:
    """Some actions of a game, one after the other."""

    def __init__(
        self,
        engine: Engine,
        facts: ProvenFacts,
        path: list[Position],
        question: EvaluateSome,
        stop: Event,
        searches: Searches,
    ) -> None:
        """`engine` is for evaluations alone; its own facts are those on file."""
        self.engine = engine
        self.facts = facts  # of the hall: what is proven here is recorded there
        self.path = path
        self.question = question
        self.nodes = NODES * (DEEPER if question.is_deeper else 1)
        self.stop = stop
        self.searches = searches
        self.has_searched = False

    def run(self) -> Evaluated:
        """The actions that were asked for, as far as it is not stopped: then the search under way
        comes to its end, since one that is cut short is no evaluation."""
        question, found = self.question, list[EvaluatedAction]()
        end = min(question.first + question.most, len(self.path) - 1)
        try:
            for at in range(question.first, end):
                found.append(self.evaluate(at))
        except Stopped:
            pass  # it is asked again
        return Evaluated(found)

    def evaluate(self, at: int) -> EvaluatedAction:
        """One action: what could be expected before it and after it."""
        position, played = self.path[at], self.path[at + 1]
        seat = position.player
        before, after = self.valued(position), self.valued(played)
        assert before.best is not None  # an action was played
        alternative = position.after_legal(before.best)
        if alternative == played:
            cost, better = Cost(0.0, "!" if self.is_only_action(position) else ""), False
        else:
            cost, better = self.cost(position, played, alternative, before, after)
        word = WORDS[cost.mark]
        best = action_data(position, before.best, self.question.language) if better else None
        return {
            "at": at,
            "seat": seat,
            "action": played.last or "",
            "before": self.known(position) or before.verdict,
            "after": self.known(played) or after.verdict,
            "loss": round(cost.loss, 4),
            "mark": cost.mark,
            "word": {"en": word.en, "de": word.de},
            "best": best,
        }

    def cost(
        self, position: Position, played: Position, other: Position, before: Valued, after: Valued
    ) -> tuple[Cost, bool]:
        """What an action cost, and whether another one is known to be better."""
        seat = position.player
        if (exact := self.exact_cost(position, played, other)) is not None:
            return exact
        loss = loss_of(before.verdict, after.verdict, seat)
        was = self.known(position) or before.verdict
        if not is_suspect(loss) or not can_cost(was, seat):
            return Cost(loss, ""), False
        reached = max(self.deeper(played), key=lambda one: expected(one, seat))
        best = before.verdict
        if not is_proven(best):
            best = min(self.deeper(other), key=lambda one: expected(one, seat))
        if (exact := self.exact_cost(position, played, other)) is not None:
            return exact
        cost = confirmed_cost(was, loss, best, reached, seat)
        return cost, cost.mark != ""

    def exact_cost(
        self, position: Position, played: Position, other: Position
    ) -> tuple[Cost, bool] | None:
        """The same where the values before and after are proven."""
        seat = position.player
        before, after = self.known(position), self.known(played)
        if before is None or after is None:
            return None
        cost, instead = proven_cost(before, after, seat), self.known(other)
        is_better = instead is not None and expected(instead, seat) > expected(after, seat)
        return cost, is_better and cost.mark != ""

    def is_only_action(self, position: Position) -> bool:
        """Whether nothing but the best action holds the game, as a deeper search confirms."""
        lines = self.search(position, self.nodes, lines=2)[0].lines
        if len(lines) < 2:
            return False
        best, second = (verdict_data(line.verdict) for line in lines)
        if not is_only(best, second, position.player):
            return False
        seat = position.player
        afters = [self.deeper(position.after_legal(line.actions[0])) for line in lines]
        return all(is_only(best, second, seat) for best in afters[0] for second in afters[1])

    # Values

    def known(self, position: Position) -> Verdict | None:
        """What is proven of a position, here or earlier."""
        fact = self.facts.look_up(position)
        if fact is None:
            return None
        verdict = certain(fact.outcome, position.game.players, fact.turns)
        return verdict_data(verdict, is_stored=not position.is_over)

    def valued(self, position: Position) -> Valued:
        """What a search of one position says."""
        if position.is_over:
            return Valued(end_data(position), None)
        opinion = self.search(position, self.nodes)[0]
        return Valued(verdict_data(opinion.verdict), opinion.best)

    def deeper(self, position: Position) -> list[Verdict]:
        """What a search with ten times the nodes says; where it estimates, at its last two depths:
        estimates of odd and even depths often differ."""
        if position.is_over:
            return [end_data(position)]
        found = self.search(position, DEEPER * self.nodes)
        told = found[:1] if found[0].verdict.is_proven else found
        return [verdict_data(one.verdict) for one in told]

    def search(self, position: Position, nodes: int, lines: int = 1) -> list[Opinion]:
        """Think about a position as if it were the first one: the opinion, and that of the depth
        before, where the search has depths."""
        key = (position, nodes, lines)
        if key in self.searches.found:
            return self.searches.found[key]
        if self.has_searched and self.stop.is_set():
            raise Stopped
        depths: list[Opinion] = []
        engine, limit = self.engine, Limit(nodes=nodes)
        has_depths = isinstance(engine.strategy, AlphaBetaStrategy)  # trees report by the clock
        tell = depths.append if has_depths else None
        engine.new_game()
        opinion = engine.think(position, limit, lines=lines, progress=tell)
        if lines == 1:
            self.facts.record_opinion(position, opinion)
        before = [one for one in depths[-2:] if one.depth < opinion.depth]
        self.searches.keep(key, [opinion, *before[-1:]])
        self.has_searched = True
        return self.searches.found[key]
