"""Evaluate a game action by action, with a budget of nodes for each position.

Every search begins with empty tables, so the evaluation of a game does not depend on earlier
searches.  A proven fact replaces the estimate of a position.  Where the positions before and after
an action are both proven, the facts alone determine its cost.  `session.marks` defines the marks.
"""

from collections import OrderedDict
from threading import Event

from steinreich.core.position import Position
from steinreich.engines.study.questions import EvaluateActions, EvaluatedActions
from steinreich.players.engine import Engine
from steinreich.players.facts import ProvenFacts
from steinreich.players.player import Limit
from steinreich.players.strategies import AlphaBetaStrategy
from steinreich.search.result import SearchResult, Verdict, finished_result
from steinreich.session.marks import (
    Cost,
    MarkedAction,
    get_confirmed_cost,
    get_expected_result,
    get_loss,
    get_proven_cost,
    has_something_to_lose,
    is_only_move,
    is_suspect,
)
from steinreich.session.views.study import action_view

NODES_PER_POSITION = 10_000  # budget of each position
DEEPER_FACTOR = 10  # factor of the budget, to confirm a mark or for a deeper evaluation
MAX_CACHED_SEARCHES = 32  # for an evaluation that is continued
MEMORY_MB = 16  # fixed, because the size of the tables influences the results


class EvaluationStopped(Exception):
    """The evaluation is interrupted; finished searches are kept."""


class SearchCache:
    """A cache of recent search results, from which an interrupted evaluation continues."""

    def __init__(self) -> None:
        self.results: OrderedDict[tuple[Position, int, int], list[SearchResult]] = OrderedDict()

    def add(self, key: tuple[Position, int, int], results: list[SearchResult]) -> None:
        """Add the results of a search, and evict the oldest."""
        self.results[key] = results
        if len(self.results) > MAX_CACHED_SEARCHES:
            self.results.popitem(last=False)


