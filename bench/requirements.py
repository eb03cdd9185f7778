"""Requirements that benchmarks check, and games between players."""

from collections.abc import Sequence
from typing import NamedTuple

from steinreich import Position
from steinreich.players.player import Limit, Player


class Requirement(NamedTuple):
    """A requirement with the measured and the required result, as texts."""

    name: str
    measured: str
    required: str
    is_met: bool

    def find_failures(self) -> list[str]:
        """Return a message if the requirement is not met."""
        return [] if self.is_met else [f"{self.name}: {self.measured}, not {self.required}"]


def play_out(position: Position, players: Sequence[Player], limit: Limit) -> int:
    """Play a game from a position to its end and return its outcome."""
    while not position.is_over:
        position = position.after(players[position.player].think(position, limit).best)
    return position.outcome
