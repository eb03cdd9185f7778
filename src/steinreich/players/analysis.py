"""Analyses: search results with names of moves, and with verdicts and reasons in words."""

from dataclasses import dataclass
from functools import cached_property

from steinreich.core.position import Position
from steinreich.draw.notebook import paragraph, table, with_picture
from steinreich.draw.picture import AnnotationKind, Arrow, Drawing, Ring
from steinreich.explain import explanation
from steinreich.players.verdict_words import describe_verdict
from steinreich.rules.language import Text
from steinreich.search.result import Line, SearchResult, Verdict


@dataclass(frozen=True, repr=False)
class AnalysedLine:
    """A line of an analysis, with its score for the player to move.

    >>> from steinreich import Engine, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> line = Engine("vier3d").analyse(position, nodes=100).lines[0]
    >>> line.moves, line.score, line.is_proven, str(line.words)
    (('a1',), 1.0, True, 'wins this turn (proven)')
    >>> str(line.why)
    'a1 completes the four a1.1-a1.2-a1.3-a1.4 and wins.'
    """

    position: Position  #: before its first move
    line: Line  #: the line with action numbers

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The names of the moves; the first is the one to play."""
        return self.line.moves(self.position)

    @property
    def score(self) -> float:
        """The value of the line for the player to move, from -1 (lost) to 1 (won)."""
        return self.line.verdict.values[self.position.player]

    @property
    def is_proven(self) -> bool:
        """True if the outcome is certain; otherwise the score is an estimate."""
        return self.line.verdict.is_proven

    @property
    def words(self) -> Text:
        """The verdict in words, with *proven* or *estimated*."""
        return describe_verdict(self.position, self.line.verdict)

    @cached_property
    def why(self) -> Text:
        """The reasons for the first move, or against it."""
        return explanation(self.position, self.line.actions[0])

    def __str__(self) -> str:
        return f"{' '.join(self.moves)}: {self.words!s}"

    def __repr__(self) -> str:
        return f"<AnalysedLine {self}>"


@dataclass(frozen=True, repr=False)
class Analysis:
    """The analysis of a position, the best line first.

    >>> from steinreich import Engine, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> analysis = Engine("vier3d").analyse(position, lines=2, nodes=100)
    >>> analysis.best, analysis.is_proven, len(analysis.lines)
    ('a1', True, 2)
    >>> print(analysis.lines[0])
    a1: wins this turn (proven)
    """

    position: Position  #: the analysed position
    lines: tuple[AnalysedLine, ...]  #: the best first
    nodes: int  #: visited positions, or simulations
    depth: int  #: in actions, if the search has a depth
    seconds: float  #: duration of the search
    verdict: Verdict  #: of the position, in numbers

    @property
    def best(self) -> str:
        """The name of the action to play."""
        return self.lines[0].moves[0]

    @property
    def score(self) -> float:
        """The value of the position for the player to move, from -1 to 1."""
        return self.verdict.values[self.position.player]

    @property
    def is_proven(self) -> bool:
        """True if the outcome is certain; otherwise the score is an estimate."""
        return self.verdict.is_proven

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))

    def _repr_html_(self) -> str:
        """In a notebook: the board with an arrow for each line's first move, and the lines."""
        kinds: tuple[AnnotationKind, ...] = ("solid", "dashed", "dotted")
        drawn = [
            annotate_move(self.position, line.moves[0], kind)
            for line, kind in zip(self.lines, kinds, strict=False)
        ]
        rows = ((" ".join(line.moves), str(line.words)) for line in self.lines)
        why = paragraph(str(self.lines[0].why))
        return with_picture(self.position, table(("line", "worth"), rows), why, drawn=drawn)

    def __repr__(self) -> str:
        return f"<Analysis of {str(self.position)!r}: {'; '.join(map(str, self.lines))}>"


def annotate_move(position: Position, move: str, kind: AnnotationKind) -> Drawing:
    """Return an annotation of a move: an arrow from its first to its last cell, or a ring."""
    cells = position.describe_action(move).cells
    return Arrow(cells[0], cells[-1], kind) if len(cells) > 1 else Ring(cells[0], kind)


def make_analysis(position: Position, result: SearchResult) -> Analysis:
    """Return a search result as an analysis."""
    return Analysis(
        position,
        tuple(AnalysedLine(position, line) for line in result.lines),
        result.nodes,
        result.depth,
        result.seconds,
        result.verdict,
    )
