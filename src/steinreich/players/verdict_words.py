"""Verdicts in words for people, as the player whose turn it is sees them.

What is proven and what is estimated never look the same: a proven value names the outcome, an
estimated one is a number of per cent that is never 0 or 100.
"""

from steinreich.core.position import Position
from steinreich.players.player import Verdict
from steinreich.rules.contract import DRAW, LOST
from steinreich.rules.language import NO_WORDS, Words


def verdict_words(position: Position, verdict: Verdict) -> Words:
    """`wins by force in at most 3 turns (proven)`, or `about 62 % (estimated)`."""
    if verdict.is_proven:
        en, de = proven_words(position, verdict)
        return Words(f"{en} (proven)", f"{de} (bewiesen)")
    chance = (verdict.values[position.player] + 1) / 2
    shown = min(99, max(1, round(100 * chance)))  # only what is proven is certain
    return Words(f"about {shown} % (estimated)", f"etwa {shown} % (geschätzt)")


def proven_words(position: Position, verdict: Verdict) -> Words:
    """A certain outcome."""
    outcome = verdict.outcome
    if position.game.players == 1:
        return alone_words(verdict)
    if outcome == DRAW:
        return Words("draws by force", "erzwingt ein Remis")
    if outcome == position.player and verdict.turns == 1:
        return Words("wins this turn", "gewinnt in diesem Zug")
    if outcome == position.player:
        words = Words("wins by force", "gewinnt erzwungen")
    else:  # named, because the turns are the winner's
        winner = position.game.about.players[outcome]
        words = Words(f"{winner.en} wins by force", f"{winner.de} gewinnt erzwungen")
    return followed(words, within_turns(verdict))


def alone_words(verdict: Verdict) -> Words:
    """A certain outcome for somebody who plays alone: there is nobody to force anything."""
    if verdict.outcome == LOST:
        return Words("the goal cannot be reached any more", "das Ziel ist nicht mehr zu erreichen")
    return followed(Words("leads to the goal", "führt zum Ziel"), within_turns(verdict))


def within_turns(verdict: Verdict) -> Words:
    """How many turns the winner needs at most, if that is known."""
    if verdict.turns is None:
        return NO_WORDS
    if verdict.turns == 1:
        return Words(" in 1 turn", " in 1 Zug")
    most = verdict.turns
    return Words(f" in at most {most} turns", f" in höchstens {most} Zügen")


def followed(words: Words, more: Words) -> Words:
    """Words and what comes behind them."""
    return Words(words.en + more.en, words.de + more.de)
