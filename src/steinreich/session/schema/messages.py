"""Requests, commands and messages of tables, by REST and WebSocket."""

from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired, TypeAlias

from steinreich.rules.language import Text
from steinreich.rules.vocabulary import Language
from steinreich.session.schema.limits import (
    MAX_SEATS,
    ActionCount,
    Actions,
    Cells,
    CommandId,
    DraftActions,
    EventNumber,
    GameId,
    HintStage,
    Level,
    Limits,
    PersonName,
    PlayedActionNames,
    PositionText,
    QuestionNumber,
    SeatNumber,
    Secret,
    TouchedCells,
    TypedDict,
)
from steinreich.session.schema.protocol import (
    Clock,
    EventKind,
    Frame,
    FrameChanges,
    LegalActions,
    LineAction,
    SeatKind,
    Snapshot,
    StateChanges,
)

# REST


class SeatRequest(TypedDict):
    kind: SeatKind
    name: NotRequired[PersonName]
    level: NotRequired[Level | None]  # of the computer


class TableRequest(TypedDict):
    """POST /api/tables"""

    game: GameId  # with options: chain_reaxis(size=8x8)
    seats: Annotated[list[SeatRequest], Limits(min_length=1, max_length=MAX_SEATS)]
    clock: NotRequired[Clock]  # default: none
    listed: NotRequired[bool]  # whether the lobby shows it
    # Sides are assigned at random when all seats are taken, and again in a rematch
    random_sides: NotRequired[bool]
    hints: NotRequired[bool]  # the player to move may ask for hints
    teaching: NotRequired[bool]  # warnings of blunders, for a single person against computers
    position: NotRequired[PositionText | None]  # to start from; default: the start of the game
    # Random, chosen by the client: a retry with the same token returns the same table.  Default:
    # chosen by the server.
    token: NotRequired[Secret | None]


class OpenedTable(TypedDict):
    id: str
    token: str  # of all seats that are "here"; of a spectator if there are none
    invites: dict[str, str]  # the secret for each friend's seat, by its number


class JoinRequest(TypedDict):
    """POST /api/tables/{id}/join"""

    seat: SeatNumber
    invite: NotRequired[Secret | None]  # not needed for listed tables
    name: NotRequired[PersonName]
    # Random, chosen by the client: a retry with the same token has the same result.  Default:
    # chosen by the server.
    token: NotRequired[Secret | None]


class TakenSeat(TypedDict):
    seat: int
    token: str


class PositionRequest(TypedDict):
    """POST /api/positions: any position of a game, without a table"""

    game: GameId  # with options
    position: NotRequired[PositionText | None]  # position string; default: the start
    actions: NotRequired[PlayedActionNames]  # played from there
    cells: NotRequired[TouchedCells]  # the answer says why these cannot be used next
    language: NotRequired[Language]  # of the legal actions; default: English


class PositionResponse(TypedDict):
    position: str  # position string
    frame: Frame  # with the legal actions
    ending: Text | None  # "Red wins: Red completed a four"; null while the game goes on
    why: NotRequired[Text]  # why the cells cannot be used, or the prompt


class LineRequest(TypedDict):
    """POST /api/positions/line: all positions of a line, without a table"""

    game: GameId  # with options
    position: NotRequired[PositionText | None]  # position string; default: the start
    actions: PlayedActionNames  # played from there


class LineResponse(TypedDict):
    positions: list[PositionResponse]  # the first, and after each action; without the legal actions


class LanAccessRequest(TypedDict):
    """PUT /api/lan"""

    open: bool


class LanAccess(TypedDict):
    """GET /api/lan: access from the local network; only for requests from the hall's own machine"""

    url: str | None  # the address in the local network; null: no access
    can_change: bool  # whether access can be opened and closed


class Health(TypedDict):
    """GET /api/health"""

    status: Literal["ok"]


class Readiness(TypedDict):
    """GET /api/ready"""

    ready: bool
    engines: dict[str, str]  # cold, warming or warm, for each game


