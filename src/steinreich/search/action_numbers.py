"""What a game must keep within to be searched."""

from steinreich.core.game import Game


def check_actions(game: Game, bits: int) -> None:
    """Refuse a game whose action numbers do not fit into so many bits beside their ranks."""
    most = 1 << bits
    if most < game.definition.actions:
        raise ValueError(
            f"{game.id} has {game.definition.actions} action numbers; "
            f"this search is for games of at most {most}"
        )
