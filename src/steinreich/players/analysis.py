"""What a player thinks of a position, in names and words: opinions as people read them."""

from dataclasses import dataclass
from functools import cached_property

from steinreich.core.position import Position
from steinreich.draw.html import beside, paragraph, table
from steinreich.draw.picture import AnnotationKind, Arrow, Drawing, Ring
from steinreich.explain import explain
from steinreich.players.player import Line, Opinion, Verdict
from steinreich.players.verdict_words import verdict_words
from steinreich.rules.language import Words


@dataclass(frozen=True, repr=False)
class AnalysedLine:
    """A move, how the game would go on after it, and what that is worth to who plays it.

    >>> from steinreich import Engine, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> line = Engine("vier3d").analyse(position, nodes=100).lines[0]
    >>> line.moves, line.score, line.is_proven, line.words.en
    (('a1',), 1.0, True, 'wins this turn (proven)')
    >>> line.why.en
    'a1 completes the four a1.1-a1.2-a1.3-a1.4 and wins.'
    """

    position: Position  #: before its first move
    line: Line  #: the same in numbers

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The names of the moves; the first is the one to play."""
        return self.line.moves(self.position)

    @property
    def score(self) -> float:
        """What the line is worth to the player whose turn it is, from -1 (lost) to 1 (won)."""
        return self.line.verdict.values[self.position.player]

    @property
    def is_proven(self) -> bool:
        """Whether the outcome is certain; otherwise the score is an estimate."""
        return self.line.verdict.is_proven

    @property
    def words(self) -> Words:
        """What the line is worth, in words, with *proven* or *estimated*."""
        return verdict_words(self.position, self.line.verdict)

    @cached_property
    def why(self) -> Words:
        """The reasons for the first move, or against it."""
        first = self.line.actions[0]
        return Words(explain(self.position, first, "en"), explain(self.position, first, "de"))

    def __str__(self) -> str:
        return f"{' '.join(self.moves)}: {self.words.en}"

    def __repr__(self) -> str:
        return f"<AnalysedLine {self}>"


@dataclass(frozen=True, repr=False)
class Analysis:
    """What a player thinks of a position, the best line first.

    >>> from steinreich import Engine, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> analysis = Engine("vier3d").analyse(position, lines=2, nodes=100)
    >>> analysis.best, analysis.is_proven, len(analysis.lines)
    ('a1', True, 2)
    >>> print(analysis.lines[0])
    a1: wins this turn (proven)
    """

    position: Position  #: that was analysed
    lines: tuple[AnalysedLine, ...]  #: the best first
    nodes: int  #: positions looked at, or simulations
    depth: int  #: actions ahead, where the search counts them
    seconds: float  #: of thinking
    verdict: Verdict  #: of the position, in numbers

    @property
    def best(self) -> str:
        """The name of the action to play."""
        return self.lines[0].moves[0]

    @property
    def score(self) -> float:
        """What the position is worth to the player whose turn it is, from -1 to 1."""
        return self.verdict.values[self.position.player]

    @property
    def is_proven(self) -> bool:
        """Whether the outcome is certain; otherwise the score is an estimate."""
        return self.verdict.is_proven

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))

    def _repr_html_(self) -> str:
        """In a notebook: the board with an arrow for each line's first move, and the lines."""
        kinds: tuple[AnnotationKind, ...] = ("solid", "dashed", "dotted")
        firsts = zip(self.lines, kinds, strict=False)
        drawn = [marked(self.position, line.moves[0], kind) for line, kind in firsts]
        rows = ((" ".join(line.moves), line.words.en) for line in self.lines)
        why = paragraph(self.lines[0].why.en)
        return beside(self.position, table(("line", "worth"), rows), why, drawn=drawn)

    def __repr__(self) -> str:
        return f"<Analysis of {str(self.position)!r}: {'; '.join(map(str, self.lines))}>"


def marked(position: Position, move: str, kind: AnnotationKind) -> Drawing:
    """A move on the board: an arrow between its first and last cell, or a ring around its only
    one."""
    cells = position.described(move).cells
    return Arrow(cells[0], cells[-1], kind) if len(cells) > 1 else Ring(cells[0], kind)


def analysed(position: Position, opinion: Opinion) -> Analysis:
    """An opinion on a position in names and words."""
    return Analysis(
        position,
        tuple(AnalysedLine(position, line) for line in opinion.lines),
        opinion.nodes,
        opinion.depth,
        opinion.seconds,
        opinion.verdict,
    )
