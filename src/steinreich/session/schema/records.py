"""What is asked and answered about records: games that no table need hold."""

from typing import Annotated, Literal, NotRequired, TypeAlias

from steinreich.session.schema.limits import Limits, Played, TypedDict
from steinreich.session.schema.protocol import Board, Frame, Language, Turn, Words

LONGEST_RECORDS = 60_000  # characters of records that are read at once

# Records: games that people keep, bring along and take with them

RecordText: TypeAlias = Annotated[str, Limits(max_length=LONGEST_RECORDS)]
Theme: TypeAlias = Literal["light", "dark", "auto"]  # auto: as the reader's system prefers


class RecordsRequest(TypedDict):
    """POST /api/records: what games are in a text, in whatever form records have"""

    text: RecordText


class GameRecord(TypedDict):
    """A game as a record tells it"""

    game: str  # an id with options: vier3d(players=3)
    name: str  # vier3d
    title: Words
    variant: Words
    seats: list[Words]  # how the seats are called: Red
    headers: dict[str, str]  # what people wrote: Date, Player1, Event, ...
    result: list[int] | None  # +1, 0 or -1 for each seat; null: none
    why: Words  # how it ended: "Red fills a line"; may be empty
    start: str  # the position string of the first position
    turns: list[Turn]
    actions: int  # how many
    board: Board
    frame: Frame  # the last position
    opening: list[str]  # after each of the first actions: a key, the same for turned boards
    text: str  # the whole record as text, without what was wrong
    json: str  # likewise as JSON


class ReadGame(TypedDict):
    record: GameRecord | None  # up to the first fault; null: not even its start can be read
    fault: Words | None  # what is wrong, and where


class ReadGames(TypedDict):
    games: list[ReadGame]


class RecordFramesRequest(TypedDict):
    """POST /api/records/frames: all moments of one game"""

    text: RecordText


class RecordFrames(TypedDict):
    board: Board
    frames: list[Frame]  # without targets; the first is the start


class PicturesRequest(TypedDict):
    """POST /api/records/pictures: what the board looks like after `first` to `last` actions"""

    text: RecordText
    first: Played
    last: Played
    theme: NotRequired[Theme]
    language: NotRequired[Language]
    width: NotRequired[Annotated[int, Limits(ge=100, le=4000)]]  # pixels


class Pictures(TypedDict):
    pictures: list[str]  # SVG
