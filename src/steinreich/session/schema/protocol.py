"""Games and tables as plain data, ready for JSON.

This module, `messages`, `records` and `study` declare all data between server and clients.  `views`
makes it, the OpenAPI page of the hall describes it, and `python -m steinreich.hall.api.typescript`
generates web/src/protocol.ts from it, comments included.
"""

from typing import Annotated, Literal, NotRequired, TypeAlias

from steinreich.rules.language import Text
from steinreich.rules.vocabulary import Colour, Kind, Mark
from steinreich.session.schema.limits import Discriminator, Limits, TypedDict

# Boards and pieces


class Cell(TypedDict):
    name: str  # c3; unique on a board
    x: float  # to the right; on boards with height, within its level
    y: float  # upward, likewise


class Label(TypedDict):
    text: str
    x: float
    y: float


class Pillar(TypedDict):
    """Cells above each other: a piece dropped on any of them falls to the same one."""

    name: str  # b3, a rod; c, a column
    cells: list[int]  # from the bottom up


class Look(TypedDict):
    """The appearance of a piece."""

    colour: Colour
    mark: Mark


class Count(TypedDict):
    seat: int | None  # its owner; null: common to all seats
    what: Text  # the counted things: "Tzaars", "coins", "neutral balls"
    colour: Colour
    mark: Mark
    number: int


class Board(TypedDict):
    squares: bool  # cells are squares of side 1; otherwise points joined by lines
    cells: list[Cell]  # everything else refers to cells by index
    lines: list[tuple[float, float, float, float]]  # x, y to x, y
    marked: list[int]  # cells with a special role in the rules, drawn with a mark
    labels: list[Label]  # on boards with height, of each level
    outline: list[tuple[float, float]]  # x, y of the edge of a flat board, anticlockwise
    panel: list[tuple[float, float]]  # x, y of the edge of the lighter panel below the points
    scene: list[tuple[int, int, int]]  # x, y, z of each cell on boards with height; else empty
    pillars: list[Pillar]  # on boards where pieces drop
    kinds: dict[str, Text]  # names of the kinds of pieces by letter: "white Tzaar"
    choices: dict[str, Text]  # shorter names of the kinds to place: "Tzaar"; empty: as in `kinds`
    # The counts of the start position, so that clients can reserve space before the first frame
    counts: list[Count]


class Piece(TypedDict):
    cell: int
    colour: Colour
    mark: Mark
    letter: str  # of its kind
    height: int
    owner: int | None  # seat; null: neutral
    joined: NotRequired[int]  # for half a tile: the cell of the other half


class PlaceablePiece(TypedDict):
    """The appearance of a piece that can be placed."""

    colour: Colour
    mark: Mark
    owner: int | None


class Target(TypedDict):
    """A legal action.  There are many, so they are described in the client's language only."""

    kind: Kind
    cells: list[int]  # in order: from, to; where pieces drop: the cell where the piece lands
    puts: NotRequired[str]  # the letters of the pieces placed on these cells, if any
    spoken: str  # a description for speech: "E5 captures E4"


class LineAction(TypedDict):
    """An action in a line of a search, with everything needed to draw it."""

    action: str
    seat: int
    target: Target  # its kind and cells, for arrows


class PlayedAction(TypedDict):
    """A played action with its effects."""

    action: str
    sign: str  # a symbol after the action in move lists, as for a capture; may be empty
    kind: Kind
    cells: list[int]  # in order, as in Target
    spoken: Text  # a description for speech: "c2 to c5, takes d5"
    taken: list[Piece]  # pieces that left the board, on their former cells; also new ones
    lines: list[list[int]]  # completed lines, even if removed from the board


class Frame(TypedDict):
    """A position as data for a picture.  `targets` are the legal actions by name, `placeable` the
    pieces that they place: both are sent to the player to move only."""

    pieces: list[Piece]  # ordered by cell
    targets: dict[str, Target]
    placeable: dict[str, PlaceablePiece]  # pieces that can be placed now, by letter
    turn: int | None  # the seat to move; null when the game is over by the rules
    starts_turn: bool  # whether the next action is the first of a turn
    prompt: Text  # what the player to move has to do: "reinforce, capture or pass"
    counts: list[Count]  # pieces in hand, captured pieces, points
    info: NotRequired[Text]  # facts that neither board nor counts show
    last: list[PlayedAction]  # the latest turn so far
    winning_lines: list[list[int]]  # the cells of each
    decisive_cells: NotRequired[list[int]]  # when the game has ended: the cells that show why


