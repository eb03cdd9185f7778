"""What actions of a game cost, their marks, and the key moments of the game.

A verdict has a value for each seat, from -1 (lost) to 1 (won).  The *expected result* is
(1 + value) / 2: from 0 for a lost game to 1 for a won one.  The loss of an action is the expected
result of its player before it, less that after it.  The bounds are those of Lichess:

    ?!  inaccuracy   from 0.05 on
    ?   mistake      from 0.10 on
    ??  blunder      from 0.15 on
    !   only move    the best action, where the next best would be a blunder, and the expected
                     result after it is more than a blunder's loss

Estimates err, so one search alone marks nothing.  An action with a loss is *suspect*, and a second
search with ten times the nodes compares the position after it with the one after the best action.
The mark follows the smaller of both losses, and a blunder must be a clear one.

Proven verdicts take precedence:

    before and after proven   the difference is the loss, without a second search
    before lost               no mark: nothing can be lost any more
    before a draw             a mark only if the position after the action is proven lost
    before won                as with estimates, where the best action is worth a win
"""

from collections.abc import Sequence
from typing import NamedTuple

from steinreich.rules.language import NO_TEXT, Text
from steinreich.search.result import Verdict
from steinreich.session.schema.protocol import LineAction
from steinreich.session.schema.study import KeyMoment, MarkSign

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.15  # of the expected result
CLEAR_BLUNDER = 0.30  # the minimum loss of a blunder in both searches
ROUNDING = 1e-6

MARK_WORDS: dict[MarkSign, Text] = {
    "": NO_TEXT,
    "!": Text("only move"),
    "?!": Text("inaccuracy"),
    "?": Text("mistake"),
    "??": Text("blunder"),
}


class Cost(NamedTuple):
    """What an action cost."""

    loss: float  # of the expected result
    mark: MarkSign


class MarkedAction(NamedTuple):
    """An action of a game, the verdicts around it, and what it cost."""

    at: int  # actions played before it
    seat: int
    action: str  # its name
    before: Verdict  # of the position in which it was played
    after: Verdict  # of the position to which it led
    cost: Cost
    best: LineAction | None  # a better action, if one is known


def expected(verdict: Verdict, seat: int) -> float:
    """Return the expected result of a seat: 0 lost, 1 won."""
    return (verdict.values[seat] + 1) / 2


def get_loss(before: Verdict, after: Verdict, seat: int) -> float:
    """Return by how much the expected result of a seat fell; 0 if it did not."""
    return max(0.0, expected(before, seat) - expected(after, seat))


def is_suspect(loss: float) -> bool:
    """Return whether a loss is worth a second search."""
    return loss + ROUNDING >= INACCURACY


def can_cost(before: Verdict, seat: int) -> bool:
    """Return whether a seat has anything to lose: not in a position that is proven lost."""
    return not (before.is_proven and expected(before, seat) == 0)


def proven_cost(before: Verdict, after: Verdict, seat: int) -> Cost:
    """Return the cost of an action between two proven verdicts."""
    loss = get_loss(before, after, seat)
    return Cost(loss, get_mark(loss))


def confirmed_cost(
    before: Verdict, suspected: float, best: Verdict, played: Verdict, seat: int
) -> Cost:
    """Return the cost of a suspect action.

    `best` and `played` are the deeper verdicts on the positions after the best action and after it.
    """
    loss = min(suspected, get_loss(best, played, seat))
    is_draw = before.is_proven and expected(before, seat) < 1
    if is_draw and not (played.is_proven and expected(played, seat) == 0):
        return Cost(0.0, "")
    mark = get_mark(loss)
    return Cost(loss, "?" if mark == "??" and loss + ROUNDING < CLEAR_BLUNDER else mark)


def get_mark(loss: float) -> MarkSign:
    """Return the mark of a loss."""
    bounds: list[tuple[float, MarkSign]] = [(BLUNDER, "??"), (MISTAKE, "?"), (INACCURACY, "?!")]
    return next((sign for bound, sign in bounds if loss + ROUNDING >= bound), "")


def is_only(best: Verdict, second: Verdict, seat: int) -> bool:
    """Return whether the best action alone holds the game."""
    kept, left = expected(best, seat), expected(second, seat)
    return kept > BLUNDER and get_mark(kept - left) == "??"


# Key moments


MAX_MOMENTS = 3
MISTAKES = ("?!", "?", "??")
CLEAR_ADVANTAGE = 0.6  # of the way from a fair share of the result to a win or a loss


def find_key_moments(actions: Sequence[MarkedAction], players: Sequence[Text]) -> list[KeyMoment]:
    """Return the largest losses of a game, in its order; none where there are no mistakes."""
    costly = [one for one in actions if one.cost.mark in MISTAKES]
    largest = sorted(costly, key=lambda one: -one.cost.loss)[:MAX_MOMENTS]
    return [describe_moment(one, players) for one in sorted(largest, key=lambda one: one.at)]


def describe_moment(action: MarkedAction, players: Sequence[Text]) -> KeyMoment:
    """Describe an action: the standing before and after it, and the better action if known."""
    seat, best = action.seat, action.best
    player, alone = players[seat], len(action.before.values) == 1
    before = describe_standing(action.before, seat, alone)
    after = describe_standing(action.after, seat, alone)
    played, better = action.action, best["action"] if best else ""
    text = Text("{player}: {played}. Before: {before}; after: {after}.")
    if better:
        text = Text("{player}: {played} instead of {better}. Before: {before}; after: {after}.")
    text = text.with_values(player=player, played=played, better=better, before=before, after=after)
    return {"at": action.at, "text": text}


def describe_standing(verdict: Verdict, seat: int, alone: bool) -> Text:
    """Describe the standing of a seat, relative to a fair share of the result."""
    share = expected(verdict, seat)
    if verdict.is_proven:
        return describe_proven_standing(share, alone)
    fair = 1 / max(2, len(verdict.values))
    if share >= fair + CLEAR_ADVANTAGE * (1 - fair):
        return Text("clearly better")
    if share >= fair + BLUNDER / 2:
        return Text("better")
    if share > fair - BLUNDER / 2:
        return Text("even")
    if share > fair - CLEAR_ADVANTAGE * fair:
        return Text("worse")
    return Text("clearly worse")


def describe_proven_standing(share: float, alone: bool) -> Text:
    """Describe a proven standing."""
    if alone:
        if share == 1:
            return Text("certainly solvable")
        return Text("certainly not solvable any more")
    if share == 1:
        return Text("certainly won")
    return Text("certainly lost") if share == 0 else Text("certainly a draw")
