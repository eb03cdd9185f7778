"""Strategies: each applies a search algorithm to the questions of a player.

Alpha-beta suits games of two players with heuristics; Monte-Carlo trees suit three or four players,
and games without heuristics; games for one player have a solver.  The choice for each game was
measured: see docs/players.md.
"""

from typing import Protocol

from steinreich.core.game import Game
from steinreich.players.knowledge import find_heuristics
from steinreich.players.player import Question
from steinreich.players.strategies.alphabeta import AlphaBetaStrategy
from steinreich.players.strategies.exact import ExactStrategy
from steinreich.players.strategies.mcts import MctsStrategy, SoloStrategy
from steinreich.search.result import SearchResult

__all__ = [
    "AlphaBetaStrategy",
    "ExactStrategy",
    "MctsStrategy",
    "SoloStrategy",
    "Strategy",
    "make_strategy",
]


class Strategy(Protocol):
    """Answers questions about positions of one game."""

    def answer(self, question: Question) -> SearchResult:
        """Search a live position."""

    def forget(self) -> None:
        """Clear all tables."""


def make_strategy(game: Game, memory: int, seed: int) -> Strategy:
    """Return a new strategy that suits a game; `memory` is in megabytes."""
    if game.players == 1:
        return SoloStrategy(game, memory, seed)
    if game.players == 2 and (heuristics := find_heuristics(game)):
        return (
            ExactStrategy(game, memory)
            if heuristics.is_solvable
            else AlphaBetaStrategy(game, memory)
        )
    return MctsStrategy(game, memory, seed)
