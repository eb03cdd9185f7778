"""What a balance means, in words of both languages."""

from collections.abc import Mapping
from typing import NamedTuple

from steinreich.arena.balance import Balance
from steinreich.arena.columns import Columns, say
from steinreich.arena.ratings import Share
from steinreich.core.game import Game, load
from steinreich.rules.language import NO_WORDS, Words

FAIR = Words(
    "That is too close to say whether it is good to begin.",
    "Das ist zu knapp, um zu sagen, ob es gut ist anzufangen.",
)
GOOD = Words("So it is good to begin.", "Es ist also gut anzufangen.")
MAY_CHANGE = Words(" More games may change that.", " Mehr Partien können das ändern.")
NOT_MEASURED = Words(
    "Nobody has measured yet how fair this variant is.",
    "Wie fair diese Variante ist, hat noch niemand gemessen.",
)
BAD = Words("So it is bad to begin.", "Es ist also schlecht anzufangen.")


def in_words(game: Game, one: Balance) -> Words:
    """Whom a game favours, how often it is drawn and how long it is."""
    seat, part = game.about.players[0], one.first
    took = f"{percent(part.mean)}", f"(95 %: {span(part)})"
    fair = percent(1 / game.players)
    beside = Words(f"; a fair share is {fair}", f"; gerecht wären {fair}")
    share, said = beside if game.players > 2 else NO_WORDS, edge(part, 1 / game.players)
    drawn, long = draws_in_words(one), length_in_words(one)
    return Words(
        f"{seat.en}, who begins, took {took[0]} of the points {took[1]}{share.en}. {said.en} "
        f"{drawn.en}, and {long.en}.",
        f"{seat.de} beginnt und holte {took[0]} der Punkte {took[1]}{share.de}. {said.de} "
        f"{drawn.de}, und {long.de}.",
    )


def draws_in_words(one: Balance) -> Words:
    """How many games nobody won."""
    if not one.draws:
        return Words("No game was drawn", "Keine Partie endete unentschieden")
    if one.draws == one.games:
        return Words("All games were drawn", "Alle Partien endeten unentschieden")
    share = percent(one.draws / one.games)
    return Words(f"{share} of the games were drawn", f"{share} der Partien endeten unentschieden")


def length_in_words(one: Balance) -> Words:
    """How long the middle half of the games was."""
    shortest, quarter, _, three, longest = one.lengths
    if shortest == longest:
        return Words(f"all took {shortest} actions", f"alle dauerten {shortest} Aktionen")
    if quarter == three:
        return Words(f"most took {quarter} actions", f"die meisten dauerten {quarter} Aktionen")
    return Words(
        f"half of them took {quarter} to {three} actions",
        f"die Hälfte dauerte {quarter} bis {three} Aktionen",
    )


def edge(part: Share, fair: float) -> Words:
    """What a share of the points says about beginning, if anything."""
    return GOOD if part.low > fair else BAD if part.high < fair else FAIR


def how_measured(one: Balance) -> Words:
    """Who played, and how much: whatever else is said rests on it."""
    nodes = f"{one.nodes:,}"
    return Words(
        f"Measured in {one.games} games of the computer against itself; it looked at {nodes} "
        "positions for an action, and the first action of everybody was drawn by lot. With a "
        "chance of 95 % the true value lies between the numbers in brackets.",
        f"Gemessen in {one.games} Partien des Computers gegen sich selbst; er betrachtete "
        f"{nodes.replace(',', '.')} Stellungen je Aktion, und die erste Aktion jedes Spielers war "
        "ausgelost. Mit 95 % Wahrscheinlichkeit liegt der wahre Wert zwischen den Zahlen in "
        "Klammern.",
    )


class MostDecisive(NamedTuple):
    """With which options somebody wins most often."""

    game: str  # its id
    words: Words


def most_decisive(balances: Mapping[str, Balance]) -> MostDecisive | None:
    """The most decisive variant beside the usual one; None where the usual one is."""
    usual, *_ = balances
    best = max(balances, key=lambda id: (balances[id].decided.mean, balances[id].games))
    top, plain = balances[best].decided, balances[usual].decided
    if top.mean <= plain.mean:
        return None
    name, usual_name = variant_of(load(best)), variant_of(load(usual))
    more = f"{percent(top.mean)} (95 %: {span(top)})"
    less = f"{percent(plain.mean)} ({span(plain)})"
    doubt = NO_WORDS if top.low > plain.high else MAY_CHANGE
    return MostDecisive(
        best,
        Words(
            f"Of all variants measured, “{name.en}” had a winner most often: in {more} of the "
            f"games, against {less} of “{usual_name.en}”.{doubt.en}",
            f"Von allen gemessenen Varianten hatte „{name.de}“ am häufigsten einen Sieger: in "
            f"{more} der Partien gegen {less} bei „{usual_name.de}“.{doubt.de}",
        ),
    )


def variant_of(game: Game) -> Words:
    """The options in words; where these are empty, they are the usual ones."""
    return game.variant if game.variant.en else Words("the usual one", "die übliche")


def table(balances: Mapping[str, Balance], language: str) -> Columns:
    """All variants, one a row."""
    headings = [
        say(language, "variant", "Variante"),
        say(language, "games", "Partien"),
        say(language, "first player", "Erster Spieler"),
        say(language, "won by somebody", "mit Sieger"),
        say(language, "actions", "Aktionen"),
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
    """`41–70`, in hundredths."""
    return f"{100 * share.low:.0f}–{100 * share.high:.0f}"
