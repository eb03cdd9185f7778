"""Exact values, and alpha-beta among the actions that are still equal."""

import time
from threading import Event

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.knowledge import informed_compiler
from steinreich.players.player import Limit, Question
from steinreich.players.solved_openings import certain_outcomes
from steinreich.players.strategies.alphabeta import AlphaBetaStrategy
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.search.alphabeta.iterative_deepening import entries
from steinreich.search.exact.solver import Solver
from steinreich.search.result import SearchResult, Verdict, as_estimate, certain

MIN_SOLVER_NODES = 1_000_000  # with a smaller budget the solver rarely finishes


class ExactStrategy(AlphaBetaStrategy):
    """Alpha-beta, restricted by a solver to the actions that keep the value of a position."""

    def __init__(self, game: Game, memory: int) -> None:
        super().__init__(game, max(1, memory // 2))
        table = entries(max(1, memory // 2))
        self.solver = Solver(game, informed_compiler(game), table=table)

    def forget(self) -> None:
        """Clear the tables."""
        super().forget()
        self.solver.forget()

    def answer(self, question: Question) -> SearchResult:
        """Search the actions that are not proven worse than others."""
        position, limit = question.position, question.limit
        few_nodes = limit.nodes is not None and limit.nodes < MIN_SOLVER_NODES
        if question.lines > 1 or limit.depth or few_nodes:
            return super().answer(question)
        began = time.perf_counter()
        known, nodes = self.outcomes(position, limit, question.stop)
        best = self.best_of(position.player, known)
        keep = [action for action, outcome in known.items() if outcome == best]
        keep = keep or [action for action, outcome in known.items() if outcome == ONGOING]
        spent = time.perf_counter() - began
        left = Limit(
            None if limit.seconds is None else max(0.01, limit.seconds - spent),
            None if limit.nodes is None else max(1000, limit.nodes - nodes),
        )
        rest = question._replace(limit=left)
        result = self.with_forced_win(rest, self.read(rest, keep))
        line = result.lines[0]
        if ONGOING not in known.values() or best == position.player:
            line = line._replace(verdict=self.sure(line.verdict, best))
        elif best == DRAW and line.verdict.outcome == DRAW:  # unsolved actions may win
            line = line._replace(verdict=as_estimate(line.verdict))
        return result._replace(
            lines=(line,), nodes=result.nodes + nodes, seconds=result.seconds + spent
        )

    def outcomes(
        self, position: Position, limit: Limit, stop: Event | None
    ) -> tuple[dict[int, int], int]:
        """Return the outcomes after actions, found within half the budget, and the nodes used."""
        on_file = certain_outcomes(position.game)
        actions = position.actions()
        after = {action: position.after_legal(action) for action in actions}
        found = {
            action: child.outcome if child.is_over else on_file.get(str(child), ONGOING)
            for action, child in after.items()
        }
        due = [action for action in actions if found[action] == ONGOING]
        values = self.solver.values(
            [after[action] for action in due],
            None if limit.seconds is None else limit.seconds / 2,
            stop,
            nodes=None if limit.nodes is None else limit.nodes // 2 // max(1, len(due)),
        )
        found.update((action, value.outcome) for action, value in zip(due, values, strict=True))
        return found, sum(value.nodes for value in values)

    def best_of(self, mover: int, known: dict[int, int]) -> int:
        """Return the best proven outcome; a loss only if all actions lose."""
        outcomes = set(known.values())
        if mover in outcomes:
            return mover
        if DRAW in outcomes or ONGOING in outcomes:
            return DRAW
        return 1 - mover

    def sure(self, verdict: Verdict, outcome: int) -> Verdict:
        """Return the solver's outcome as a verdict, with the distance if alpha-beta found it."""
        return verdict if verdict.outcome == outcome else certain(outcome, 2)
