"""Names that people give themselves: one short line of text that can be shown anywhere."""

import unicodedata

from steinreich.rules.text.safe import only_visible

LONGEST = 30


def clean(name: str) -> str:
    """A name without what cannot be seen or would turn the text around it: control characters,
    marks of direction, parts of characters; at most 30 characters.  It may be empty."""
    return unicodedata.normalize("NFC", only_visible(name))[:LONGEST].rstrip()
