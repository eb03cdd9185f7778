"""The player behind a protocol: who it is, and how it is made to think and to tell about it."""

from collections.abc import Callable
from threading import Event
from typing import NamedTuple, Protocol, runtime_checkable

from steinreich.core.game import Game, Position
from steinreich.players.player import Limit, Opinion, Player

FULL_STRENGTH = 0  # as a level

Told = Callable[[Opinion], None]


class Settings(NamedTuple):
    """What can be chosen about a player."""

    level: int = FULL_STRENGTH
    threads: int = 1
    memory: int = 64  # megabytes for what it remembers
    seed: int = 0


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


def warm_up(player: Player, position: Position) -> None:
    """Let a player compile what it compiles at first use, before a clock runs."""
    player.choose(position, Limit(nodes=1))


def opinion_of(
    player: Player, position: Position, limit: Limit, lines: int, stop: Event, told: Told
) -> Opinion:
    """What a player thinks; `told` hears every opinion on the way and the last one, once each."""
    if not isinstance(player, Thinker):
        opinion = player.choose(position, limit, stop)
        told(opinion)
        return opinion
    heard: list[Opinion] = []

    def hear(opinion: Opinion) -> None:
        heard[:] = [opinion]
        told(opinion)

    opinion = player.think(position, limit, lines=lines, stop=stop, told=hear)
    if heard != [opinion]:
        told(opinion)
    return opinion
