"""Balances as sentences, tables, and data for clients."""

from collections.abc import Mapping
from typing import NamedTuple

from steinreich.arena.balance import Balance, load_balances
from steinreich.arena.columns import Columns
from steinreich.arena.ratings import Share
from steinreich.core.game import Game, load
from steinreich.players.solved_openings import get_solved_outcomes
from steinreich.rules.contract import DRAW
from steinreich.rules.language import NO_TEXT, Text
from steinreich.session.schema import records

FAIR_TEXT = Text(
    "That is too close to say whether going first is an advantage between these players."
)
ADVANTAGE_TEXT = Text("So between these players going first is an advantage.")
DISADVANTAGE_TEXT = Text("So between these players going first is a disadvantage.")
PROVEN_DRAW = Text("This variant is proven to be a draw with perfect play.")
MAY_CHANGE = Text(" More games may change that.")
NOT_MEASURED = Text("How fair this variant is has not been measured yet.")


def describe_balance(game: Game, balance: Balance) -> Text:
    """Describe the advantage of a side, the drawn games and the length of a game.

    If the start is a proven draw, going first is no advantage, whatever the measured score.
    """
    share = balance.first_player_share
    fair_share = Text("; a fair share is {fair}", fair=format_percent(1 / game.players))
    is_proven = is_proven_draw(game)
    return Text(
        "{seat}, who goes first, scored {took} of the points {took2}{share}. {said} {drawn}, and "
        "{long}.",
        seat=game.about.players[0],
        took=format_percent(share.mean),
        took2=f"(95 %: {format_interval(share)})",
        share=fair_share if game.players > 2 else NO_TEXT,
        said=PROVEN_DRAW if is_proven else describe_advantage(share, 1 / game.players),
        drawn=describe_draws(balance),
        long=describe_length(balance),
    )


def is_proven_draw(game: Game) -> bool:
    """Return whether solved openings prove that the start is a draw."""
    return get_solved_outcomes(game).get(str(game.start(seed=0))) == DRAW


def describe_draws(balance: Balance) -> Text:
    """Describe the share of drawn games."""
    if not balance.draws:
        return Text("No game was drawn")
    if balance.draws == balance.games:
        return Text("All games were drawn")
    share = format_drawn_share(balance)
    return Text("{share} of the games were drawn", share=share)


def format_drawn_share(balance: Balance) -> str:
    """Return the percentage of drawn games, rounded, but to 0 % or 100 % only if it is exact."""
    share = balance.draws / balance.games
    return format_percent(share if share in (0, 1) else min(max(share, 0.01), 0.99))


def describe_length(balance: Balance) -> Text:
    """Describe the lengths of games by the interquartile range."""
    shortest, lower_quartile, _, upper_quartile, longest = balance.lengths
    if shortest == longest:
        return Text("all lasted {shortest} moves", shortest=shortest)
    if lower_quartile == upper_quartile:
        return Text("most lasted {quarter} moves", quarter=lower_quartile)
    return Text(
        "half of them lasted {quarter} to {three} moves",
        quarter=lower_quartile,
        three=upper_quartile,
    )


def describe_advantage(share: Share, fair: float) -> Text:
    """Describe whether going first is an advantage; `fair` is the share of equal chances."""
    if share.low > fair:
        return ADVANTAGE_TEXT
    return DISADVANTAGE_TEXT if share.high < fair else FAIR_TEXT


def describe_measurement(balance: Balance) -> Text:
    """Describe the measurement: player, node limit and number of games."""
    nodes = f"{balance.nodes:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    return Text(
        "Measured in {games} games of the computer against itself; it examined {nodes} positions "
        "per move, and each player's first move was drawn by lot. With 95 % confidence the true "
        "value lies between the numbers in brackets.",
        games=balance.games,
        nodes=nodes,
    )


MIN_DRAWN_SHARE = 0.8  # of a variant for which another one is suggested
SUFFICIENT_DECIDED_SHARE = 0.5  # of a suggestion; below it, a second option may be changed


class Suggestion(NamedTuple):
    """A variant to play instead."""

    game: str  # its id
    words: Text


class MostDecisive(NamedTuple):
    """The variant with the largest share of decided games."""

    game: str  # its id
    words: Text


def find_most_decisive(balances: Mapping[str, Balance]) -> MostDecisive | None:
    """Return the most decisive variant; None if it is the default."""
    default, *_ = balances
    best = max(balances, key=lambda id: (balances[id].decided_share.mean, balances[id].games))
    top, plain = balances[best].decided_share, balances[default].decided_share
    if top.mean <= plain.mean:
        return None
    name, usual_name = describe_variant(load(best)), describe_variant(load(default))
    more = f"{format_percent(top.mean)} (95 %: {format_interval(top)})"
    less = f"{format_percent(plain.mean)} ({format_interval(plain)})"
    doubt = NO_TEXT if top.low > plain.high else MAY_CHANGE
    return MostDecisive(
        best,
        Text(
            "Of all variants measured, “{name}” had a winner most often: in {more} of the games, "
            "against {less} of “{usual_name}”.{doubt}",
            name=name,
            more=more,
            less=less,
            usual_name=usual_name,
            doubt=doubt,
        ),
    )


