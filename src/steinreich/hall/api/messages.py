"""What comes in and goes out, checked at the border; web/src/protocol.ts says the same.

What the browser sends is parsed into these models and nothing else is believed.  Answers of the
REST interface are described by models, too, so that the OpenAPI page is complete; messages of the
socket are made by `views` and are sent as they are.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

LONGEST_NAME = 30
LONGEST_TURN = 8  # actions
MOST_SEATS = 4

ShortText = Annotated[str, Field(max_length=60)]
Action = Annotated[str, Field(min_length=1, max_length=20)]
CommandId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Played = Annotated[int, Field(ge=0, le=100_000)]
Secret = Annotated[str, Field(min_length=20, max_length=80, pattern=r"^[A-Za-z0-9_-]+$")]
Actions = Annotated[list[Action], Field(min_length=1, max_length=LONGEST_TURN)]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Wish(Model):
    """What comes from outside: `true` is no number, and a number is no text."""

    model_config = ConfigDict(strict=True)


class Words(Model):
    """The same text in English and German."""

    en: str
    de: str


# What people wish for


class NoClock(Wish):
    kind: Literal["none"] = "none"


class MoveClock(Wish):
    """So long for every turn."""

    kind: Literal["move"]
    seconds: int = Field(ge=5, le=14 * 86_400)


class FischerClock(Wish):
    """So long in all, and some time added after every turn."""

    kind: Literal["fischer"]
    seconds: int = Field(ge=10, le=86_400)
    increment: int = Field(ge=0, le=600)


Clock = Annotated[NoClock | MoveClock | FischerClock, Field(discriminator="kind")]


class SeatWish(Wish):
    kind: Literal["here", "friend", "computer"]
    name: str = Field("", max_length=LONGEST_NAME)
    level: int | None = Field(None, ge=1, le=10, description="of the computer")


class TableWish(Wish):
    game: str = Field(max_length=200, examples=["vier3d(players=3)"])
    seats: list[SeatWish] = Field(min_length=1, max_length=MOST_SEATS)
    clock: Clock = NoClock()
    listed: bool = False
    lots: bool = Field(False, description="whether sides are drawn by lot when all are seated")
    token: Secret | None = Field(
        None,
        description="random and the client's own: with the same one again, the same table is "
        "answered and none is opened; where it is missing, the server makes it",
    )


class JoinWish(Wish):
    seat: SeatNumber
    invite: Secret | None = Field(None, description="a listed table needs none")
    name: str = Field("", max_length=LONGEST_NAME)
    token: Secret | None = Field(
        None,
        description="random and the client's own: with the same one again, the seat is its "
        "holder's as before; where it is missing, the server makes it",
    )


# What comes through the socket


class Hello(Wish):
    type: Literal["hello"]
    token: Secret | None = None


class ActMessage(Wish):
    type: Literal["act"]
    id: CommandId
    at: Played
    actions: Actions


class DraftMessage(Wish):
    type: Literal["draft"]
    n: int
    at: Played
    actions: Actions


class WhyMessage(Wish):
    type: Literal["why"]
    n: int
    at: Played
    actions: Annotated[list[Action], Field(max_length=LONGEST_TURN)]
    cells: Annotated[list[Annotated[int, Field(ge=0, lt=1000)]], Field(max_length=4)]


class OfferMessage(Wish):
    type: Literal["offer"]
    id: CommandId
    what: Literal["draw", "undo", "rematch"]
    seat: SeatNumber | None = None


class DeclineMessage(Wish):
    type: Literal["decline"]
    id: CommandId
    what: Literal["draw", "undo", "rematch"]
    seat: SeatNumber | None = None


class ResignMessage(Wish):
    type: Literal["resign"]
    id: CommandId
    seat: SeatNumber | None = None


class NameMessage(Wish):
    type: Literal["name"]
    id: CommandId
    seat: SeatNumber
    name: str = Field(max_length=LONGEST_NAME)


class HurryMessage(Wish):
    type: Literal["hurry"]


class WaitMessage(Wish):
    type: Literal["wait"]
    waits: bool


class Ping(Wish):
    type: Literal["ping"]


FromClient = Annotated[
    Hello
    | ActMessage
    | DraftMessage
    | WhyMessage
    | OfferMessage
    | DeclineMessage
    | ResignMessage
    | NameMessage
    | HurryMessage
    | WaitMessage
    | Ping,
    Field(discriminator="type"),
]
from_client: TypeAdapter[FromClient] = TypeAdapter(FromClient)


# What REST answers


class OptionValue(Model):
    value: str
    label: Words


class GameOption(Model):
    name: str
    title: Words
    about: Words
    values: list[OptionValue]
    where: dict[str, list[str]] = Field(description="it matters only beside these other values")


class Paragraph(Model):
    text: Words
    mark: Literal["", "reading", "addition"] = Field(description="ours, not the leaflet's")


class Section(Model):
    heading: Words
    paragraphs: list[Paragraph]


class Rules(Model):
    game: str
    title: Words
    variant: Words
    summary: Words
    sections: list[Section]
    credit: Words


class Cell(Model):
    name: str
    x: float
    y: float


class Label(Model):
    text: str
    x: float
    y: float


class Board(Model):
    squares: bool
    cells: list[Cell]
    lines: list[tuple[float, float, float, float]]
    marked: list[int]
    labels: list[Label]
    scene: list[tuple[int, int, int]]


class Look(Model):
    """What is seen of a piece."""

    colour: str
    mark: str


class Piece(Model):
    cell: int
    colour: str
    mark: str
    letter: str
    height: int
    joined: int | None = Field(description="the cell of the other half of a tile")
    kind: Words


class Count(Model):
    seat: int | None
    what: Words
    colour: str
    mark: str
    number: int


class Target(Model):
    cells: list[int]
    spoken: Words


class Happened(Model):
    """An action that was played."""

    action: str
    sign: str
    cells: list[int]
    spoken: Words
    taken: list[Piece]
    lines: list[list[int]]


class Frame(Model):
    """One moment of a game."""

    pieces: list[Piece]
    targets: dict[str, Target]
    hand: dict[str, list[Look]]
    turn: int | None
    starts_turn: bool
    due: Words
    info: Words
    counts: list[Count]
    last: list[Happened]
    lit: list[list[int]]
    decided: list[int]


class Picture(Model):
    board: Board
    frame: Frame


class GameInfo(Model):
    name: str
    title: Words
    summary: Words
    credit: Words
    seats: list[Words]
    players: int
    options: list[GameOption]
    picture: Picture


class Games(Model):
    games: list[GameInfo]


class Seat(Model):
    title: Words
    called: Words
    kind: Literal["here", "friend", "computer"]
    name: str
    level: int | None
    taken: bool
    look: Look | None


class Clocks(Model):
    left: list[int | None]
    running: int | None
    at: int


class UndoOffer(Model):
    seat: int
    to: int
    asks: list[int] = Field(description="seats whose people have yet to agree")


class Offers(Model):
    draw: list[int]
    undo: UndoOffer | None
    rematch: list[int]


class Result(Model):
    returns: list[int]
    winner: int | None
    reason: Literal["rules", "resigned", "time", "agreed", "aborted"]
    text: Words
    why: Words


Status = Literal["waiting", "playing", "over"]


class State(Model):
    seq: int
    status: Status
    seats: list[Seat]
    order: list[int] = Field(description="where each seat's owner sat before lots were drawn")
    actions: int
    frame: Frame
    clocks: Clocks
    offers: Offers
    result: Result | None
    next: str | None


class Turn(Model):
    seat: int
    actions: list[str]
    signs: list[str]


class Snapshot(Model):
    id: str
    game: str
    name: str
    title: Words
    variant: Words
    options: dict[str, str]
    board: Board
    clock: Clock
    listed: bool
    lots: bool
    turns: list[Turn]
    state: State
    now: int


class Frames(Model):
    first: int
    frames: list[Frame]


class Demo(Model):
    game: str
    board: Board
    frames: list[Frame]
    first: int


class Listed(Model):
    id: str
    game: str
    name: str
    title: Words
    variant: Words
    seats: list[Seat]
    lots: bool
    order: list[int]
    clock: Clock
    status: Status
    actions: int
    turn: int | None
    result: Result | None
    opened: int
    last: int = Field(description="when something happened at it")


class Lobby(Model):
    tables: list[Listed]


class TableMade(Model):
    id: str
    token: str
    invites: dict[str, str]


class Joined(Model):
    seat: int
    token: str


class LanWish(Wish):
    open: bool


class Lan(Model):
    """Whether others in the local network find the hall."""

    url: str | None = Field(description="where they find it")
    can_change: bool = Field(description="whether it can be opened and closed from here")


class Health(Model):
    status: Literal["ok"]


class Ready(Model):
    ready: bool
    engines: dict[str, str] = Field(description="cold, warming or warm, for each game")


class Why(Model):
    why: Words


class Fault(Model):
    """What an answer of 400, 403, 404, 409, 413 or 429 says."""

    detail: Why