class ErrorDetail(TypedDict):
    why: Text


class ErrorResponse(TypedDict):
    """The body of responses with status 400, 403, 404, 409, 413 or 429; 422 has FastAPI's list"""

    detail: ErrorDetail


# WebSocket /api/tables/{id}/socket.  The first message is `hello`.  Commands have an id chosen by
# the client; a command that is sent again has no second effect.


@dataclass(frozen=True)
class Hello:
    """Subscribe, resume after a reconnect, or change the language."""

    token: Secret | None = None  # of seats; null: a spectator
    language: Language = "en"  # of all texts
    seq: EventNumber | None = None  # of the last event the client knows; null: none
    legal_language: Language | None = None  # of the legal actions the client has; null: none
    type: Literal["hello"] = "hello"


@dataclass(frozen=True)
class Hurry:
    """Make the computer move now."""

    type: Literal["hurry"] = "hurry"


@dataclass(frozen=True)
class Wait:
    """Set whether to wait for the computer's machine code instead of a fallback player."""

    waits: bool
    type: Literal["wait"] = "wait"


@dataclass(frozen=True)
class Ping:
    """Check the connection; answered by `pong`."""

    type: Literal["ping"] = "ping"


OfferKind: TypeAlias = Literal["draw", "undo", "rematch"]

# Commands, with an `id`, and questions, with a number `n`; the client chooses both


@dataclass(frozen=True)
class Act:
    """Play a turn."""

    id: CommandId  # makes retries idempotent
    at: ActionCount  # the number of actions played before
    actions: Actions
    type: Literal["act"] = "act"


@dataclass(frozen=True)
class Draft:
    """Return the board after these actions, without playing them."""

    n: QuestionNumber  # repeated in the answer
    at: ActionCount  # the number of actions played before
    actions: Actions
    type: Literal["draft"] = "draft"


@dataclass(frozen=True)
class Why:
    """Ask why cells cannot be used after these actions."""

    n: QuestionNumber  # repeated in the answer
    at: ActionCount  # the number of actions played before
    actions: DraftActions
    cells: Cells
    type: Literal["why"] = "why"


@dataclass(frozen=True)
class Hint:
    """Ask for a hint after these actions, at tables with hints."""

    n: QuestionNumber  # repeated in the answer
    at: ActionCount  # the number of actions played before
    actions: DraftActions
    stage: HintStage  # 1: what to look for; 2: what to do; 3: and why
    type: Literal["hint"] = "hint"


@dataclass(frozen=True)
class Explain:
    """Ask for the reasons of an action of the computer."""

    n: QuestionNumber  # repeated in the answer
    at: ActionCount  # the number of actions played before it
    type: Literal["explain"] = "explain"


@dataclass(frozen=True)
class Offer:
    """Offer a draw, undo or rematch, or accept such an offer."""

    id: CommandId  # makes retries idempotent
    offer: OfferKind
    # The seat to act for; null: the client's seat to play, or else its first.  An undo without a
    # seat takes back the last turn of any seat of the client.
    seat: SeatNumber | None = None
    type: Literal["offer"] = "offer"


@dataclass(frozen=True)
class Decline:
    """Decline an offer, or withdraw the client's own."""

    id: CommandId  # makes retries idempotent
    offer: OfferKind
    # The seat to act for; null: the client's seat to play, or else its first
    seat: SeatNumber | None = None
    type: Literal["decline"] = "decline"


@dataclass(frozen=True)
class Resign:
    """Resign; while a friend's seat is free, cancel the game."""

    id: CommandId  # makes retries idempotent
    # The seat to act for; null: the client's seat to play, or else its first
    seat: SeatNumber | None = None
    type: Literal["resign"] = "resign"


@dataclass(frozen=True)
class Claim:
    """End the game: the player to move has been away for too long."""

    id: CommandId  # makes retries idempotent
    # The seat to act for; null: the client's seat to play, or else its first
    seat: SeatNumber | None = None
    type: Literal["claim"] = "claim"


