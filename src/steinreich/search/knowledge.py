"""What a game may tell the search beyond its rules; without it, these stand.

A file of the game's own name among what players know defines functions of these names, and
the binder puts them in the place of these.
"""

from steinreich.rules.bits import U64, rule
from steinreich.rules.contract import Candidates, State, key


@rule
def evaluate(s: State) -> int:
    """How well the player to move stands, within LARGEST either way; 0 is level."""
    return 0


@rule
def accumulator(s: State) -> int:
    """What an evaluation need not count anew in every position: see `accumulator_after`."""
    return 0


@rule
def accumulator_after(s: State, action: int, t: int) -> int:
    """The accumulator after an action in a position whose accumulator is known."""
    return 0


@rule
def evaluate_accumulated(s: State, t: int) -> int:
    """`evaluate`, of a position whose accumulator is known."""
    return evaluate(s)


@rule
def prune(s: State, c: Candidates) -> Candidates:
    """Fewer candidates with the same best result: a win at once, or what prevents a loss."""
    return c


@rule
def move_order(s: State, action: int) -> int:
    """Which actions to look at first: the larger the sooner."""
    return 0


@rule
def is_quiet(s: State) -> bool:
    """Whether `evaluate` can be trusted as it is, with no exchange under way."""
    return True


@rule
def is_noisy(s: State, action: int) -> bool:
    """Whether an action belongs to an exchange that should be seen to its end."""
    return False


@rule
def reduction(s: State, depth: int, i: int) -> int:
    """How many actions less deep the i-th most promising action is looked at first."""
    return 0


@rule
def prior(s: State, action: int) -> float:
    """How good an action looks to a Monte-Carlo search before it is tried: 0 is nothing special."""
    return 0.0


@rule
def winning(s: State) -> bool:
    """Whether the player to move is certain to win; False says nothing."""
    return False


@rule
def may_win(s: State, who: int) -> bool:
    """Whether a player can still win at all; True says nothing."""
    return True


@rule
def essence(s: State) -> tuple[U64, U64]:
    """Two numbers for all that matters about a position and its mover.

    Positions with the same numbers must have the same value for the player to move.
    """
    return key(s), key(s)


LARGEST = 10_000  # evaluations stay below; proven scores lie above
KNOWLEDGE_RULES = (
    evaluate,
    accumulator,
    accumulator_after,
    evaluate_accumulated,
    prune,
    move_order,
    is_quiet,
    is_noisy,
    reduction,
    prior,
    winning,
    may_win,
    essence,
)
