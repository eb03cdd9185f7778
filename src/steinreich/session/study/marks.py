"""What an action cost, and how that is marked.

A verdict has a value for each seat, from -1 (lost) to 1 (won).  Half of it and one half is the
*expected result*: from 0, a lost game, over a draw to 1, a won one.  An action costs what its
player could expect before it, less what is left after it: half of the difference of both values.
What is proven counts fully, for its values are -1, 0 or 1.  The bounds are Lichess' own:

    ?!  inaccuracy   from 0.05 on
    ?   mistake      from 0.10 on
    ??  blunder      from 0.15 on
    !   only move    the best action, where the next best would have been a blunder, and which keeps
                     more than a blunder's worth of hope

Both verdicts are of searches that saw different depths, so two things are known without asking
them: the best action costs nothing, and what an action leaves could be expected before it.
"""

from typing import NamedTuple

from steinreich.rules.language import NO_WORDS, Words
from steinreich.session.schema.study import MarkSign, Verdict

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15  # of the expected result
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


def cost(
    before: Verdict,
    after: Verdict,
    seat: int,
    is_best: bool,
    rivals: tuple[Verdict, Verdict] | None = None,
) -> Cost:
    """What an action of a seat cost; `rivals` are what the best action and the next best lead to,
    where the best was played and there are others."""
    if is_best:
        return Cost(0.0, "!" if rivals and is_only(*rivals, seat) else "")
    loss = max(0.0, expected(before, seat) - expected(after, seat))
    return Cost(loss, mark_of(loss))


def mark_of(loss: float) -> MarkSign:
    """How a loss is marked."""
    bounds: list[tuple[float, MarkSign]] = [(BLUNDER, "??"), (MISTAKE, "?"), (INACCURACY, "?!")]
    return next((sign for bound, sign in bounds if loss + ROUNDING >= bound), "")


def is_only(best: Verdict, second: Verdict, seat: int) -> bool:
    """Whether nothing but the best action holds the game."""
    kept, left = expected(best, seat), expected(second, seat)
    return kept > BLUNDER and mark_of(kept - left) == "??"
