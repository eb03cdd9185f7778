"""Language of a command: the value of `--lang`, else the preference of the environment."""

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from steinreich.rules.language import LANGUAGES, Text, preferred_language


class Translator:
    """Callable that returns a text in the language of a command."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, text: str | Text, /, **values: Any) -> str:
        """Translate an English text with placeholders, or a `Text` that is defined elsewhere."""
        if isinstance(text, str):
            text = Text(text, **values)
        return text.in_language(self.language)


def find_language(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """Return the language of a command.

    It is needed before the arguments are parsed, since help is printed while they are parsed.
    """
    return find_language_option(arguments) or preferred_language(
        os.environ if environment is None else environment
    )


def find_language_option(arguments: Sequence[str]) -> str | None:
    """Return the value of the last valid `--lang de` or `--lang=de`, or None."""
    found = None
    for argument, following in pairwise([*arguments, ""]):
        value = following if argument == "--lang" else argument.removeprefix("--lang=")
        if argument.startswith("--lang") and value in LANGUAGES:
            found = value
    return found


# The messages of argparse

SHORTENED_MESSAGES = {"argument %(argument_name)s: %(message)s": "%(argument_name)s: %(message)s"}
ARGPARSE_TEXTS = (
    Text("usage: ", "argparse"),
    Text("the following arguments are required: %s", "argparse"),
    Text("one of the arguments %s is required", "argparse"),
    Text("unrecognized arguments: %s", "argparse"),
    Text("invalid choice: %(value)r (choose from %(choices)s)", "argparse"),
    Text("invalid %(type)s value: %(value)r", "argparse"),
    Text("expected one argument", "argparse"),
    Text("expected at least one argument", "argparse"),
    Text("expected at most one argument", "argparse"),
    Text("expected %s argument", "argparse"),
    Text("expected %s arguments", "argparse"),
    Text("not allowed with argument %s", "argparse"),
    Text("ignored explicit argument %r", "argparse"),
)


class ArgparseMessages:
    """The messages of argparse in a language."""

    def __init__(self, language: str) -> None:
        self.texts = SHORTENED_MESSAGES | {
            text.text: text.in_language(language) for text in ARGPARSE_TEXTS
        }

    def gettext(self, message: str) -> str:
        return self.texts.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    @contextmanager
    def patch_argparse(self) -> Iterator[None]:
        """Replace the functions that the module argparse has imported from gettext."""
        replacements = {"_": self.gettext, "ngettext": self.ngettext}
        originals = {name: vars(argparse)[name] for name in replacements}
        vars(argparse).update(replacements)
        try:
            yield
        finally:
            vars(argparse).update(originals)
