"""Requirements that benchmarks check, and games between players."""

from collections.abc import Sequence
from typing import NamedTuple

from steinreich import Position
from steinreich.players.player import Limit, Player


class Requirement(NamedTuple):
    """A requirement with the measured result, the expected one, and whether it is met."""

    name: str
    reached: str
    asked: str
    kept: bool

    def wrong(self) -> list[str]:
        """Return a message if the requirement is not met."""
        return [] if self.kept else [f"{self.name}: {self.reached}, not {self.asked}"]


def play_out(position: Position, players: Sequence[Player], limit: Limit) -> int:
    """Play a game from a position to its end and return its outcome."""
    while not position.is_over:
        position = position.after(players[position.player].think(position, limit).best)
    return position.outcome
