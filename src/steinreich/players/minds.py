"""Ways to think: each turns a search into opinions.

Alpha-beta suits two players where something is known of the game; Monte-Carlo trees suit three or
four players, and games of which nothing but the rules is known; puzzles have a solver.  Which game
gets which was measured: see docs/players.md.
"""

import time
from collections.abc import Callable
from math import tanh
from threading import Event
from typing import Protocol

from steinreich.core.contract import DRAW, LOST, ONGOING
from steinreich.core.game import Game, Position
from steinreich.players.insight import insight_into, seasoned
from steinreich.players.openings import certain_outcomes
from steinreich.players.player import Limit, Line, Opinion, Verdict, certain
from steinreich.players.solo import solve
from steinreich.search.alphabeta import AlphaBeta, Answer, Scored, entries
from steinreich.search.deepening import DEEPEST, PROVEN
from steinreich.search.mcts import Found, Mcts
from steinreich.search.proof import Prover
from steinreich.search.solve import Solver

Told = Callable[[Opinion], None]

USUAL_SCALE = 600  # a score that makes a win about four times as likely as a loss
NODE_BYTES = 50  # of a Monte-Carlo tree
FOR_PROOFS = 0.15  # the part of a budget that goes into looking for forced wins
ENOUGH_TO_SOLVE = 1_000_000  # nodes; with fewer a solver comes to no end
NODES_A_PLY = 2_000  # simulations that stand for looking one action further
REPORT_SECONDS = 0.25  # between two reports of a Monte-Carlo search


class Mind(Protocol):
    """A way to think about the positions of one game."""

    def think(
        self, position: Position, limit: Limit, lines: int, stop: Event | None, told: Told | None
    ) -> Opinion:
        """An opinion on a live position."""

    def forget(self) -> None:
        """Begin as if nothing had been thought yet."""


def mind_for(game: Game, threads: int, memory: int, seed: int) -> Mind:
    """The way to think that suits a game."""
    if game.players == 1:
        return Puzzling(game, threads, memory, seed)
    if game.players == 2 and insight_into(game.name) is not None:
        solvable = getattr(insight_into(game.name), "SOLVABLE", False)
        return Solving(game, memory) if solvable else Reading(game, memory)
    return Sampling(game, threads, memory, seed)


