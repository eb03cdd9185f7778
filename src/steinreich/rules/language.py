"""Texts that users read: written in English, and translated when they are shown.

A `Text` is an English sentence with named placeholders and their values.  `in_language` looks up
its translation in a gettext catalogue (`steinreich/locale`) and inserts the values.  Values may be
texts themselves, so sentences are composed without knowledge of any language:

>>> left = Plural("one stone", "{n} stones", 3)
>>> str(Text("{player} has only {left} left", player="Ada", left=left))
'Ada has only 3 stones left'

`make messages` collects all English texts into the catalogues.
"""

import gettext
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

from steinreich.rules.vocabulary import Language

DEFAULT_LANGUAGE = "en"
LANGUAGES: tuple[Language, ...] = get_args(Language)  # each but English has a catalogue
LANGUAGE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # by descending priority
CATALOGUES = Path(__file__).parents[1] / "locale"
DOMAIN = "steinreich"  # of gettext: the name of the catalogue files


class PlayerName(int):
    """The index of a player as the value of a placeholder; `Text.with_players` replaces it by a
    name.
    """

    def __str__(self) -> str:
        return f"{{{int(self)}}}"

    def __format__(self, spec: str) -> str:
        return str(self)


Value = Any  # str, int, PlayerName or Text


class Text:
    """A text in English with named placeholders and their values.

    `context` distinguishes uses of one English text that need different translations, such as the
    role of a noun in a sentence.  `you` is the same text in the second person, shown to the player
    given by the value `player`.
    """

    __slots__ = ("context", "text", "values", "you")

    def __init__(self, text: str, /, context: str = "", you: str = "", **values: Value) -> None:
        self.text = text
        self.context = context
        self.you = you
        self.values: Mapping[str, Value] = values

    def in_language(self, language: str) -> str:
        """Return the text in a language, or in English if it is not translated."""
        text = self.look_up(get_catalogue(language))
        if not self.values:
            return text
        return text.format_map(
            {key: translate_value(value, language) for key, value in self.values.items()}
        )

    def look_up(self, catalogue: gettext.NullTranslations) -> str:
        """Return the translation in a catalogue, with its placeholders."""
        if self.context:
            return catalogue.pgettext(self.context, self.text)
        return catalogue.gettext(self.text) if self.text else ""

    def in_all_languages(self) -> dict[str, str]:
        """Return the text in each language, by language code."""
        return {language: self.in_language(language) for language in LANGUAGES}

    def with_players(self, names: Sequence["Text | str"]) -> "Text":
        """Return the text with the names of the players."""
        return self.replace_values(
            {key: replace_players(value, names) for key, value in self.values.items()}
        )

    def with_roles(self, players: Mapping[int, Mapping[str, "Text"]]) -> "Text":
        """Return the text with each player replaced by a text for the player's role.

        Roles are the names of placeholders; `players` has the texts by player and role.
        """

        def find_role(key: str, value: Value) -> Value:
            roles = players.get(value, {}) if isinstance(value, PlayerName) else {}
            return roles.get(key, value)

        return self.replace_values(
            {key: find_role(key, value) for key, value in self.values.items()}
        )

    def addressed_to(self, player: int) -> "Text":
        """Return the text in the second person if this player is its subject, else unchanged."""
        if self.you and self.values.get("player") == player:
            return Text(self.you, self.context, **self.values)
        return self

    def with_values(self, **values: Value) -> "Text":
        """Return the text with additional values."""
        return self.replace_values({**self.values, **values})

    def replace_values(self, values: Mapping[str, Value]) -> "Text":
        """Return the same text with other values."""
        return Text(self.text, self.context, self.you, **values)

    def after(self, location: "Text | str") -> "Text":
        """Return the text with a prefix for the location that it is about: `line 3: ...`."""
        return Text("{place}: {fault}", place=location, fault=self)

    def __eq__(self, other: object) -> bool:
        """Compare texts: they are equal if they read the same in every language."""
        if not isinstance(other, Text):
            return NotImplemented
        if type(self) is type(other) and self.parameters() == other.parameters():
            return True  # faster than translating both
        # Not False: the other text may be of a subclass with a comparison of its own.
        return self.in_all_languages() == other.in_all_languages() or NotImplemented

    def parameters(self) -> tuple[Any, ...]:
        """Return all that the text depends on, for comparisons."""
        return self.text, self.context, self.values, *map(type, self.values.values())

    def __hash__(self) -> int:
        return hash(str(self))

    def __bool__(self) -> bool:
        return bool(self.text)

    def __str__(self) -> str:
        return self.in_language(DEFAULT_LANGUAGE)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        """Describe a text to pydantic: in JSON it is a string in the language of the user."""
        from pydantic_core import core_schema

        return core_schema.json_or_python_schema(
            core_schema.str_schema(), core_schema.is_instance_schema(cls)
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> dict[str, str]:
        return {"type": "string"}

    def __format__(self, spec: str) -> str:
        raise TypeError("pass a Text as a value of another Text instead of formatting it")


class Plural(Text):
    """A text with a singular and a plural, chosen by a number: `Plural("one stone", "{n} stones",
    3)`.
    """

    __slots__ = ("plural",)

    def __init__(self, one: str, many: str, n: int, /, context: str = "", **values: Value) -> None:
        super().__init__(one, context, **values, n=n)
        self.plural = many

    def look_up(self, catalogue: gettext.NullTranslations) -> str:
        n = self.values["n"]
        if self.context:
            return catalogue.npgettext(self.context, self.text, self.plural, n)
        return catalogue.ngettext(self.text, self.plural, n)

    def parameters(self) -> tuple[Any, ...]:
        return self.plural, *super().parameters()

    def replace_values(self, values: Mapping[str, Value]) -> "Plural":
        rest = dict(values)
        return Plural(self.text, self.plural, rest.pop("n"), self.context, **rest)


class Verbatim(Text):
    """A text that is the same in every language, such as a name."""

    __slots__ = ()

    def in_language(self, language: str) -> str:
        return self.text

    def replace_values(self, values: Mapping[str, Value]) -> "Verbatim":
        return self


class Document(Text):
    """A text that contains its translations, for documents too long for a catalogue."""

    __slots__ = ("translations",)

    def __init__(self, english: str, /, **translations: str) -> None:
        super().__init__(english)
        self.translations = translations

    def in_language(self, language: str) -> str:
        return self.translations.get(language, self.text)

    def parameters(self) -> tuple[Any, ...]:
        return self.text, self.translations

    def replace_values(self, values: Mapping[str, Value]) -> "Document":
        return self


class Joined(Text):
    """Several texts joined by a separator."""

    __slots__ = ("parts",)

    def __init__(self, separator: str, parts: Iterable["Text | str | PlayerName"]) -> None:
        super().__init__(separator)
        self.parts = tuple(parts)

    def in_language(self, language: str) -> str:
        return self.text.join(str(translate_value(part, language)) for part in self.parts)

    def with_players(self, names: Sequence["Text | str"]) -> "Joined":
        return Joined(
            self.text,
            [replace_players(part, names) for part in self.parts],
        )

    def parameters(self) -> tuple[Any, ...]:
        return self.text, self.parts, *map(type, self.parts)

    def __bool__(self) -> bool:
        return any(self.parts)


class Transformed(Text):
    """A text with a function that is applied to it in each language, such as capitalization."""

    __slots__ = ("function", "original")

    def __init__(self, function: Callable[[str], str], original: Text) -> None:
        super().__init__(original.text)
        self.function = function
        self.original = original

    def in_language(self, language: str) -> str:
        return self.function(self.original.in_language(language))

    def parameters(self) -> tuple[Any, ...]:
        return self.function, self.original

    def __bool__(self) -> bool:
        return bool(self.original)

    def with_players(self, names: Sequence[Text | str]) -> "Transformed":
        return Transformed(self.function, self.original.with_players(names))


def sentence(text: Text) -> Text:
    """Return a text as a sentence: with a capital letter and a full stop.

    The name of a cell at the beginning is not capitalized: `a5 is not empty.`
    """
    return Transformed(format_sentence, text)


def format_sentence(text: str) -> str:
    first_word = text.partition(" ")[0]
    capitalised = text if any(c.isdigit() for c in first_word) else capitalise(text)
    return capitalised if capitalised.endswith((".", "!", "?")) else capitalised + "."


def with_capital(text: Text) -> Text:
    """Return a text with a capital first letter."""
    return Transformed(capitalise, text)


def capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def replace_players(value: Value, names: Sequence[Text | str]) -> Value:
    if isinstance(value, PlayerName):
        return names[value]
    return value.with_players(names) if isinstance(value, Text) else value


def translate_value(value: Value, language: str) -> Value:
    return value.in_language(language) if isinstance(value, Text) else value


@cache
def get_catalogue(language: str) -> gettext.NullTranslations:
    """Return the catalogue of a language; an empty one for English."""
    if language == DEFAULT_LANGUAGE:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, CATALOGUES, [language], fallback=True)


