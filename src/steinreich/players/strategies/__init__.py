"""Ways to think: each turns a search into opinions.

Alpha-beta suits two players where something is known of the game; Monte-Carlo trees suit three or
four players, and games of which nothing but the rules is known; puzzles have a solver.  Which game
gets which was measured: see docs/players.md.
"""

from typing import Protocol

from steinreich.core.game import Game
from steinreich.players.knowledge import knowledge_of
from steinreich.players.player import Opinion, Question
from steinreich.players.strategies.alphabeta import AlphaBetaStrategy
from steinreich.players.strategies.exact import ExactStrategy
from steinreich.players.strategies.mcts import MctsStrategy
from steinreich.players.strategies.solo import SoloStrategy

__all__ = [
    "AlphaBetaStrategy",
    "ExactStrategy",
    "MctsStrategy",
    "SoloStrategy",
    "Strategy",
    "strategy_for",
]


class Strategy(Protocol):
    """A way to think about the positions of one game."""

    def answer(self, question: Question) -> Opinion:
        """An opinion on a live position."""

    def forget(self) -> None:
        """Begin as if nothing had been thought yet."""


def strategy_for(game: Game, threads: int, memory: int, seed: int) -> Strategy:
    """The way to think that suits a game."""
    if game.players == 1:
        return SoloStrategy(game, threads, memory, seed)
    if game.players == 2 and (known := knowledge_of(game)):
        return ExactStrategy(game, memory) if known.is_solvable else AlphaBetaStrategy(game, memory)
    return MctsStrategy(game, threads, memory, seed)
