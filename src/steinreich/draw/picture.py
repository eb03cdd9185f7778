"""Positions as data for pictures: board, pieces, legal targets, texts.

The renderers of this package and the browser client draw from these data, without rules. The text
description is for screen readers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from steinreich.core.position import Position
from steinreich.rules.about import Board, Piece
from steinreich.rules.arguments import format_value
from steinreich.rules.contract import DRAW, LOST
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import LANGUAGES, Joined, Text, with_capital
from steinreich.rules.vocabulary import Kind

AnnotationKind = Literal["solid", "dashed", "double", "dotted", "planned"]


class Annotation(NamedTuple):
    """A drawing on the board: an arrow between two cells, or a ring around one."""

    kind: AnnotationKind
    start: int
    end: int  # equal to `start` for a ring


class Drawing:
    """Base class of drawings on a picture."""

    def on(self, board: Board) -> Annotation:
        """Return the annotation on a board; raise `BadArgument` if it is invalid."""
        raise NotImplementedError


@dataclass(frozen=True)
class Arrow(Drawing):
    """An arrow on a picture from one cell to another, given by name or number.

    >>> from steinreich import Arrow, load, svg
    >>> picture = svg(load("inner_square").start(), drawn=[Arrow("c2", "c5", "dashed")])
    """

    start: str | int  #: the name or number of a cell
    end: str | int  #: the same
    kind: AnnotationKind = "solid"  #: the kind of its line

    def on(self, board: Board) -> Annotation:
        """Return the arrow on a board."""
        start, end = get_cell_number(self.start, board), get_cell_number(self.end, board)
        return Annotation(check_kind(self.kind), start, end)


@dataclass(frozen=True)
class Ring(Drawing):
    """A ring around a cell of a picture, given by name or number.

    >>> from steinreich import Ring, load, svg
    >>> picture = svg(load("vier3d").start(), drawn=[Ring("a1.1"), Ring("d4.1", "dotted")])
    """

    cell: str | int  #: its name or number
    kind: AnnotationKind = "solid"  #: the kind of its line

    def on(self, board: Board) -> Annotation:
        """Return the ring on a board."""
        cell = get_cell_number(self.cell, board)
        return Annotation(check_kind(self.kind), cell, cell)


def check_kind(kind: AnnotationKind) -> AnnotationKind:
    """Validate the kind of a line; raise `BadArgument` if it is unknown."""
    if kind not in get_args(AnnotationKind):
        kinds = ", ".join(get_args(AnnotationKind))
        raise BadArgument(
            Text(
                "{kind} is not a kind of line; choose from {kinds}",
                kind=format_value(kind),
                kinds=kinds,
            )
        )
    return kind


def get_cell_number(cell: str | int, board: Board) -> int:
    """Return the number of a cell given by name or number."""
    names = board.names(range(len(board.cells)))
    if isinstance(cell, str) and cell in names:
        return names.index(cell)
    if isinstance(cell, int) and not isinstance(cell, bool) and 0 <= cell < len(names):
        return cell
    raise BadArgument(
        Text(
            "there is no cell {cell}; the board has {names} to {names2}",
            cell=format_value(cell),
            names=names[0],
            names2=names[-1],
        )
    )


class Picture(NamedTuple):
    """The content of a picture of a position. Cells are indexes into `board.cells`."""

    title: Text  # the game
    caption: Text  # the turn or the result; counts on a second line
    board: Board
    pieces: tuple[Piece, ...]
    targets: Mapping[str, tuple[int, ...]]  # by name of a legal action: its cells, in order
    last_action: str  # its name, or "" where unknown
    last_kind: Kind | None  # its kind
    last: tuple[int, ...]  # its cells, in order
    winning_lines: tuple[tuple[int, ...], ...]  # the cells of each, in order
    over: bool
    drawn: tuple[Annotation, ...] = ()  # on top of it

    @property
    def pieces_by_cell(self) -> Mapping[int, Piece]:
        """The piece on each occupied cell."""
        return {piece.cell: piece for piece in self.pieces}


def picture(position: Position) -> Picture:
    """Return the picture of a position."""
    actions, last = position.actions_by_name(), position.last_action_description
    return Picture(
        title=position.game.about.title,
        caption=caption(position),
        board=position.game.board,
        pieces=tuple(position.pieces()),
        targets={
            name: position.game.definition.describe_action(position.state, actions[name]).cells
            for name in sorted(actions)
        },
        last_action=position.last_move or "",
        last_kind=last.kind if last else None,
        last=last.cells if last else (),
        winning_lines=tuple(tuple(line) for line in position.winning_lines),
        over=position.is_over,
    )


# Text


def check_language(language: str) -> None:
    """Raise an error for unsupported languages."""
    if language not in LANGUAGES:
        languages = ", ".join(LANGUAGES)
        raise BadArgument(
            Text(
                "{language} is not a language; choose from {languages}",
                language=format_value(language),
                languages=languages,
            )
        )


def caption(position: Position) -> Text:
    """Return the turn or the result, and on a second line counts that the board does not show."""
    turn = describe_end(position) if position.is_over else describe_turn(position)
    info = position.info
    return Joined("\n", filter(None, (turn, info)))


def describe_turn(position: Position) -> Text:
    """Return the turn: `Red: drop a ball on a rod`; without the player in solo games."""
    prompt = position.prompt
    if position.game.players == 1:
        return with_capital(prompt)
    player = position.game.about.players[position.player]
    return Text("{player}: {prompt}", player=player, prompt=prompt)


def result(position: Position) -> Text:
    """Return the result: `Red wins`, `Draw`; in solo games `Solved` or `Not solved`."""
    outcome = position.outcome
    if outcome == DRAW:
        return Text("Draw")
    if outcome == LOST:
        return Text("Not solved")
    if position.game.players == 1:
        return Text("Solved")
    winner = position.game.about.players[outcome]
    return Text("{winner} wins", winner=winner)


def describe_end(position: Position) -> Text:
    """Return the result with its reason: `Red wins: Red completed a four`."""
    result_text, ending = result(position), position.ending
    if ending is None:
        return result_text
    return Text("{how}: {reason}", how=result_text, reason=ending.reason)


# Data


def as_data(picture: Picture) -> dict[str, Any]:
    """Return the picture as JSON-serializable data.

    title, caption   texts by language, {"en": ..., ...}; further facts follow on a second line
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
        "title": picture.title.in_all_languages(),
        "caption": picture.caption.in_all_languages(),
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
        "lit": [list(line) for line in picture.winning_lines],
        "over": picture.over,
    }