def add_catalogues(folder: Path, domain: str) -> None:
    """Add the catalogues of a game that is loaded from a file, if it has any."""
    for language in LANGUAGES:
        if language != DEFAULT_LANGUAGE and gettext.find(domain, folder, [language]):
            get_catalogue(language).add_fallback(gettext.translation(domain, folder, [language]))


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the first supported language in the environment variables: `de` for
    `it:de_DE.UTF-8`.
    """
    values = (environment.get(variable) for variable in LANGUAGE_VARIABLES)
    locales = next(filter(None, values), "").split(":")
    codes = (locale[:2].lower() for locale in locales)
    return next((language for language in codes if language in LANGUAGES), DEFAULT_LANGUAGE)


NO_TEXT = Verbatim("")

NUMBERS = (
    Text("no", "number"),
    Text("one", "number"),
    Text("two", "number"),
    Text("three", "number"),
    Text("four", "number"),
    Text("five", "number"),
    Text("six", "number"),
    Text("seven", "number"),
    Text("eight", "number"),
    Text("nine", "number"),
    Text("ten", "number"),
    Text("eleven", "number"),
    Text("twelve", "number"),
)


def number(n: int) -> Text:
    """Return a number up to twelve as a word, a larger one in digits."""
    return NUMBERS[n] if n < len(NUMBERS) else Verbatim(str(n))


def join_with_and(parts: Sequence[Text | str | PlayerName]) -> Text:
    """Return `a`, `a and b`, or `a, b and c`."""
    if len(parts) < 2:
        return Joined("", parts)
    return Text("{parts} and {last}", parts=Joined(", ", parts[:-1]), last=parts[-1])


def join_with_or(parts: Sequence[Text | str]) -> Text:
    """Return `a`, `a or b`, or `a, b or c`."""
    if len(parts) < 2:
        return Joined("", parts)
    return Text("{parts} or {last}", parts=Joined(", ", parts[:-1]), last=parts[-1])
