"""What a balance means, in words of both languages."""

from collections.abc import Mapping
from typing import NamedTuple

from steinreich.arena.balance import Balance
from steinreich.arena.columns import Columns, say
from steinreich.arena.ratings import Share
from steinreich.core.game import Game, load
from steinreich.rules.language import NO_WORDS, Words

FAIR = Words(
    "That is too close to say whether going first is an advantage.",
    "Das ist zu knapp, um zu sagen, ob Anfangen ein Vorteil ist.",
)
GOOD = Words("So going first is an advantage.", "Anfangen ist also ein Vorteil.")
MAY_CHANGE = Words(" More games may change that.", " Mehr Partien können das ändern.")
NOT_MEASURED = Words(
    "How fair this variant is has not been measured yet.",
    "Wie fair diese Variante ist, wurde noch nicht gemessen.",
)
BAD = Words("So going first is a disadvantage.", "Anfangen ist also ein Nachteil.")


def in_words(game: Game, one: Balance) -> Words:
    """Whom a game favours, how often it is drawn and how long it is."""
    seat, part = game.about.players[0], one.first
    took = f"{percent(part.mean)}", f"(95 %: {span(part)})"
    fair = percent(1 / game.players)
    beside = Words(f"; a fair share is {fair}", f"; gerecht wären {fair}")
    share, said = beside if game.players > 2 else NO_WORDS, edge(part, 1 / game.players)
    drawn, long = draws_in_words(one), length_in_words(one)
    return Words(
        f"{seat.en}, who goes first, scored {took[0]} of the points {took[1]}{share.en}. {said.en} "
        f"{drawn.en}, and {long.en}.",
        f"{seat.de} beginnt und holte {took[0]} der Punkte {took[1]}{share.de}. {said.de} "
        f"{drawn.de}, und {long.de}.",
    )


def draws_in_words(one: Balance) -> Words:
    """How many games nobody won."""
    if not one.draws:
        return Words("No game was drawn", "Keine Partie endete remis")
    if one.draws == one.games:
        return Words("All games were drawn", "Alle Partien endeten remis")
    share = percent(one.draws / one.games)
    return Words(f"{share} of the games were drawn", f"{share} der Partien endeten remis")


def length_in_words(one: Balance) -> Words:
    """How long the middle half of the games was."""
    shortest, quarter, _, three, longest = one.lengths
    if shortest == longest:
        return Words(f"all lasted {shortest} moves", f"alle dauerten {shortest} Einzelzüge")
    if quarter == three:
        return Words(f"most lasted {quarter} moves", f"die meisten dauerten {quarter} Einzelzüge")
    return Words(
        f"half of them lasted {quarter} to {three} moves",
        f"die Hälfte dauerte {quarter} bis {three} Einzelzüge",
    )


def edge(part: Share, fair: float) -> Words:
    """What a share of the points says about beginning, if anything."""
    return GOOD if part.low > fair else BAD if part.high < fair else FAIR


def how_measured(one: Balance) -> Words:
    """Who played, and how much: whatever else is said rests on it."""
    nodes = f"{one.nodes:,}"
    return Words(
        f"Measured in {one.games} games of the computer against itself; it examined {nodes} "
        "positions per move, and each player's first move was drawn by lot. With 95 % "
        "confidence the true value lies between the numbers in brackets.",
        f"Gemessen in {one.games} Partien des Computers gegen sich selbst; er betrachtete "
        f"{nodes.replace(',', '.')} Stellungen je Einzelzug, und der erste Zug jedes Spielers war "
        "ausgelost. Mit 95 % Sicherheit liegt der wahre Wert zwischen den Zahlen in "
        "Klammern.",
    )


NEARLY_ALWAYS = 0.8  # part of the games that are drawn, from which a variant is suggested


class Suggestion(NamedTuple):
    """A variant to play instead."""

    game: str  # its id
    words: Words


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


def suggestion(game: Game, balances: Mapping[str, Balance]) -> Suggestion | None:
    """A variant that differs in one option and has fewer draws, for a game nearly always drawn."""
    here = balances.get(game.id)
    if here is None or here.draws < NEARLY_ALWAYS * here.games:
        return None
    others = [load(id) for id in balances]
    near = [other for other in others if differences(game, other) == 1]
    best = max(near, key=lambda other: balances[other.id].decided.low, default=None)
    if best is None or balances[best.id].decided.low <= here.decided.mean:
        return None
    there, name = balances[best.id], variant_of(best)
    drawn, fewer = percent(here.draws / here.games), percent(there.draws / there.games)
    return Suggestion(
        best.id,
        Words(
            f"This variant is nearly always drawn between equal players ({drawn} of {here.games} "
            f"measured games); with “{name.en}” {fewer} were drawn.",
            f"Zwischen gleich starken Spielern endet diese Variante fast immer remis ({drawn} von "
            f"{here.games} gemessenen Partien); mit „{name.de}“ waren es {fewer}.",
        ),
    )


def differences(one: Game, other: Game) -> int:
    """In how many options two games differ."""
    return sum(one.options[name] != other.options[name] for name in one.options)


def variant_of(game: Game) -> Words:
    """The options in words; where these are empty, they are the usual ones."""
    return game.variant if game.variant.en else Words("the standard game", "das Standardspiel")


def table(balances: Mapping[str, Balance], language: str) -> Columns:
    """All variants, one a row."""
    headings = [
        say(language, "variant", "Variante"),
        say(language, "games", "Partien"),
        say(language, "first player", "Erster Spieler"),
        say(language, "with a winner", "mit Sieger"),
        say(language, "moves", "Einzelzüge"),
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
