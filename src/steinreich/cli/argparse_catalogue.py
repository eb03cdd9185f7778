"""The messages of the standard argument parser in our words: gettext catalogues for argparse.

Only argparse's own texts are looked up.  Ours stand in both languages where they are used, so that
whoever changes one sees the other.
"""

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from gettext import NullTranslations

ENGLISH = {"argument %(argument_name)s: %(message)s": "%(argument_name)s: %(message)s"}
GERMAN = ENGLISH | {
    "usage: ": "Aufruf: ",
    "the following arguments are required: %s": "es fehlt: %s",
    "one of the arguments %s is required": "eine dieser Angaben fehlt: %s",
    "unrecognized arguments: %s": "das ist zu viel oder unbekannt: %s",
    "invalid choice: %(value)r (choose from %(choices)s)": "%(value)r ist nicht unter %(choices)s",
    "invalid %(type)s value: %(value)r": "%(value)r passt hier nicht",
    "expected one argument": "hier fehlt eine Angabe",
    "expected at least one argument": "hier fehlt eine Angabe",
    "expected at most one argument": "hier ist höchstens eine Angabe möglich",
    "expected %s argument": "hier fehlt %s Angabe",
    "expected %s arguments": "hier fehlen %s Angaben",
    "not allowed with argument %s": "geht nicht zusammen mit %s",
    "ignored explicit argument %r": "hier ist keine Angabe möglich, auch nicht %r",
}


class Catalogue(NullTranslations):
    """Texts by the English text that the program asks for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__()
        self.texts = texts

    def gettext(self, message: str) -> str:
        return self.texts.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    @contextmanager
    def in_argparse(self) -> Iterator[None]:
        """While this lasts, argparse asks this catalogue; it imports the functions by name."""
        own = {"_": self.gettext, "ngettext": self.ngettext}
        before = {name: vars(argparse)[name] for name in own}
        vars(argparse).update(own)
        try:
            yield
        finally:
            vars(argparse).update(before)


CATALOGUES = {"en": Catalogue(ENGLISH), "de": Catalogue(GERMAN)}
