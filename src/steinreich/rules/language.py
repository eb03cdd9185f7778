"""Texts in two languages, and parts of sentences: numbers, plurals and lists."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Words(NamedTuple):
    """The same text in English and German."""

    en: str
    de: str

    def within(self, language: str) -> str:
        """The text in the language `en` or `de`."""
        return self.de if language == "de" else self.en

    def format(self, names: Sequence["Words"]) -> "Words":
        """The text with these names in place of `{0}`, `{1}`, ..."""
        return Words(
            self.en.format(*(name.en for name in names)),
            self.de.format(*(name.de for name in names)),
        )

    def after(self, place: "Words | str") -> "Words":
        """The text behind the place that it tells of: `line 3: ...`."""
        at = place if isinstance(place, Words) else Words(place, place)
        return Words(f"{at.en}: {self.en}", f"{at.de}: {self.de}")


NO_WORDS = Words("", "")
LANGUAGES = Words._fields
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides


def preferred_language(environment: Mapping[str, str]) -> str:
    """The first language we speak in what the environment asks for: `fr:de_DE.UTF-8` is `de`."""
    values = (environment.get(variable) for variable in VARIABLES)
    listed = next(filter(None, values), "").split(":")
    wanted = (part[:2].lower() for part in listed)
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


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


def number(n: int) -> Words:
    """A small number as a word, a larger one in digits."""
    return NUMBERS[n] if n < len(NUMBERS) else Words(str(n), str(n))


def noun(n: int, one: Words, many: Words) -> Words:
    """The form of a noun that goes with a number."""
    return one if n == 1 else many


def plural(n: int, one: Words, many: Words) -> Words:
    """`1 coin`, `3 coins`: a number and the form of the noun that goes with it."""
    form = noun(n, one, many)
    return Words(f"{n} {form.en}", f"{n} {form.de}")


def listed(parts: Sequence[Words | str], en: str = "and", de: str = "und") -> Words:
    """`a`, `a and b`, or `a, b and c`."""
    english = [part if isinstance(part, str) else part.en for part in parts]
    german = [part if isinstance(part, str) else part.de for part in parts]
    return Words(chained(english, en), chained(german, de))


def chained(parts: Sequence[str], joint: str) -> str:
    """The parts with commas between them, and a word before the last."""
    return f" {joint} ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
