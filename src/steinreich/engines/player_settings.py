"""The settings of players, and the compilation of their machine code in advance."""

from collections.abc import Callable
from typing import NamedTuple

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.player import MAX_MEMORY_MB, Limit, Player

FULL_STRENGTH = 0  # as a level: the engine without weakening


class PlayerSettings(NamedTuple):
    """Settings of a player."""

    level: int = FULL_STRENGTH
    memory: int = 64  # megabytes of the transposition table
    seed: int = 0


SETTING_RANGES = {  # minimum and maximum of each setting
    "level": (FULL_STRENGTH, 10),
    "memory": (1, MAX_MEMORY_MB),
    "seed": (0, 2**63 - 1),
}

PlayerFactory = Callable[[Game, PlayerSettings], Player]


def warm_up(player: Player, position: Position) -> None:
    """Make a player compile its machine code now, before a clock runs."""
    player.think(position, Limit(nodes=1))
