"""Texts for people, stated in English and translated when they are shown.

A `Text` is an English sentence with named placeholders and their values.  `within` looks its
translation up in a gettext catalogue (`steinreich/locale`) and fills it in.  Values may be texts
themselves, so that a sentence is composed without a word of any language being known:

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
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides
CATALOGUES = Path(__file__).parents[1] / "locale"
DOMAIN = "steinreich"


class PlayerName(int):
    """A player in a text, to be replaced by a name: `Text.with_players`."""

    def __str__(self) -> str:
        return f"{{{int(self)}}}"

    def __format__(self, spec: str) -> str:
        return str(self)


Value = Any  # str, int, PlayerName or Text


class Text:
    """A text with named placeholders, in English.

    `context` tells apart uses of one English text that differ in other languages, such as the role
    of a noun in a sentence.  `you` is the text in the second person, for its subject: the player
    that is the value of `player`.
    """

    __slots__ = ("context", "text", "values", "you")

    def __init__(self, text: str, /, context: str = "", you: str = "", **values: Value) -> None:
        self.text = text
        self.context = context
        self.you = you
        self.values: Mapping[str, Value] = values

    def within(self, language: str) -> str:
        """Return the text in a language; in English where it is not translated."""
        text = self.translated(get_catalogue(language))
        if not self.values:
            return text
        return text.format_map({key: shown(value, language) for key, value in self.values.items()})

    def translated(self, catalogue: gettext.NullTranslations) -> str:
        """Return the text of a catalogue, with its placeholders."""
        if self.context:
            return catalogue.pgettext(self.context, self.text)
        return catalogue.gettext(self.text) if self.text else ""

    def in_all_languages(self) -> dict[str, str]:
        """Return the text in each language, by its code."""
        return {language: self.within(language) for language in LANGUAGES}

    def with_players(self, names: Sequence["Text | str"]) -> "Text":
        """Return the text with the names of the players."""
        return self.replace_values(
            {key: with_names(one, names) for key, one in self.values.items()}
        )

    def with_roles(self, players: Mapping[int, Mapping[str, "Text"]]) -> "Text":
        """Return the text with players called by their role in it, the placeholder's name."""

        def called(key: str, value: Value) -> Value:
            roles = players.get(value, {}) if isinstance(value, PlayerName) else {}
            return roles.get(key, value)

        return self.replace_values({key: called(key, one) for key, one in self.values.items()})

    def addressed_to(self, player: int) -> "Text":
        """Return the text in the second person, if this player is its subject."""
        if self.you and self.values.get("player") == player:
            return Text(self.you, self.context, **self.values)
        return self

    def with_values(self, **values: Value) -> "Text":
        """Return the text with more values."""
        return self.replace_values({**self.values, **values})

    def replace_values(self, values: Mapping[str, Value]) -> "Text":
        """Return the same text with other values."""
        return Text(self.text, self.context, self.you, **values)

    def after(self, place: "Text | str") -> "Text":
        """Return the text behind the place that it is about: `line 3: ...`."""
        return Text("{place}: {fault}", place=place, fault=self)

    def __eq__(self, other: object) -> bool:
        """Whether both say the same in every language."""
        if not isinstance(other, Text):
            return NotImplemented
        if type(self) is type(other) and self.parameters() == other.parameters():
            return True  # faster than to render both
        # Not False: a subclass on the other side may compare in another way.
        return self.in_all_languages() == other.in_all_languages() or NotImplemented

    def parameters(self) -> tuple[Any, ...]:
        """Return what the text depends on, for comparisons."""
        return self.text, self.context, self.values, *map(type, self.values.values())

    def __hash__(self) -> int:
        return hash(str(self))

    def __bool__(self) -> bool:
        return bool(self.text)

    def __str__(self) -> str:
        return self.within(DEFAULT_LANGUAGE)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        """Describe a text to pydantic: in JSON it is a string, in the language of the reader."""
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
    """A text that depends on a number: `Plural("one stone", "{n} stones", 3)`."""

    __slots__ = ("plural",)

    def __init__(self, one: str, many: str, n: int, /, context: str = "", **values: Value) -> None:
        super().__init__(one, context, **values, n=n)
        self.plural = many

    def translated(self, catalogue: gettext.NullTranslations) -> str:
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

    def within(self, language: str) -> str:
        return self.text

    def replace_values(self, values: Mapping[str, Value]) -> "Verbatim":
        return self


