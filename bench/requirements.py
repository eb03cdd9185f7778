"""What is required of players, and how a game between them is played."""

from collections.abc import Sequence
from typing import NamedTuple

from steinreich import Position
from steinreich.players.player import Limit, Player


class Requirement(NamedTuple):
    """Something that is required of a player."""

    name: str
    reached: str
    asked: str
    kept: bool

    def wrong(self) -> list[str]:
        """What is not reached."""
        return [] if self.kept else [f"{self.name}: {self.reached}, not {self.asked}"]


def outcome_of(position: Position, players: Sequence[Player], limit: Limit) -> int:
    """How a game ends that these players play on."""
    while not position.is_over:
        position = position.after(players[position.player].think(position, limit).best)
    return position.outcome
