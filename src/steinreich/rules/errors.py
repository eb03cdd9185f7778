"""What can be wrong with an input: each error says in one line what, and where.

It says so in both languages where it was told in both: `str` is English, `words` is for people.
"""

from collections.abc import Iterable

from steinreich.rules.language import Words


class SteinreichError(ValueError):
    """Any error that is the input's fault.  `str` of it is English; `words` has both languages.

    >>> from steinreich import SteinreichError, load
    >>> try:
    ...     load("vier3d", players=5)
    ... except SteinreichError as error:
    ...     print(error.words.de)
    players ist bei vier3d eines von 2, 3, nicht '5'
    """

    def __init__(self, said: Words | str) -> None:
        #: the message in both languages
        self.words = said if isinstance(said, Words) else Words(said, said)
        super().__init__(self.words.en)


class BadArgument(SteinreichError):
    """An argument of a call has no value that it can have; the message names it.

    >>> from steinreich import load, perft
    >>> perft(load("vier3d").start(), -1)
    Traceback (most recent call last):
    steinreich.rules.errors.BadArgument: depth is a whole number from 0 to 100, not -1
    """


class BadType(BadArgument, TypeError):
    """An argument of a call is of a wrong type; this is a `TypeError` as well.

    >>> from steinreich import load
    >>> load("vier3d").position(7)
    Traceback (most recent call last):
    steinreich.rules.errors.BadType: a position string is a str, not 7
    """


class GpuUnavailable(SteinreichError):
    """A GPU is asked for, and its packages, its driver or the GPU itself are missing.

    >>> from steinreich import GpuGames, GpuUnavailable
    >>> try:
    ...     games = GpuGames("vier3d")
    ... except GpuUnavailable as error:
    ...     print(error)    # doctest: +SKIP
    no GPU can be used here: NVIDIA's CUDA driver could not be found; the packages come with  \
pip install 'steinreich[gpu]'  and need NVIDIA's driver
    """


class UnknownGame(SteinreichError):
    """No game has this name, or no game lies at this path.

    >>> from steinreich import load
    >>> load("chess")
    Traceback (most recent call last):
    steinreich.rules.errors.UnknownGame: no game is called 'chess'; there are chain_reaxis, \
inner_square, six_in_line, tzaar, vier3d
    """


class BrokenContract(SteinreichError):
    """A game does not do what every game does."""


class BadOption(SteinreichError):
    """A game has no such option, or an option no such value.

    >>> from steinreich import load
    >>> load("tzaar", size="8x8")
    Traceback (most recent call last):
    steinreich.rules.errors.BadOption: tzaar has no option 'size'; it has setup
    """


class IllegalMove(SteinreichError):
    """This action cannot be played in this position; `why` tells the reason to a player.

    >>> from steinreich import IllegalMove, load
    >>> try:
    ...     load("inner_square").start().play("a1-a4")
    ... except IllegalMove as error:
    ...     print(error, error.why.de, sep="; ")
    'a1-a4': the stone on a2 is in the way from a1 to a4; der Stein auf a2 ist im Weg von a1 nach a4
    """

    def __init__(self, said: Words | str, why: Words | None = None) -> None:
        super().__init__(said)
        self.why = why or self.words  #: the reason alone, without the move


class BadPosition(SteinreichError):
    """This is no position of the game; `cells` are the names of those that show why, if any do.

    >>> from steinreich import load
    >>> load("vier3d").position("rrrrr/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- r")
    Traceback (most recent call last):
    steinreich.rules.errors.BadPosition: rod a1 ('rrrrr') has more than four balls
    """

    def __init__(self, said: Words | str, cells: Iterable[str] = ()) -> None:
        super().__init__(said)
        self.cells = tuple(cells)  #: the names of the cells that show why, if any do


class BadRecord(SteinreichError):
    """This text is no record of a game, or the game in it breaks the rules.

    >>> from steinreich.records import read
    >>> read('[Game "vier3d"] 1. a1 z9')
    Traceback (most recent call last):
    steinreich.rules.errors.BadRecord: action 2, 'z9': not the name of an action \
(one would be 'a1')
    """
