"""Exact values, and alpha-beta among the actions that are still equal."""

import time
from threading import Event

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.players.player import Limit, Question
from steinreich.players.solved_openings import get_solved_outcomes
from steinreich.players.strategies.alphabeta import AlphaBetaStrategy
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.search.alphabeta.iterative_deepening import count_entries
from steinreich.search.exact.solver import Solver
from steinreich.search.result import SearchResult, Verdict, as_estimate, proven_verdict

MIN_SOLVER_NODES = 1_000_000  # with a smaller budget the solver rarely finishes
MIN_SECONDS, MIN_NODES = 0.01, 1_000  # for alpha-beta after the solver


class ExactStrategy(AlphaBetaStrategy):
    """Alpha-beta, restricted by a solver to the actions that keep the value of a position."""

    def __init__(self, game: Game, memory: int) -> None:
        super().__init__(game, max(1, memory // 2))
        table = count_entries(max(1, memory // 2))
        self.solver = Solver(game, get_heuristics_compiler(game), table=table)

    def forget(self) -> None:
        """Clear the tables."""
        super().forget()
        self.solver.forget()

    def answer(self, question: Question) -> SearchResult:
        """Search the actions that are not proven worse than others."""
        position, limit = question.position, question.limit
        has_few_nodes = limit.nodes is not None and limit.nodes < MIN_SOLVER_NODES
        if question.lines > 1 or limit.depth or has_few_nodes:
            return super().answer(question)
        began = time.perf_counter()
        outcomes, nodes = self.solve_actions(position, limit, question.stop)
        best = self.best_outcome(position.player, outcomes)
        candidates = [action for action, outcome in outcomes.items() if outcome == best]
        if not candidates:
            candidates = [action for action, outcome in outcomes.items() if outcome == ONGOING]
        elapsed = time.perf_counter() - began
        remaining = Limit(
            None if limit.seconds is None else max(MIN_SECONDS, limit.seconds - elapsed),
            None if limit.nodes is None else max(MIN_NODES, limit.nodes - nodes),
        )
        rest = question._replace(limit=remaining)
        result = self.add_forced_win(rest, self.run_alphabeta(rest, candidates))
        line = result.lines[0]
        if ONGOING not in outcomes.values() or best == position.player:
            line = line._replace(verdict=self.to_verdict(best, line.verdict))
        elif best == DRAW and line.verdict.outcome == DRAW:  # unsolved actions may win
            line = line._replace(verdict=as_estimate(line.verdict))
        return result._replace(
            lines=(line,), nodes=result.nodes + nodes, seconds=result.seconds + elapsed
        )

    def solve_actions(
        self, position: Position, limit: Limit, stop: Event | None
    ) -> tuple[dict[int, int], int]:
        """Solve the positions after all actions within half the budget.

        Return the outcome of each action, ONGOING if it is not known, and the nodes used.
        """
        stored = get_solved_outcomes(position.game)
        actions = position.actions()
        children = {action: position.after_legal(action) for action in actions}
        outcomes = {
            action: child.outcome if child.is_over else stored.get(str(child), ONGOING)
            for action, child in children.items()
        }
        unsolved = [action for action in actions if outcomes[action] == ONGOING]
        values = self.solver.values(
            [children[action] for action in unsolved],
            None if limit.seconds is None else limit.seconds / 2,
            stop,
            nodes=None if limit.nodes is None else limit.nodes // 2 // max(1, len(unsolved)),
        )
        outcomes.update(
            (action, value.outcome) for action, value in zip(unsolved, values, strict=True)
        )
        return outcomes, sum(value.nodes for value in values)

    def best_outcome(self, mover: int, outcomes: dict[int, int]) -> int:
        """Return the best outcome for the mover; DRAW if none is better and some are unknown."""
        values = set(outcomes.values())
        if mover in values:
            return mover
        if DRAW in values or ONGOING in values:
            return DRAW
        return 1 - mover

    def to_verdict(self, outcome: int, found: Verdict) -> Verdict:
        """Return the solver's outcome as a verdict, with turns if alpha-beta found it too."""
        return found if found.outcome == outcome else proven_verdict(outcome, 2)
