"""Exact values, and alpha-beta among the actions that these leave over."""

import time
from threading import Event

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.knowledge import informed_compiler
from steinreich.players.player import Limit, Opinion, Question, Verdict, certain, unsettled
from steinreich.players.solved_openings import certain_outcomes
from steinreich.players.strategies.alphabeta import AlphaBetaStrategy
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.search.alphabeta.iterative_deepening import entries
from steinreich.search.exact.solver import Solver

ENOUGH_TO_SOLVE = 1_000_000  # nodes; with fewer a solver comes to no end


class ExactStrategy(AlphaBetaStrategy):
    """Reading, with a solver that tells exactly which actions keep the value of a position."""

    def __init__(self, game: Game, memory: int) -> None:
        super().__init__(game, max(1, memory // 2))
        table = entries(max(1, memory // 2))
        self.solver = Solver(game, informed_compiler(game), table=table)

    def forget(self) -> None:
        """Clear the tables."""
        super().forget()
        self.solver.forget()

    def answer(self, question: Question) -> Opinion:
        """Read ahead among the actions that are not worse than others for certain."""
        position, limit = question.position, question.limit
        few_nodes = limit.nodes is not None and limit.nodes < ENOUGH_TO_SOLVE
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
        opinion = self.with_forced_win(rest, self.read(rest, keep))
        line = opinion.lines[0]
        if ONGOING not in known.values() or best == position.player:
            line = line._replace(verdict=self.sure(line.verdict, best))
        elif best == DRAW and line.verdict.outcome == DRAW:  # what is open may be won
            line = line._replace(verdict=unsettled(line.verdict))
        return opinion._replace(
            lines=(line,), nodes=opinion.nodes + nodes, seconds=opinion.seconds + spent
        )

    def outcomes(
        self, position: Position, limit: Limit, stop: Event | None
    ) -> tuple[dict[int, int], int]:
        """The outcome after each action, as far as half the budget goes; and the nodes it took."""
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
        """The best outcome that is certain: a loss only if there is nothing else."""
        outcomes = set(known.values())
        if mover in outcomes:
            return mover
        if DRAW in outcomes or ONGOING in outcomes:
            return DRAW
        return 1 - mover

    def sure(self, verdict: Verdict, outcome: int) -> Verdict:
        """What the solver knows, with the number of actions if reading has found it."""
        return verdict if verdict.outcome == outcome else certain(outcome, 2)