class LegalActions(TypedDict):
    """The legal actions of a position."""

    targets: dict[str, Target]
    placeable: dict[str, PlaceablePiece]


# Games


class OptionValue(TypedDict):
    value: str
    label: Text


class GameOption(TypedDict):
    name: str  # as in ids: vier3d(players=3)
    title: Text
    about: Text  # one sentence
    values: list[OptionValue]  # the first is the default
    where: dict[str, list[str]]  # the option applies only if other options have these values


class Picture(TypedDict):
    board: Board  # without labels
    frame: Frame  # without targets


class GameInfo(TypedDict):
    name: str  # vier3d
    title: Text
    summary: Text  # one sentence
    credit: Text
    seats: list[Text]  # titles of the seats for the largest number of players: Red, Blue
    players: int  # with default options; the option `players`, where there is one, changes it
    options: list[GameOption]
    picture: Picture  # an example position


class Games(TypedDict):
    """GET /api/games"""

    games: list[GameInfo]


class Demo(TypedDict):
    """GET /api/games/{name}/demo: a short example game"""

    game: str
    board: Board  # without labels
    frames: list[Frame]  # without targets
    picture_index: int  # the frame that is the picture of the game


# Tables: one game between some seats

# As seen by the client that opened the table
SeatKind: TypeAlias = Literal["here", "friend", "computer"]
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
    """A time limit for each turn."""

    kind: Literal["move"]
    seconds: Annotated[int, Limits(ge=5, le=14 * 86_400)]


class FischerClock(TypedDict):
    """A time limit for the game, with an increment after each turn."""

    kind: Literal["fischer"]
    seconds: Annotated[int, Limits(ge=10, le=86_400)]
    increment: Annotated[int, Limits(ge=0, le=600)]


Clock: TypeAlias = Annotated[NoClock | MoveClock | FischerClock, Discriminator("kind")]


class Seat(TypedDict):
    title: Text  # Red
    display_name: Text  # Ada; "Computer 2 (level 3)"; the title if there is no name
    kind: SeatKind
    name: str  # "" where none was given
    level: int | None
    taken: bool  # false only for a friend's seat before the friend joins
    look: Look | None  # of its pieces; null: it has no pieces of its own


class Result(TypedDict):
    returns: list[int]  # +1, 0 or -1 for each seat
    winner: int | None
    reason: Reason
    text: Text  # "Ada wins"
    why: Text  # "Ben has run out of time"; may be empty
    why_by_seat: list[Text]  # the same addressed to each player: "You have run out of time"


class UndoOffer(TypedDict):
    seat: int
    to: int  # the number of actions to go back to
    pending_seats: list[int]  # seats that have yet to agree


class Offers(TypedDict):
    draw: list[int]  # seats that offer a draw
    undo: UndoOffer | None
    rematch: list[int]  # seats that offer a rematch


class Clocks(TypedDict):
    remaining_ms: list[int | None]  # the time of each seat at `at`; null: no clock
    running: int | None  # the seat whose clock is running
    at: int  # the server's time, milliseconds


class TableState(TypedDict):
    """The state that changes during a game"""

    seq: int  # the number of the last event
    status: Status
    seats: list[Seat]
    order: list[int]  # the slot of each seat; 0, 1, 2 unless sides were assigned at random
    actions: int  # the number of actions played
    frame: Frame  # the position now
    clocks: Clocks
    offers: Offers
    result: Result | None
    rematch_table: str | None  # its id


class Turn(TypedDict):
    seat: int
    actions: list[str]
    signs: list[str]  # of each action, as in PlayedAction


# How an action may be chosen before the player's turn: by its cells, as a tile by both its cells in
# order, or not at all in games with several actions per turn.
Premoves: TypeAlias = Literal["none", "cells", "tiles"]


