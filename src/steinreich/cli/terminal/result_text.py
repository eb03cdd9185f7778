"""Search results as text, used by all commands and terminal clients."""

from typing import NamedTuple

from steinreich.cli.language import Translator
from steinreich.core.position import Position
from steinreich.players.verdict_words import describe_verdict
from steinreich.search.result import SearchResult

MAX_SHOWN_ACTIONS = 8  # of a line
MAX_REASONS = 4
GERMAN_SEPARATORS = str.maketrans(",.", ".,")


class LineText(NamedTuple):
    """A line as text."""

    action: str  # name of the first action
    verdict: str
    rest: str  # the following actions; may be empty
    reasons: str  # for or against the first action; empty if not requested

    @property
    def headline(self) -> str:
        return f"{self.action}: {self.verdict}"


def describe_lines(
    position: Position, result: SearchResult, language: str, lines_with_reasons: int = 0
) -> list[LineText]:
    """Return the lines of a search result, the first `lines_with_reasons` of them with reasons."""
    texts = []
    for number, line in enumerate(result.lines):
        first, *rest = line.moves(position)[:MAX_SHOWN_ACTIONS]
        more = " …" if len(line.actions) > MAX_SHOWN_ACTIONS else ""
        verdict = describe_verdict(position, line.verdict).in_language(language)
        reasons = number < lines_with_reasons and describe_reasons(
            position, line.actions[0], language
        )
        texts.append(LineText(first, verdict, " ".join(rest) + more, reasons or ""))
    return texts


def describe_reasons(
    position: Position, action: int, language: str, limit: int = MAX_REASONS
) -> str:
    """Return the reasons for or against an action."""
    from steinreich.explain import explain  # lazy: rarely needed in a game

    return explain(position, action, language, limit)


def describe_effort(result: SearchResult, translate: Translator, language: str) -> str:
    """Return the depth, nodes and time of a search: `depth 7, 12,345 positions, 0.3 s`."""
    nodes, seconds = f"{result.nodes:,}", f"{result.seconds:.1f}"
    if language == "de":
        nodes, seconds = nodes.translate(GERMAN_SEPARATORS), seconds.translate(GERMAN_SEPARATORS)
    text = translate("depth {}, {} positions, {} s")
    return text.format(result.depth, nodes, seconds)
