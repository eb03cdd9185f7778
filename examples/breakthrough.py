"""Breakthrough: bring one stone to the far side of the board.

56 57 58 59 60 61 62 63     cell = column + 8 * row, on smaller boards as well
 ...                        Black's stones stand above and move down
 8  9 10 11 12 13 14 15
 0  1  2  3  4  5  6  7     White's stones stand below and move up

Action: 3 * cell + direction; a stone steps forward: to the left, straight on or to the right.
"""

from collections.abc import Mapping
from typing import NamedTuple

from steinreich.rules import *

ABOUT = About(
    title=Text("Breakthrough"),
    players=(Text("White"), Text("Black")),
    summary=Text("Bring one stone to the far side of the board."),
    rules=Text(
        "Both sides begin with two full rows of stones. White begins.\n"
        "In turn, move one stone one step forward, straight or diagonally, to an empty square. "
        "Diagonally, but not straight on, it may also take an enemy stone.\n"
        "!take The stone on b3 cannot go straight on. Take the enemy on c4. => Right.\n"
        "Whoever first brings a stone to the last row, or takes the last enemy stone, wins.\n"
        "!through One step more: win with the stone on column b. => Nobody could stop it.\n"
        "!last Win by taking the last enemy stone, on c4. => Nobody is left."
    ),
    options=(
        Option(
            "size",
            ("8", "6", "5"),
            Text("The side of the board."),
            Text("Board"),
            (Text("8 by 8"), Text("6 by 6"), Text("5 by 5")),
            (NO_TEXT, Text("6 × 6"), Text("5 × 5")),
        ),
    ),
    credit=Text("Designed by Dan Troyka."),
    looks=(Look("white", "plain"), Look("black", "dot")),
)
KINDS = {"w": Text("white stone"), "b": Text("black stone")}
NUM_ACTIONS, ACTION_PATTERN = 3 * 64, "[a-h][1-8][-x][a-h][1-8]"
PLANE_LAYOUT = [[x + 8 * y for x in range(8)] for y in range(8)]


class State(NamedTuple):
    white: U64
    black: U64
    board: U64  # all squares of the board
    goals: U64  # the first and the last row
    turn: int


@rule
def mine(s: State) -> U64:
    """Return the stones of the player to move."""
    return s.black if s.turn else s.white


@rule
def theirs(s: State) -> U64:
    """Return the stones of the other player."""
    return s.white if s.turn else s.black


@rule
def target(s: State, action: int) -> int:
    """Return the target of a move, or -1 if it is off the board."""
    column, row = action // 3 % 8 + action % 3 - 1, action // 24 + (-1 if s.turn else 1)
    return column + 8 * row if 0 <= column <= 7 and 0 <= row <= 7 else -1


@rule
def candidates(s: State) -> Candidates:
    """Return each stone of the player to move, in three directions."""
    return Candidates(mine(s), U64(0), 3, 0)


@rule
def is_legal(s: State, c: Candidates, action: int) -> bool:
    """Return whether the target is empty or, diagonally, an enemy."""
    to = target(s, action)
    if to < 0 or not has(s.board & ~mine(s), to):
        return False
    return action % 3 != 1 or not has(theirs(s), to)


