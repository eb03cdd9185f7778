"""What clients ask a server of tables for, and what they hear from it."""

from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired, TypeAlias

from steinreich.session.schema import commands
from steinreich.session.schema.changes import FrameChanges, StateChanges
from steinreich.session.schema.limits import (
    MOST_SEATS,
    ActionsTried,
    CellsTouched,
    EventNumber,
    GameId,
    Level,
    Limits,
    PersonName,
    PositionText,
    SeatNumber,
    Secret,
    TypedDict,
)
from steinreich.session.schema.protocol import (
    Clock,
    EventKind,
    Frame,
    Language,
    Legal,
    LineAction,
    SeatKind,
    Snapshot,
    Words,
)

# What REST is asked for and answers


class SeatRequest(TypedDict):
    kind: SeatKind
    name: NotRequired[PersonName]
    level: NotRequired[Level | None]  # of the computer


class TableRequest(TypedDict):
    """POST /api/tables"""

    game: GameId  # with options: chain_reaxis(size=8x8)
    seats: Annotated[list[SeatRequest], Limits(min_length=1, max_length=MOST_SEATS)]
    clock: NotRequired[Clock]  # none where it is missing
    listed: NotRequired[bool]  # whether the lobby shows it
    lots: NotRequired[bool]  # sides are drawn by lot when everybody is here, in a rematch again
    hints: NotRequired[bool]  # whoever is to act may ask for hints
    teaching: NotRequired[bool]  # who plays against the computer alone is told of blunders
    position: NotRequired[PositionText | None]  # from which the game goes on; else from the start
    # Random and the client's own: with the same one again, the same table is answered and none is
    # opened; where it is missing, the server makes it.
    token: NotRequired[Secret | None]


class TableMade(TypedDict):
    id: str
    token: str  # of all seats that are "here"; a spectator's where there are none
    invites: dict[str, str]  # the secret for each friend's seat, by its number


class JoinRequest(TypedDict):
    """POST /api/tables/{id}/join"""

    seat: SeatNumber
    invite: NotRequired[Secret | None]  # a listed table needs none
    name: NotRequired[PersonName]
    # Random and the client's own: with the same one again, the seat is its holder's as before;
    # where it is missing, the server makes it.
    token: NotRequired[Secret | None]


class Joined(TypedDict):
    seat: int
    token: str


class PositionRequest(TypedDict):
    """POST /api/positions: any position of a game, at no table"""

    game: GameId  # with options
    position: NotRequired[PositionText | None]  # its string; where it is missing, the start
    actions: NotRequired[ActionsTried]  # played from there
    cells: NotRequired[CellsTouched]  # touched after them: why can these not be used?
    language: NotRequired[Language]  # of the legal actions; English where it is missing


class PositionShown(TypedDict):
    position: str  # its string
    frame: Frame  # with the legal actions
    ending: Words | None  # "Red wins: Red has completed a four"; null while the game goes on
    why: NotRequired[Words]  # why the cells cannot be used, or what is to be done


class LineRequest(TypedDict):
    """POST /api/positions/line: all positions of a line, at no table"""

    game: GameId  # with options
    position: NotRequired[PositionText | None]  # its string; where it is missing, the start
    actions: ActionsTried  # played from there


class LineShown(TypedDict):
    positions: list[PositionShown]  # the first, and after each action; without the legal actions


class LanRequest(TypedDict):
    """PUT /api/lan"""

    open: bool


class Lan(TypedDict):
    """GET /api/lan: whether others in the local network find the hall; only on its own machine"""

    url: str | None  # where they find it
    can_change: bool  # whether it can be opened and closed from here


class Health(TypedDict):
    """GET /api/health"""

    status: Literal["ok"]


class Ready(TypedDict):
    """GET /api/ready"""

    ready: bool
    engines: dict[str, str]  # cold, warming or warm, for each game


class FaultDetail(TypedDict):
    why: Words


class Fault(TypedDict):
    """What an answer of 400, 403, 404, 409, 413 or 429 says; 422 has FastAPI's list of faults"""

    detail: FaultDetail


# The socket: /api/tables/{id}/socket.  The first message is `hello`.  Commands carry an id of the
# client's own choice; a command sent twice is carried out once.