# Description in words

COLOURS = {
    "white": Text("white"),
    "black": Text("black"),
    "red": Text("red"),
    "blue": Text("blue"),
    "yellow": Text("yellow"),
    "wood": Text("wooden"),
}
MARKS = {
    "plain": Text("plain"),
    "dot": Text("with a dot"),
    "ring": Text("with a ring"),
    "crown": Text("with a crown"),
    "holes": Text("with holes"),
}


def description(picture: Picture, language: str) -> str:
    """Return the caption, the last action, and the cells of each kind of piece."""
    sentences = picture.caption.in_language(language).split("\n")
    if picture.last_action:
        last = Text("Last action").in_language(language)
        sentences.append(f"{last}: {picture.last_action}")
    cells_by_kind: dict[str, list[str]] = {}
    for piece in picture.pieces:
        colour = translate_name(COLOURS, piece.colour, language)
        kind = f"{colour}, {translate_name(MARKS, piece.mark, language)}"
        height = f" ({piece.height})" if piece.height > 1 else ""
        cell_name = picture.board.cells[piece.cell].name + height
        cells_by_kind.setdefault(kind, []).append(cell_name)
    sentences += [f"{kind}: {', '.join(cells)}" for kind, cells in cells_by_kind.items()]
    return ". ".join(sentences) + "."


def translate_name(table: Mapping[str, Text], name: str, language: str) -> str:
    """Translate the name of a colour or mark; return it unchanged if it is unknown."""
    return table[name].in_language(language) if name in table else name
