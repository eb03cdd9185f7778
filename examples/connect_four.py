"""Connect Four: drop discs into seven columns; four discs of one colour in a line win.

40 41 42 43 44 45 46     cell = column + 8 * row; the eighth column stays empty,
 ...                     so that no line runs over the edge
 0  1  2  3  4  5  6     action = column
"""

from typing import NamedTuple

from steinreich.rules import *

ABOUT = About(
    title=Text("Connect Four"),
    players=(Text("Red"), Text("Yellow")),
    summary=Text("Four discs in a line win."),
    looks=(Look("red", "plain"), Look("yellow", "dot")),
    rules=Text(
        "The board stands upright and has seven columns of six places. Red begins.\n"
        "In turn, drop one disc of your colour into a column that is not full. It falls onto the "
        "lowest free place.\n"
        "Whoever first has four discs in a row, upright, level or diagonal, wins. If the board "
        "fills up without that, the game is a draw."
    ),
)
KINDS = {"r": Text("red disc"), "y": Text("yellow disc")}
NUM_ACTIONS, ACTION_PATTERN = 7, "[a-g]"
FLOOR, COLUMN_A, BOARD = U64(0x7F), U64(0x010101010101), U64(0x7F7F7F7F7F7F)  # FLOOR: lowest row
STEPS = words((1, 7, 8, 9))  # (4,) to the next cell in each direction
PLACES = [(i % 7, i // 7) for i in range(42)]
PLANE_LAYOUT = [[x + 8 * y for x in range(7)] for y in range(6)]
LINES = straight_lines(4, PLACES, [(1, 0), (-1, 1), (0, 1), (1, 1)])


class State(NamedTuple):
    mine: U64  # discs of the player to move
    theirs: U64
    turn: int


@rule
def candidates(s: State) -> Candidates:
    """Return the columns whose highest cell, 40 to 46, is empty."""
    return Candidates(~(s.mine | s.theirs) >> U64(40) & FLOOR, U64(0), 1, 0)


@rule
def play(s: State, column: int) -> State:
    """Drop a disc and swap the sides."""
    discs = s.mine | s.theirs
    lowest_empty = ~discs & (discs << U64(8) | FLOOR) & BOARD  # the cell in which a disc would rest
    return State(s.theirs, s.mine | lowest_empty & COLUMN_A << U64(column), 1 - s.turn)


@rule
def outcome(s: State) -> int:
    """Return the last mover if that player has four in a line."""
    fours = U64(0)
    for d in range(len(STEPS)):
        pairs = s.theirs & s.theirs >> STEPS[d]
        fours |= pairs & pairs >> STEPS[d] >> STEPS[d]
    if fours != U64(0):
        return 1 - s.turn
    return DRAW if s.mine | s.theirs == BOARD else ONGOING


class Observation(NamedTuple):
    mine: U64
    theirs: U64


@rule
def observe(s: State) -> Observation:
    return Observation(s.mine, s.theirs)


def start(options: Options, seed: int | None = None) -> State:
    return State(0, 0, 0)


def name(s: State, column: int) -> str:
    return "abcdefg"[column]


def disc(cell: int, owner: int) -> Piece:
    return Piece(cell % 8 + 7 * (cell // 8), *ABOUT.looks[owner], "ry"[owner], owner=owner)


def describe_action(s: State, column: int) -> Action:
    put = disc(8 * count((s.mine | s.theirs) & COLUMN_A << U64(column)) + column, s.turn)
    return Action("place", (put.cell,), (put,))


def pieces(s: State) -> list[Piece]:
    discs = (s.theirs, s.mine) if s.turn else (s.mine, s.theirs)
    return [disc(cell, owner) for owner in (0, 1) for cell in each(discs[owner])]


def board(options: Options) -> Board:
    cells = (Cell(f"{'abcdefg'[x]}.{y + 1}", x, y) for x, y in PLACES)
    columns = tuple(Pillar("abcdefg"[x], tuple(range(x, 42, 7))) for x in range(7))
    return Board(tuple(cells), squares=True, labels=edge_labels(7, 6), pillars=columns)


def winning_lines(s: State, winner: int) -> list[list[int]]:
    discs = {piece.cell for piece in pieces(s) if piece.letter == "ry"[winner]}
    return [line for line in LINES if discs.issuperset(line)]


def text(s: State) -> str:
    discs = {piece.cell: piece.letter for piece in pieces(s)}
    return board_text(7, 6, lambda x, y: discs.get(x + 7 * y, "")) + " " + "ry"[s.turn]


def parse(text: str, options: Options) -> State:
    rows, side = split_fields(text, "board player")
    discs = parse_board(rows, 7, 6, "ry")
    turn = parse_letter(side, "ry", "the player")
    red, yellow = (bitboard(x + 8 * y for x, y in discs if discs[x, y] == c) for c in "ry")
    if count(red) - count(yellow) != turn or any((x, y - 1) not in discs for x, y in discs if y):
        raise BadPosition(Text("discs must rest on discs, and Red and Yellow must alternate"))
    s = State(yellow, red, turn) if turn else State(red, yellow, turn)
    if outcome(State(s.theirs, s.mine, 1 - turn)) == turn:  # as if the opponent were to move
        raise BadPosition(Text("the player to move already had four in a line"))
    return s
