"""Alpha-beta, for two players."""

from steinreich.core.game import Game
from steinreich.players.knowledge import find_heuristics, get_heuristics_compiler
from steinreich.players.player import Question
from steinreich.search.alphabeta.iterative_deepening import AlphaBeta, count_entries
from steinreich.search.alphabeta.rules import MAX_DEPTH
from steinreich.search.knowledge import DEFAULT_SCALE
from steinreich.search.proof.prover import Prover
from steinreich.search.result import Line, SearchResult, proven_verdict

PROOF_SHARE = 0.15  # of a budget, for the search of forced wins


class AlphaBetaStrategy:
    """Alpha-beta with the heuristics of the game, and a proof search if forced wins are long."""

    def __init__(self, game: Game, memory: int) -> None:
        compiler, start = get_heuristics_compiler(game), game.start(seed=0)
        heuristics = find_heuristics(game)
        self.is_forcing = heuristics is not None and heuristics.is_forcing
        self.alphabeta = AlphaBeta(
            start,
            table=count_entries(memory * 3 // 4),
            compiler=compiler,
            scale=heuristics.scale if heuristics else DEFAULT_SCALE,
        )
        self.provers = [
            Prover(start, attacker, table=count_entries(max(1, memory // 16)), compiler=compiler)
            for attacker in range(2 if self.is_forcing else 0)
        ]

    def forget(self) -> None:
        """Clear the tables."""
        self.alphabeta.forget()
        for prover in self.provers:
            prover.forget()

    def answer(self, question: Question) -> SearchResult:
        """Search with alpha-beta, then use the rest of the budget to look for a forced win."""
        return self.add_forced_win(question, self.run_alphabeta(question))

    def run_alphabeta(self, question: Question, only: list[int] | None = None) -> SearchResult:
        """Search the actions in `only`, by default all, with the budget of alpha-beta."""
        position, limit, lines, stop, progress = question
        share = 1 - PROOF_SHARE if self.is_forcing else 1.0
        return self.alphabeta.run(
            position,
            depth=limit.depth or MAX_DEPTH,
            seconds=None if limit.seconds is None else limit.seconds * share,
            nodes=None if limit.nodes is None else int(limit.nodes * share),
            stop=stop,
            lines=lines,
            progress=progress,
            only=only,
        )

    def add_forced_win(self, question: Question, result: SearchResult) -> SearchResult:
        """Search for a longer forced win; if there is one, make it the best line."""
        position, limit = question.position, question.limit
        if not self.is_forcing or result.verdict.is_proven or limit.depth:
            return result
        proof = self.provers[position.player].run(
            position,
            seconds=None if limit.seconds is None else max(0.0, limit.seconds - result.seconds),
            nodes=None if limit.nodes is None else int(limit.nodes * PROOF_SHARE),
            stop=question.stop,
        )
        nodes, seconds = result.nodes + proof.nodes, result.seconds + proof.seconds
        result = result._replace(nodes=nodes, seconds=seconds)
        if not proof.is_won or not proof.line:  # or the line was overwritten in the table
            return result
        winning = Line(tuple(proof.line), proven_verdict(position.player, 2))
        others = tuple(line for line in result.lines if line.actions[0] != proof.line[0])
        return result._replace(lines=(winning, *others)[: len(result.lines)])
