"""Opponents of the learner: players by name, `Player` objects, or functions."""

from collections.abc import Sequence
from typing import Any

from steinreich.arena.local_match import (
    OPPONENT,
    OPPONENTS,
    Contestant,
    FunctionPlayer,
    check_player,
)
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.by_name import player
from steinreich.players.player import Player, PlayerFailed
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument, IllegalMove
from steinreich.rules.language import Text


def opponents_for(game: Game, given: Contestant | Sequence[Contestant]) -> list[Contestant]:
    """Return one opponent for each other seat: those in the list, or the same for all."""
    others = game.players - 1
    opponents: list[Any] = [*given] if isinstance(given, list | tuple) else [given] * others
    if len(opponents) != others:
        raise BadArgument(
            Text(
                "{id} has {others} other seats, but {count} opponents came",
                id=game.id,
                others=others,
                count=len(opponents),
            )
        )
    for one in opponents:
        if not (isinstance(one, str | Player) or callable(one)):
            raise arguments.bad_type(OPPONENT, OPPONENTS, one)
        if isinstance(one, Player):
            check_player(one, game)
    return opponents


class Opponent:
    """An opponent at one seat."""

    def __init__(self, who: Contestant, game: Game, seed: int) -> None:
        """Create players given by name; raise `UnknownPlayer` for unknown names."""
        self.is_made_here = isinstance(who, str)
        self.player: Player
        if isinstance(who, str):
            self.player = player(who, game, seed)
        else:
            self.player = who if isinstance(who, Player) else FunctionPlayer("opponent", who)

    def after_action(self, position: Position) -> Position:
        """Return the position after the opponent's action; raise `PlayerFailed` if illegal."""
        try:
            return position.after(self.player.think(position, self.player.default_limit).best)
        except IllegalMove as error:
            raise PlayerFailed(
                f"the opponent's action is not legal in {position}: {error}"
            ) from error

    def close(self) -> None:
        """Close the player if it was created here."""
        if self.is_made_here:
            self.player.close()
