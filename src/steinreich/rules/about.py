"""What a game tells people: words in two languages, options, and the board as data.

Nothing here draws.  A game lists cells, lines and pieces; `draw` and the browser
make pictures of them without knowing any game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from steinreich.rules.language import NO_WORDS, Words
from steinreich.rules.vocabulary import Colour, Kind, Mark

Options = Mapping[str, str]  # the value of each option of a game


@dataclass(frozen=True)
class Option:
    """A choice the players make before the game; the first value is the default.

    People read its title and the labels of its values; a game that gives none shows their names.
    In lists the variant is put into words by a phrase for each value ("without diagonals"), empty
    where it goes without saying.
    """

    name: str
    values: tuple[str, ...]
    about: Words  # one sentence
    title: Words = NO_WORDS
    labels: tuple[Words, ...] = ()  # one for each value
    phrases: tuple[Words, ...] = ()  # one for each value
    # It has an effect only where other options have one of these values.
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        title = self.title if any(self.title) else Words(self.name, self.name)
        labels = self.labels or tuple(Words(value, value) for value in self.values)
        said = tuple(Words(f"{title.en}: {one.en}", f"{title.de}: {one.de}") for one in labels)
        phrases = self.phrases or (NO_WORDS, *said[1:])
        for given in (labels, phrases):
            if len(given) != len(self.values):
                count = len(self.values)
                raise ValueError(f"option {self.name} has {count} values, not {len(given)}")
        object.__setattr__(self, "title", title)
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "phrases", phrases)

    def matters(self, chosen: Options) -> bool:
        """Whether it has an effect beside these other options."""
        return all(chosen[other] in values for other, values in self.where.items())


def variant(options: tuple[Option, ...], chosen: Options) -> Words:
    """What is played, in words: "8 × 8, without diagonals"; may be empty."""
    phrases = [
        option.phrases[option.values.index(chosen[option.name])]
        for option in options
        if option.matters(chosen)
    ]
    return Words(
        ", ".join(phrase.en for phrase in phrases if phrase.en),
        ", ".join(phrase.de for phrase in phrases if phrase.de),
    )


class Look(NamedTuple):
    """What is seen of a piece.  Colour and mark go together, so that neither is needed alone."""

    colour: Colour
    mark: Mark


class About(NamedTuple):
    """A game in words: what a list of games, a set-up page and a rules page show."""

    title: Words
    players: tuple[Words, ...]  # how each seat is called, at the largest table
    summary: Words  # one sentence
    rules: Words  # complete rules, written as `rules.text.rulebook` tells
    options: tuple[Option, ...] = ()
    credit: Words = NO_WORDS
    looks: tuple[Look, ...] = ()  # by which pieces each player is known, who has any


class Cell(NamedTuple):
    """A place on the board: its name and where it lies (x to the right, y upward)."""

    name: str
    x: float
    y: float


class Pillar(NamedTuple):
    """Cells one above the other, a rod or a column: a piece put on any of them falls as far as it
    can."""

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
        """What cells are called that are given by their numbers."""
        return tuple(self.cells[cell].name for cell in cells)


class Piece(NamedTuple):
    """A piece on a cell."""

    cell: int
    colour: Colour
    mark: Mark
    letter: str  # one character: in texts, and for its kind
    height: int = 1
    joined: int | None = None  # the cell of the other half, where this is half a tile
    owner: int | None = None  # whose it is; None where it belongs to nobody


class Count(NamedTuple):
    """How many of something there are: pieces left, coins won.  It looks like a piece."""

    player: int | None  # whose; None where it is common to all
    what: Words  # "coins"; "coin" where there is one
    colour: Colour
    mark: Mark
    number: int


# Positions that are set up by hand


class Detail(NamedTuple):
    """What a position is beside its pieces: whose turn it is, what is due, who has how many coins.

    In position strings its value stands behind the board and the details before it.
    """

    name: str  # `player` is whose turn it is, with a value for each player in order
    title: Words
    values: tuple[str, ...]  # that people can choose
    labels: tuple[Words, ...] = ()  # one for each value; left out: the values themselves
    # Where nobody chooses: the first of these that makes the position legal; left out: the first.
    tried: tuple[str, ...] = ()
    joint: str = " "  # what stands before it in the string


class Supply(NamedTuple):
    """A limit on the pieces that can be on the board."""

    letters: str  # the kinds of pieces that are limited together
    number: int
    used_up: Words  # why no more can be put: "all 30 stones are on the board"
    by_height: bool = False  # count the covered pieces of stacks, too


class SetUp(NamedTuple):
    """What is put on the board by hand, and the position string that it makes."""

    palette: tuple[Piece, ...]  # each kind of piece, as high as it may be; on any cell
    board: str  # the first part of the position string
    details: tuple[Detail, ...] = ()  # its other parts
    supplies: tuple[Supply, ...] = ()  # the first that is used up names the reason


def whose_turn(values: Sequence[str], players: Sequence[Words], *tried: int) -> Detail:
    """Whose turn it is; where nobody says, the first of these players whose turn it can be."""
    return Detail(
        "player",
        Words("Whose turn", "Am Zug"),
        tuple(values),
        tuple(players[: len(values)]),
        tuple(values[player] for player in tried),
    )


# What happens in a game


class Action(NamedTuple):
    """What a player does, legal or not.  Cells are indexes into `Board.cells`."""

    kind: Kind
    cells: tuple[
        int, ...
    ] = ()  # those that are touched, in order; where pieces drop: where it rests
    puts: tuple[Piece, ...] = ()  # what comes onto these cells, where the action puts pieces


class Effects(NamedTuple):
    """What an action brings about beyond what its name says."""

    taken: tuple[Piece, ...] = ()  # what leaves the board, where it stood; perhaps just put there
    lines: tuple[tuple[int, ...], ...] = ()  # cells of lines it completes, even if taken off now
    said: Words = NO_WORDS  # read aloud behind the action: "takes d5"
    sign: str = ""  # written behind the name of the action, where people read it


class Ending(NamedTuple):
    """Why a game ended.  In the reason `{0}`, `{1}`, ... stand for the players."""

    winner: int | None  # None in a draw, and where who plays alone has failed
    reason: Words  # can follow "Draw: ", or stand alone: "{0} has taken the last Tzaar of {1}"
    cells: tuple[int, ...] = ()  # where it is seen

    def named(self, names: Sequence[Words]) -> Words:
        """The reason with these names of the players."""
        return self.reason.format(names)


# Rules as people read them


class Paragraph(NamedTuple):
    """A paragraph of the rules."""

    text: Words  # beside a figure: what is seen on it, or what to do on it
    mark: str = ""  # `reading` or `addition` where it is ours and not the leaflet's
    figure: str = ""  # the name of the board that stands beside it, if one does
    done: Words = NO_WORDS  # what is said to who has done that


class Figure(NamedTuple):
    """A board beside the rules: a position to look at or, with goals, one to try a rule on."""

    position: str = ""  # its string; where it is empty, the start
    actions: tuple[str, ...] = ()  # played from there
    # Any of these does what the text asks for: actions one after the other, parted by spaces; `*`
    # is whatever is legal.
    goals: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()  # actions that the rule forbids here


class Section(NamedTuple):
    """A part of the rules with a heading."""

    heading: Words
    paragraphs: tuple[Paragraph, ...]
