"""The player behind a protocol: who it is, and how it is made to think and to tell about it."""

from collections.abc import Callable
from typing import NamedTuple

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.by_name import player
from steinreich.players.player import MAX_MEMORY_MB, Limit, Player
from steinreich.rules.arguments import MAX_THREADS

FULL_STRENGTH = 0  # as a level


class PlayerSettings(NamedTuple):
    """What can be chosen about a player."""

    level: int = FULL_STRENGTH
    threads: int = 1
    memory: int = 64  # megabytes for what it remembers
    seed: int = 0


RANGES = {  # of each setting: the least and the most
    "level": (FULL_STRENGTH, 10),
    "threads": (1, MAX_THREADS),
    "memory": (1, MAX_MEMORY_MB),
    "seed": (0, 2**63 - 1),
}

Seating = Callable[[Game, PlayerSettings], Player]


def seated(game: Game, settings: PlayerSettings) -> Player:
    """The player with these settings: one of the levels, or as strong as can be."""
    if settings.level != FULL_STRENGTH:
        return player(f"level{settings.level}", game, settings.seed)
    from steinreich.players.engine import Engine  # loads the compiler

    return Engine(game, threads=settings.threads, memory=settings.memory, seed=settings.seed)


def warm_up(player: Player, position: Position) -> None:
    """Let a player compile what it compiles at first use, before a clock runs."""
    player.think(position, Limit(nodes=1))
