"""What an action is worth and why it is played, in words for people."""

from steinreich.cli.outputs import bold, dim, paragraph
from steinreich.core.position import Position
from steinreich.players.player import Line
from steinreich.players.verdict_words import verdict_words

INDENT = 2


def hint(position: Position, line: Line, language: str) -> str:
    """An advised action, its value and the reasons for it."""
    action = line.actions[0]
    worth = verdict_words(position, line.verdict).within(language)
    return f"{bold(position.name(action))}: {worth}\n{why(position, action, language)}"


def why(position: Position, action: int, language: str, most: int = 4, indent: int = INDENT) -> str:
    """The reasons for an action, or against it."""
    from steinreich.explain import explain  # now: many games end without a question

    return dim(paragraph(explain(position, action, language, most), indent, " " * indent))
