"""What an action is worth and why it is played, in words for people.

What is proven and what is estimated never look the same: a proven value names the outcome, an
estimated one is a number of per cent that is never 0 or 100.
"""

from steinreich.cli.outputs import bold, dim, paragraph
from steinreich.cli.spoken_language import Say
from steinreich.core.position import Position
from steinreich.players.player import Line, Verdict
from steinreich.rules.contract import DRAW, LOST

INDENT = 2


def hint(position: Position, line: Line, say: Say, language: str) -> str:
    """An advised action, its value and the reasons for it."""
    action = line.actions[0]
    worth = value_words(position, line.verdict, say, language)
    return f"{bold(position.name(action))}: {worth}\n{why(position, action, language)}"


def why(position: Position, action: int, language: str, most: int = 4, indent: int = INDENT) -> str:
    """The reasons for an action, or against it."""
    from steinreich.explain import explain  # now: many games end without a question

    return dim(paragraph(explain(position, action, language, most), indent, " " * indent))


def value_words(position: Position, verdict: Verdict, say: Say, language: str) -> str:
    """What a verdict means to the player whose turn it is."""
    if not verdict.is_proven:
        chance = (verdict.values[position.player] + 1) / 2
        shown = min(99, max(1, round(100 * chance)))  # only what is proven is certain
        return say("about {} % (estimated)", "etwa {} % (geschätzt)").format(shown)
    return f"{proven_words(position, verdict, say, language)} ({say('proven', 'bewiesen')})"


def proven_words(position: Position, verdict: Verdict, say: Say, language: str) -> str:
    """A certain outcome, as the player whose turn it is sees it."""
    outcome, players = verdict.outcome, position.game.players
    if players == 1:
        return alone_words(verdict, say)
    if outcome == DRAW:
        return say("draws by force", "spielt erzwungen unentschieden")
    if outcome == position.player and verdict.actions == 1:
        return say("wins at once", "gewinnt sofort")
    if outcome == position.player:
        words = say("wins by force", "gewinnt erzwungen")
    elif players == 2:
        words = say("loses by force", "verliert erzwungen")
    else:
        winner = position.game.about.players[outcome].within(language)
        words = say("{} wins by force", "{} gewinnt erzwungen").format(winner)
    return words + within_actions(verdict, say)


def alone_words(verdict: Verdict, say: Say) -> str:
    """A certain outcome for somebody who plays alone: there is nobody to force anything."""
    if verdict.outcome == LOST:
        return say("the goal cannot be reached any more", "das Ziel ist nicht mehr zu erreichen")
    return say("leads to the goal", "führt zum Ziel") + within_actions(verdict, say)


def within_actions(verdict: Verdict, say: Say) -> str:
    """How many actions it takes at most, if that is known; fewer than one it cannot be."""
    if verdict.actions is None:
        return ""
    if verdict.actions == 1:
        return say(" in 1 action", " in 1 Aktion")
    words = say(" in at most {} actions", " in höchstens {} Aktionen")
    return words.format(verdict.actions)
