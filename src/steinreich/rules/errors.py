"""What can be wrong with an input: each error says in one line what, and where.

It says so in both languages where it was told in both: `str` is English, `words` is for people.
"""

from steinreich.rules.language import Words


class SteinreichError(ValueError):
    """Any error that is the input's fault."""

    def __init__(self, said: Words | str) -> None:
        self.words = said if isinstance(said, Words) else Words(said, said)
        super().__init__(self.words.en)


class UnknownGame(SteinreichError):
    """No game has this name, or no game lies at this path."""


class BrokenContract(SteinreichError):
    """A game does not do what every game does."""


class BadOption(SteinreichError):
    """A game has no such option, or an option no such value."""


class IllegalMove(SteinreichError):
    """This action cannot be played in this position; `why` tells the reason to a player."""

    def __init__(self, said: Words | str, why: Words | None = None) -> None:
        super().__init__(said)
        self.why = why or self.words


class BadPosition(SteinreichError):
    """This text is no position of the game."""


class BadRecord(SteinreichError):
    """This text is no record of a game, or the game in it breaks the rules."""
