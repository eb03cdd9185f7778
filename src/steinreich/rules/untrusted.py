"""Untrusted text: made safe for display, and compared with existing names.

Text for display contains no terminal control sequences and no invisible characters.
"""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from steinreich.rules.language import Text, join_with_or

REPLACEMENT = "\ufffd"  # replaces characters that cannot be displayed
JOINERS = "\u200c\u200d"  # invisible, but required by many writing systems and emoji

# Printable according to Python, but invisible: Unicode's default ignorable code points (fillers,
# variation selectors, tags), and blank letters or symbols.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U00013441\U00013442\U00016fe4"
    "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def one_line(text: str, max_length: int | None = None) -> str:
    """Return the text on one line, truncated to a length, with invisible characters replaced."""
    # Truncate first, so that the cost of the replacement is bounded.
    if max_length is not None and len(text) > max_length:
        text = f"{text[: max_length - 3]}..."
    line = re.sub(r"\s++", lambda run: run[0] if run[0].strip(" ") == "" else " ", text)
    return "".join(c if c.isprintable() or c in JOINERS else REPLACEMENT for c in line)


def remove_invisible(text: str) -> str:
    """Return the text on one line without invisible characters and repeated spaces."""
    visible = "".join(c for c in " ".join(text.split()) if c.isprintable())
    visible = INVISIBLE.sub("", visible)
    return " ".join(visible.split())


def quote(text: str) -> str:
    """Return user input for a message: in quotation marks, on one line, truncated."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


MIN_SIMILARITY = 0.6  # of similar names, by `SequenceMatcher.ratio`
ABBREVIATION_SIMILARITY = 0.8  # minimum similarity of a name and its beginning or end
MIN_ABBREVIATION_LETTERS = 3  # required to recognize an abbreviation
MAX_COMPARED_LETTERS = 40  # of the input; names are shorter
MAX_SUGGESTIONS = 3  # names in a suggestion


def similar_names(word: str, names: Iterable[str]) -> list[str]:
    """Return the names most similar to a word: those with the highest similarity; may be empty.

    >>> similar_names("Chain-Reaxis", ["chain_reaxis", "tzaar"])
    ['chain_reaxis']
    >>> similar_names("chess", ["chain_reaxis", "tzaar"])
    []
    """
    word = word[:MAX_COMPARED_LETTERS].casefold()
    matcher = SequenceMatcher(b=word, autojunk=False)
    by_similarity: dict[float, list[str]] = {}
    for name in names:
        similarity = get_similarity(matcher, word, name.casefold())
        if similarity >= MIN_SIMILARITY:
            by_similarity.setdefault(similarity, []).append(name)
    return by_similarity[max(by_similarity)] if by_similarity else []


def get_similarity(matcher: SequenceMatcher[str], word: str, name: str) -> float:
    """Return the similarity of a word and a name, from 0 to 1.

    The matcher has the word.  A similarity below `MIN_SIMILARITY` may be returned as 0.
    """
    is_part = name.startswith(word) or name.endswith(word)
    is_abbreviation = is_part and len(word) >= MIN_ABBREVIATION_LETTERS
    minimum = ABBREVIATION_SIMILARITY if is_abbreviation else 0.0
    matcher.set_seq1(name)
    if max(matcher.real_quick_ratio(), minimum) < MIN_SIMILARITY:
        return 0.0
    return max(matcher.ratio(), minimum)


def did_you_mean(word: str, names: Iterable[str]) -> Text | None:
    """Return the question whether a similar name was meant; None if there are none or too many."""
    similar = similar_names(word, names)
    if not similar or len(similar) > MAX_SUGGESTIONS:
        return None
    either = join_with_or([repr(name) for name in similar])
    return Text("did you mean {either}?", either=either)


def with_suggestion(message: Text, word: str, names: Iterable[str]) -> Text:
    """Return an error message with similar names as a suggestion, if there are any."""
    question = did_you_mean(word, names)
    return Text("{said}; {question}", said=message, question=question) if question else message
