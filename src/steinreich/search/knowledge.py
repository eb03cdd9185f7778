"""Default heuristics of the searches, which a game may override.

The binder replaces them by functions of the same names in the `knowledge.py` of a game.
"""

from steinreich.rules.bits import U64, rule
from steinreich.rules.contract import Candidates, State, key

DEFAULT_SCALE = 600  # the evaluation that makes a win e times as likely as a loss


@rule
def evaluate(s: State) -> int:
    """Return the static evaluation for the player to move, within ±MAX_EVALUATION."""
    return 0


@rule
def accumulator(s: State) -> int:
    """Return the part of the evaluation that `accumulator_after` updates incrementally."""
    return 0


@rule
def accumulator_after(s: State, action: int, t: int) -> int:
    """Return the accumulator after an action; `t` is the one before it."""
    return 0


@rule
def evaluate_accumulated(s: State, t: int) -> int:
    """Return `evaluate(s)`, given the accumulator `t` of the position."""
    return evaluate(s)


@rule
def prune(s: State, c: Candidates) -> Candidates:
    """Return fewer candidates with the same best result: an immediate win, or those that avoid a
    loss.
    """
    return c


@rule
def move_order(s: State, action: int) -> int:
    """Return the priority of an action in move ordering; the largest is searched first."""
    return 0


@rule
def is_quiet(s: State) -> bool:
    """Return whether `evaluate` is reliable here, so that no quiescence search is needed."""
    return True


@rule
def is_noisy(s: State, action: int) -> bool:
    """Return whether the quiescence search includes an action."""
    return False


@rule
def reduction(s: State, depth: int, i: int) -> int:
    """Return the late move reduction, in plies, of the i-th action in move ordering."""
    return 0


@rule
def prior(s: State, action: int) -> float:
    """Return the prior of an action in Monte-Carlo tree search; 0 is neutral."""
    return 0.0


@rule
def winning(s: State) -> bool:
    """Return True only if the player to move provably wins; False is inconclusive."""
    return False


@rule
def may_win(s: State, side: int) -> bool:
    """Return False only if a player provably cannot win any more; True is inconclusive."""
    return True


@rule
def equivalence_key(s: State) -> tuple[U64, U64]:
    """Return a key of two words that equivalent positions share.

    Positions with the same key must have the same value for the player to move.
    """
    return key(s), key(s)


MAX_EVALUATION = 10_000  # absolute value; proven scores are larger
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
    equivalence_key,
)
