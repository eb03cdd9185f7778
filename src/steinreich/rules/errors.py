"""Errors about invalid input; each message states in one line what is wrong and where."""

from collections.abc import Iterable

from steinreich.rules.language import Text, Verbatim


class SteinreichError(ValueError):
    """Base class of errors about invalid input.

    `str` of an error is its message in English; `message` can be translated.

    >>> from steinreich import SteinreichError, load
    >>> try:
    ...     load("vier3d", players=5)
    ... except SteinreichError as error:
    ...     print(error.message.in_language("de"))
    players muss bei vier3d eines von 2, 3 sein, nicht '5'
    """

    def __init__(self, message: Text | str) -> None:
        #: the message as a text that can be translated
        self.message = message if isinstance(message, Text) else Verbatim(message)
        super().__init__(str(self.message))


class BadArgument(SteinreichError):
    """An argument has an invalid value; the message names it.

    >>> from steinreich import load, perft
    >>> perft(load("vier3d").start(), -1)
    Traceback (most recent call last):
    steinreich.rules.errors.BadArgument: depth must be a whole number from 0 to 100, not -1
    """


class BadType(BadArgument, TypeError):
    """An argument has a wrong type; also a `TypeError`.

    >>> from steinreich import load
    >>> load("vier3d").position(7)
    Traceback (most recent call last):
    steinreich.rules.errors.BadType: a position string must be a str, not 7
    """


class GpuUnavailable(SteinreichError):
    """A GPU is required, and its packages, its driver or the GPU itself are missing.

    >>> from steinreich import GpuGames, GpuUnavailable
    >>> try:
    ...     games = GpuGames("vier3d")
    ... except GpuUnavailable as error:
    ...     print(error)    # doctest: +SKIP
    no GPU can be used here: NVIDIA's CUDA driver could not be found; the packages come with  \
pip install 'steinreich[gpu]'  and need NVIDIA's driver
    """


class UnknownGame(SteinreichError):
    """No game has this name, or there is no game at this path.

    >>> from steinreich import load
    >>> load("chess")
    Traceback (most recent call last):
    steinreich.rules.errors.UnknownGame: no game is called 'chess'; there are chain_reaxis, \
inner_square, six_in_line, tzaar, vier3d
    """


class BrokenContract(SteinreichError):
    """A game violates the game contract."""


class BadOption(SteinreichError):
    """A game has no such option, or the option has no such value.

    >>> from steinreich import load
    >>> load("tzaar", size="8x8")
    Traceback (most recent call last):
    steinreich.rules.errors.BadOption: tzaar has no option 'size'; it has setup
    """


class IllegalMove(SteinreichError):
    """An action cannot be played in this position; `why` is the reason for players.

    >>> from steinreich import IllegalMove, load
    >>> try:
    ...     load("inner_square").start().play("a1-a4")
    ... except IllegalMove as error:
    ...     print(error, error.why.in_language("de"), sep="; ")
    'a1-a4': the stone on a2 is in the way from a1 to a4; der Stein auf a2 ist im Weg von a1 nach a4
    """

    def __init__(self, message: Text | str, why: Text | None = None) -> None:
        super().__init__(message)
        self.why = why or self.message  #: the reason alone, without the move


class BadPosition(SteinreichError):
    """A position is impossible in the game; `cells` names the cells that show why, if any.

    >>> from steinreich import load
    >>> load("vier3d").position("rrrrr/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- r")
    Traceback (most recent call last):
    steinreich.rules.errors.BadPosition: rod a1 ('rrrrr') has more than four balls
    """

    def __init__(self, message: Text | str, cells: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.cells = tuple(cells)  #: the names of the cells that show why, if any


class BadRecord(SteinreichError):
    """A text is not a record of a game, or the game in it breaks the rules.

    >>> from steinreich.records import read
    >>> read('[Game "vier3d"] 1. a1 z9')
    Traceback (most recent call last):
    steinreich.rules.errors.BadRecord: action 2, 'z9': not the name of an action \
(one would be 'a1')
    """