@dataclass(frozen=True)
class Hello:
    """Begin to listen, or ask for what is missing, perhaps in the other language."""

    token: Secret | None = None  # of seats; without one, somebody watches
    language: Language = "en"  # of the legal actions; all else is said in both
    seq: EventNumber | None = None  # of the state that is known; without one, none is
    listed: Language | None = None  # in which its legal actions are known
    type: Literal["hello"] = "hello"


@dataclass(frozen=True)
class Hurry:
    """The computer shall move now."""

    type: Literal["hurry"] = "hurry"


@dataclass(frozen=True)
class Wait:
    """Wait until the computer is ready, rather than play its stand-in?"""

    waits: bool
    type: Literal["wait"] = "wait"


@dataclass(frozen=True)
class Ping:
    """Is the line alive?"""

    type: Literal["ping"] = "ping"


FromClient: TypeAlias = Hello | commands.Message | Hurry | Wait | Ping


class WelcomeMessage(TypedDict):
    """Answers `hello` with everything"""

    type: Literal["welcome"]
    mine: list[int]  # the seats of who said it
    snapshot: Snapshot


class EventMessage(TypedDict):
    """Something has happened at the table, and is on disk"""

    type: Literal["event"]
    kind: EventKind
    seat: int | None
    seq: int  # of the state afterwards: one more than of the state that is changed
    actions: list[str]  # played: the turn
    steps: list[FrameChanges]  # played: by each action but the last, one after the other
    state: StateChanges
    now: int
    id: NotRequired[str]  # of the command that led to it, for who sent that


class ResumedMessage(TypedDict):
    """Answers `hello` of who knows all but the last events"""

    type: Literal["resumed"]
    mine: list[int]
    events: list[EventMessage]  # those that are missing, without legal actions
    legal: Legal | None  # after them all; null: as they are known
    now: int


class DoneMessage(TypedDict):
    """The command had been carried out before, by this event: none follows"""

    type: Literal["done"]
    id: str
    seq: int


class DraftedMessage(TypedDict):
    """What the board would look like"""

    type: Literal["drafted"]
    n: int | None
    id: str | None
    complete: bool
    frame: Frame


class RefusedMessage(TypedDict):
    """What cannot be done, and why"""

    type: Literal["refused"]
    n: int | None
    id: str | None
    why: Words


class PresenceMessage(TypedDict):
    """Who is here"""

    type: Literal["presence"]
    seats: list[bool]
    since: list[int | None]  # when each came or went, server's time; null: before it was noted
    watching: int


class ThinkingMessage(TypedDict):
    """The computer thinks; not on disk"""

    type: Literal["thinking"]
    seat: int
    queue: int  # how many wait before it; 0: it thinks
    depth: int
    nodes: int
    seconds: float
    line: list[str]  # what it would play


class WarmthMessage(TypedDict):
    """Whether the computer is ready"""

    type: Literal["warmth"]
    cold: bool  # a stand-in plays for it
    coming: bool  # until it is ready, else for good
    waits: bool  # the players would rather wait


class HintMessage(TypedDict):
    """Answers `hint`, for who asked alone"""

    type: Literal["hint"]
    n: int
    stage: int
    clue: str  # what to look for, in the language of `hello`
    cells: list[int]  # where: of the piece that moves, if one does
    action: LineAction | None  # what to do, from stage 2 on
    reasons: list[str]  # and why, in stage 3; in the language of `hello`


class PendingMessage(TypedDict):
    """Answers `hint` and `explain` where the engine is not ready: the answer follows when it is"""

    type: Literal["pending"]
    n: int


class ExplainedMessage(TypedDict):
    """Answers `explain`"""

    type: Literal["explained"]
    n: int
    reasons: list[str]  # why, or why not; in the language of `hello`


class BlunderMessage(TypedDict):
    """Teaching: the last turn of who hears it was a blunder, and may be taken back"""

    type: Literal["blunder"]
    at: int  # how many actions were played before that turn
    text: Words


class PongMessage(TypedDict):
    type: Literal["pong"]
    now: int


FromServer: TypeAlias = (
    WelcomeMessage
    | ResumedMessage
    | EventMessage
    | DoneMessage
    | DraftedMessage
    | RefusedMessage
    | PresenceMessage
    | ThinkingMessage
    | WarmthMessage
    | HintMessage
    | PendingMessage
    | ExplainedMessage
    | BlunderMessage
    | PongMessage
)
