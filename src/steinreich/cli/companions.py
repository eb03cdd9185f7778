"""What lies beside a game's rules: read at once, so that what is wrong with it is said now."""

from steinreich.core.game import Game


def read_companions(game: Game) -> None:
    """Read what is known of a game and its reasons; `BrokenContract` says what is wrong."""
    from steinreich.explain.own_reasons import own_reasons
    from steinreich.players.knowledge import knowledge_of

    knowledge_of(game)
    own_reasons(game)
