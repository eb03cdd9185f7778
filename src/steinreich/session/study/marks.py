"""What an action cost, and how that is marked.

A verdict has a value for each seat, from -1 (lost) to 1 (won).  Half of it and one half is the
*expected result*: from 0, a lost game, over a draw to 1, a won one.  An action costs what its
player could expect before it, less what is left after it.  The bounds are Lichess' own:

    ?!  inaccuracy   from 0.05 on
    ?   mistake      from 0.10 on
    ??  blunder      from 0.15 on
    !   only move    the best action, where the next best would have been a blunder, and which keeps
                     more than a blunder's worth of hope

Estimates err, so they mark nothing alone.  An action that seems to cost something is *suspect*, and
a second search with ten times the nodes compares the position after it with the one after the best
action.  The mark follows the smaller of both losses, and a blunder must be a clear one.

Proven values come first:

    before and after proven   the difference is the cost, and no search is asked
    before lost               nothing can be lost any more: no mark
    before a draw             a mark only if what follows is proven to be lost
    before won                as with estimates, the best action being worth a win
"""

from typing import NamedTuple

from steinreich.rules.language import NO_WORDS, Words
from steinreich.session.schema.study import MarkSign, Verdict

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15  # of the expected result
CLEAR_BLUNDER = 0.30  # what both searches must say of a blunder
ROUNDING = 1e-6

WORDS: dict[MarkSign, Words] = {
    "": NO_WORDS,
    "!": Words("only move", "einziger Zug"),
    "?!": Words("inaccuracy", "Ungenauigkeit"),
    "?": Words("mistake", "Fehler"),
    "??": Words("blunder", "grober Fehler"),
}


class Cost(NamedTuple):
    """What an action cost."""

    loss: float  # of the expected result
    mark: MarkSign


def expected(verdict: Verdict, seat: int) -> float:
    """The result that a seat can expect: 0 lost, 1 won."""
    return (verdict["values"][seat] + 1) / 2


def loss_of(before: Verdict, after: Verdict, seat: int) -> float:
    """What a seat can expect less than before; never less than nothing."""
    return max(0.0, expected(before, seat) - expected(after, seat))


def is_proven(verdict: Verdict) -> bool:
    return verdict["certainty"] == "proven"


def is_suspect(loss: float) -> bool:
    """Whether a loss is worth a second search."""
    return loss + ROUNDING >= INACCURACY


def can_cost(before: Verdict, seat: int) -> bool:
    """Whether a seat has anything to lose: in a position that is proven lost it has not."""
    return not (is_proven(before) and expected(before, seat) == 0)


def proven_cost(before: Verdict, after: Verdict, seat: int) -> Cost:
    """What an action cost between two proven values."""
    loss = loss_of(before, after, seat)
    return Cost(loss, mark_of(loss))


def confirmed_cost(
    before: Verdict, suspected: float, best: Verdict, played: Verdict, seat: int
) -> Cost:
    """What a suspect action cost, by what the deeper search says of the best one and of itself."""
    loss = min(suspected, loss_of(best, played, seat))
    is_draw = is_proven(before) and expected(before, seat) < 1
    if is_draw and not (is_proven(played) and expected(played, seat) == 0):
        return Cost(0.0, "")
    mark = mark_of(loss)
    return Cost(loss, "?" if mark == "??" and loss + ROUNDING < CLEAR_BLUNDER else mark)


def mark_of(loss: float) -> MarkSign:
    """How a loss is marked."""
    bounds: list[tuple[float, MarkSign]] = [(BLUNDER, "??"), (MISTAKE, "?"), (INACCURACY, "?!")]
    return next((sign for bound, sign in bounds if loss + ROUNDING >= bound), "")


def is_only(best: Verdict, second: Verdict, seat: int) -> bool:
    """Whether nothing but the best action holds the game."""
    kept, left = expected(best, seat), expected(second, seat)
    return kept > BLUNDER and mark_of(kept - left) == "??"
