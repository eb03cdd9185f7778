"""Games and tables as clients see them: plain data, ready for JSON.

Here, in `lessons`, `commands` and `messages` it is declared, once, what a server of tables and its
clients say to each other.  `views` makes such data, the hall's OpenAPI page describes it, and
`python -m steinreich.hall.api.typescript` writes web/src/protocol.ts from it, comments included.
"""

from typing import Annotated, Literal, NotRequired, TypeAlias

from steinreich.rules.vocabulary import Colour, Kind, Mark
from steinreich.session.schema.limits import Limits, ToldApart, TypedDict

Language: TypeAlias = Literal["en", "de"]


class Words(TypedDict):
    """The same text in English and German."""

    en: str
    de: str


# Boards and what stands on them


class Cell(TypedDict):
    name: str  # c3; no two have the same
    x: float  # to the right; on boards with height, of its level
    y: float  # upward, likewise


class Label(TypedDict):
    text: str
    x: float
    y: float


class Pillar(TypedDict):
    """Cells one above the other: a piece put on any of them falls to the same one."""

    name: str  # b3, a rod; c, a column
    cells: list[int]  # from the bottom up


class Look(TypedDict):
    """What is seen of a piece."""

    colour: Colour
    mark: Mark


class Count(TypedDict):
    seat: int | None  # whose; null: common to all
    what: Words  # "Tzaars", "coins", "neutral balls"
    colour: Colour
    mark: Mark
    number: int


class Board(TypedDict):
    squares: bool  # cells are squares of side 1; otherwise points joined by lines
    cells: list[Cell]  # everything else refers to cells by index
    lines: list[tuple[float, float, float, float]]  # x, y to x, y
    marked: list[int]  # cells that matter to the rules
    labels: list[Label]  # on boards with height, of each level
    outline: list[tuple[float, float]]  # x, y of the wood below a flat board, anticlockwise
    panel: list[tuple[float, float]]  # likewise of the lighter wood below points
    scene: list[tuple[int, int, int]]  # x, y, z of each cell on boards with height; else empty
    pillars: list[Pillar]  # where pieces drop
    kinds: dict[str, Words]  # by letter, spoken: "white Tzaar", "rote Kugel"
    choices: dict[str, Words]  # likewise, of those that may be put: "Tzaar"; empty: as in kinds
    counts: list[Count]  # those of the start: clients keep their room before a frame has come


class Piece(TypedDict):
    cell: int
    colour: Colour
    mark: Mark
    letter: str  # of its kind
    height: int
    owner: int | None  # whose it is; null: nobody's
    joined: NotRequired[int]  # the cell of the other half, where this is half a tile


class ToPut(TypedDict):
    """What a piece that may be put looks like."""

    colour: Colour
    mark: Mark
    owner: int | None


class Target(TypedDict):
    """A legal action.  There are many, so they speak the reader's language only."""

    kind: Kind
    cells: list[int]  # in order: where from, where to; where pieces drop: where it comes to rest
    puts: NotRequired[str]  # the letters of what comes onto these cells, one each, if anything
    spoken: str  # "E5 captures E4"


class LineAction(TypedDict):
    """An action of which somebody thinks, with all that is needed to show it."""

    action: str
    seat: int
    target: Target  # of what kind it is and which cells it touches: for arrows


class Happened(TypedDict):
    """An action that was played, and what it brought about."""

    action: str
    sign: str  # written behind it in lists: a capture, a line; or nothing
    kind: Kind
    cells: list[int]  # in order, as in Target
    spoken: Words  # "c2 to c5, takes d5"
    taken: list[
        Piece
    ]  # what left the board, where it stood; perhaps what the action itself had put
    lines: list[list[int]]  # what it completed, even if that left the board


class Frame(TypedDict):
    """One moment of a game.  `targets` are the legal actions by name, and `to_put` is about these:
    only the seats that are to act get them."""

    pieces: list[Piece]  # ordered by cell
    targets: dict[str, Target]
    to_put: dict[str, ToPut]  # by letter: what pieces look like that may be put now
    turn: int | None  # whose action is due; null when the game is over by the rules
    starts_turn: bool  # the action due is the first of a turn
    due: Words  # "reinforce, capture or pass"
    counts: list[Count]  # what each side has left, has captured, has won
    info: NotRequired[Words]  # what neither the board nor the counts show, if there is such a thing
    last: list[Happened]  # the turn that led here: all its actions so far
    lit: list[list[int]]  # the winner's lines
    decided: NotRequired[list[int]]  # where one sees why the game ended, when it has


class Legal(TypedDict):
    """What may be done in a moment."""

    targets: dict[str, Target]
    to_put: dict[str, ToPut]


# Games


class OptionValue(TypedDict):
    value: str
    label: Words


class GameOption(TypedDict):
    name: str  # as in ids: vier3d(players=3)
    title: Words
    about: Words  # one sentence
    values: list[OptionValue]  # the first is the default
    where: dict[str, list[str]]  # it matters only where other options have one of these values


class Picture(TypedDict):
    board: Board  # without labels
    frame: Frame  # without targets


