"""The language of a command: that of `--lang`, else the one that the environment prefers."""

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from steinreich.rules.language import LANGUAGES, Text, preferred_language


class Say:
    """Translates texts into the language of a command."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, text: str, /, **values: Any) -> str:
        return Text(text, **values).within(self.language)

    def shown(self, text: Text) -> str:
        """Return a text that is stated elsewhere."""
        return text.within(self.language)


def language_of(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """Return the language of a command before its arguments are parsed, since help uses it."""
    return chosen(arguments) or preferred_language(
        os.environ if environment is None else environment
    )


def chosen(arguments: Sequence[str]) -> str | None:
    """Return the value of the last `--lang de` or `--lang=de`, if there is one."""
    found = None
    for argument, following in pairwise([*arguments, ""]):
        value = following if argument == "--lang" else argument.removeprefix("--lang=")
        if argument.startswith("--lang") and value in LANGUAGES:
            found = value
    return found


# The messages of argparse

SHORTER = {"argument %(argument_name)s: %(message)s": "%(argument_name)s: %(message)s"}
ARGPARSE = (
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
        self.texts = SHORTER | {text.text: text.within(language) for text in ARGPARSE}

    def gettext(self, message: str) -> str:
        return self.texts.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    @contextmanager
    def in_argparse(self) -> Iterator[None]:
        """Let argparse use these messages; it imports the functions of gettext by name."""
        own = {"_": self.gettext, "ngettext": self.ngettext}
        before = {name: vars(argparse)[name] for name in own}
        vars(argparse).update(own)
        try:
            yield
        finally:
            vars(argparse).update(before)
