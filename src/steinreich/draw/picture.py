"""A position as data for a picture: what stands where, what may be touched, what to say.

The renderings of this package and the browser draw from this alone; they hold no rule.
"""

import re
from collections.abc import Mapping, Set
from typing import Any, NamedTuple

from steinreich.core.position import Position
from steinreich.rules.about import Board, Piece
from steinreich.rules.contract import DRAW, LOST
from steinreich.rules.language import Words


class Picture(NamedTuple):
    """What a picture shows of a position.  Cells are indexes into `board.cells`."""

    title: Words  # the game
    caption: Words  # whose turn and what is due, or the result; a second line says the rest
    board: Board
    pieces: tuple[Piece, ...]
    targets: Mapping[str, tuple[int, ...]]  # by legal action: the cells it names, in order
    last_action: str  # its name, or "" where unknown
    last: tuple[int, ...]  # the cells it named, in order
    lit: tuple[tuple[int, ...], ...]  # the winner's lines, on boards flat or high
    over: bool

    @property
    def taken(self) -> Mapping[int, Piece]:
        """The piece on each occupied cell."""
        return {piece.cell: piece for piece in self.pieces}


def picture(position: Position) -> Picture:
    """The picture of a position."""
    board, pieces = position.game.board, tuple(position.pieces())
    taken = {piece.cell for piece in pieces}
    reader = CellReader(board)
    return Picture(
        title=position.game.about.title,
        caption=caption(position),
        board=board,
        pieces=pieces,
        targets={name: reader.before(name, taken) for name in position.legal_moves()},
        last_action=position.last or "",
        last=reader.after(position.last or "", taken),
        lit=tuple(tuple(line) for line in position.winning),
        over=position.is_over,
    )


class CellReader:
    """Finds the cells that an action's name speaks of."""

    def __init__(self, board: Board) -> None:
        self.spots: dict[str, list[int]] = {}  # cells from the bottom up, by the name in actions
        # Where pieces drop, actions name a rod or column, and `b3.1` is its lowest place.
        for index in sorted(range(len(board.cells)), key=lambda index: board.cells[index].name):
            self.spots.setdefault(board.cells[index].name.partition(".")[0], []).append(index)
        longest_first = sorted(self.spots, key=len, reverse=True)
        self.pattern = re.compile("|".join(map(re.escape, longest_first)))
        self.read: dict[str, list[list[int]]] = {}

    def before(self, action: str, taken: Set[int]) -> tuple[int, ...]:
        """The cells of an action not yet played: on a rod, the lowest empty place."""
        return tuple(
            next((cell for cell in cells if cell not in taken), cells[-1])
            for cells in self.named(action)
        )

    def after(self, action: str, taken: Set[int]) -> tuple[int, ...]:
        """The cells of an action just played: on a rod, the topmost piece."""
        return tuple(
            next((cell for cell in reversed(cells) if cell in taken), cells[0])
            for cells in self.named(action)
        )

    def named(self, action: str) -> list[list[int]]:
        """For each spot in the name, its cells; a name is read once."""
        if action not in self.read:
            self.read[action] = [self.spots[spot] for spot in self.pattern.findall(action)]
        return self.read[action]


# Words


def check_language(language: str) -> None:
    """Refuse a language that pictures do not speak."""
    if language not in Words._fields:
        raise ValueError(f"{language!r} is no language; there are {', '.join(Words._fields)}")


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
        return Words("Draw", "Unentschieden")
    if outcome == LOST:
        return Words("Not solved", "Nicht geschafft")
    if position.game.players == 1:
        return Words("Solved", "Geschafft")
    winner = position.game.about.players[outcome]
    return Words(f"{winner.en} wins", f"{winner.de} gewinnt")


def ended(position: Position) -> Words:
    """How the game ended and why: `Red wins: Red has completed a four`."""
    how, end = result(position), position.ending
    if end is None:
        return how
    why = end.named(position.game.about.players)
    return Words(f"{how.en}: {why.en}", f"{how.de}: {why.de}")


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
    pieces           [{"cell", "colour", "mark", "letter", "height", "joined"}]; `joined` is the
                     cell of the other half of a tile, or null
    targets          {action: [cells it names, in order]}, for every legal action
    last_action      the name of the action that led here, or ""
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
        "pieces": [piece._asdict() for piece in picture.pieces],
        "targets": {action: list(cells) for action, cells in picture.targets.items()},
        "last_action": picture.last_action,
        "last": list(picture.last),
        "lit": [list(line) for line in picture.lit],
        "over": picture.over,
    }
