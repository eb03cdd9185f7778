"""What a hall cannot grant, said to whoever asked."""

from steinreich.hall.api.tokens import is_genuine
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Words

REMOVED = Words(
    "This game has been removed from the hall.", "Diese Partie wurde aus dem Spielsaal entfernt."
)
MISTYPED = Words(
    "There is no game at this address: the link is incomplete or mistyped.",
    "Unter dieser Adresse gibt es keine Partie: Der Link ist unvollständig oder falsch abgetippt.",
)


class NotAllowed(SteinreichError):
    """A request that cannot be granted; `why` says it in two languages."""

    def __init__(self, status: int, en: str, de: str) -> None:
        super().__init__(Words(en, de))
        self.status = status  # as in HTTP
        self.why = self.words


class NoSuchTable(NotAllowed):
    """A link to a table that is not there; why, as far as the id tells."""

    def __init__(self, id: str) -> None:
        self.was_there = is_genuine(id)
        super().__init__(404, *(REMOVED if self.was_there else MISTYPED))


class Unreadable(NotAllowed):
    """A table whose events cannot be understood; the log says why."""

    def __init__(self) -> None:
        super().__init__(
            500,
            "This table is damaged and cannot be read; the log of the hall says why.",
            "Dieser Tisch ist beschädigt und lässt sich nicht lesen; der Grund steht im "
            "Protokoll des "
            "Saals.",
        )
