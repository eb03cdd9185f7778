"""Names that people give themselves: one short line of text that can be shown anywhere."""

import unicodedata

LONGEST = 30


def clean(name: str) -> str:
    """A name without what cannot be seen or would turn the text around it: control characters,
    marks of direction, parts of characters; at most 30 characters.  It may be empty."""
    one_line = " ".join(name.split())
    seen = "".join(c for c in one_line if not unicodedata.category(c).startswith("C"))
    return " ".join(unicodedata.normalize("NFC", seen).split())[:LONGEST].rstrip()