@dataclass(frozen=True)
class Rename:
    """Change the name of a seat."""

    id: CommandId  # makes retries idempotent
    seat: SeatNumber
    name: PersonName
    type: Literal["name"] = "name"


Question: TypeAlias = Draft | Why | Hint | Explain  # they change nothing at the table
Message: TypeAlias = Act | Question | Offer | Decline | Resign | Claim | Rename
FromClient: TypeAlias = Hello | Message | Hurry | Wait | Ping


class WelcomeMessage(TypedDict):
    """Answers `hello` with the whole state"""

    type: Literal["welcome"]
    own_seats: list[int]  # the seats of the client
    snapshot: Snapshot


class EventMessage(TypedDict):
    """An event at the table, stored already"""

    type: Literal["event"]
    kind: EventKind
    seat: int | None  # that caused the event
    seq: int  # the number of the event
    actions: list[str]  # played: the turn
    steps: list[FrameChanges]  # played: the changes by each action except the last
    state: StateChanges
    now: int  # the server's time, milliseconds
    id: NotRequired[str]  # of the command that caused it; for its sender


class ResumedMessage(TypedDict):
    """Answers `hello` with the missed events, if they are recent"""

    type: Literal["resumed"]
    own_seats: list[int]
    events: list[EventMessage]  # the missed ones, without legal actions
    legal: LegalActions | None  # after all events; null: unchanged
    now: int  # the server's time, milliseconds


class DoneMessage(TypedDict):
    """The command was handled before, by this event"""

    type: Literal["done"]
    id: str
    seq: int  # the number of that event


class DraftedMessage(TypedDict):
    """The board after the actions of a draft"""

    type: Literal["drafted"]
    n: int | None  # of the question, if it answers `draft`
    id: str | None  # of the command, if it answers an incomplete `act`
    complete: bool  # whether the turn is complete
    frame: Frame


class RefusedMessage(TypedDict):
    """A command or question is refused"""

    type: Literal["refused"]
    n: int | None  # of the question, or null
    id: str | None  # of the command, or null
    why: Text


class PresenceMessage(TypedDict):
    """Which seats are connected"""

    type: Literal["presence"]
    connected: list[bool]  # by seat
    since: list[int | None]  # server time of the last change, by seat; null: unknown
    spectators: int


class ThinkingMessage(TypedDict):
    """The computer is thinking; not stored"""

    type: Literal["thinking"]
    seat: int
    queue_position: int  # 0: it is running
    depth: int
    nodes: int
    seconds: float
    line: list[str]  # the actions of the best line so far


class WarmthMessage(TypedDict):
    """The readiness of the computer's machine code"""

    type: Literal["warmth"]
    cold: bool  # a fallback player plays
    compiling: bool  # false: machine code is not available
    waits: bool  # the computer's turn waits for machine code


class HintMessage(TypedDict):
    """Answers `hint`; sent to the asking client only"""

    type: Literal["hint"]
    n: int  # of the question
    stage: int  # as in the question
    clue: str  # what to look for, in the language of `hello`
    cells: list[int]  # of the piece that moves, if any
    action: LineAction | None  # from stage 2 on
    reasons: list[str]  # in stage 3; in the language of `hello`


class PendingMessage(TypedDict):
    """Answers `hint` and `explain` while the engine is not ready; the answer follows"""

    type: Literal["pending"]
    n: int  # of the question


class ExplainedMessage(TypedDict):
    """Answers `explain`"""

    type: Literal["explained"]
    n: int  # of the question
    reasons: list[str]  # for or against the action; in the language of `hello`


class BlunderMessage(TypedDict):
    """Teaching: the last turn of the receiving player was a blunder and may be undone"""

    type: Literal["blunder"]
    at: int  # the number of actions played before that turn
    text: Text


class PongMessage(TypedDict):
    type: Literal["pong"]
    now: int  # the server's time, milliseconds


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
