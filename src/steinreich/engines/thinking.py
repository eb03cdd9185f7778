"""The player behind a protocol: who it is, and how it is made to think and to tell about it."""

from collections.abc import Callable
from threading import Event
from typing import NamedTuple, Protocol, runtime_checkable

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.by_name import player
from steinreich.players.player import Limit, Opinion, Player, Told

FULL_STRENGTH = 0  # as a level


class Settings(NamedTuple):
    """What can be chosen about a player."""

    level: int = FULL_STRENGTH
    threads: int = 1
    memory: int = 64  # megabytes for what it remembers
    seed: int = 0


RANGES = {  # of each setting: the least and the most
    "level": (FULL_STRENGTH, 10),
    "threads": (1, 256),
    "memory": (1, 65_536),
    "seed": (0, 2**63 - 1),
}

Seating = Callable[[Game, Settings], Player]


@runtime_checkable
class Thinker(Protocol):
    """A player who tells what it thinks while it thinks."""

    def think(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        stop: Event | None = None,
        told: Told | None = None,
    ) -> Opinion:
        """An opinion with so many lines; `told` hears those on the way to it."""


def seated(game: Game, settings: Settings) -> Player:
    """The player with these settings: one of the levels, or as strong as can be."""
    if settings.level != FULL_STRENGTH:
        return player(f"level{settings.level}", game, settings.seed)
    from steinreich.players.engine import Engine  # loads the compiler

    return Engine(game, threads=settings.threads, memory=settings.memory, seed=settings.seed)


def warm_up(player: Player, position: Position) -> None:
    """Let a player compile what it compiles at first use, before a clock runs."""
    player.choose(position, Limit(nodes=1))


def opinion_of(
    player: Player, position: Position, limit: Limit, lines: int, stop: Event, told: Told
) -> Opinion:
    """What a player thinks; `told` hears opinions on the way, and the last one if it is new."""
    if not isinstance(player, Thinker):
        opinion = player.choose(position, limit, stop)
        told(opinion)
        return opinion
    heard: list[Opinion] = []

    def hear(opinion: Opinion) -> None:
        heard[:] = [opinion]
        told(opinion)

    opinion = player.think(position, limit, lines=lines, stop=stop, told=hear)
    if not heard or (heard[0].lines, heard[0].nodes) != (opinion.lines, opinion.nodes):
        told(opinion)
    return opinion
