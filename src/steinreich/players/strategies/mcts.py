"""Monte-Carlo trees, for any number of players."""

import time

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.knowledge import informed_compiler
from steinreich.players.player import Limit, Line, Opinion, Question, Verdict, certain
from steinreich.rules.contract import ONGOING
from steinreich.search.mcts.tree_search import Found, Mcts

NODE_BYTES = 50  # of a tree
NODES_A_PLY = 2_000  # simulations that stand for looking one action further
REPORT_SECONDS = 0.25  # between two reports


class MctsStrategy:
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
        compiler = informed_compiler(game)
        return Mcts(game.start(seed=0), threads=threads, nodes=nodes, seed=seed, compiler=compiler)

    def forget(self) -> None:
        """Begin as if nothing had been searched yet."""
        self.mcts = self.fresh()

    def answer(self, question: Question) -> Opinion:
        """Search until the budget is used up."""
        began = time.perf_counter()
        position, limit, lines, stop, progress = question
        if limit.depth and limit.nodes is None:  # a tree has no depth of its own
            limit = Limit(limit.seconds, limit.depth * NODES_A_PLY)
        self.mcts.move_to(position)
        until = None if limit.seconds is None else began + limit.seconds
        nodes = 0
        while True:
            left = None if until is None else max(0.0, until - time.perf_counter())
            found = self.mcts.run(
                None if limit.nodes is None else limit.nodes - nodes,
                left if progress is None else min(left or REPORT_SECONDS, REPORT_SECONDS),
                stop,
            )
            nodes += found.simulations
            opinion = self.opinion(position, found, lines, nodes, time.perf_counter() - began)
            over = (
                (until is not None and time.perf_counter() >= until)
                or (limit.nodes is not None and nodes >= limit.nodes)
                or question.is_stopped
                or found.proven != ONGOING
            )
            if over or progress is None:
                return opinion
            progress(opinion)

    def opinion(
        self, position: Position, found: Found, lines: int, nodes: int, seconds: float
    ) -> Opinion:
        """What a search has found, as lines."""
        best: list[Line] = []
        for choice in found.choices[:lines]:
            # The first line speaks for the position, where other actions may still be better.
            proven = choice.proven if best else found.proven
            known = proven != ONGOING
            verdict = certain(proven, self.players) if known else Verdict(choice.values)
            best.append(Line(tuple(self.mcts.line(choice.action)), verdict))
        if not best:
            best = [Line((position.actions()[0],), Verdict((0.0,) * self.players))]
        return Opinion(tuple(best), nodes, max(len(line.actions) for line in best), seconds)
