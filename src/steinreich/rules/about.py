"""Data that describe a game: texts, options, the board and what happens on it.

Nothing here draws. A game lists cells, lines and pieces; `draw` and the browser make pictures of
them without knowing any game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from steinreich.rules.language import NO_WORDS, Joined, Text, Verbatim
from steinreich.rules.vocabulary import Colour, Kind, Mark

Options = Mapping[str, str]  # the value of each option of a game


@dataclass(frozen=True)
class Option:
    """A setting of a game, chosen before it begins; the first value is the default.

    Users see its title and the labels of its values; both default to their names. In lists each
    value is described by a phrase ("without diagonals"), which may be empty.
    """

    name: str
    values: tuple[str, ...]
    about: Text  # one sentence
    title: Text = NO_WORDS
    labels: tuple[Text, ...] = ()  # one for each value
    phrases: tuple[Text, ...] = ()  # one for each value
    # Required values of other options; without them the option has no effect.
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        title = self.title or Verbatim(self.name)
        labels = self.labels or tuple(Verbatim(value) for value in self.values)
        said = tuple(Text("{title}: {one}", title=title, one=one) for one in labels)
        phrases = self.phrases or (NO_WORDS, *said[1:])
        for given in (labels, phrases):
            if len(given) != len(self.values):
                count = len(self.values)
                raise ValueError(f"option {self.name} has {count} values, not {len(given)}")
        object.__setattr__(self, "title", title)
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "phrases", phrases)

    def matters(self, chosen: Options) -> bool:
        """Return whether the option has an effect with these values of the other options."""
        return all(chosen[other] in values for other, values in self.where.items())


def variant(options: tuple[Option, ...], chosen: Options) -> Text:
    """Return the options as text: "8 × 8, without diagonals"; may be empty."""
    phrases = [
        option.phrases[option.values.index(chosen[option.name])]
        for option in options
        if option.matters(chosen)
    ]
    return Joined(", ", filter(None, phrases))


class Look(NamedTuple):
    """The look of a piece. Either colour or mark alone is enough to tell pieces apart."""

    colour: Colour
    mark: Mark


class About(NamedTuple):
    """The texts about a game: for lists of games, set-up pages and rules pages."""

    title: Text
    players: tuple[Text, ...]  # names of the players, for the largest number of them
    summary: Text  # one sentence
    rules: Text  # complete rules, written as `rules.rulebook` tells
    options: tuple[Option, ...] = ()
    credit: Text = NO_WORDS
    looks: tuple[Look, ...] = ()  # the look by which each player is known, if any


class Cell(NamedTuple):
    """A place on the board: its name and coordinates (x to the right, y upward)."""

    name: str
    x: float
    y: float


class Pillar(NamedTuple):
    """Cells one above the other, such as a rod or a column: a piece put on any of them falls to the
    lowest empty one."""

    name: str
    cells: tuple[int, ...]  # from the bottom up


class Board(NamedTuple):
    """The empty board."""

    cells: tuple[Cell, ...]
    squares: bool  # cells are squares; otherwise points joined by lines
    lines: tuple[tuple[float, float, float, float], ...] = ()  # x, y to x, y
    marked: tuple[int, ...] = ()  # cells that matter to the rules
    labels: tuple[tuple[str, float, float], ...] = ()  # texts beside the board
    scene: tuple[tuple[int, int, int], ...] = ()  # x, y, z of each cell, on boards with height
    pillars: tuple[Pillar, ...] = ()  # where pieces drop

    def names(self, cells: Iterable[int]) -> tuple[str, ...]:
        """Return the names of cells given by their numbers."""
        return tuple(self.cells[cell].name for cell in cells)


class Piece(NamedTuple):
    """A piece on a cell."""

    cell: int
    colour: Colour
    mark: Mark
    letter: str  # one character: in texts, and for its kind
    height: int = 1
    joined: int | None = None  # the cell of the other half, for half a tile
    owner: int | None = None  # the player who owns it; None if no player does


class Count(NamedTuple):
    """A number shown beside the board, such as pieces left or coins won; it looks like a piece."""

    player: int | None  # None if it is common to all players
    what: Text  # the things counted: "coins", or "coin" for a single one
    colour: Colour
    mark: Mark
    number: int


# Positions that are set up by hand


class Detail(NamedTuple):
    """A part of a position apart from its pieces: the player to move, the prompt, coins and so on.

    In position strings its value follows the board and the preceding details.
    """

    name: str  # `player` is the player to move, with a value for each player in order
    title: Text
    values: tuple[str, ...]  # values that users can choose from
    labels: tuple[Text, ...] = ()  # one for each value; by default the values themselves
    # Values to try in this order if none is chosen, until the position is legal; by default the
    # first value.
    tried: tuple[str, ...] = ()
    joint: str = " "  # the separator before it in the string


class Supply(NamedTuple):
    """A limit on the pieces that can be on the board."""

    letters: str  # the kinds of pieces that are limited together
    number: int
    used_up: Text  # the reason why no more can be put: "all 30 stones are on the board"
    by_height: bool = False  # count the covered pieces of stacks, too


class SetUp(NamedTuple):
    """The definition of manual set-up: the pieces available, and the position string they make."""

    palette: tuple[Piece, ...]  # each kind of piece at its maximum height, on any cell
    board: str  # the first part of the position string
    details: tuple[Detail, ...] = ()  # its other parts
    supplies: tuple[Supply, ...] = ()  # the first that is used up provides the reason


def whose_turn(values: Sequence[str], players: Sequence[Text], *tried: int) -> Detail:
    """Return the detail for the player to move, with the players to try if none is chosen."""
    return Detail(
        "player",
        Text("Whose turn"),
        tuple(values),
        tuple(players[: len(values)]),
        tuple(values[player] for player in tried),
    )


# What happens in a game


class Action(NamedTuple):
    """An action as data, legal or not. Cells are indexes into `Board.cells`."""

    kind: Kind
    cells: tuple[
        int, ...
    ] = ()  # those that are touched, in order; where pieces drop: where it rests
    puts: tuple[Piece, ...] = ()  # the pieces put onto these cells, if any


class Effects(NamedTuple):
    """The effects of an action beyond what its name says."""

    taken: tuple[
        Piece, ...
    ] = ()  # pieces that leave the board, at their cells, including a piece just put
    lines: tuple[
        tuple[int, ...], ...
    ] = ()  # cells of the lines it completes, even if they are emptied now
    said: Text = NO_WORDS  # read aloud after the action: "takes d5"
    sign: str = ""  # shown after the name of the action


class Ending(NamedTuple):
    """The end of a game. In the reason `{0}`, `{1}`, ... stand for the players."""

    winner: int | None  # None in a draw, and for a lost solo game
    reason: Text  # can follow "Draw: " or stand alone: "{0} captured {1}'s last Tzaar"
    cells: tuple[int, ...] = ()  # cells that show the reason

    def named(self, names: Sequence[Text]) -> Text:
        """Return the reason with the names of the players."""
        return self.reason.with_players(names)


# Rules as text


class Paragraph(NamedTuple):
    """A paragraph of the rules."""

    text: Text  # with a figure: what it shows, or the task on it
    mark: str = ""  # `reading` or `addition` for deviations from the printed rules
    figure: str = ""  # the name of the board beside the paragraph, if any
    done: Text = NO_WORDS  # the message after the task has been solved


class Figure(NamedTuple):
    """A board beside the rules: a position or, with goals, an exercise."""

    position: str = ""  # its position string; empty for the start
    actions: tuple[str, ...] = ()  # played from there
    # Each goal is a solution of the task: actions separated by spaces, where `*` stands for any
    # legal action.
    goals: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()  # actions that the rule forbids here


class Section(NamedTuple):
    """A part of the rules with a heading."""

    heading: Text
    paragraphs: tuple[Paragraph, ...]
