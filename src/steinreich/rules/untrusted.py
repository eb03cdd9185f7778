"""Untrusted text: sanitized for display, and compared with existing names.

Displayed text contains no terminal control sequences and no invisible characters.
"""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from steinreich.rules.language import Text, alternatives

REPLACEMENT = "\ufffd"  # replaces characters that cannot be displayed
JOINERS = "\u200c\u200d"  # invisible, but required by many scripts and emoji

# Printable according to Python, but invisible: Unicode's default ignorable code points (fillers,
# variation selectors, tags), and blank letters or symbols.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U00013441\U00013442\U00016fe4"
    "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def one_line(text: str, longest: int | None = None) -> str:
    """Return the text on one line, truncated to a length; invisible characters are replaced."""
    if (
        longest is not None and len(text) > longest
    ):  # before the replacement, so that its cost is bounded
        text = f"{text[: longest - 3]}..."
    joined = re.sub(r"\s++", lambda run: run[0] if run[0].strip(" ") == "" else " ", text)
    return "".join(c if c.isprintable() or c in JOINERS else REPLACEMENT for c in joined)


def only_visible(text: str) -> str:
    """Return the text on one line without invisible characters and repeated spaces."""
    visible = "".join(c for c in " ".join(text.split()) if c.isprintable())
    visible = INVISIBLE.sub("", visible)
    return " ".join(visible.split())


def quoted(text: str) -> str:
    """Return input for a message: in quotation marks, on one line, truncated."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


MIN_SIMILARITY = 0.6  # of two similar names: the share of letters that agree in order
ABBREVIATION_SIMILARITY = 0.8  # of a name and its beginning or end
MIN_ABBREVIATION_LETTERS = 3  # required to recognize an abbreviation
MAX_COMPARED_LETTERS = 40  # longer input is not a name
MAX_SUGGESTIONS = 3  # names in a suggestion


def similar_names(word: str, names: Iterable[str]) -> list[str]:
    """Return the names most similar to a word, all equally similar; may be empty.

    >>> similar_names("Chain-Reaxis", ["chain_reaxis", "tzaar"])
    ['chain_reaxis']
    >>> similar_names("chess", ["chain_reaxis", "tzaar"])
    []
    """
    wanted = word[:MAX_COMPARED_LETTERS].casefold()
    compared = SequenceMatcher(b=wanted, autojunk=False)
    found: dict[float, list[str]] = {}
    for name in names:
        likeness = similarity(compared, wanted, name.casefold())
        if likeness >= MIN_SIMILARITY:
            found.setdefault(likeness, []).append(name)
    return found[max(found)] if found else []


def similarity(compared: SequenceMatcher[str], wanted: str, name: str) -> float:
    """Return a similarity from 0 to 1; below `MIN_SIMILARITY` it is only a bound."""
    is_part = name.startswith(wanted) or name.endswith(wanted)
    least = ABBREVIATION_SIMILARITY if len(wanted) >= MIN_ABBREVIATION_LETTERS and is_part else 0.0
    compared.set_seq1(name)
    if max(compared.real_quick_ratio(), least) < MIN_SIMILARITY:
        return 0.0
    return max(compared.ratio(), least)


def did_you_mean(word: str, names: Iterable[str]) -> Text | None:
    """Return the question whether a similar name was meant, if there is one."""
    found = similar_names(word, names)
    if not found or len(found) > MAX_SUGGESTIONS:
        return None
    either = alternatives([repr(name) for name in found])
    return Text("did you mean {either}?", either=either)


def with_suggestion(said: Text, word: str, names: Iterable[str]) -> Text:
    """Return an error message with similar names as a suggestion."""
    question = did_you_mean(word, names)
    return Text("{said}; {question}", said=said, question=question) if question else said
