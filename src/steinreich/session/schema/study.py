"""Requests and messages of the study: live search, evaluation of games, positions set up by
hand."""

from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired, TypeAlias

from steinreich.rules.language import Text
from steinreich.rules.vocabulary import Colour, Language, Mark
from steinreich.session.schema.limits import (
    CellNumber,
    Details,
    DetailText,
    GameId,
    Limits,
    LineCount,
    PieceLetter,
    PositionText,
    QuestionNumber,
    SearchDepth,
    StackHeight,
    StudiedActions,
    TableId,
    TypedDict,
)
from steinreich.session.schema.messages import Ping, PongMessage, RefusedMessage
from steinreich.session.schema.protocol import Frame, LineAction
from steinreich.session.schema.records import OpeningCounts

# Positions set up by hand


class PlacedPiece(TypedDict):
    """A piece placed on a cell by hand."""

    cell: CellNumber
    letter: PieceLetter
    height: NotRequired[StackHeight]  # default: 1


MAX_PLACED_PIECES = 200  # more cells than any board has


class SetupRequest(TypedDict):
    """POST /api/setup: the position of pieces placed by hand, or, without pieces, the pieces of a
    position"""

    game: GameId  # with options
    pieces: NotRequired[Annotated[list[PlacedPiece], Limits(max_length=MAX_PLACED_PIECES)]]
    details: NotRequired[Details]  # chosen values of other details of the position
    # The name of the detail chosen last; details that contradict it are dropped
    last_changed: NotRequired[DetailText]
    position: NotRequired[PositionText | None]  # without pieces: its string; null: the start


class PaletteKind(TypedDict):
    """A kind of piece that can be placed."""

    letter: str
    name: Text  # "white Tzaar"
    colour: Colour
    mark: Mark
    owner: int | None
    max_height: int  # of a stack
    remaining: int  # the number of pieces not placed yet
    used_up: Text | None  # why no further piece or stack of the kind can be placed


class DetailValue(TypedDict):
    value: str
    label: Text


class SetupDetail(TypedDict):
    """A detail of a position besides its pieces: the seat to play, coins, the phase of the turn."""

    name: str
    title: Text
    values: list[DetailValue]  # possible with these pieces, and the current one
    value: str  # the current one
    is_chosen: bool  # by the client; else derived or the default


class SetupResponse(TypedDict):
    """The result of a setup, legal or not."""

    palette: list[PaletteKind]
    alternates_kinds: bool  # the kinds are placed in turn, like the halves of a tile
    frame: Frame  # without legal actions; only the pieces if they are not a position
    details: list[SetupDetail]
    position: str | None  # its string, or null
    ending: Text | None  # as in PositionResponse
    fault: Text | None  # why it is not a position
    cells: list[int]  # those that show the fault


# WebSocket /api/study.  `n` is chosen by the client and repeated in all answers to a question.  A
# connection searches one position and evaluates one game at a time.


@dataclass(frozen=True)
class Think:
    """Search a position; this cancels the search before."""

    n: QuestionNumber  # repeated in all answers
    game: GameId  # with options: chain_reaxis(size=8x8)
    position: PositionText | None = None  # null: the start; required if the start is random
    actions: StudiedActions = ()  # played from there
    lines: LineCount = 1  # maximum
    depth: SearchDepth | None = None  # maximum in actions; null: unlimited
    reasons: bool = False  # for or against the first action of each line
    threat: bool = False  # search the position after a pass
    language: Language = "en"  # of descriptions and reasons
    type: Literal["think"] = "think"


@dataclass(frozen=True)
class Stop:
    """Cancel the search and the evaluation."""

    type: Literal["stop"] = "stop"


@dataclass(frozen=True)
class Evaluate:
    """Evaluate a game, action by action."""

    n: QuestionNumber  # repeated in all answers
    game: GameId
    position: PositionText | None = None
    actions: StudiedActions = ()
    deeper: bool = False  # with ten times the nodes for each position
    language: Language = "en"
    type: Literal["evaluate"] = "evaluate"


