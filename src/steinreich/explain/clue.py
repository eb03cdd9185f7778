"""What to look for in a position, told without the action: the first step of a hint."""

from steinreich.core.position import Position
from steinreich.explain import ranked_reasons
from steinreich.explain.reason import Kind
from steinreich.rules.language import Words

CLUES = {
    Kind.ENDS: Words("You can win at once.", "Du kannst sofort gewinnen."),
    Kind.PREPARES: Words("You can win in this turn.", "Du kannst in diesem Zug gewinnen."),
    Kind.ONLY: Words(
        "All moves but one lose at once.", "Alle Züge bis auf einen verlieren sofort."
    ),
    Kind.SAVES: Words(
        "Your opponent threatens to win. Prevent it.",
        "Dein Gegner droht zu gewinnen. Verhindere das.",
    ),
    Kind.BLUNDER: Words(
        "Your opponent threatens to win. Make it as hard as you can.",
        "Dein Gegner droht zu gewinnen. Mach es ihm so schwer wie möglich.",
    ),
    Kind.FORCES: Words(
        "You can force a win with your next turn.",
        "Du kannst den Sieg im nächsten Zug erzwingen.",
    ),
    Kind.THREAT: Words("You can threaten to win.", "Du kannst drohen zu gewinnen."),
    Kind.GAIN: Words(
        "Look for a move that gains something.", "Suche einen Zug, der etwas einbringt."
    ),
}
ONLY_LEGAL = Words("Only one move is possible.", "Nur ein Zug ist möglich.")
QUIET = Words(
    "Look for a quiet move that improves your position.",
    "Suche einen ruhigen Zug, der deine Stellung verbessert.",
)


def clue(position: Position, action: int) -> Words:
    """Return what to look for where a legal action is the best one."""
    if len(position.actions()) == 1:
        return ONLY_LEGAL
    kinds = {reason.kind for reason in ranked_reasons(position, action)}
    return next((words for kind, words in CLUES.items() if kind in kinds), QUIET)