class Reading:
    """Alpha-beta with what is known of the game, and a proof search where forced wins are long."""

    def __init__(self, game: Game, memory: int) -> None:
        compiler, start = seasoned(game), game.start(seed=0)
        insight = insight_into(game.name)
        self.scale = getattr(insight, "SCALE", USUAL_SCALE)
        self.is_forcing = getattr(insight, "FORCING", False)
        self.alphabeta = AlphaBeta(start, table=entries(memory * 3 // 4), compiler=compiler)
        self.provers = [
            Prover(start, attacker, table=entries(max(1, memory // 16)), compiler=compiler)
            for attacker in range(2 if self.is_forcing else 0)
        ]

    def forget(self) -> None:
        """Clear the tables."""
        self.alphabeta.forget()
        for prover in self.provers:
            prover.forget()

    def think(
        self, position: Position, limit: Limit, lines: int, stop: Event | None, told: Told | None
    ) -> Opinion:
        """First read ahead; what is left over goes into looking for a forced win."""
        return self.read(position, limit, lines, stop, told)

    def read(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        stop: Event | None,
        told: Told | None,
        only: list[int] | None = None,
    ) -> Opinion:
        """An opinion on some of the actions, or all."""

        def tell(answer: Answer) -> None:
            if told:
                told(self.opinion(position, answer))

        share = 1 - FOR_PROOFS if self.is_forcing else 1.0
        answer = self.alphabeta.run(
            position,
            depth=limit.depth or DEEPEST,
            seconds=None if limit.seconds is None else limit.seconds * share,
            nodes=None if limit.nodes is None else int(limit.nodes * share),
            stop=stop,
            lines=lines,
            told=tell,
            only=only,
        )
        opinion = self.opinion(position, answer)
        if not self.is_forcing or answer.is_proven or limit.depth:
            return opinion
        return self.with_proof(position, opinion, limit, stop)

    def with_proof(
        self, position: Position, opinion: Opinion, limit: Limit, stop: Event | None
    ) -> Opinion:
        """The opinion, unless a forced win is found beyond what was read."""
        proof = self.provers[position.player].run(
            position,
            seconds=None if limit.seconds is None else max(0.0, limit.seconds - opinion.seconds),
            nodes=None if limit.nodes is None else int(limit.nodes * FOR_PROOFS),
            stop=stop,
        )
        nodes, seconds = opinion.nodes + proof.nodes, opinion.seconds + proof.seconds
        opinion = opinion._replace(nodes=nodes, seconds=seconds)
        if not proof.is_won:
            return opinion
        won = Line(tuple(proof.line), certain(position.player, 2))
        others = tuple(line for line in opinion.lines if line.actions[0] != proof.line[0])
        return opinion._replace(lines=(won, *others)[: len(opinion.lines)])

    def opinion(self, position: Position, answer: Answer) -> Opinion:
        """What an answer of the search means."""
        lines = tuple(
            Line(tuple(scored.line), self.verdict(position.player, scored))
            for scored in answer.lines
        )
        return Opinion(lines, answer.nodes, answer.depth, answer.seconds)

    def verdict(self, mover: int, scored: Scored) -> Verdict:
        """What a score means for both players."""
        if abs(scored.score) > PROVEN:
            return certain(mover if scored.score > 0 else 1 - mover, 2, scored.actions)
        if scored.is_proven:
            return certain(DRAW, 2)
        return self.estimate(mover, scored.score)

    def estimate(self, mover: int, score: float) -> Verdict:
        """What a score lets both players hope for."""
        value = tanh(score / self.scale / 2)
        return Verdict((value, -value) if mover == 0 else (-value, value))


class Solving(Reading):
    """Reading, with a solver that tells exactly which actions keep the value of a position."""

    def __init__(self, game: Game, memory: int) -> None:
        super().__init__(game, max(1, memory // 2))
        table = entries(max(1, memory // 2))
        self.solver = Solver(game, insight_into(game.name), table=table)

    def forget(self) -> None:
        """Clear the tables."""
        super().forget()
        self.solver.forget()

    def think(
        self, position: Position, limit: Limit, lines: int, stop: Event | None, told: Told | None
    ) -> Opinion:
        """Read ahead among the actions that are not worse than others for certain."""
        few_nodes = limit.nodes is not None and limit.nodes < ENOUGH_TO_SOLVE
        if lines > 1 or limit.depth or few_nodes:
            return self.read(position, limit, lines, stop, told)
        began = time.perf_counter()
        known, nodes = self.outcomes(position, limit, stop)
        best = self.best_of(position.player, known)
        keep = [action for action, outcome in known.items() if outcome == best]
        keep = keep or [action for action, outcome in known.items() if outcome == ONGOING]
        spent = time.perf_counter() - began
        rest = Limit(
            None if limit.seconds is None else max(0.01, limit.seconds - spent),
            None if limit.nodes is None else max(1000, limit.nodes - nodes),
        )
        opinion = self.read(position, rest, 1, stop, told, keep)
        line = opinion.lines[0]
        if ONGOING not in known.values() or best == position.player:
            line = line._replace(verdict=self.sure(line.verdict, best))
        return opinion._replace(
            lines=(line,), nodes=opinion.nodes + nodes, seconds=opinion.seconds + spent
        )

    def outcomes(
        self, position: Position, limit: Limit, stop: Event | None
    ) -> tuple[dict[int, int], int]:
        """The outcome after each action, as far as half the budget goes; and the nodes it took."""
        on_file = certain_outcomes(position.game)
        actions = position.actions()
        after = {action: position.after(action) for action in actions}
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


class Sampling:
    """Monte-Carlo trees: for three and four players, and where nothing but the rules is known."""

    def __init__(self, game: Game, threads: int, memory: int, seed: int) -> None:
        self.players = game.players
        nodes = memory * 1_000_000 // NODE_BYTES // threads // 2  # old and new while it moves on
        self.settings = game, threads, nodes, seed
        self.mcts = self.fresh()
        # Compile now, so that no search spends its time on it.
        self.mcts.run(simulations=2 * threads)
        self.mcts.move_to(game.start(seed=0))
        self.forget()

    def fresh(self) -> Mcts:
        """An empty tree and the first random numbers."""
        game, threads, nodes, seed = self.settings
        compiler = seasoned(game)
        return Mcts(game.start(seed=0), threads=threads, nodes=nodes, seed=seed, compiler=compiler)

    def forget(self) -> None:
        """Begin as if nothing had been sampled yet."""
        self.mcts = self.fresh()

    def think(
        self, position: Position, limit: Limit, lines: int, stop: Event | None, told: Told | None
    ) -> Opinion:
        """Sample until the budget is used up."""
        began = time.perf_counter()
        if limit.depth and limit.nodes is None and limit.seconds is None:
            limit = Limit(nodes=limit.depth * NODES_A_PLY)  # a tree has no depth of its own
        self.mcts.move_to(position)
        until = None if limit.seconds is None else began + limit.seconds
        nodes = 0
        while True:
            left = None if until is None else until - time.perf_counter()
            found = self.mcts.run(
                None if limit.nodes is None else limit.nodes - nodes,
                left if told is None else min(left or REPORT_SECONDS, REPORT_SECONDS),
                stop,
            )
            nodes += found.simulations
            opinion = self.opinion(position, found, lines, nodes, time.perf_counter() - began)
            over = (
                (until is not None and time.perf_counter() >= until)
                or (limit.nodes is not None and nodes >= limit.nodes)
                or (stop is not None and stop.is_set())
                or found.proven != ONGOING
            )
            if over or told is None:
                return opinion
            told(opinion)

    def opinion(
        self, position: Position, found: Found, lines: int, nodes: int, seconds: float
    ) -> Opinion:
        """What a search has found, as lines."""
        best: list[Line] = []
        for choice in found.choices[:lines]:
            proven = choice.proven
            if found.proven != ONGOING and not best:
                proven = found.proven
            known = proven != ONGOING
            verdict = certain(proven, self.players) if known else Verdict(choice.values)
            best.append(Line(tuple(self.mcts.line(choice.action)), verdict))
        if not best:
            best = [Line((position.actions()[0],), Verdict((0.0,) * self.players))]
        return Opinion(tuple(best), nodes, max(len(line.actions) for line in best), seconds)


class Puzzling:
    """A solver for one player, and sampling where it does not come to an end."""

    def __init__(self, game: Game, threads: int, memory: int, seed: int) -> None:
        self.sampling = Sampling(game, threads, memory, seed)

    def forget(self) -> None:
        """Solvers remember nothing."""
        self.sampling.forget()

    def think(
        self, position: Position, limit: Limit, lines: int, stop: Event | None, told: Told | None
    ) -> Opinion:
        """Solve it; if that takes too long, sample."""
        half = None if limit.seconds is None else limit.seconds / 2
        found = solve(position, half, stop)
        if found.prospect == "solvable":
            line = Line(found.actions, certain(0, 1, len(found.actions)))
            return Opinion((line,), found.nodes, len(found.actions), found.seconds)
        rest = limit._replace(seconds=half)
        opinion = self.sampling.think(position, rest, lines, stop, told)
        if found.prospect == "unsolvable":
            lost = tuple(line._replace(verdict=certain(LOST, 1)) for line in opinion.lines)
            opinion = opinion._replace(lines=lost)
        return opinion._replace(
            nodes=opinion.nodes + found.nodes, seconds=opinion.seconds + found.seconds
        )
