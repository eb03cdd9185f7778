"""Puzzles: for one player."""

from steinreich.core.game import Game
from steinreich.players.player import Line, Opinion, Question, certain
from steinreich.players.solo_solver import solve
from steinreich.players.strategies.mcts import MctsStrategy
from steinreich.players.turn_count import own_turns
from steinreich.rules.contract import LOST


class SoloStrategy:
    """A solver for one player, and Monte-Carlo trees where it does not come to an end."""

    def __init__(self, game: Game, threads: int, memory: int, seed: int) -> None:
        self.mcts = MctsStrategy(game, threads, memory, seed)

    def forget(self) -> None:
        """Solvers remember nothing."""
        self.mcts.forget()

    def answer(self, question: Question) -> Opinion:
        """Solve it; if that takes too long, let a tree search decide."""
        limit = question.limit
        half = None if limit.seconds is None else limit.seconds / 2
        found = solve(question.position, half, question.stop)
        if found.prospect == "solvable":
            turns = own_turns(question.position, 0, len(found.actions))
            line = Line(found.actions, certain(0, 1, turns))
            return Opinion((line,), found.nodes, len(found.actions), found.seconds)
        rest = question._replace(limit=limit._replace(seconds=half))
        opinion = self.mcts.answer(rest)
        if found.prospect == "unsolvable":
            lost = tuple(line._replace(verdict=certain(LOST, 1)) for line in opinion.lines)
            opinion = opinion._replace(lines=lost)
        return opinion._replace(
            nodes=opinion.nodes + found.nodes, seconds=opinion.seconds + found.seconds
        )
