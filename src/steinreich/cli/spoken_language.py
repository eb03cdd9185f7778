"""English or German: what `--lang` says, else what the environment prefers."""

import os
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from steinreich.rules.language import LANGUAGES, preferred_language

Say = Callable[[str, str], str]  # of an English and a German text, the one in the right language


def speaking(language: str) -> Say:
    """The function that chooses between an English and a German text."""
    return lambda english, german: german if language == "de" else english


def language_of(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """The language of a command, known before its arguments are parsed: help has to speak it."""
    return chosen(arguments) or preferred_language(
        os.environ if environment is None else environment
    )


def chosen(arguments: Sequence[str]) -> str | None:
    """What `--lang de` or `--lang=de` says; the last one counts."""
    found = None
    for argument, following in pairwise([*arguments, ""]):
        value = following if argument == "--lang" else argument.removeprefix("--lang=")
        if argument.startswith("--lang") and value in LANGUAGES:
            found = value
    return found