@rule
def play(s: State, action: int) -> State:
    """Move a stone, capture what is on the target and pass the turn."""
    to = bit(target(s, action))
    own, enemies = mine(s) & ~bit(action // 3) | to, theirs(s) & ~to
    white, black = (enemies, own) if s.turn else (own, enemies)
    return State(white, black, s.board, s.goals, 1 - s.turn)


@rule
def far_row(s: State, player: int) -> U64:
    """Return the row that a player has to reach."""
    first_row = s.goals & U64(0xFF)
    return first_row if player else s.goals & ~first_row


@rule
def outcome(s: State) -> int:
    """Return the last mover if that player has won; a legal move always exists."""
    mover = 1 - s.turn
    arrived = theirs(s) & far_row(s, mover)
    has_no_enemies = U64(mine(s) == U64(0))  # as a set, so that both conditions are tested at once
    return mover if arrived | has_no_enemies != U64(0) else ONGOING


class Observation(NamedTuple):
    mine: U64
    theirs: U64
    board: U64
    upwards: U64  # all cells if the mover's stones move up


@rule
def observe(s: State) -> Observation:
    """Return the stones of the player to move first."""
    return Observation(mine(s), theirs(s), s.board, everywhere(s.turn == 0))


def side(options: Options) -> int:
    """Return the number of squares in a row."""
    return int(options["size"])


def start(options: Options, seed: int | None = None) -> State:
    n = side(options)
    rows = [bitboard(8 * y + x for x in range(n)) for y in range(n)]
    board = bitboard(8 * y + x for y in range(n) for x in range(n))
    return State(rows[0] | rows[1], rows[-1] | rows[-2], board, rows[0] | rows[-1], 0)


def name(s: State, action: int) -> str:
    """Return the name of a move, such as `b2-b3` or `b2xc3`."""
    origin, to = get_origin_and_target(s, action)
    return f"{origin}{'x' if has(theirs(s), target(s, action)) else '-'}{to}"


def get_origin_and_target(s: State, action: int) -> tuple[str, str]:
    """Return the names of the origin and target of a move."""
    to = target(s, action)
    return square(action // 3 % 8, action // 24), square(to % 8, to // 8)


def describe_action(s: State, action: int) -> Action:
    """Return the origin and the target of a move."""
    cells = to_cell(s, action // 3), to_cell(s, target(s, action))
    return Action("capture" if has(theirs(s), target(s, action)) else "move", cells)


def spoken_name(s: State, action: int) -> Text:
    """Return a move as it is read aloud."""
    origin, to = get_origin_and_target(s, action)
    if has(theirs(s), target(s, action)):
        return Text("{origin} takes {to}", origin=origin, to=to)
    return Text("{origin} to {to}", origin=origin, to=to)


def prompt(s: State) -> Text:
    return Text("move a stone forward")


def counts(s: State) -> list[Count]:
    """Return the numbers of stones of both sides."""
    white, black = count(s.white), count(s.black)
    return [
        Count(0, Plural("stone", "stones", white), *ABOUT.looks[0], white),
        Count(1, Plural("stone", "stones", black), *ABOUT.looks[1], black),
    ]


def to_cell(s: State, square: int) -> int:
    """Return the cell of the drawn board that shows a square."""
    return square % 8 + count(s.board & U64(0xFF)) * (square // 8)


def stone(cell: int, owner: int) -> Piece:
    return Piece(cell, *ABOUT.looks[owner], "wb"[owner], owner=owner)


def pieces(s: State) -> list[Piece]:
    return [
        stone(to_cell(s, square), owner)
        for owner, stones in enumerate((s.white, s.black))
        for square in each(stones)
    ]


def board(options: Options) -> Board:
    n = side(options)
    return Board(grid(n, n), squares=True, labels=edge_labels(n, n))


def figures(options: Options) -> dict[str, Figure]:
    """Return boards on which to try the rules."""
    n = side(options)

    def make_position_text(stones: dict[str, str]) -> str:
        return board_text(n, n, lambda x, y: stones.get(square(x, y), "")) + " w"

    two_stones, winning_square = {"b3": "w", "c4": "b"}, f"b{n - 1}"
    return {
        "take": Figure(make_position_text(two_stones | {"b4": "b"}), goals=("b3xc4",)),
        "through": Figure(
            make_position_text({winning_square: "w", f"e{n}": "b"}),
            goals=tuple(f"{winning_square}-{x}{n}" for x in "abc"),
        ),
        "last": Figure(make_position_text(two_stones), goals=("b3xc4",)),
    }


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Return the ending: a stone on the last row, or no stone left."""
    arrived = (s.black if outcome else s.white) & far_row(s, outcome)
    if arrived:
        words = Text(
            "{player} has come through", you="You have come through", player=PlayerName(outcome)
        )
        return Ending(outcome, words, tuple(to_cell(s, square) for square in each(arrived)))
    loser = 1 - outcome
    words = Text(
        "{player} has no stones left", you="You have no stones left", player=PlayerName(loser)
    )
    return Ending(outcome, words)


def text(s: State) -> str:
    letters = dict.fromkeys(each(s.white), "w") | dict.fromkeys(each(s.black), "b")
    n = count(s.board & U64(0xFF))
    return board_text(n, n, lambda x, y: letters.get(x + 8 * y, "")) + " " + "wb"[s.turn]


def parse(text: str, options: Options) -> State:
    rows, turn = split_fields(text, Text("board player"))
    n, initial = side(options), start(options)
    stones_by_square = parse_board(rows, n, n, "wb")
    white, black = (
        bitboard(x + 8 * y for x, y in stones_by_square if stones_by_square[x, y] == c)
        for c in "wb"
    )
    player = parse_letter(turn, "wb", Text("the player"))
    s = initial._replace(white=white, black=black, turn=player)
    for player, stones in enumerate((white, black)):
        who = ABOUT.players[player]
        if count(stones) > 2 * n:
            raise BadPosition(Text("{who} has more than {value} stones", who=who, value=2 * n))
        if stones & far_row(s, player) and (player == s.turn or outcome(s) != player):
            raise BadPosition(Text("{who} had won already", who=who))
    return s


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    n = side(options)
    turn = whose_turn("wb", ABOUT.players, 0, 1)
    return SetUp((stone(0, 0), stone(0, 1)), pieces_text(n, n, pieces), (turn,))
