"""Alpha-beta, for two players."""

from math import tanh

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.knowledge import informed_compiler, knowledge_of
from steinreich.players.knowledge.definition import USUAL_SCALE
from steinreich.players.player import Line, Opinion, Question, Verdict, certain
from steinreich.players.turn_count import own_turns
from steinreich.rules.contract import DRAW
from steinreich.search.alphabeta.iterative_deepening import (
    AlphaBeta,
    ScoredLine,
    SearchResult,
    entries,
)
from steinreich.search.alphabeta.rules import DEEPEST, PROVEN
from steinreich.search.proof.prover import Prover

FOR_PROOFS = 0.15  # the part of a budget that goes into looking for forced wins


class AlphaBetaStrategy:
    """Alpha-beta with what is known of the game, and a proof search where forced wins are long."""

    def __init__(self, game: Game, memory: int) -> None:
        compiler, start = informed_compiler(game), game.start(seed=0)
        known = knowledge_of(game)
        self.scale = known.scale if known else USUAL_SCALE
        self.is_forcing = known is not None and known.is_forcing
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

    def answer(self, question: Question) -> Opinion:
        """First read ahead; what is left over goes into looking for a forced win."""
        return self.with_forced_win(question, self.read(question))

    def read(self, question: Question, only: list[int] | None = None) -> Opinion:
        """An opinion on some of the actions, or all."""
        position, limit, lines, stop, progress = question

        def tell(result: SearchResult) -> None:
            if progress:
                progress(self.opinion(position, result))

        share = 1 - FOR_PROOFS if self.is_forcing else 1.0
        result = self.alphabeta.run(
            position,
            depth=limit.depth or DEEPEST,
            seconds=None if limit.seconds is None else limit.seconds * share,
            nodes=None if limit.nodes is None else int(limit.nodes * share),
            stop=stop,
            lines=lines,
            progress=tell,
            only=only,
        )
        return self.opinion(position, result)

    def with_forced_win(self, question: Question, opinion: Opinion) -> Opinion:
        """The opinion, unless a forced win is found beyond what was read."""
        position, limit = question.position, question.limit
        if not self.is_forcing or opinion.verdict.is_proven or limit.depth:
            return opinion
        proof = self.provers[position.player].run(
            position,
            seconds=None if limit.seconds is None else max(0.0, limit.seconds - opinion.seconds),
            nodes=None if limit.nodes is None else int(limit.nodes * FOR_PROOFS),
            stop=question.stop,
        )
        nodes, seconds = opinion.nodes + proof.nodes, opinion.seconds + proof.seconds
        opinion = opinion._replace(nodes=nodes, seconds=seconds)
        if not proof.is_won or not proof.line:  # or its beginning has been overwritten
            return opinion
        won = Line(tuple(proof.line), certain(position.player, 2))
        others = tuple(line for line in opinion.lines if line.actions[0] != proof.line[0])
        return opinion._replace(lines=(won, *others)[: len(opinion.lines)])

    def opinion(self, position: Position, result: SearchResult) -> Opinion:
        """What a result of the search means."""
        lines = tuple(
            Line(tuple(scored.line), self.verdict(position, scored)) for scored in result.lines
        )
        return Opinion(lines, result.nodes, result.depth, result.seconds)

    def verdict(self, position: Position, scored: ScoredLine) -> Verdict:
        """What a score means for both players."""
        mover = position.player
        if abs(scored.score) > PROVEN:
            winner = mover if scored.score > 0 else 1 - mover
            return certain(winner, 2, own_turns(position, winner, scored.actions))
        if scored.is_proven:
            return certain(DRAW, 2)
        return self.estimate(mover, scored.score)

    def estimate(self, mover: int, score: float) -> Verdict:
        """What a score lets both players hope for."""
        value = tanh(score / self.scale / 2)
        return Verdict((value, -value) if mover == 0 else (-value, value))
