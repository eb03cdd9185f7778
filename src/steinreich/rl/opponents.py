"""Who plays against the one that learns: a player by name, one's own, or a function."""

from collections.abc import Sequence
from typing import Any

from steinreich.arena.local_match import Contestant, FunctionPlayer, check_player
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.engines.by_name import player
from steinreich.players.player import Player, PlayerFailed
from steinreich.rules import arguments
from steinreich.rules.errors import BadArgument, IllegalMove
from steinreich.rules.language import Words


def opponents_for(game: Game, given: Contestant | Sequence[Contestant]) -> list[Contestant]:
    """One for each of the other seats: those that are listed, or the same for all."""
    others = game.players - 1
    opponents: list[Any] = [*given] if isinstance(given, list | tuple) else [given] * others
    if len(opponents) != others:
        raise BadArgument(
            Words(
                f"{game.id} has {others} other seats, but {len(opponents)} opponents came",
                f"{game.id} hat {others} andere Plätze, aber {len(opponents)} Gegner kamen",
            )
        )
    for one in opponents:
        if not (isinstance(one, str | Player) or callable(one)):
            opponent = Words("an opponent", "ein Gegner")
            expected = Words(
                "the name of a player, a Player or a function",
                "der Name eines Spielers, ein Player oder eine Funktion",
            )
            raise arguments.bad_type(opponent, expected, one)
        if isinstance(one, Player):
            check_player(one, game)
    return opponents


class Opponent:
    """Somebody at another seat."""

    def __init__(self, who: Contestant, game: Game, seed: int) -> None:
        """A player by name is made here; `UnknownPlayer` says what names there are."""
        self.is_made_here = isinstance(who, str)
        self.player: Player
        if isinstance(who, str):
            self.player = player(who, game, seed)
        else:
            self.player = who if isinstance(who, Player) else FunctionPlayer("opponent", who)

    def after_action(self, position: Position) -> Position:
        """The position after what the opponent plays; `PlayerFailed` if that is not legal."""
        try:
            return position.after(self.player.think(position, self.player.usual).best)
        except IllegalMove as error:
            raise PlayerFailed(
                f"the opponent's action is not legal in {position}: {error}"
            ) from error

    def close(self) -> None:
        """Who was made here leaves; others belong to whoever made them."""
        if self.is_made_here:
            self.player.close()
