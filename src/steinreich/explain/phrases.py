"""Parts of sentences that reasons are made of: players, which of them, and alternatives."""

from collections.abc import Sequence
from typing import NamedTuple

from steinreich.rules.language import Words, listed


class Person(NamedTuple):
    """Whom a reason speaks about, in English and in the German cases that reasons need."""

    en: str
    nominative: str
    accusative: str
    dative: str
    genitive: str


OPPONENT = Person("the opponent", "der Gegner", "den Gegner", "dem Gegner", "des Gegners")
NEXT_PLAYER = Person(
    "the next player",
    "der nächste Spieler",
    "den nächsten Spieler",
    "dem nächsten Spieler",
    "des nächsten Spielers",
)


def ordinal(n: int) -> Words:
    """Which of a few: `third`; in German as it stands before a noun with article, `dritte`."""
    ordinals = (("first", "erste"), ("second", "zweite"), ("third", "dritte"), ("fourth", "vierte"))
    return Words(*ordinals[n - 1])


def either(parts: Sequence[str]) -> Words:
    """`a`, `a or b`, or `a, b or c`."""
    return listed(parts, "or", "oder")
