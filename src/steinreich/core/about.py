"""What a game tells people: words in two languages, options, and the board as data.

Nothing here draws.  A game lists cells, lines and pieces; `draw` and the browser
make pictures of them without knowing any game.
"""

from collections.abc import Mapping
from typing import NamedTuple

Options = Mapping[str, str]  # the value of each option of a game


class Words(NamedTuple):
    """The same text in English and German."""

    en: str
    de: str

    def within(self, language: str) -> str:
        """The text in the language `en` or `de`."""
        return self.de if language == "de" else self.en


class Option(NamedTuple):
    """A choice the players make before the game; the first value is the default."""

    name: str
    values: tuple[str, ...]
    about: Words


class About(NamedTuple):
    """A game in words: what a list of games, a set-up page and a rules page show."""

    title: Words
    players: tuple[Words, ...]  # how each seat is called, at the largest table
    summary: Words  # one sentence
    rules: Words  # short rules, one paragraph a rule
    options: tuple[Option, ...] = ()
    credit: Words = Words("", "")


class Cell(NamedTuple):
    """A place on the board: its name and where it lies (x to the right, y upward)."""

    name: str
    x: float
    y: float


class Board(NamedTuple):
    """The empty board."""

    cells: tuple[Cell, ...]
    squares: bool  # cells are squares; otherwise points joined by lines
    lines: tuple[tuple[float, float, float, float], ...] = ()  # x, y to x, y
    marked: tuple[int, ...] = ()  # cells that matter to the rules
    labels: tuple[tuple[str, float, float], ...] = ()  # texts beside the board
    scene: tuple[tuple[int, int, int], ...] = ()  # x, y, z of each cell, on boards with height


class Piece(NamedTuple):
    """A piece on a cell.  Colour and mark go together, so that neither is needed alone."""

    cell: int
    colour: str  # white, black, red, blue, yellow, wood
    mark: str  # plain, dot, ring, crown, holes
    letter: str  # in texts
    height: int = 1
