"""What clients see of the balance of a game: whom it favours, how often somebody wins."""

from steinreich.session.schema.limits import TypedDict
from steinreich.session.schema.protocol import Words

# Balance: measured in games of the computer against itself


class Measured(TypedDict):
    """A part of a whole, from 0 to 1: the true one lies between low and high, with 95 %"""

    mean: float
    low: float
    high: float


class VariantBalance(TypedDict):
    game: str  # its id
    variant: Words
    games: int  # that were played
    first: Measured  # of the points, by who begins; a draw is shared by all
    fair: float  # the part of the points if it did not matter who begins
    decided: Measured  # of the games: somebody has won


class BalanceReport(TypedDict):
    """GET /api/balance?game=vier3d(players=3): how fair and how decisive a game is"""

    about: Words  # with these options, in a sentence or two; that it is not known, if it is not
    decisive: Words  # with which options somebody wins most often; empty where that is no question
    how: Words  # how it was measured; empty where nothing was
    best: str  # the id of the most decisive variant; "" where that is no question
    suggestion: Words  # which variant to play instead, if this one is nearly always drawn; or empty
    suggested: str  # the id of that variant, or ""
    variants: list[VariantBalance]  # all that were measured, the usual one first
