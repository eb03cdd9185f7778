"""English or German: what `--lang` says, else what the environment prefers."""

import os
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

LANGUAGES = ("en", "de")
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides

Say = Callable[[str, str], str]  # of an English and a German text, the one in the right language


def speaking(language: str) -> Say:
    """The function that chooses between an English and a German text."""
    return lambda english, german: german if language == "de" else english


def language_of(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """The language of a command, known before its arguments are parsed: help has to speak it."""
    return chosen(arguments) or preferred(os.environ if environment is None else environment)


def chosen(arguments: Sequence[str]) -> str | None:
    """What `--lang de` or `--lang=de` says; the last one counts."""
    found = None
    for argument, following in pairwise([*arguments, ""]):
        value = following if argument == "--lang" else argument.removeprefix("--lang=")
        if argument.startswith("--lang") and value in LANGUAGES:
            found = value
    return found


def preferred(environment: Mapping[str, str]) -> str:
    """The first language we speak in a list such as `fr:de_DE.UTF-8`."""
    values = (environment.get(variable) for variable in VARIABLES)
    listed = next(filter(None, values), "").split(":")
    wanted = (part[:2].lower() for part in listed)
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])