class GameInfo(TypedDict):
    name: str  # vier3d
    title: Words
    summary: Words  # one sentence
    credit: Words
    seats: list[Words]  # how the seats are called, at the largest table
    players: int  # with default options; the option `players`, where there is one, changes it
    options: list[GameOption]
    picture: Picture  # a moment of it, to be seen at once


class Games(TypedDict):
    """GET /api/games"""

    games: list[GameInfo]


class Demo(TypedDict):
    """GET /api/games/{name}/demo: a short game to show"""

    game: str
    board: Board  # without labels
    frames: list[Frame]  # without targets
    first: int  # which of them is the game's picture


# Tables: one game between some seats

SeatKind: TypeAlias = Literal["here", "friend", "computer"]  # of the one who opened the table
Status: TypeAlias = Literal["waiting", "playing", "over"]
Reason: TypeAlias = Literal["rules", "resigned", "time", "agreed", "left", "aborted", "superseded"]
EventKind: TypeAlias = Literal[
    "opened",
    "joined",
    "named",
    "played",
    "undone",
    "offered",
    "declined",
    "ended",
    "rematch",
]


class NoClock(TypedDict):
    kind: Literal["none"]


class MoveClock(TypedDict):
    """So long for every turn."""

    kind: Literal["move"]
    seconds: Annotated[int, Limits(ge=5, le=14 * 86_400)]


class FischerClock(TypedDict):
    """So long in all, and some time added after every turn."""

    kind: Literal["fischer"]
    seconds: Annotated[int, Limits(ge=10, le=86_400)]
    increment: Annotated[int, Limits(ge=0, le=600)]


Clock: TypeAlias = Annotated[NoClock | MoveClock | FischerClock, ToldApart("kind")]


class Seat(TypedDict):
    title: Words  # Red
    called: Words  # Ada; "Computer 2 (level 3)"; Red, where no name was given
    kind: SeatKind
    name: str  # "" where none was given
    level: int | None
    taken: bool  # somebody sits there (always, unless a friend has not come yet)
    look: Look | None  # of its pieces; null: it has none of its own


class Result(TypedDict):
    returns: list[int]  # +1, 0 or -1 for each seat
    winner: int | None
    reason: Reason
    text: Words  # "Ada wins"
    why: Words  # "Ben has run out of time"; may be empty
    why_to: list[Words]  # the same, said to each player: "You have run out of time"


class UndoOffer(TypedDict):
    seat: int
    to: int  # back to so many actions
    asks: list[int]  # seats whose people have yet to agree


class Offers(TypedDict):
    draw: list[int]  # seats that offer
    undo: UndoOffer | None
    rematch: list[int]


class Clocks(TypedDict):
    left: list[int | None]  # milliseconds of each seat at the time `at`; null: no clock
    running: int | None  # the seat whose time runs
    at: int  # the server's time, milliseconds


class TableState(TypedDict):
    """What changes in the course of a game"""

    seq: int  # grows by one with every event
    status: Status
    seats: list[Seat]
    order: list[int]  # where the owner of each seat sat before lots were drawn: 0, 1, 2 without
    actions: int  # how many have been played
    frame: Frame  # the position now
    clocks: Clocks
    offers: Offers
    result: Result | None
    next: str | None  # the table of the rematch


class Turn(TypedDict):
    seat: int
    actions: list[str]
    signs: list[str]  # of each action, as in Happened


# How an action may be chosen before it is one's turn: by its cells, as a tile by both its cells in
# order, or not at all where a turn has several actions.
Premoves: TypeAlias = Literal["none", "cells", "tiles"]


class Snapshot(TypedDict):
    """GET /api/tables/{id}, and within `welcome`"""

    id: str
    game: str  # vier3d(players=3)
    name: str  # vier3d
    title: Words
    variant: Words  # the options in words: "large, without diagonals"; may be empty
    options: dict[str, str]  # all, with defaults
    board: Board
    premoves: Premoves
    # milliseconds for which the player to move is away before others may claim that; null: never
    claim_after: int | None
    draws: bool  # whether a draw may be offered
    clock: Clock
    listed: bool
    lots: bool  # sides are drawn by lot; until everybody is here, seats have numbers for titles
    rematch: bool  # whether it follows another game of the same people, with sides changed
    hints: bool  # whoever is to act may ask for hints
    teaching: bool  # who plays against the computer alone is told of blunders
    start: str  # the position string of the first position
    turns: list[Turn]  # everything played so far; the last may be of a turn that ended the game
    state: TableState
    now: int  # the server's time, milliseconds


class Frames(TypedDict):
    """GET /api/tables/{id}/frames?first=0&last=12: what the board looked like after so many
    actions, without targets; the first frame is the start"""

    first: int
    frames: list[Frame]


class Listed(TypedDict):
    """A line of the lobby"""

    id: str
    game: str
    name: str
    title: Words
    variant: Words
    seats: list[Seat]
    lots: bool
    order: list[int]  # as in TableState
    clock: Clock
    status: Status
    actions: int
    turn: int | None  # whose action is due, while it is played
    result: Result | None
    opened: int  # the server's time, milliseconds
    last: int  # when something happened at it


class Lobby(TypedDict):
    """GET /api/tables: the lobby; with ?id=a&id=b these tables, twenty at most"""

    tables: list[Listed]
