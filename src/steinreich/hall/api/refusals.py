"""What a hall cannot grant, said to whoever asked."""

from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Words


class NotAllowed(SteinreichError):
    """A request that cannot be granted; `why` says it in two languages."""

    def __init__(self, status: int, en: str, de: str) -> None:
        super().__init__(Words(en, de))
        self.status = status  # as in HTTP
        self.why = self.words


class Unreadable(NotAllowed):
    """A table whose events cannot be understood; the log says why."""

    def __init__(self) -> None:
        super().__init__(
            500,
            "This table is damaged and cannot be read; whoever runs the hall finds the reason in "
            "its log.",
            "Dieser Tisch ist beschädigt und lässt sich nicht lesen; wer den Saal betreibt, findet "
            "den Grund im Protokoll.",
        )
