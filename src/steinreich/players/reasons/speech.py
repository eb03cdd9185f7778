"""Parts of sentences in two languages: lists, numbers and players."""

from collections.abc import Sequence
from typing import NamedTuple

from steinreich.core.about import Words

NUMBERS = (
    Words("no", "kein"),
    Words("one", "ein"),
    Words("two", "zwei"),
    Words("three", "drei"),
    Words("four", "vier"),
    Words("five", "fünf"),
    Words("six", "sechs"),
    Words("seven", "sieben"),
    Words("eight", "acht"),
    Words("nine", "neun"),
    Words("ten", "zehn"),
    Words("eleven", "elf"),
    Words("twelve", "zwölf"),
)


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


def number(n: int) -> Words:
    """A small number as a word, a larger one in digits."""
    return NUMBERS[n] if n < len(NUMBERS) else Words(str(n), str(n))


def ordinal(n: int) -> Words:
    """Which of a few: `third`; in German as it stands before a noun with article, `dritte`."""
    ordinals = (("first", "erste"), ("second", "zweite"), ("third", "dritte"), ("fourth", "vierte"))
    return Words(*ordinals[n - 1])


def listed(parts: Sequence[Words | str], en: str = "and", de: str = "und") -> Words:
    """`a`, `a and b`, or `a, b and c`."""
    english = [part if isinstance(part, str) else part.en for part in parts]
    german = [part if isinstance(part, str) else part.de for part in parts]
    return Words(chained(english, en), chained(german, de))


def either(parts: Sequence[str]) -> Words:
    """`a`, `a or b`, or `a, b or c`."""
    return listed(parts, "or", "oder")


def chained(parts: Sequence[str], joint: str) -> str:
    """The parts with commas between them, and a word before the last."""
    return f" {joint} ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
