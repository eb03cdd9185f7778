"""What clients see of openings: what can be played, and what became of it."""

from steinreich.session.schema.limits import TypedDict
from steinreich.session.schema.protocol import Board, Frame, Words

# Openings: what was played at the beginning


class OpeningCounts(TypedDict):
    games: int
    won: int  # by who plays the action
    drawn: int
    lost: int


class OpeningMove(TypedDict):
    """An action, and all that lead to the same position on a turned or mirrored board"""

    action: str  # the first of them by name
    alike: int  # how many they are
    key: str  # of the position that it leads to, as in GameRecord
    engine: OpeningCounts  # games of the engine that came to this position
    value: int | None  # for who plays it, when both play as well as can be; null: not known


class PlayedVariant(TypedDict):
    """Options with which the engine has played a game"""

    game: str  # its id with them
    variant: Words


class Opening(TypedDict):
    """GET /api/openings?game=vier3d&line=a1&line=b1: what can follow the first actions of a game"""

    title: Words  # of the game
    variant: Words
    seats: list[Words]  # how the seats are called
    board: Board
    frame: Frame
    turn: int | None  # whose action is due
    moves: list[OpeningMove]
    line: list[str]  # what was played so far
    player: str  # who played the engine's games; "" where there are none
    nodes: int  # positions that it looked at for an action, at most
    games: int  # how many these are
    variants: list[PlayedVariant]  # of the same game, of which there are games of the engine
    chance: bool  # the start is set up by chance: there are no openings