def suggest_variant(game: Game, balances: Mapping[str, Balance]) -> Suggestion | None:
    """Return a variant with fewer draws if the game is a proven draw or nearly always drawn.

    It has the same number of players and differs in one option; in two options if one is not
    sufficient and the second one clearly helps.
    """
    own_balance = balances.get(game.id)
    if own_balance is None:
        return None
    is_proven = is_proven_draw(game)
    if not is_proven and own_balance.draws < MIN_DRAWN_SHARE * own_balance.games:
        return None
    others = [other for other in map(load, balances) if other.players == game.players]
    best, best_balance, min_decided = game, own_balance, own_balance.decided_share.mean
    for distance in (1, 2):
        near = [other for other in others if count_different_options(game, other) == distance]
        found = max(near, key=lambda other: balances[other.id].decided_share.low, default=game)
        if (
            best_balance.decided_share.mean < SUFFICIENT_DECIDED_SHARE
            and balances[found.id].decided_share.low > min_decided
        ):
            best, best_balance = found, balances[found.id]
            min_decided = best_balance.decided_share.high
    if best == game:
        return None
    name, drawn, fewer = (
        describe_variant(best),
        format_drawn_share(own_balance),
        format_drawn_share(best_balance),
    )
    why = (
        Text("This variant is a proven draw")
        if is_proven
        else Text("This variant is nearly always drawn between equal players")
    )
    return Suggestion(
        best.id,
        Text(
            "{why} ({drawn} of {games} measured games were drawn); with “{name}” {fewer} were "
            "drawn.",
            why=why,
            drawn=drawn,
            games=own_balance.games,
            name=name,
            fewer=fewer,
        ),
    )


def count_different_options(game: Game, other: Game) -> int:
    """Return the number of options in which two games differ."""
    return sum(game.options[name] != other.options[name] for name in game.options)


def describe_variant(game: Game) -> Text:
    """Return the options of a variant as text."""
    return game.variant or Text("the standard game")


def make_table(balances: Mapping[str, Balance], language: str) -> Columns:
    """Return a table of all variants."""
    headings = [
        Text("variant").in_language(language),
        Text("games").in_language(language),
        Text("first player").in_language(language),
        Text("with a winner").in_language(language),
        Text("moves").in_language(language),
    ]
    rows = [
        [
            id,
            str(balance.games),
            format_share(balance.first_player_share),
            format_share(balance.decided_share),
            f"{balance.lengths[2]} ({balance.lengths[0]}–{balance.lengths[-1]})",
        ]
        for id, balance in balances.items()
    ]
    return Columns(headings, rows)


def format_share(share: Share) -> str:
    """Return a share with its confidence interval, such as `55 % (41–70)`."""
    return f"{format_percent(share.mean)} ({format_interval(share)})"


def format_percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def format_interval(share: Share) -> str:
    """Return a confidence interval in percent, such as `41–70`."""
    return f"{100 * share.low:.0f}–{100 * share.high:.0f}"


# As data for clients


def make_balance_view(game: Game) -> records.BalanceReport:
    """Return the balance of a game with its options, and of all measured variants."""
    balances = load_balances(game)
    own_balance = balances.get(game.id)
    best = find_most_decisive(balances) if balances else None
    suggested = suggest_variant(game, balances)
    shown_balance = own_balance or next(iter(balances.values()), None)
    return {
        "summary": describe_balance(game, own_balance) if own_balance else NOT_MEASURED,
        "advice": best.words if best else NO_TEXT,
        "method": describe_measurement(shown_balance) if shown_balance else NO_TEXT,
        "most_decisive": best.game if best else "",
        "suggestion": suggested.words if suggested else NO_TEXT,
        "suggested_game": suggested.game if suggested else "",
        "variants": [make_variant_view(load(id), balance) for id, balance in balances.items()],
    }


def make_variant_view(game: Game, balance: Balance) -> records.VariantBalance:
    """Return the balance of one variant."""
    return {
        "game": game.id,
        "variant": describe_variant(game),
        "games": balance.games,
        "first_score": make_share_data(balance.first_player_share),
        "fair_score": 1 / game.players,
        "decisive": make_share_data(balance.decided_share),
    }


def make_share_data(share: Share) -> records.Proportion:
    return {"mean": share.mean, "low": share.low, "high": share.high}
