"""The moments that decided a game, in words."""

from collections.abc import Sequence

from steinreich.rules.language import Words
from steinreich.session.schema.study import EvaluatedAction, Moment, Verdict
from steinreich.session.study.marks import BLUNDER, expected

MOST_MOMENTS = 3
MISTAKES = ("?!", "?", "??")
CLEAR = 0.6  # of what can be won beyond a fair share, or lost of it: then it is clear


def moments(actions: Sequence[EvaluatedAction], players: Sequence[Words]) -> list[Moment]:
    """The largest losses, in the order of the game: none where nobody lost anything."""
    costly = [one for one in actions if one["mark"] in MISTAKES]
    largest = sorted(costly, key=lambda one: -one["loss"])[:MOST_MOMENTS]
    return [moment(one, players) for one in sorted(largest, key=lambda one: one["at"])]


def moment(action: EvaluatedAction, players: Sequence[Words]) -> Moment:
    """What happened, what it was before and after, and what would have been better."""
    seat, best = action["seat"], action["best"]
    who, alone = players[seat], len(action["before"]["values"]) == 1
    before, after = (standing(action[when], seat, alone) for when in ("before", "after"))
    played, better = action["action"], best["action"] if best else ""
    en = f"{who.en}: {played}" + (f" instead of {better}" if better else "")
    de = f"{who.de}: {played}" + (f" statt {better}" if better else "")
    text = Words(
        f"{en}. Before: {before.en}; after: {after.en}.",
        f"{de}. Vorher: {before.de}; danach: {after.de}.",
    )
    return {"at": action["at"], "text": {"en": text.en, "de": text.de}}


def standing(verdict: Verdict, seat: int, alone: bool) -> Words:
    """How a seat stands, in a few words, beside a fair share of what can be won."""
    hope = expected(verdict, seat)
    if verdict["certainty"] == "proven":
        return proven_standing(hope, alone)
    fair = 1 / max(2, len(verdict["values"]))
    if hope >= fair + CLEAR * (1 - fair):
        return Words("clearly better", "klar besser")
    if hope >= fair + BLUNDER / 2:
        return Words("better", "besser")
    if hope > fair - BLUNDER / 2:
        return Words("even", "ausgeglichen")
    if hope > fair - CLEAR * fair:
        return Words("worse", "schlechter")
    return Words("clearly worse", "klar schlechter")


def proven_standing(hope: float, alone: bool) -> Words:
    """How a seat stands for certain."""
    if alone:
        if hope == 1:
            return Words("certainly solvable", "sicher lösbar")
        return Words("certainly not solvable any more", "sicher nicht mehr lösbar")
    if hope == 1:
        return Words("certainly won", "sicher gewonnen")
    return (
        Words("certainly lost", "sicher verloren")
        if hope == 0
        else Words("certainly a draw", "sicher remis")
    )
