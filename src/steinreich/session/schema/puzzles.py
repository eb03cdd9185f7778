"""Puzzles as clients see them: plain data, like what `protocol` declares."""

from typing import Literal, TypeAlias

from steinreich.session.schema.limits import TypedDict
from steinreich.session.schema.protocol import Board, Words

Goal: TypeAlias = Literal["win", "save", "hold"]


class Puzzle(TypedDict):
    """A position in which one action, and no other, reaches the goal."""

    id: str  # the same for ever
    game: str  # its id, with options
    position: str
    goal: Goal
    turns: int  # the solver's own, where he wins; otherwise those the opponent needs after others
    task: Words  # what is asked of the solver
    theme: str  # to be told when it is solved: before, it would be a hint
    rating: int  # how hard it is
    # All lines to the goal: names with blanks between, the opponents' replies in brackets.  Lines
    # that begin alike part where the solver has several good actions; replies are the same in all.
    solution: list[str]


class Puzzles(TypedDict):
    """GET /api/games/vier3d/puzzles"""

    boards: dict[str, Board]  # by the id of the game, with options
    themes: dict[str, Words]  # by name, those that occur
    puzzles: list[Puzzle]  # the easy ones first


class PuzzleCounts(TypedDict):
    """GET /api/puzzles"""

    games: dict[str, int]  # how many puzzles each has, by name; those that have none are missing


class Refutation(TypedDict):
    """GET /api/games/vier3d/puzzles/0a1b2c3d4e/refutation?place=0&action=b3"""

    actions: list[str]  # that follow the wrong one, to the end of the opponent's turn
    why: Words  # it is wrong
