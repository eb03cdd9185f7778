"""The balance of a game as clients see it."""

from steinreich.arena.balance import Balance, known_balances
from steinreich.arena.balance.words import (
    NOT_MEASURED,
    how_measured,
    in_words,
    most_decisive,
    suggestion,
    variant_of,
)
from steinreich.arena.ratings import Share
from steinreich.core.game import Game, load
from steinreich.rules.language import NO_WORDS
from steinreich.session.schema import balance
from steinreich.session.views.frames import said


def balance_view(game: Game) -> balance.BalanceReport:
    """What is known of a game with its options, and of all other choices of options."""
    known = known_balances(game)
    here = known.get(game.id)
    best = most_decisive(known) if known else None
    instead = suggestion(game, known)
    shown = here or next(iter(known.values()), None)
    return {
        "about": said(in_words(game, here) if here else NOT_MEASURED),
        "decisive": said(best.words if best else NO_WORDS),
        "how": said(how_measured(shown) if shown else NO_WORDS),
        "best": best.game if best else "",
        "suggestion": said(instead.words if instead else NO_WORDS),
        "suggested": instead.game if instead else "",
        "variants": [variant_view(load(id), one) for id, one in known.items()],
    }


def variant_view(game: Game, one: Balance) -> balance.VariantBalance:
    """One choice of options."""
    return {
        "game": game.id,
        "variant": said(variant_of(game)),
        "games": one.games,
        "first": measured(one.first),
        "fair": 1 / game.players,
        "decided": measured(one.decided),
    }


def measured(share: Share) -> balance.Measured:
    return {"mean": share.mean, "low": share.low, "high": share.high}
