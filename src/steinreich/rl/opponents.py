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
from steinreich.engines.named_players import player
from steinreich.players.player import Player, PlayerFailed
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument, IllegalMove
from steinreich.rules.language import Text


def make_opponent_list(game: Game, opponent: Contestant | Sequence[Contestant]) -> list[Contestant]:
    """Return one opponent for each other seat: those in a list, or the same one for all seats."""
    num_others = game.players - 1
    opponents: list[Any] = (
        [*opponent] if isinstance(opponent, list | tuple) else [opponent] * num_others
    )
    if len(opponents) != num_others:
        raise BadArgument(
            Text(
                "{id} has {others} other seats, but {count} opponents were given",
                id=game.id,
                others=num_others,
                count=len(opponents),
            )
        )
    for contestant in opponents:
        if not (isinstance(contestant, str | Player) or callable(contestant)):
            raise arguments.bad_type(OPPONENT, OPPONENTS, contestant)
        if isinstance(contestant, Player):
            check_player(contestant, game)
    return opponents


class Opponent:
    """An opponent at one seat."""

    def __init__(self, contestant: Contestant, game: Game, seed: int) -> None:
        """Create the player if it is given by name; raise `UnknownPlayer` for unknown names."""
        self.owns_player = isinstance(contestant, str)
        self.player: Player
        if isinstance(contestant, str):
            self.player = player(contestant, game, seed)
        else:
            self.player = (
                contestant
                if isinstance(contestant, Player)
                else FunctionPlayer("opponent", contestant)
            )

    def play(self, position: Position) -> Position:
        """Return the position after the opponent's action; raise `PlayerFailed` if illegal."""
        try:
            return position.after(self.player.think(position, self.player.default_limit).best)
        except IllegalMove as error:
            raise PlayerFailed(
                f"the opponent's action is not legal in {position}: {error}"
            ) from error

    def close(self) -> None:
        """Close the player if it was created here."""
        if self.owns_player:
            self.player.close()
