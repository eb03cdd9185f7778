"""Expected texts in English and German, to compare texts of the package with."""

from steinreich.rules.language import Document, Text


class Translated(Document):
    """A text in English and German, equal to any text that reads the same in both."""

    __slots__ = ()

    def __init__(self, english: str, german: str | None = None) -> None:
        super().__init__(english, de=english if german is None else german)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and both(self) == both(other)

    __hash__ = Document.__hash__


def both(text: Text) -> tuple[str, str]:
    """Return a text in English and German."""
    return text.in_language("en"), text.in_language("de")