class Document(Text):
    """A text with its translations, for long documents that no catalogue has."""

    __slots__ = ("translations",)

    def __init__(self, english: str, /, **translations: str) -> None:
        super().__init__(english)
        self.translations = translations

    def within(self, language: str) -> str:
        return self.translations.get(language, self.text)

    def parameters(self) -> tuple[Any, ...]:
        return self.text, self.translations

    def replace_values(self, values: Mapping[str, Value]) -> "Document":
        return self


class Joined(Text):
    """Texts in a row."""

    __slots__ = ("parts",)

    def __init__(self, separator: str, parts: Iterable["Text | str | PlayerName"]) -> None:
        super().__init__(separator)
        self.parts = tuple(parts)

    def within(self, language: str) -> str:
        return self.text.join(str(shown(part, language)) for part in self.parts)

    def with_players(self, names: Sequence["Text | str"]) -> "Joined":
        return Joined(
            self.text,
            [with_names(part, names) for part in self.parts],
        )

    def parameters(self) -> tuple[Any, ...]:
        return self.text, self.parts, *map(type, self.parts)

    def __bool__(self) -> bool:
        return any(self.parts)


class Transformed(Text):
    """A text that a function changes when it is shown."""

    __slots__ = ("function", "original")

    def __init__(self, function: Callable[[str], str], original: Text) -> None:
        super().__init__(original.text)
        self.function = function
        self.original = original

    def within(self, language: str) -> str:
        return self.function(self.original.within(language))

    def parameters(self) -> tuple[Any, ...]:
        return self.function, self.original

    def __bool__(self) -> bool:
        return bool(self.original)

    def with_players(self, names: Sequence[Text | str]) -> "Transformed":
        return Transformed(self.function, self.original.with_players(names))


def sentence(text: Text) -> Text:
    """Return a text as a sentence of its own: with a capital letter and a full stop.

    A name of a cell at the beginning stays as it is: `a5 is not empty.`
    """
    return Transformed(as_sentence, text)


def as_sentence(text: str) -> str:
    first = text.partition(" ")[0]
    begun = text if any(c.isdigit() for c in first) else capitalise(text)
    return begun if begun.endswith((".", "!", "?")) else begun + "."


def capitalised(text: Text) -> Text:
    """Return a text with a capital letter."""
    return Transformed(capitalise, text)


def capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def with_names(value: Value, names: Sequence[Text | str]) -> Value:
    if isinstance(value, PlayerName):
        return names[value]
    return value.with_players(names) if isinstance(value, Text) else value


def shown(value: Value, language: str) -> Value:
    return value.within(language) if isinstance(value, Text) else value


@cache
def get_catalogue(language: str) -> gettext.NullTranslations:
    """Return the translations into a language; none into English."""
    if language == DEFAULT_LANGUAGE:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, CATALOGUES, [language], fallback=True)


def add_catalogues(folder: Path, domain: str) -> None:
    """Add the translations of a game that is loaded from a file, where there are any."""
    for language in LANGUAGES:
        if language != DEFAULT_LANGUAGE and gettext.find(domain, folder, [language]):
            get_catalogue(language).add_fallback(gettext.translation(domain, folder, [language]))


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the first supported language of those in the environment: `it:de_DE.UTF-8` is `de`."""
    values = (environment.get(variable) for variable in VARIABLES)
    listed = next(filter(None, values), "").split(":")
    wanted = (part[:2].lower() for part in listed)
    return next((language for language in wanted if language in LANGUAGES), DEFAULT_LANGUAGE)


NO_WORDS = Verbatim("")

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
    """Return a small number as a word, a larger one in digits."""
    return NUMBERS[n] if n < len(NUMBERS) else Verbatim(str(n))


def listed(parts: Sequence[Text | str | PlayerName]) -> Text:
    """Return `a`, `a and b`, or `a, b and c`."""
    if len(parts) < 2:
        return Joined("", parts)
    return Text("{parts} and {last}", parts=Joined(", ", parts[:-1]), last=parts[-1])


def alternatives(parts: Sequence[Text | str]) -> Text:
    """Return `a`, `a or b`, or `a, b or c`."""
    if len(parts) < 2:
        return Joined("", parts)
    return Text("{parts} or {last}", parts=Joined(", ", parts[:-1]), last=parts[-1])
