"""What a game must keep within to be searched."""

from steinreich.core.game import Game
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Words


def check_actions(game: Game, bits: int) -> None:
    """Refuse a game whose action numbers do not fit into so many bits beside their ranks."""
    most = 1 << bits
    if most < game.definition.actions:
        raise BadArgument(
            Words(
                f"{game.id} has {game.definition.actions} action numbers; "
                f"this search is for games of at most {most}",
                f"{game.id} hat {game.definition.actions} Aktionsnummern; "
                f"diese Suche ist für Spiele mit höchstens {most}",
            )
        )