@dataclass(frozen=True)
class EvaluateTable:
    """Like `Evaluate`, for the game at a table so far."""

    n: QuestionNumber  # repeated in all answers
    table: TableId
    deeper: bool = False
    language: Language = "en"
    type: Literal["evaluate_table"] = "evaluate_table"


@dataclass(frozen=True)
class Explore:
    """List the moves of a position with proven verdicts and the results of the engine's games."""

    n: QuestionNumber  # repeated in all answers
    game: GameId
    position: PositionText | None = None
    actions: StudiedActions = ()
    type: Literal["explore"] = "explore"


StudyRequest: TypeAlias = Think | Stop | Evaluate | EvaluateTable | Explore | Ping

Certainty: TypeAlias = Literal["proven", "estimated"]
StudyState: TypeAlias = Literal["cold", "waiting", "thinking", "paused", "done"]


class Verdict(TypedDict):
    """The value of a position."""

    certainty: Certainty
    values: list[float]  # for each seat, from -1 (lost) to 1 (won)
    turns: int | None  # proven wins: the maximum number of turns of the winner, if known
    stored: bool  # a proven fact from a table, not searched


class StudyLine(TypedDict):
    """A line of play with its verdict."""

    actions: list[LineAction]
    verdict: Verdict
    reasons: NotRequired[list[str]]  # for or against the first action; sent later


class StudyStateMessage(TypedDict):
    """The state of a question.  `cold`: machine code of this game is being compiled; `waiting`:
    other jobs are first; `done`: the search is complete or its time is used up."""

    type: Literal["state"]
    n: int  # of the request
    state: StudyState
    queue_position: int  # while waiting: from 1; else 0


class LinesMessage(TypedDict):
    """The result of a search so far"""

    type: Literal["lines"]
    n: int  # of the request
    turn: int | None  # the seat to move; null: the game is over
    can_pass: bool  # whether `threat` is possible here
    verdict: Verdict
    lines: list[StudyLine]  # the best first; empty if the game is over
    depth: int
    nodes: int
    seconds: float  # of search


MarkSign: TypeAlias = Literal["", "!", "?!", "?", "??"]


class EvaluatedAction(TypedDict):
    """A played action with its loss."""

    at: int  # the number of actions played before it
    seat: int
    action: str
    before: Verdict  # of the position before the action
    after: Verdict  # of the position after the action
    loss: float  # of the expected result, from 0 to 1
    mark: MarkSign
    word: Text  # the meaning of the mark; may be empty
    best: LineAction | None  # a better action, if known


class ExploredMove(TypedDict):
    """A move, and all that lead to symmetric positions."""

    action: str  # the first by name
    symmetric_actions: list[str]  # the others
    key: str  # of the position after it, as in GameRecord
    engine: OpeningCounts  # the engine's games with this position
    verdict: Verdict | None  # of the position after it; null: not proven


class ExploredMessage(TypedDict):
    """The moves of a position"""

    type: Literal["explored"]
    n: int  # of the request
    turn: int | None  # the seat to move; null: the game is over
    verdict: Verdict | None  # null: not proven
    moves: list[ExploredMove]  # the most played first, then proven ones, the best first
    player: str  # the engine of these games; "" if there are none
    games: int  # the number of these games


class EvaluatedMessage(TypedDict):
    """Further evaluated actions of a game"""

    type: Literal["evaluated"]
    n: int  # of the request
    actions: list[EvaluatedAction]  # in order
    total: int  # actions of the game


class KeyMoment(TypedDict):
    """A key moment of a game."""

    at: int  # the number of actions played before it
    text: Text


class EvaluationMessage(TypedDict):
    """The end of an evaluation"""

    type: Literal["evaluation"]
    n: int  # of the request
    moments: list[KeyMoment]  # the three largest losses, in the order of the game
    nodes: int  # per position; ten times as many confirm each mark


StudyAnswer: TypeAlias = (
    StudyStateMessage
    | LinesMessage
    | EvaluatedMessage
    | EvaluationMessage
    | ExploredMessage
    | RefusedMessage
    | PongMessage
)