class Snapshot(TypedDict):
    """GET /api/tables/{id}, and within `welcome`"""

    id: str
    game: str  # vier3d(players=3)
    name: str  # vier3d
    title: Text
    variant: Text  # the options in words: "large, without diagonals"; may be empty
    options: dict[str, str]  # all, with defaults
    board: Board
    premoves: Premoves
    # Absence of the player to move after which the win may be claimed; null: never
    claim_delay_ms: int | None
    can_offer_draw: bool
    clock: Clock
    listed: bool
    random_sides: bool  # assigned when all seats are taken; before, the titles are numbers
    is_rematch: bool
    hints: bool  # the player to move may ask for hints
    teaching: bool  # warnings of blunders, for a single person against computers
    start: str  # the position string of the first position
    turns: list[Turn]  # so far; the last one may be incomplete if it ended the game
    state: TableState
    now: int  # the server's time, milliseconds


class Frames(TypedDict):
    """GET /api/tables/{id}/frames?first=0&last=12: the frames after a
    number of actions, without targets; frame 0 is the start"""

    first: int
    frames: list[Frame]


class LobbyEntry(TypedDict):
    """A table in the lobby"""

    id: str
    game: str
    name: str
    title: Text
    variant: Text
    seats: list[Seat]
    random_sides: bool
    order: list[int]  # as in TableState
    clock: Clock
    status: Status
    actions: int
    turn: int | None  # the seat to move; null unless the game is in progress
    result: Result | None
    opened_at: int  # the server's time, milliseconds
    last_event_at: int


class Lobby(TypedDict):
    """GET /api/tables: the lobby; with ?id=a&id=b these tables, twenty at most"""

    tables: list[LobbyEntry]


# Changes: missing fields are unchanged.


class FrameChanges(TypedDict):
    """The changes from one frame to the next.  Legal actions are not carried over: if `targets` and
    `placeable` are missing, there are none."""

    emptied_cells: NotRequired[list[int]]
    pieces: NotRequired[list[Piece]]  # new or replaced pieces
    targets: NotRequired[dict[str, Target]]
    placeable: NotRequired[dict[str, PlaceablePiece]]
    turn: NotRequired[int | None]
    starts_turn: NotRequired[bool]
    prompt: NotRequired[Text]
    counts: NotRequired[list[Count]]  # all of them, if other things are counted now
    changed_counts: NotRequired[list[tuple[int, int]]]  # otherwise: index and new number of each
    info: NotRequired[Text | None]  # null: removed
    last: NotRequired[list[PlayedAction]]  # the first actions of a new turn
    continued: NotRequired[list[PlayedAction]]  # further actions of the same turn
    winning_lines: NotRequired[list[list[int]]]
    decisive_cells: NotRequired[list[int] | None]  # null: an undo has resumed the game


class StateChanges(TypedDict):
    status: NotRequired[Status]
    seats: NotRequired[list[Seat]]
    order: NotRequired[list[int]]
    actions: NotRequired[int]
    frame: NotRequired[FrameChanges]  # relative to the last of `steps`, if any
    clocks: NotRequired[Clocks]
    offers: NotRequired[Offers]
    result: NotRequired[Result | None]
    rematch_table: NotRequired[str | None]


# The rules of a game, and lessons


Marking: TypeAlias = Literal["", "reading", "addition"]


class RefusedAction(TypedDict):
    """An example of a forbidden action."""

    action: str
    why: Text


class Figure(TypedDict):
    """A board in a lesson; interactive if it has goals."""

    position: str | None  # as POST /api/positions takes it; null: the start
    actions: list[str]  # played from there
    frame: Frame  # with the legal actions where there are goals
    ending: Text | None  # why the game is over here, if it is
    # Alternative sequences of actions to play; "*" is any legal action.
    goals: list[list[str]]
    done: Text  # shown when a goal is reached
    refused: list[RefusedAction]


class Paragraph(TypedDict):
    text: Text  # with a figure: what it shows or what to do
    mark: Marking  # an interpretation of, or an addition to, the published rules
    figure: NotRequired[Figure]  # in lessons only


class Section(TypedDict):
    heading: Text
    paragraphs: list[Paragraph]


class Rules(TypedDict):
    """GET /api/rules?game=vier3d(players=3): the rules with these options"""

    game: str  # its id
    title: Text
    variant: Text  # the options that differ from the defaults; may be empty
    summary: Text
    sections: list[Section]
    credit: Text


class Lesson(TypedDict):
    """GET /api/lesson?game=vier3d(players=3)&language=de: the rules with interactive boards"""

    rules: Rules
    board: Board
    start: Figure  # for free play
    has_setup: bool  # whether positions can be set up by hand: POST /api/setup
