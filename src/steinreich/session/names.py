"""Names that people give themselves: one short line of text that can be shown anywhere."""

import unicodedata

from steinreich.rules.language import Words
from steinreich.rules.text.safe import only_visible

LONGEST = 30
MAX_MARKS = 3  # on one letter: as many as the scripts of the world need
INVISIBLE_NAME = Words(
    "Nothing of this name can be seen; please choose another one.",
    "Von diesem Namen ist nichts zu sehen; bitte wähle einen anderen.",
)
STACKED_MARKS = Words(
    "This name stacks marks above each other; please choose another one.",
    "Dieser Name türmt Zeichen übereinander; bitte wähle einen anderen.",
)


def clean(name: str) -> str:
    """A name without what cannot be seen or would turn the text around it: control characters,
    marks of direction, parts of characters; at most 30 characters.  It may be empty."""
    return unicodedata.normalize("NFC", only_visible(name))[:LONGEST].rstrip()


def fault(name: str) -> Words | None:
    """Return why a name is refused: it is not empty but looks so, or stacks combining marks."""
    shown = clean(name)
    marks = 0
    for letter in shown:
        marks = marks + 1 if is_mark(letter) else 0
        if marks > MAX_MARKS:
            return STACKED_MARKS
    has_visible = any(not (letter == " " or is_mark(letter)) for letter in shown)
    return INVISIBLE_NAME if name.strip() and not has_visible else None


def is_mark(letter: str) -> bool:
    """Whether a character is drawn on the one before it."""
    return unicodedata.category(letter) in ("Mn", "Me")
