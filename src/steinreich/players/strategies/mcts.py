"""Monte-Carlo tree search, for any number of players; with one player a solver comes first."""

import time

from steinreich.core.game import Game
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.players.player import Limit, Question
from steinreich.players.solo_solver import solve
from steinreich.rules.contract import LOST
from steinreich.search.mcts.tree_search import Mcts
from steinreich.search.result import Line, SearchResult, count_own_turns, proven_verdict

BYTES_PER_NODE = 50
SIMULATIONS_PER_PLY = 2_000  # of a depth limit, which tree search does not have
REPORT_INTERVAL_SECONDS = 0.25


class MctsStrategy:
    """Monte-Carlo tree search for three and four players, and for games without heuristics."""

    def __init__(self, game: Game, memory: int, seed: int) -> None:
        # Half of the memory for each tree: two exist while `move_to` copies one
        nodes = memory * 1_000_000 // BYTES_PER_NODE // 2
        self.settings = game, nodes, seed
        self.mcts = self.make_search()
        # Compile now, so that no search spends its time budget on it.
        self.mcts.run(simulations=2)
        self.mcts.move_to(game.start(seed=0))
        self.forget()

    def make_search(self) -> Mcts:
        """Return a search with an empty tree and a new random stream."""
        game, nodes, seed = self.settings
        compiler = get_heuristics_compiler(game)
        return Mcts(game.start(seed=0), nodes=nodes, seed=seed, compiler=compiler)

    def forget(self) -> None:
        """Clear the tree."""
        self.mcts = self.make_search()

    def answer(self, question: Question) -> SearchResult:
        """Search until the budget is used up."""
        began = time.perf_counter()
        position, limit, _, stop, progress = question
        if limit.depth and limit.nodes is None:  # a tree search has no depth limit
            limit = Limit(limit.seconds, limit.depth * SIMULATIONS_PER_PLY)
        self.mcts.move_to(position)
        deadline = None if limit.seconds is None else began + limit.seconds
        nodes = 0
        while True:
            left = None if deadline is None else max(0.0, deadline - time.perf_counter())
            found = self.mcts.run(
                None if limit.nodes is None else limit.nodes - nodes,
                left
                if progress is None
                else min(left or REPORT_INTERVAL_SECONDS, REPORT_INTERVAL_SECONDS),
                stop,
            )
            nodes += found.nodes
            result = self.add_variations(found.lines[: question.lines], nodes, began)
            is_done = (
                (deadline is not None and time.perf_counter() >= deadline)
                or (limit.nodes is not None and nodes >= limit.nodes)
                or question.is_stopped
                or found.verdict.is_proven
            )
            if is_done or progress is None:
                return result
            progress(result)

    def add_variations(self, lines: tuple[Line, ...], nodes: int, began: float) -> SearchResult:
        """Return a search result with these lines, continued by their principal variations."""
        best = [line._replace(actions=self.mcts.line(line.actions[0])) for line in lines]
        depth = max(len(line.actions) for line in best)
        return SearchResult(tuple(best), nodes, depth, time.perf_counter() - began)


class SoloStrategy:
    """A solver for one player, and Monte-Carlo tree search if it does not finish."""

    def __init__(self, game: Game, memory: int, seed: int) -> None:
        self.mcts = MctsStrategy(game, memory, seed)

    def forget(self) -> None:
        """Clear the tree of the fallback search."""
        self.mcts.forget()

    def answer(self, question: Question) -> SearchResult:
        """Solve the position; if that takes too long, use tree search."""
        limit = question.limit
        half = None if limit.seconds is None else limit.seconds / 2
        solution = solve(question.position, half, question.stop)
        if solution.status == "solvable":
            turns = count_own_turns(question.position, 0, len(solution.actions))
            line = Line(solution.actions, proven_verdict(0, 1, turns))
            return SearchResult((line,), solution.nodes, len(solution.actions), solution.seconds)
        rest = question._replace(limit=limit._replace(seconds=half))
        result = self.mcts.answer(rest)
        if solution.status == "unsolvable":
            verdict = proven_verdict(LOST, 1)
            lost_lines = tuple(line._replace(verdict=verdict) for line in result.lines)
            result = result._replace(lines=lost_lines)
        return result._replace(
            nodes=result.nodes + solution.nodes, seconds=result.seconds + solution.seconds
        )
