"""A position as data for a picture: what stands where, what may be touched, what to say.

The renderings of this package and the browser draw from this alone; they hold no rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from steinreich.core.position import Position
from steinreich.rules.about import Board, Piece
from steinreich.rules.arguments import shown
from steinreich.rules.contract import DRAW, LOST
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Words
from steinreich.rules.vocabulary import Kind

AnnotationKind = Literal["solid", "dashed", "double", "dotted", "planned"]


class Annotation(NamedTuple):
    """What somebody has drawn on the board: an arrow between two cells, or a ring around one."""

    kind: AnnotationKind
    start: int
    end: int  # the same: a ring


class Drawing:
    """What can be drawn on a picture."""

    def on(self, board: Board) -> Annotation:
        """The same with the numbers of its cells; `BadArgument` where there is no such thing."""
        raise NotImplementedError


@dataclass(frozen=True)
class Arrow(Drawing):
    """An arrow on a picture, from one cell to another, which are given by name or number.

    >>> from steinreich import Arrow, load, svg
    >>> picture = svg(load("inner_square").start(), drawn=[Arrow("c2", "c5", "dashed")])
    """

    start: str | int  #: the name or number of a cell
    end: str | int  #: the same
    kind: AnnotationKind = "solid"  #: the kind of its line

    def on(self, board: Board) -> Annotation:
        """The arrow on a board."""
        start, end = cell_number(self.start, board), cell_number(self.end, board)
        return Annotation(checked_kind(self.kind), start, end)


@dataclass(frozen=True)
class Ring(Drawing):
    """A ring around a cell of a picture, which is given by name or number.

    >>> from steinreich import Ring, load, svg
    >>> picture = svg(load("vier3d").start(), drawn=[Ring("a1.1"), Ring("d4.1", "dotted")])
    """

    cell: str | int  #: its name or number
    kind: AnnotationKind = "solid"  #: the kind of its line

    def on(self, board: Board) -> Annotation:
        """The ring on a board."""
        cell = cell_number(self.cell, board)
        return Annotation(checked_kind(self.kind), cell, cell)


def checked_kind(kind: AnnotationKind) -> AnnotationKind:
    """The kind of a line, if there is such a kind."""
    if kind not in get_args(AnnotationKind):
        kinds = ", ".join(get_args(AnnotationKind))
        raise BadArgument(
            Words(
                f"{shown(kind)} is not a kind of line; choose from {kinds}",
                f"{shown(kind)} ist keine Art von Linie; möglich sind {kinds}",
            )
        )
    return kind


def cell_number(cell: str | int, board: Board) -> int:
    """The number of a cell that is given by name or number."""
    names = board.names(range(len(board.cells)))
    if isinstance(cell, str) and cell in names:
        return names.index(cell)
    if isinstance(cell, int) and not isinstance(cell, bool) and 0 <= cell < len(names):
        return cell
    raise BadArgument(
        Words(
            f"there is no cell {shown(cell)}; the board has {names[0]} to {names[-1]}",
            f"ein Feld {shown(cell)} gibt es nicht; das Brett hat {names[0]} bis {names[-1]}",
        )
    )


class Picture(NamedTuple):
    """What a picture shows of a position.  Cells are indexes into `board.cells`."""

    title: Words  # the game
    caption: Words  # whose turn and what is due, or the result; a second line says the rest
    board: Board
    pieces: tuple[Piece, ...]
    targets: Mapping[str, tuple[int, ...]]  # by legal action: its cells, in order
    last_action: str  # its name, or "" where unknown
    last_kind: Kind | None  # of which kind it was
    last: tuple[int, ...]  # its cells, in order
    lit: tuple[tuple[int, ...], ...]  # the winner's lines, on boards flat or high
    over: bool
    drawn: tuple[Annotation, ...] = ()  # on top of it

    @property
    def taken(self) -> Mapping[int, Piece]:
        """The piece on each occupied cell."""
        return {piece.cell: piece for piece in self.pieces}


def picture(position: Position) -> Picture:
    """The picture of a position."""
    actions, last = position.named(), position.last_action
    return Picture(
        title=position.game.about.title,
        caption=caption(position),
        board=position.game.board,
        pieces=tuple(position.pieces()),
        targets={
            name: position.game.definition.described(position.state, actions[name]).cells
            for name in sorted(actions)
        },
        last_action=position.last or "",
        last_kind=last.kind if last else None,
        last=last.cells if last else (),
        lit=tuple(tuple(line) for line in position.winning),
        over=position.is_over,
    )


# Words


def check_language(language: str) -> None:
    """Refuse a language that pictures do not speak."""
    if language not in Words._fields:
        languages = ", ".join(Words._fields)
        raise BadArgument(
            Words(
                f"{shown(language)} is not a language; choose from {languages}",
                f"{shown(language)} ist keine Sprache; möglich sind {languages}",
            )
        )


def caption(position: Position) -> Words:
    """The turn or the result, and on a second line what the board does not show."""
    turn = ended(position) if position.is_over else turn_due(position)
    info = position.info
    return Words(*("\n".join(filter(None, lines)) for lines in zip(turn, info, strict=True)))


def turn_due(position: Position) -> Words:
    """`Red: put a ball on a rod`; who plays alone is not named."""
    due = position.due
    if position.game.players == 1:
        return Words(*(text[:1].upper() + text[1:] for text in due))
    player = position.game.about.players[position.player]
    return Words(*(f"{name}: {text}" for name, text in zip(player, due, strict=True)))


def result(position: Position) -> Words:
    """How the game ended: `Red wins`, `Draw`; success or failure of who plays alone."""
    outcome = position.outcome
    if outcome == DRAW:
        return Words("Draw", "Remis")
    if outcome == LOST:
        return Words("Not solved", "Nicht gelöst")
    if position.game.players == 1:
        return Words("Solved", "Gelöst")
    winner = position.game.about.players[outcome]
    return Words(f"{winner.en} wins", f"{winner.de} gewinnt")


def ended(position: Position) -> Words:
    """How the game ended and why: `Red wins: Red has completed a four`."""
    how, end = result(position), position.ending
    if end is None:
        return how
    return Words(f"{how.en}: {end.reason.en}", f"{how.de}: {end.reason.de}")


# Data


def as_data(picture: Picture) -> dict[str, Any]:
    """The picture as JSON-ready data.

    title, caption   texts as {"en": ..., "de": ...}; a line break parts turn and further facts
    squares          true: cells are squares of side 1; false: points joined by lines
    cells            [{"name", "x", "y"}], x to the right and y upward; others refer by index
    lines            [[x, y, x, y]] to draw on boards of points
    marked           indexes of cells that matter to the rules
    labels           [{"text", "x", "y"}] beside the board
    scene            [[x, y, z]] of each cell on boards with height, z upward; else empty
    pillars          [{"name", "cells"}] in which pieces drop, cells from the bottom up; else empty
    pieces           [{"cell", "colour", "mark", "letter", "height", "joined", "owner"}]; `joined`
                     is the cell of the other half of a tile, `owner` a player's number; or null
    targets          {action: [its cells, in order]}, for every legal action
    last_action      the name of the action that led here, or ""
    last_kind        of which kind it was: place, tile, move, capture, stack, take, pass; or null
    last             its cells, in order
    lit              the winner's lines, each a list of cells in order; empty where lines do not win
    over             whether the game has ended
    """
    board = picture.board
    return {
        "title": picture.title._asdict(),
        "caption": picture.caption._asdict(),
        "squares": board.squares,
        "cells": [cell._asdict() for cell in board.cells],
        "lines": [list(line) for line in board.lines],
        "marked": list(board.marked),
        "labels": [{"text": text, "x": x, "y": y} for text, x, y in board.labels],
        "scene": [list(point) for point in board.scene],
        "pillars": [{"name": name, "cells": list(cells)} for name, cells in board.pillars],
        "pieces": [piece._asdict() for piece in picture.pieces],
        "targets": {action: list(cells) for action, cells in picture.targets.items()},
        "last_action": picture.last_action,
        "last_kind": picture.last_kind,
        "last": list(picture.last),
        "lit": [list(line) for line in picture.lit],
        "over": picture.over,
    }
