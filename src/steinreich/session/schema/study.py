"""What the study is asked and what it tells: lines thought out live, whole games evaluated."""

from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired, TypeAlias

from steinreich.rules.vocabulary import Colour, Mark
from steinreich.session.schema.limits import (
    CellNumber,
    DetailsSaid,
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
from steinreich.session.schema.openings import OpeningCounts
from steinreich.session.schema.protocol import Frame, Language, LineAction, Words

# Positions set up by hand


class PlacedPiece(TypedDict):
    """A piece that somebody has put on a cell."""

    cell: CellNumber
    letter: PieceLetter
    height: NotRequired[StackHeight]  # 1 where it is missing


MOST_PLACED = 200  # more cells than any board has


class SetupRequest(TypedDict):
    """POST /api/setup: what pieces that are put on the board by hand make of it.  Where there are
    none, a position is taken apart."""

    game: GameId  # with options
    pieces: NotRequired[Annotated[list[PlacedPiece], Limits(max_length=MOST_PLACED)]]
    details: NotRequired[DetailsSaid]  # what is said of the position beside them
    position: NotRequired[PositionText | None]  # without pieces: its string; null: the start


class PaletteKind(TypedDict):
    """A kind of piece that may be put on the board."""

    letter: str
    called: Words  # "white Tzaar"
    colour: Colour
    mark: Mark
    owner: int | None
    tallest: int  # as a stack
    left: int  # a stack can grow by at most this number of pieces: no more are left
    used_up: Words | None  # why no further piece or stack of the kind can be put


class DetailValue(TypedDict):
    value: str
    label: Words


class DetailShown(TypedDict):
    """What a position is beside its pieces: whose turn it is, coins, what is due."""

    name: str
    title: Words
    values: list[DetailValue]  # that can be legal with these pieces, and the value that it has now
    value: str  # that it has now
    said: bool  # somebody wants it so; else it follows from the rest, or is the usual


class SetupShown(TypedDict):
    """What was set up, legal or not."""

    palette: list[PaletteKind]
    by_turns: bool  # pieces of each kind in turn, as halves of tiles are
    frame: Frame  # without legal actions; of what is no position: the pieces alone
    details: list[DetailShown]
    position: str | None  # its string, if it is a position
    ending: Words | None  # as in PositionShown
    fault: Words | None  # why it is no position
    cells: list[int]  # those that show why


# The socket of the study: /api/study.  `n` is the client's own: whatever is said about a question
# bears it.  A window thinks about one position at a time, and evaluates one game at a time.


@dataclass(frozen=True)
class Think:
    """Think about a position, and about none that was named before."""

    n: QuestionNumber
    game: GameId  # with options: chain_reaxis(size=8x8)
    position: PositionText | None = None  # null: the start; where chance sets it up, it is needed
    actions: StudiedActions = ()  # played from there
    lines: LineCount = 1  # at most
    depth: SearchDepth | None = None  # actions ahead; null: as deep as there is time for
    reasons: bool = False  # why to play the first action of each line, or why not
    threat: bool = False  # what the next seat would do if the one to act did nothing
    language: Language = "en"  # of what is spoken, and of reasons
    type: Literal["think"] = "think"


@dataclass(frozen=True)
class Stop:
    """Think about nothing, evaluate nothing."""

    type: Literal["stop"] = "stop"


@dataclass(frozen=True)
class Evaluate:
    """Evaluate a game, action by action."""

    n: QuestionNumber
    game: GameId
    position: PositionText | None = None
    actions: StudiedActions = ()
    deeper: bool = False  # with ten times the nodes for each position
    language: Language = "en"
    type: Literal["evaluate"] = "evaluate"


@dataclass(frozen=True)
class EvaluateTable:
    """The same for what has been played at a table so far."""

    n: QuestionNumber
    table: TableId
    deeper: bool = False
    language: Language = "en"
    type: Literal["evaluate_table"] = "evaluate_table"


@dataclass(frozen=True)
class Explore:
    """List the moves of a position: what is proven of each, and how the engine's games went on."""

    n: QuestionNumber
    game: GameId
    position: PositionText | None = None
    actions: StudiedActions = ()
    type: Literal["explore"] = "explore"


StudyRequest: TypeAlias = Think | Stop | Evaluate | EvaluateTable | Explore | Ping

Certainty: TypeAlias = Literal["proven", "estimated"]
StudyState: TypeAlias = Literal["cold", "waiting", "thinking", "paused", "done"]


class Verdict(TypedDict):
    """What a position is worth."""

    certainty: Certainty
    values: list[float]  # for each seat, from -1 (lost) to 1 (won)
    turns: int | None  # proven: the winner needs at most so many of its own turns, where known
    stored: bool  # looked up in the store of proven facts, not searched


class StudyLine(TypedDict):
    """An action, how the game would go on after it, and where that leads."""

    actions: list[LineAction]
    verdict: Verdict
    reasons: NotRequired[list[str]]  # why to play the first action, or why not; they come later


class StudyStateMessage(TypedDict):
    """What becomes of a question.  `cold`: machine code of this game is not ready yet, but will be;
    `waiting`: others have their turn; `done`: all that there is time for has been thought."""

    type: Literal["state"]
    n: int
    state: StudyState
    queue: int  # waiting: how many have their turn before


class LinesMessage(TypedDict):
    """What is thought of a position by now"""

    type: Literal["lines"]
    n: int
    turn: int | None  # whose action is thought about; null: the game is over
    can_pass: bool  # whether a threat can be asked for here
    verdict: Verdict
    lines: list[StudyLine]  # the best first; none where the game is over
    depth: int
    nodes: int
    seconds: float  # that were thought


MarkSign: TypeAlias = Literal["", "!", "?!", "?", "??"]


class EvaluatedAction(TypedDict):
    """An action that was played, and what it cost."""

    at: int  # how many actions were played before
    seat: int
    action: str
    before: Verdict  # of the position in which it was played
    after: Verdict  # of the position to which it led
    loss: float  # of the expected result: from 0 to 1 (a won game is lost)
    mark: MarkSign
    word: Words  # what the mark means; empty where there is none
    best: LineAction | None  # what was better; null where nothing is known to be


class ExploredMove(TypedDict):
    """A move, and all that lead to the same position on a turned or mirrored board."""

    action: str  # the first of them by name
    alike: list[str]  # the others
    key: str  # of the position that it leads to, as in GameRecord
    engine: OpeningCounts  # games of the engine that came to this position
    verdict: Verdict | None  # of the position that it leads to; null: not proven


class ExploredMessage(TypedDict):
    """What is known of a position and of its moves"""

    type: Literal["explored"]
    n: int
    turn: int | None  # whose action is due; null: the game is over
    verdict: Verdict | None  # null: not proven
    moves: list[ExploredMove]  # the most played first, then proven ones, the best first
    player: str  # who played the engine's games; "" where there are none
    games: int  # how many these are


class EvaluatedMessage(TypedDict):
    """Some more actions of a game are evaluated"""

    type: Literal["evaluated"]
    n: int
    actions: list[EvaluatedAction]  # one after the other
    total: int  # actions of the game


class Moment(TypedDict):
    """A moment that decided the game."""

    at: int  # how many actions were played before it
    text: Words


class EvaluationMessage(TypedDict):
    """A game is wholly evaluated"""

    type: Literal["evaluation"]
    n: int
    moments: list[Moment]  # the three largest losses, in the order of the game
    nodes: int  # the budget of each position; ten times as many confirm each mark


StudyAnswer: TypeAlias = (
    StudyStateMessage
    | LinesMessage
    | EvaluatedMessage
    | EvaluationMessage
    | ExploredMessage
    | RefusedMessage
    | PongMessage
)
