"""Ways to think: each turns a search into opinions.

Alpha-beta suits two players where something is known of the game; Monte-Carlo trees suit three or
four players, and games of which nothing but the rules is known; puzzles have a solver.  Which game
gets which was measured: see docs/players.md.
"""

from threading import Event
from typing import Protocol

from steinreich.core.game import Game, Position
from steinreich.players.insight import insight_into
from steinreich.players.minds.puzzling import Puzzling
from steinreich.players.minds.reading import Reading
from steinreich.players.minds.sampling import Sampling
from steinreich.players.minds.solving import Solving
from steinreich.players.player import Limit, Opinion, Told

__all__ = ["Mind", "Puzzling", "Reading", "Sampling", "Solving", "mind_for"]


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
