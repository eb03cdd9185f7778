"""Data that describe a game: texts, options, the board and what happens on it.

Nothing here draws. A game lists cells, lines and pieces; `draw` and the browser make pictures of
them without knowing any game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from steinreich.rules.language import NO_TEXT, Joined, Text, Verbatim
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
    title: Text = NO_TEXT
    labels: tuple[Text, ...] = ()  # one for each value
    phrases: tuple[Text, ...] = ()  # one for each value
    # Required values of other options; without them the option has no effect.
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        title = self.title or Verbatim(self.name)
        labels = self.labels or tuple(Verbatim(value) for value in self.values)
        default_phrases = tuple(Text("{title}: {one}", title=title, one=label) for label in labels)
        phrases = self.phrases or (NO_TEXT, *default_phrases[1:])
        for texts in (labels, phrases):
            if len(texts) != len(self.values):
                count = len(self.values)
                raise ValueError(f"option {self.name} has {count} values, not {len(texts)}")
        object.__setattr__(self, "title", title)
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "phrases", phrases)

    def has_effect(self, chosen: Options) -> bool:
        """Return whether the option has an effect with these values of the other options."""
        return all(chosen[other] in values for other, values in self.where.items())


def describe_variant(options: tuple[Option, ...], chosen: Options) -> Text:
    """Return the options as text: "8 × 8, without diagonals"; may be empty."""
    phrases = [
        option.phrases[option.values.index(chosen[option.name])]
        for option in options
        if option.has_effect(chosen)
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
    rules: Text  # complete rules, in the format of `rules.rulebook`
    options: tuple[Option, ...] = ()
    credit: Text = NO_TEXT
    looks: tuple[Look, ...] = ()  # the look of each player's pieces, if players have one


class Cell(NamedTuple):
    """A location on the board: its name and coordinates (x to the right, y upward)."""

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
    """A part of a position apart from its pieces: the player to move, the phase, coins and so on.

    In position strings its value follows the board and the preceding details.
    """

    name: str  # `player` is the player to move, with a value for each player in order
    title: Text
    values: tuple[str, ...]  # values that users can choose from
    labels: tuple[Text, ...] = ()  # one for each value; by default the values themselves
    # Used if no value is chosen: the first of these that makes the position legal. Without them,
    # the first of `values`.
    defaults: tuple[str, ...] = ()
    separator: str = " "  # before its value in the position string


class Supply(NamedTuple):
    """A limit on the number of pieces of some kinds that can be on the board."""

    letters: str  # the kinds of pieces that are limited together
    number: int
    used_up: Text  # the reason why no more can be placed: "all 30 stones are on the board"
    by_height: bool = False  # count the covered pieces of stacks, too


class SetUp(NamedTuple):
    """What the position editor needs: the available pieces, and the parts of a position string."""

    palette: tuple[Piece, ...]  # each kind of piece at its maximum height, on any cell
    board: str  # the first part of the position string
    details: tuple[Detail, ...] = ()  # its other parts
    supplies: tuple[Supply, ...] = ()  # the first that is used up provides the reason


def whose_turn(values: Sequence[str], players: Sequence[Text], *defaults: int) -> Detail:
    """Return the detail for the player to move.

    If no player is chosen, the first of the `defaults` that makes the position legal is to move.
    """
    return Detail(
        "player",
        Text("Whose turn"),
        tuple(values),
        tuple(players[: len(values)]),
        tuple(values[player] for player in defaults),
    )


# What happens in a game


class Action(NamedTuple):
    """The description of an action, legal or not. Cells are indexes into `Board.cells`."""

    kind: Kind
    # The cells that a user touches, in order; where pieces drop, the cell in which it comes to rest
    cells: tuple[int, ...] = ()
    puts: tuple[Piece, ...] = ()  # the pieces placed on these cells, if any


class Effects(NamedTuple):
    """The effects of an action beyond what its name says."""

    # Pieces that leave the board, with their cells; the piece that was placed may be one of them
    taken: tuple[Piece, ...] = ()
    # The cells of each completed line, even if the action also empties them
    lines: tuple[tuple[int, ...], ...] = ()
    spoken: Text = NO_TEXT  # for screen readers, after the name of the action: "takes d5"
    sign: str = ""  # symbols after the name of the action in lists, such as "◎"


class Ending(NamedTuple):
    """The end of a game. The reason contains the players as `PlayerName`."""

    winner: int | None  # None in a draw, and for a lost solo game
    reason: Text  # reads well alone and after "Draw: ": "{0} captured {1}'s last Tzaar"
    cells: tuple[int, ...] = ()  # cells that show the reason

    def get_reason(self, names: Sequence[Text]) -> Text:
        """Return the reason with the names of the players."""
        return self.reason.with_players(names)


# Rules as text


class Paragraph(NamedTuple):
    """A paragraph of the rules."""

    text: Text  # with a figure: what the figure shows, or its task
    mark: str = ""  # `reading` or `addition` for deviations from the printed rules
    figure: str = ""  # the name of the board beside the paragraph, if any
    done: Text = NO_TEXT  # the message after the task has been solved


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
