"""Data of games without a table: records, puzzles, openings and balance reports."""

from typing import Annotated, Literal, NotRequired, TypeAlias

from steinreich.rules.language import Text
from steinreich.rules.vocabulary import Language
from steinreich.session.schema.limits import ActionCount, Limits, TypedDict
from steinreich.session.schema.protocol import Board, Frame, Turn

MAX_RECORDS_LENGTH = 60_000  # characters in one request

# Records

RecordText: TypeAlias = Annotated[str, Limits(max_length=MAX_RECORDS_LENGTH)]
Theme: TypeAlias = Literal["light", "dark", "auto"]  # auto: as the reader's system prefers


class RecordsRequest(TypedDict):
    """POST /api/records: the games in a text of any record format"""

    text: RecordText


class GameRecord(TypedDict):
    """A game in a record"""

    game: str  # an id with options: vier3d(players=3)
    name: str  # vier3d
    title: Text
    variant: Text
    seats: list[Text]  # titles of the seats: Red, Blue
    headers: dict[str, str]  # Date, Player1, Event, ...
    result: list[int] | None  # +1, 0 or -1 for each seat; null: none
    why: Text  # how it ended: "Red fills a line"; may be empty
    start: str  # the position string of the first position
    turns: list[Turn]
    actions: int  # how many
    board: Board
    frame: Frame  # the last position
    # Keys of the positions after the first actions, equal for symmetric positions
    opening: list[str]
    text: str  # the record as text, without its invalid parts
    json: str  # likewise as JSON


class ReadGame(TypedDict):
    record: GameRecord | None  # up to the first error; null: its start cannot be read
    fault: Text | None  # the error with its location


class ReadGames(TypedDict):
    games: list[ReadGame]


class RecordFramesRequest(TypedDict):
    """POST /api/records/frames: all frames of one game"""

    text: RecordText


class RecordFrames(TypedDict):
    board: Board
    frames: list[Frame]  # without targets; the first is the start


class PicturesRequest(TypedDict):
    """POST /api/records/pictures: the board after `first` to `last` actions"""

    text: RecordText
    first: ActionCount
    last: ActionCount
    theme: NotRequired[Theme]
    language: NotRequired[Language]
    width: NotRequired[Annotated[int, Limits(ge=100, le=4000)]]  # pixels


class Pictures(TypedDict):
    pictures: list[str]  # SVG


# Puzzles


Goal: TypeAlias = Literal["win", "save", "hold"]


class Puzzle(TypedDict):
    """A position in which one action, and no other, reaches the goal."""

    id: str  # permanent
    game: str  # its id, with options
    position: str
    goal: Goal
    turns: int  # to the win of the solver, or of the opponent after wrong actions
    task: Text  # the task of the solver
    theme: str  # shown when solved, as it is a hint
    rating: int  # its difficulty
    # All lines to the goal: names separated by spaces, the opponents' replies in parentheses.
    # Lines branch where the solver has several good actions; replies are unique.
    solution: list[str]


class Puzzles(TypedDict):
    """GET /api/games/vier3d/puzzles"""

    boards: dict[str, Board]  # by the id of the game, with options
    themes: dict[str, Text]  # of these puzzles, by name
    puzzles: list[Puzzle]  # the easiest first


class PuzzleCounts(TypedDict):
    """GET /api/puzzles"""

    games: dict[str, int]  # the number of puzzles by name, for games with any


class Refutation(TypedDict):
    """GET /api/games/vier3d/puzzles/0a1b2c3d4e/refutation?step=0&action=b3"""

    actions: list[str]  # after the wrong one, to the end of the opponent's turn
    why: Text  # why the action is wrong


# Openings


class OpeningCounts(TypedDict):
    games: int
    won: int  # by the player of the action
    drawn: int
    lost: int


class OpeningMove(TypedDict):
    """An action, and all that lead to symmetric positions"""

    action: str  # the first by name
    symmetric_count: int  # the number of these actions
    key: str  # of the position after it, as in GameRecord
    engine: OpeningCounts  # the engine's games with this position
    value: int | None  # for its player, with perfect play; null: unknown


class PlayedVariant(TypedDict):
    """A variant with games of the engine"""

    game: str  # its id with the options of the variant
    variant: Text


class Opening(TypedDict):
    """GET /api/openings?game=vier3d&line=a1&line=b1: the moves after the first actions of a game"""

    title: Text  # of the game
    variant: Text
    seats: list[Text]  # titles of the seats
    board: Board
    frame: Frame
    turn: int | None  # the seat to move
    moves: list[OpeningMove]
    line: list[str]  # the actions played so far
    player: str  # the engine of these games; "" if there are none
    nodes: int  # its maximum for an action
    games: int  # the number of these games
    variants: list[PlayedVariant]  # of the same game, with games of the engine
    random_start: bool  # then there are no openings


# Balance, measured in games of the computer against itself


class Proportion(TypedDict):
    """A proportion from 0 to 1 with its 95 % confidence interval"""

    mean: float
    low: float
    high: float


class VariantBalance(TypedDict):
    game: str  # its id
    variant: Text
    games: int  # in the sample
    first_score: Proportion  # points of the first player; a draw is shared by all
    fair_score: float  # the points of the first player in a fair game
    decisive: Proportion  # games with a winner


class BalanceReport(TypedDict):
    """GET /api/balance?game=vier3d(players=3): how fair and how decisive a game is"""

    summary: Text  # for these options
    advice: Text  # the options with the fewest draws; may be empty
    method: Text  # how it was measured; empty without measurements
    most_decisive: str  # the id of the variant with the fewest draws, or ""
    suggestion: Text  # a variant to play instead of one that is nearly always drawn; may be empty
    suggested_game: str  # the id of that variant, or ""
    variants: list[VariantBalance]  # all measured ones, the default first