class GameEvaluation:
    """Evaluates some actions of a game, one after the other."""

    def __init__(
        self,
        engine: Engine,
        facts: ProvenFacts,
        path: list[Position],
        question: EvaluateActions,
        stop: Event,
        searches: SearchCache,
    ) -> None:
        """`engine` is not shared with other searches; it uses only the facts of the package."""
        self.engine = engine
        self.facts = facts  # shared with other searches: proofs are recorded here
        self.path = path
        self.question = question
        self.nodes = NODES_PER_POSITION * (DEEPER_FACTOR if question.is_deeper else 1)
        self.stop = stop
        self.searches = searches
        self.has_searched = False

    def run(self) -> EvaluatedActions:
        """Evaluate the actions of the question until stopped.

        A search under way is finished, since its result depends on its whole budget.
        """
        question, evaluated = self.question, list[MarkedAction]()
        end = min(question.first + question.max_actions, len(self.path) - 1)
        try:
            for at in range(question.first, end):
                evaluated.append(self.evaluate(at))
        except EvaluationStopped:
            pass  # the caller asks for the rest again
        return EvaluatedActions(evaluated)

    def evaluate(self, at: int) -> MarkedAction:
        """Evaluate one action: the verdicts before and after it, and its cost."""
        position, played = self.path[at], self.path[at + 1]
        before, after = self.search_with_base_budget(position), self.search_with_base_budget(played)
        alternative = position.after_legal(before.best)
        if alternative == played:
            cost, is_better = Cost(0.0, "!" if self.is_only_action(position) else ""), False
        else:
            cost, is_better = self.compute_cost(
                position, played, alternative, before.verdict, after.verdict
            )
        return MarkedAction(
            at,
            position.player,
            played.last_move or "",
            self.facts.look_up(position) or before.verdict,
            self.facts.look_up(played) or after.verdict,
            cost,
            action_view(position, before.best, self.question.language) if is_better else None,
        )

    def compute_cost(
        self,
        position: Position,
        played: Position,
        alternative: Position,
        before: Verdict,
        after: Verdict,
    ) -> tuple[Cost, bool]:
        """Return the cost of an action, and whether another one is better for certain."""
        seat = position.player
        if (exact := self.get_exact_cost(position, played, alternative)) is not None:
            return exact
        loss = get_loss(before, after, seat)
        known_before = self.facts.look_up(position) or before
        if not is_suspect(loss) or not has_something_to_lose(known_before, seat):
            return Cost(loss, ""), False
        # Of several estimates, those that make the loss smallest
        deeper_after = max(
            self.search_deeper(played), key=lambda verdict: get_expected_result(verdict, seat)
        )
        deeper_best = before
        if not deeper_best.is_proven:
            deeper_best = min(
                self.search_deeper(alternative),
                key=lambda verdict: get_expected_result(verdict, seat),
            )
        if (exact := self.get_exact_cost(position, played, alternative)) is not None:
            return exact
        cost = get_confirmed_cost(known_before, loss, deeper_best, deeper_after, seat)
        return cost, cost.mark != ""

    def get_exact_cost(
        self, position: Position, played: Position, alternative: Position
    ) -> tuple[Cost, bool] | None:
        """Return the result of `compute_cost` if the verdicts before and after are proven."""
        seat, look_up = position.player, self.facts.look_up
        before, after = look_up(position), look_up(played)
        if before is None or after is None:
            return None
        cost, alternative_verdict = get_proven_cost(before, after, seat), look_up(alternative)
        is_better = alternative_verdict is not None and get_expected_result(
            alternative_verdict, seat
        ) > get_expected_result(after, seat)
        return cost, is_better and cost.mark != ""

    def is_only_action(self, position: Position) -> bool:
        """Return whether only the best action keeps the result, confirmed by a deeper search."""
        lines = self.search(position, self.nodes, lines=2)[0].lines
        if len(lines) < 2:
            return False
        seat = position.player
        if not is_only_move(lines[0].verdict, lines[1].verdict, seat):
            return False
        verdicts = [self.search_deeper(position.after_legal(line.actions[0])) for line in lines]
        return all(
            is_only_move(best, second, seat) for best in verdicts[0] for second in verdicts[1]
        )

    # Searches

    def search_with_base_budget(self, position: Position) -> SearchResult:
        """Search one position; a game that is over has a verdict and no line."""
        return (
            finished_result(position) if position.is_over else self.search(position, self.nodes)[0]
        )

    def search_deeper(self, position: Position) -> list[Verdict]:
        """Return the verdict of a search with ten times the nodes, as a list.

        If it is an estimate, the verdict of the depth before follows: estimates of odd and even
        depths often differ.
        """
        if position.is_over:
            return [finished_result(position).verdict]
        results = self.search(position, DEEPER_FACTOR * self.nodes)
        if results[0].verdict.is_proven:
            return [results[0].verdict]
        return [result.verdict for result in results]

    def search(self, position: Position, nodes: int, lines: int = 1) -> list[SearchResult]:
        """Search a position with empty tables.

        Return the search result, then that of the depth before if the search has depths.
        """
        key = (position, nodes, lines)
        if key in self.searches.results:
            return self.searches.results[key]
        if self.has_searched and self.stop.is_set():
            raise EvaluationStopped
        results_by_depth: list[SearchResult] = []
        engine, limit = self.engine, Limit(nodes=nodes)
        has_depths = isinstance(engine.strategy, AlphaBetaStrategy)  # tree search has none
        progress = results_by_depth.append if has_depths else None
        engine.new_game()
        result = engine.think(position, limit, lines=lines, progress=progress)
        if lines == 1:
            self.facts.record_result(position, result)
        earlier = [
            shallower for shallower in results_by_depth[-2:] if shallower.depth < result.depth
        ]
        self.searches.add(key, [result, *earlier[-1:]])
        self.has_searched = True
        return self.searches.results[key]
