"""Which games have machine code of their own, and which share it."""

from steinreich.core.game import Game, load
from steinreich.core.registry import games


def code_id(game: Game) -> str:
    """The game whose machine code a game shares: options are data, but two players are played for
    in another way than more or fewer."""
    alike = [count for count in player_counts(game) if (count == "2") == (game.players == 2)]
    return load(game.name, players=max(alike, key=int)).id if alike else game.name


def player_counts(game: Game) -> tuple[str, ...]:
    """How many can play a game, where that can be chosen."""
    return next((one.values for one in game.about.options if one.name == "players"), ())


def all_code_ids() -> list[str]:
    """All games that have machine code of their own: first those for two."""
    variants = [
        game
        for name in games()
        for game in (
            load(name),
            *(load(name, players=count) for count in player_counts(load(name))),
        )
    ]
    return list(dict.fromkeys(map(code_id, sorted(variants, key=lambda game: game.players != 2))))
