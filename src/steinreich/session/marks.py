"""The cost of each action of a game, its mark, and the key moments of the game.

A verdict has a value for each seat, from -1 (lost) to 1 (won).  The *expected result* is
(1 + value) / 2: from 0 for a lost game to 1 for a won one.  The loss of an action is the expected
result of its player before it, less that after it.  The bounds are those of Lichess:

    ?!  inaccuracy   a loss of 0.05 or more
    ?   mistake      a loss of 0.10 or more
    ??  blunder      a loss of 0.15 or more
    !   only move    the best action, if the second best would be a blunder and the expected
                     result after the best is more than 0.15

Estimates err, so the loss in one search is not enough for a mark; it makes the action *suspect*.  A
second search with ten times the nodes then compares the position after it with the one after the
best action.  The smaller of the two losses determines the mark; if it is less than
`CLEAR_BLUNDER_LOSS`, a blunder is marked as a mistake only.

Proven verdicts take precedence:

    proven before and after   the difference is the loss, without a second search
    before a proven loss      no mark: nothing can be lost any more
    before a proven draw      a mark only if the position after the action is proven lost
    before a proven win       a second search, but only after the action: the best one wins
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from steinreich.rules.language import NO_TEXT, Text
from steinreich.search.result import Verdict
from steinreich.session.schema.protocol import LineAction
from steinreich.session.schema.study import KeyMoment, MarkSign

INACCURACY_LOSS, MISTAKE_LOSS, BLUNDER_LOSS = 0.05, 0.10, 0.15  # of the expected result
CLEAR_BLUNDER_LOSS = 0.30  # the minimum loss of a blunder, in both searches
ROUNDING_TOLERANCE = 1e-6

MARK_WORDS: dict[MarkSign, Text] = {
    "": NO_TEXT,
    "!": Text("only move"),
    "?!": Text("inaccuracy"),
    "?": Text("mistake"),
    "??": Text("blunder"),
}


class Cost(NamedTuple):
    """The loss that an action caused, with its mark."""

    loss: float  # of the expected result
    mark: MarkSign


class MarkedAction(NamedTuple):
    """An action of a game, the verdicts before and after it, and its cost."""

    at: int  # actions played before it
    seat: int
    action: str  # its name
    before: Verdict  # of the position in which it was played
    after: Verdict  # of the position to which it led
    cost: Cost
    best: LineAction | None  # a better action, if one is known


def get_expected_result(verdict: Verdict, seat: int) -> float:
    """Return the expected result of a seat: 0 lost, 1 won."""
    return (verdict.values[seat] + 1) / 2


def get_loss(before: Verdict, after: Verdict, seat: int) -> float:
    """Return by how much the expected result of a seat fell; 0 if it did not."""
    return max(0.0, get_expected_result(before, seat) - get_expected_result(after, seat))


def is_suspect(loss: float) -> bool:
    """Return whether a loss is worth a second search."""
    return loss + ROUNDING_TOLERANCE >= INACCURACY_LOSS


def has_something_to_lose(before: Verdict, seat: int) -> bool:
    """Return whether a seat has anything to lose: its position is not proven lost."""
    return not (before.is_proven and get_expected_result(before, seat) == 0)


def get_proven_cost(before: Verdict, after: Verdict, seat: int) -> Cost:
    """Return the cost of an action between two proven verdicts."""
    loss = get_loss(before, after, seat)
    return Cost(loss, get_mark(loss))


def get_confirmed_cost(
    before: Verdict, first_loss: float, best: Verdict, played: Verdict, seat: int
) -> Cost:
    """Return the cost of a suspect action.

    `first_loss` is its loss in the first search.  `best` and `played` are verdicts of the second
    search, on the positions after the best action and after the suspect one.
    """
    loss = min(first_loss, get_loss(best, played, seat))
    is_draw = before.is_proven and get_expected_result(before, seat) < 1
    if is_draw and not (played.is_proven and get_expected_result(played, seat) == 0):
        return Cost(0.0, "")
    mark = get_mark(loss)
    return Cost(
        loss, "?" if mark == "??" and loss + ROUNDING_TOLERANCE < CLEAR_BLUNDER_LOSS else mark
    )


def get_mark(loss: float) -> MarkSign:
    """Return the mark of an action by its loss; empty for a small loss."""
    bounds: list[tuple[float, MarkSign]] = [
        (BLUNDER_LOSS, "??"),
        (MISTAKE_LOSS, "?"),
        (INACCURACY_LOSS, "?!"),
    ]
    return next((sign for bound, sign in bounds if loss + ROUNDING_TOLERANCE >= bound), "")


def is_only_move(best: Verdict, second: Verdict, seat: int) -> bool:
    """Return whether the second best action would be a blunder, and the best is not lost."""
    best_result, second_result = get_expected_result(best, seat), get_expected_result(second, seat)
    return best_result > BLUNDER_LOSS and get_mark(best_result - second_result) == "??"


# Key moments


MAX_KEY_MOMENTS = 3
MISTAKE_MARKS = ("?!", "?", "??")
CLEAR_ADVANTAGE = 0.6  # as a share of the distance from an equal result to a win or a loss
EVEN_MARGIN = BLUNDER_LOSS / 2  # the difference from an equal result up to which a game is even


def find_key_moments(actions: Sequence[MarkedAction], players: Sequence[Text]) -> list[KeyMoment]:
    """Return the actions with the largest losses of a game, in the order in which they were played.

    Only actions that are marked as inaccuracies, mistakes or blunders are included.
    """
    mistakes = [action for action in actions if action.cost.mark in MISTAKE_MARKS]
    largest = sorted(mistakes, key=lambda action: -action.cost.loss)[:MAX_KEY_MOMENTS]
    return [describe_moment(action, players) for action in sorted(largest, key=attrgetter("at"))]


def describe_moment(action: MarkedAction, players: Sequence[Text]) -> KeyMoment:
    """Describe an action: the standing before and after it, and the better action if known."""
    seat, best = action.seat, action.best
    player, is_single_player = players[seat], len(action.before.values) == 1
    before = describe_standing(action.before, seat, is_single_player)
    after = describe_standing(action.after, seat, is_single_player)
    played, better = action.action, best["action"] if best else ""
    text = Text("{player}: {played}. Before: {before}; after: {after}.")
    if better:
        text = Text("{player}: {played} instead of {better}. Before: {before}; after: {after}.")
    text = text.with_values(player=player, played=played, better=better, before=before, after=after)
    return {"at": action.at, "text": text}


def describe_standing(verdict: Verdict, seat: int, is_single_player: bool) -> Text:
    """Describe the standing of a seat, relative to a result that is equal for all."""
    result = get_expected_result(verdict, seat)
    if verdict.is_proven:
        return describe_proven_standing(result, is_single_player)
    # The expected result if all players have equal chances; alone: a win as likely as a loss
    equal = 1 / max(2, len(verdict.values))
    if result >= equal + CLEAR_ADVANTAGE * (1 - equal):
        return Text("clearly better")
    if result >= equal + EVEN_MARGIN:
        return Text("better")
    if result > equal - EVEN_MARGIN:
        return Text("even")
    if result > equal - CLEAR_ADVANTAGE * equal:
        return Text("worse")
    return Text("clearly worse")


def describe_proven_standing(result: float, is_single_player: bool) -> Text:
    """Describe a proven standing."""
    if is_single_player:
        if result == 1:
            return Text("certainly solvable")
        return Text("certainly not solvable any more")
    if result == 1:
        return Text("certainly won")
    return Text("certainly lost") if result == 0 else Text("certainly a draw")
