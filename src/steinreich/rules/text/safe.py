"""Texts of strangers, made safe to show: they give no orders to a terminal, and hide nothing."""

import re

UNSEEN = "\ufffd"  # stands for a character that cannot be shown
JOINERS = "\u200c\u200d"  # unseen, but many scripts and signs are written with them

# Printable for Python, but nothing is seen of them: the code points that Unicode calls default
# ignorable (fillers, variation selectors, tags), and letters or signs that are blank.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U00013441\U00013442\U00016fe4"
    "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def one_line(text: str, longest: int | None = None) -> str:
    """The text as one line, cut where it is longer; what cannot be seen leaves a mark."""
    if longest is not None and len(text) > longest:  # before the work, which so has a limit
        text = f"{text[: longest - 3]}..."
    joined = re.sub(r"\s++", lambda run: run[0] if run[0].strip(" ") == "" else " ", text)
    return "".join(c if c.isprintable() or c in JOINERS else UNSEEN for c in joined)


def only_visible(text: str) -> str:
    """The text as one line without what cannot be seen, nor more than one space in a row."""
    visible = "".join(c for c in " ".join(text.split()) if c.isprintable())
    visible = INVISIBLE.sub("", visible)
    return " ".join(visible.split())


def quoted(text: str) -> str:
    """A piece of input inside a message, in quotation marks: one line, and not too long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
