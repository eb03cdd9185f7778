"""Verdicts in words, from the view of the player to move.

Proven and estimated verdicts look different: a proven one names the outcome, an estimated one is a
percentage from 1 to 99.
"""

from steinreich.core.position import Position
from steinreich.rules.contract import DRAW, LOST
from steinreich.rules.language import Plural, Text
from steinreich.search.result import Verdict


def describe_verdict(position: Position, verdict: Verdict) -> Text:
    """Return a verdict: `wins by force in 3 turns (proven)` or `about 62 % (estimated)`."""
    if verdict.is_proven:
        return Text("{outcome} (proven)", outcome=describe_proven_verdict(position, verdict))
    chance = (verdict.values[position.player] + 1) / 2
    shown = min(99, max(1, round(100 * chance)))  # 0 % and 100 % would look like proven verdicts
    return Text("about {shown} % (estimated)", shown=shown)


def describe_proven_verdict(position: Position, verdict: Verdict) -> Text:
    """Return a proven verdict in words."""
    outcome = verdict.outcome
    if position.game.players == 1:
        return describe_solo_verdict(verdict)
    if outcome == DRAW:
        return Text("draws by force")
    if outcome == position.player and verdict.turns == 1:
        return Text("wins this turn")
    if outcome == position.player:
        if verdict.turns is None:
            return Text("wins by force")
        return Text("wins by force in at most {turns} turns", turns=verdict.turns)
    winner = position.game.about.players[outcome]  # is named because the turns are the winner's
    if verdict.turns is None:
        return Text("{winner} wins by force", winner=winner)
    return Plural(
        "{winner} wins by force in {n} turn",
        "{winner} wins by force in at most {n} turns",
        verdict.turns,
        winner=winner,
    )


def describe_solo_verdict(verdict: Verdict) -> Text:
    """Return a verdict on a game for one player in words."""
    if verdict.outcome == LOST:
        return Text("the goal cannot be reached any more")
    if verdict.turns is None:
        return Text("leads to the goal")
    return Plural(
        "leads to the goal in {n} turn", "leads to the goal in at most {n} turns", verdict.turns
    )
