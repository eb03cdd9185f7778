"""What a game may tell the search beyond its rules; without it, these stand.

A file of the game's own name among the players' insights defines functions of these names, and
the forge puts them in the place of these.
"""

from steinreich.core.bits import rule
from steinreich.core.contract import Candidates, State


@rule
def evaluate(s: State) -> int:
    """How well the player to move stands, within LARGEST either way; 0 is level."""
    return 0


@rule
def tally(s: State) -> int:
    """What an evaluation need not count anew in every position: see `tallied`."""
    return 0


@rule
def tallied(s: State, action: int, t: int) -> int:
    """The tally after an action in a position whose tally is known."""
    return 0


@rule
def estimate(s: State, t: int) -> int:
    """`evaluate`, of a position whose tally is known."""
    return evaluate(s)


@rule
def narrow(s: State, c: Candidates) -> Candidates:
    """Fewer candidates with the same best result: a win at once, or what prevents a loss."""
    return c


@rule
def promise(s: State, action: int) -> int:
    """Which actions to look at first: the larger the sooner."""
    return 0


@rule
def calm(s: State) -> bool:
    """Whether `evaluate` can be trusted as it is, with no exchange under way."""
    return True


@rule
def loud(s: State, action: int) -> bool:
    """Whether an action belongs to an exchange that should be seen to its end."""
    return False


@rule
def spare(s: State, depth: int, i: int) -> int:
    """How many actions less deep the i-th most promising action is looked at first."""
    return 0


@rule
def prior(s: State, action: int) -> float:
    """How good an action looks to a Monte-Carlo search before it is tried: 0 is nothing special."""
    return 0.0


LARGEST = 10_000  # evaluations stay below; proven scores lie above
INSIGHT = (evaluate, tally, tallied, estimate, narrow, promise, calm, loud, spare, prior)
