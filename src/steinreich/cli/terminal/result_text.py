"""Results of searches as text, the same in every command and client of the terminal."""

from typing import NamedTuple

from steinreich.cli.language import Say
from steinreich.core.position import Position
from steinreich.players.verdict_words import verdict_words
from steinreich.search.result import SearchResult

SHOWN_ACTIONS = 8  # of a line
MAX_REASONS = 4
GERMAN_DIGITS = str.maketrans(",.", ".,")


class LineText(NamedTuple):
    """A line as text."""

    action: str  # its first action
    worth: str  # its verdict
    rest: str  # how the line goes on; empty if it does not
    reasons: str  # for its first action; empty if they are not asked for

    @property
    def headline(self) -> str:
        return f"{self.action}: {self.worth}"


def line_texts(
    position: Position, result: SearchResult, language: str, explained: int = 0
) -> list[LineText]:
    """Return the lines of a search result, the first `explained` of them with reasons."""
    texts = []
    for number, line in enumerate(result.lines):
        first, *rest = line.moves(position)[:SHOWN_ACTIONS]
        more = " …" if len(line.actions) > SHOWN_ACTIONS else ""
        worth = verdict_words(position, line.verdict).within(language)
        reasons = number < explained and reasons_text(position, line.actions[0], language)
        texts.append(LineText(first, worth, " ".join(rest) + more, reasons or ""))
    return texts


def reasons_text(position: Position, action: int, language: str, limit: int = MAX_REASONS) -> str:
    """Return the reasons for an action, or against it."""
    from steinreich.explain import explain  # now: many games end without a question

    return explain(position, action, language, limit)


def effort_text(result: SearchResult, say: Say, language: str) -> str:
    """Return what a search has cost: `depth 7, 12,345 positions, 0.3 s`."""
    nodes, seconds = f"{result.nodes:,}", f"{result.seconds:.1f}"
    if language == "de":
        nodes, seconds = nodes.translate(GERMAN_DIGITS), seconds.translate(GERMAN_DIGITS)
    nodes, seconds = f"{result.nodes:,}", f"{result.seconds:.1f}"
    if language == "de":
        nodes, seconds = nodes.translate(GERMAN_DIGITS), seconds.translate(GERMAN_DIGITS)
    text = say("depth {}, {} positions, {} s")
    return text.format(result.depth, nodes, seconds)
