"""Texts of strangers, made safe to show: they give no orders to a terminal, and hide nothing."""

import re

UNSEEN = "\ufffd"  # stands for a character that cannot be shown
JOINERS = "\u200c\u200d"  # unseen, but many scripts and signs are written with them


def one_line(text: str, longest: int | None = None) -> str:
    """The text as one line, cut where it is longer; what cannot be seen leaves a mark."""
    if longest is not None and len(text) > longest:  # before the work, which so has a limit
        text = f"{text[: longest - 3]}..."
    joined = re.sub(r"\s++", lambda run: run[0] if run[0].strip(" ") == "" else " ", text)
    return "".join(c if c.isprintable() or c in JOINERS else UNSEEN for c in joined)


def only_visible(text: str) -> str:
    """The text as one line without what cannot be seen, nor more than one space in a row."""
    visible = "".join(c for c in " ".join(text.split()) if c.isprintable())
    return " ".join(visible.split())


def quoted(text: str) -> str:
    """A piece of input inside a message, in quotation marks: one line, and not too long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
