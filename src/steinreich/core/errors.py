"""What can be wrong with an input: each error says in one line what, and where."""

from steinreich.core.about import Words


class SteinreichError(ValueError):
    """Any error that is the input's fault."""


class UnknownGame(SteinreichError):
    """No game has this name, or no game lies at this path."""


class BadOption(SteinreichError):
    """A game has no such option, or an option no such value."""


class IllegalMove(SteinreichError):
    """This action cannot be played in this position; `why` tells the reason to a player."""

    def __init__(self, message: str, why: Words | None = None) -> None:
        super().__init__(message)
        self.why = why or Words(message, message)


class BadPosition(SteinreichError):
    """This text is no position of the game."""


class BadRecord(SteinreichError):
    """This text is no record of a game, or the game in it breaks the rules."""
