"""Balances in words, and as data for clients."""

from collections.abc import Mapping
from typing import NamedTuple

from steinreich.arena.balance import Balance, known_balances
from steinreich.arena.columns import Columns
from steinreich.arena.ratings import Share
from steinreich.core.game import Game, load
from steinreich.players.solved_openings import get_solved_outcomes
from steinreich.rules.contract import DRAW
from steinreich.rules.language import NO_TEXT, Text
from steinreich.session.schema import records

FAIR = Text("That is too close to say whether going first is an advantage between these players.")
GOOD = Text("So between these players going first is an advantage.")
BAD = Text("So between these players going first is a disadvantage.")
PROVEN_DRAW = Text("It is proven that this variant is a draw if nobody makes a mistake.")
MAY_CHANGE = Text(" More games may change that.")
NOT_MEASURED = Text("How fair this variant is has not been measured yet.")


def in_words(game: Game, one: Balance) -> Text:
    """Describe the advantage of a side, the drawn games and the length of a game.

    If the start is a proven draw, going first is no advantage, whatever the measured score.
    """
    seat, part = game.about.players[0], one.first
    took = f"{percent(part.mean)}", f"(95 %: {span(part)})"
    fair = percent(1 / game.players)
    beside = Text("; a fair share is {fair}", fair=fair)
    share = beside if game.players > 2 else NO_TEXT
    said = PROVEN_DRAW if is_proven_draw(game) else edge(part, 1 / game.players)
    drawn, long = draws_in_words(one), length_in_words(one)
    return Text(
        "{seat}, who goes first, scored {took} of the points {took2}{share}. {said} {drawn}, and "
        "{long}.",
        seat=seat,
        took=took[0],
        took2=took[1],
        share=share,
        said=said,
        drawn=drawn,
        long=long,
    )


def is_proven_draw(game: Game) -> bool:
    """Return whether solved openings prove that the start is a draw."""
    return get_solved_outcomes(game).get(str(game.start(seed=0))) == DRAW


def draws_in_words(one: Balance) -> Text:
    """Describe the share of drawn games."""
    if not one.draws:
        return Text("No game was drawn")
    if one.draws == one.games:
        return Text("All games were drawn")
    share = drawn_part(one)
    return Text("{share} of the games were drawn", share=share)


def drawn_part(one: Balance) -> str:
    """Return the percentage of drawn games; 0 % and 100 % are exact."""
    part = one.draws / one.games
    return percent(part if part in (0, 1) else min(max(part, 0.01), 0.99))


def length_in_words(one: Balance) -> Text:
    """Describe the interquartile range of the length of games."""
    shortest, quarter, _, three, longest = one.lengths
    if shortest == longest:
        return Text("all lasted {shortest} moves", shortest=shortest)
    if quarter == three:
        return Text("most lasted {quarter} moves", quarter=quarter)
    return Text("half of them lasted {quarter} to {three} moves", quarter=quarter, three=three)


def edge(part: Share, fair: float) -> Text:
    """Describe the advantage of going first."""
    return GOOD if part.low > fair else BAD if part.high < fair else FAIR


def how_measured(one: Balance) -> Text:
    """Describe the measurement: player, node limit and number of games."""
    nodes = f"{one.nodes:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    return Text(
        "Measured in {games} games of the computer against itself; it examined {nodes} positions "
        "per move, and each player's first move was drawn by lot. With 95 % confidence the true "
        "value lies between the numbers in brackets.",
        games=one.games,
        nodes=nodes,
    )


NEARLY_ALWAYS = 0.8  # share of draws from which another variant is suggested
FEW_DECIDED = 0.5  # share of decided games below which a better variant is sought


class Suggestion(NamedTuple):
    """A variant to play instead."""

    game: str  # its id
    words: Text


class MostDecisive(NamedTuple):
    """The variant with the largest share of decided games."""

    game: str  # its id
    words: Text


def most_decisive(balances: Mapping[str, Balance]) -> MostDecisive | None:
    """Return the most decisive variant; None if it is the default."""
    usual, *_ = balances
    best = max(balances, key=lambda id: (balances[id].decided.mean, balances[id].games))
    top, plain = balances[best].decided, balances[usual].decided
    if top.mean <= plain.mean:
        return None
    name, usual_name = variant_of(load(best)), variant_of(load(usual))
    more = f"{percent(top.mean)} (95 %: {span(top)})"
    less = f"{percent(plain.mean)} ({span(plain)})"
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


def suggestion(game: Game, balances: Mapping[str, Balance]) -> Suggestion | None:
    """Return a variant with fewer draws, for a game that is a proven draw or nearly always drawn.

    It has the same number of players and differs in one option, or in two if with one alone most
    games are still drawn, and clearly fewer with two.
    """
    here = balances.get(game.id)
    if here is None:
        return None
    is_proven = is_proven_draw(game)
    if not is_proven and here.draws < NEARLY_ALWAYS * here.games:
        return None
    others = [other for other in map(load, balances) if other.players == game.players]
    best, there, min_decided = game, here, here.decided.mean
    for distance in (1, 2):
        near = [other for other in others if differences(game, other) == distance]
        found = max(near, key=lambda other: balances[other.id].decided.low, default=game)
        if there.decided.mean < FEW_DECIDED and balances[found.id].decided.low > min_decided:
            best, there = found, balances[found.id]
            min_decided = there.decided.high
    if best == game:
        return None
    name, drawn, fewer = variant_of(best), drawn_part(here), drawn_part(there)
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
            games=here.games,
            name=name,
            fewer=fewer,
        ),
    )


def differences(one: Game, other: Game) -> int:
    """Return the number of options in which two games differ."""
    return sum(one.options[name] != other.options[name] for name in one.options)


def variant_of(game: Game) -> Text:
    """Return the options of a variant in words."""
    return game.variant or Text("the standard game")


def table(balances: Mapping[str, Balance], language: str) -> Columns:
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
            str(one.games),
            f"{percent(one.first.mean)} ({span(one.first)})",
            f"{percent(one.decided.mean)} ({span(one.decided)})",
            f"{one.lengths[2]} ({one.lengths[0]}–{one.lengths[-1]})",
        ]
        for id, one in balances.items()
    ]
    return Columns(headings, rows)


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def span(share: Share) -> str:
    """Return a confidence interval in percent, such as `41–70`."""
    return f"{100 * share.low:.0f}–{100 * share.high:.0f}"


# As data for clients


def balance_view(game: Game) -> records.BalanceReport:
    """Return the balance of a game with its options, and of all measured variants."""
    known = known_balances(game)
    here = known.get(game.id)
    best = most_decisive(known) if known else None
    instead = suggestion(game, known)
    shown = here or next(iter(known.values()), None)
    return {
        "summary": in_words(game, here) if here else NOT_MEASURED,
        "advice": best.words if best else NO_TEXT,
        "method": how_measured(shown) if shown else NO_TEXT,
        "most_decisive": best.game if best else "",
        "suggestion": instead.words if instead else NO_TEXT,
        "suggested_game": instead.game if instead else "",
        "variants": [variant_view(load(id), one) for id, one in known.items()],
    }


def variant_view(game: Game, one: Balance) -> records.VariantBalance:
    """Return the balance of one variant."""
    return {
        "game": game.id,
        "variant": variant_of(game),
        "games": one.games,
        "first_score": measured(one.first),
        "fair_score": 1 / game.players,
        "decisive": measured(one.decided),
    }


def measured(share: Share) -> records.Proportion:
    return {"mean": share.mean, "low": share.low, "high": share.high}
