"""Dots and Boxes: draw lines between dots; a player who closes a box owns it and draws again.

    a2 --- b2      Dots have names of squares.  A line has the names of its two dots: a1-b1.
    |   A1  |      A box has the name of its lower left dot in a capital letter.
    a1 --- b1

Boards have up to five boxes a side: 30 horizontal lines (x + 5 * y), then 30 vertical ones
(30 + x + 6 * y).
Action: the number of a line.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

from steinreich.rules import *

ABOUT = About(
    title=Text("Dots and Boxes"),
    players=(
        Text("Red"),
        Text("Blue"),
        Text("Yellow"),
        Text("White"),
    ),
    summary=Text("Close boxes between the dots, and draw again whenever you do."),
    rules=Text(
        "The board is a square of dots. Red begins.\n"
        "In turn, draw one line between two dots that lie side by side or one above the other.\n"
        "Whoever draws the fourth line of a box owns the box and has to draw another line, as long "
        "as there is one to draw.\n"
        "When all lines are drawn, whoever owns most boxes wins. If nobody has more than all "
        "others, the game is a draw."
    ),
    options=(
        Option(
            "players",
            ("2", "3", "4"),
            Text("Two, three or four players."),
            Text("Players"),
            (Text("two"), Text("three"), Text("four")),
            (NO_TEXT, Text("three players"), Text("four players")),
        ),
        Option(
            "size",
            ("3", "4", "5"),
            Text("How many boxes a side has."),
            Text("Board"),
            (Text("3 by 3"), Text("4 by 4"), Text("5 by 5")),
            (NO_TEXT, Text("4 × 4"), Text("5 × 5")),
        ),
    ),
    looks=(
        Look("red", "plain"),
        Look("blue", "dot"),
        Look("yellow", "ring"),
        Look("white", "crown"),
    ),
)
LETTERS = "rbyw"
KINDS = {
    "r": Text("red box"),
    "b": Text("blue box"),
    "y": Text("yellow box"),
    "w": Text("white box"),
    "-": Text("line"),
}
BOX = Text("box"), Text("boxes")

# Geometry

HORIZONTAL = [(x, y) for y, x in product(range(6), range(5))]  # from (x, y) to (x + 1, y)
VERTICAL = [(x, y) for y, x in product(range(5), range(6))]  # from (x, y) to (x, y + 1)
BOXES = [(x, y) for y, x in product(range(5), range(5))]
NUM_ACTIONS, ACTION_PATTERN = len(HORIZONTAL) + len(VERTICAL), "[a-f][1-6]-[a-f][1-6]"


def box_lines(x: int, y: int) -> list[int]:
    """Return the four lines around a box."""
    horizontal = [HORIZONTAL.index((x, y)), HORIZONTAL.index((x, y + 1))]
    return [*horizontal, 30 + VERTICAL.index((x, y)), 30 + VERTICAL.index((x + 1, y))]


BOX_LINES = words(bitboard(box_lines(x, y)) for x, y in BOXES)  # (25,) the lines of each box


@cache
def lines_within(n: int) -> int:
    """Return the lines of a board of n by n boxes."""
    return bitboard(line for x, y in BOXES if x < n and y < n for line in box_lines(x, y))


class State(NamedTuple):
    drawn: U64  # lines that are drawn
    board: U64  # all lines of the board
    red: U64  # boxes owned by Red; the next three likewise
    blue: U64
    yellow: U64
    white: U64
    players: int
    turn: int
    again: int  # 1 if the player to move has just closed a box


@rule
def candidates(s: State) -> Candidates:
    """Return the lines that are not drawn."""
    return Candidates(s.board & ~s.drawn, U64(0), 1, 0)


@rule
def closed_boxes(s: State, line: int) -> U64:
    """Return the boxes that a line closes."""
    drawn, boxes = s.drawn | bit(line), U64(0)
    for box in range(25):
        if has(BOX_LINES[box], line) and BOX_LINES[box] & ~drawn == U64(0):
            boxes |= bit(box)
    return boxes


@rule
def play(s: State, line: int) -> State:
    """Draw a line; the turn passes unless it closes a box."""
    boxes = closed_boxes(s, line)
    closes_box = boxes != U64(0)
    return State(
        s.drawn | bit(line),
        s.board,
        s.red | boxes if s.turn == 0 else s.red,
        s.blue | boxes if s.turn == 1 else s.blue,
        s.yellow | boxes if s.turn == 2 else s.yellow,
        s.white | boxes if s.turn == 3 else s.white,
        s.players,
        s.turn if closes_box else (s.turn + 1) % s.players,
        1 if closes_box else 0,
    )


@rule
def outcome(s: State) -> int:
    """Return the player with the most boxes when all lines are drawn."""
    if s.drawn != s.board:
        return ONGOING
    best, winner = -1, DRAW
    for player in range(s.players):
        boxes = s.red if player == 0 else s.blue
        if player > 1:
            boxes = s.yellow if player == 2 else s.white
        if count(boxes) == best:
            winner = DRAW
        elif count(boxes) > best:
            best, winner = count(boxes), player
    return winner


# Names and pictures


def board_side(s: State) -> int:
    """Return the number of boxes in a row."""
    return next(n for n in (3, 4, 5) if lines_within(n) == s.board)


def boxes_by_player(s: State) -> tuple[int, ...]:
    """Return the boxes of each player."""
    return (s.red, s.blue, s.yellow, s.white)[: s.players]


def start(options: Options, seed: int | None = None) -> State:
    board = lines_within(int(options["size"]))
    return State(0, board, 0, 0, 0, 0, int(options["players"]), 0, 0)


def starts_turn(s: State) -> bool:
    return not s.again


def line_ends(line: int) -> tuple[str, str]:
    """Return the dots that a line connects."""
    x, y = HORIZONTAL[line] if line < 30 else VERTICAL[line - 30]
    return square(x, y), square(x + 1, y) if line < 30 else square(x, y + 1)


def line_name(line: int) -> str:
    """Return the name of a line, such as `a1-b1`."""
    return "-".join(line_ends(line))


def name(s: State, line: int) -> str:
    return line_name(line)


def drawn_line(s: State, line: int) -> Piece:
    """Return a line as a piece without an owner."""
    lines, _ = board_parts(board_side(s))
    return Piece(lines.index(line), "black", "plain", "-")


def describe_action(s: State, line: int) -> Action:
    put = drawn_line(s, line)
    return Action("place", (put.cell,), (put,))


def spoken_name(s: State, line: int) -> Text:
    """Return a line as it is read aloud."""
    one, other = line_ends(line)
    return Text("from {one} to {other}", one=one, other=other)


def prompt(s: State) -> Text:
    if s.again:
        return Text("connect two more dots")
    return Text("connect two dots")


def counts(s: State) -> list[Count]:
    """Return the numbers of boxes of all players."""
    return [
        Count(player, Plural("box", "boxes", count(boxes)), *ABOUT.looks[player], count(boxes))
        for player, boxes in enumerate(boxes_by_player(s))
    ]


@cache
def board_parts(n: int) -> tuple[list[int], list[int]]:
    """Return the lines and the boxes that are cells of a board, in order: lines first."""
    boxes = [number for number, (x, y) in enumerate(BOXES) if x < n and y < n]
    return list(each(lines_within(n))), boxes


def board(options: Options) -> Board:
    """Return the lines and boxes as cells at their centres; dots are two units apart."""
    n = int(options["size"])
    lines, boxes = board_parts(n)
    cells = []
    for line in lines:
        x, y = HORIZONTAL[line] if line < 30 else VERTICAL[line - 30]
        cells.append(Cell(line_name(line), 2 * x + (line < 30), 2 * y + (line >= 30)))
    for box in boxes:
        x, y = BOXES[box]
        cells.append(Cell(square(x, y).upper(), 2 * x + 1, 2 * y + 1))
    length = 2.0 * n  # of a side of the board
    drawn = [(2.0 * i, 0.0, 2.0 * i, length) for i in range(n + 1)]
    drawn += [(0.0, 2.0 * i, length, 2.0 * i) for i in range(n + 1)]
    # Labels stand outside the board, 0.85 from its edge.
    labels = [(FILES[i], 2.0 * i, -0.85) for i in range(n + 1)]
    labels += [(str(i + 1), -0.85, 2.0 * i) for i in range(n + 1)]
    return Board(tuple(cells), squares=False, lines=tuple(drawn), labels=tuple(labels))


def pieces(s: State) -> list[Piece]:
    """Return the drawn lines and the owned boxes."""
    lines, boxes = board_parts(board_side(s))
    found = [drawn_line(s, line) for line in each(s.drawn)]
    for player, owned_boxes in enumerate(boxes_by_player(s)):
        for box in each(owned_boxes):
            cell = len(lines) + boxes.index(box)
            found.append(Piece(cell, *ABOUT.looks[player], LETTERS[player], owner=player))
    return found


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Return the ending: the player with the most boxes."""
    score = " : ".join(str(count(boxes)) for boxes in boxes_by_player(s))
    if outcome == DRAW:
        return Ending(None, Text("boxes are level ({score})", score=score))
    lines, boxes = board_parts(board_side(s))
    cells = tuple(len(lines) + boxes.index(box) for box in each(boxes_by_player(s)[outcome]))
    words = Text(
        "{player} has most boxes ({score})",
        you="You have most boxes ({score})",
        player=PlayerName(outcome),
        score=score,
    )
    return Ending(outcome, words, cells)


# The position string: horizontal lines, vertical lines and owners of boxes, row by row from the
# top; then the player to move, with + after closing a box


def text(s: State) -> str:
    n = board_side(s)
    horizontal = board_text(
        n, n + 1, lambda x, y: "-" if has(s.drawn, HORIZONTAL.index((x, y))) else ""
    )
    vertical = board_text(
        n + 1, n, lambda x, y: "i" if has(s.drawn, 30 + VERTICAL.index((x, y))) else ""
    )
    owners = {box: LETTERS[p] for p, boxes in enumerate(boxes_by_player(s)) for box in each(boxes)}
    owner = board_text(n, n, lambda x, y: owners.get(BOXES.index((x, y)), ""))
    return f"{horizontal} {vertical} {owner} {LETTERS[s.turn]}{'+' if s.again else ''}"


def parse(text: str, options: Options) -> State:
    horizontal, vertical, owner, turn = split_fields(text, Text("lying standing owners player"))
    empty_board, n = start(options), int(options["size"])
    letters = LETTERS[: empty_board.players]
    drawn = [HORIZONTAL.index(at) for at in parse_board(horizontal, n, n + 1, "-")]
    drawn += [30 + VERTICAL.index(at) for at in parse_board(vertical, n + 1, n, "i")]
    owners = parse_board(owner, n, n, letters)
    boxes = [
        bitboard(BOXES.index(at) for at, owner_letter in owners.items() if owner_letter == letter)
        for letter in LETTERS
    ]
    s = empty_board._replace(
        drawn=bitboard(drawn),
        red=boxes[0],
        blue=boxes[1],
        yellow=boxes[2],
        white=boxes[3],
        turn=parse_letter(turn.removesuffix("+"), letters, Text("the player")),
        again=int(turn.endswith("+")),
    )
    check_boxes(s)
    return s


def check_boxes(s: State) -> None:
    """Check that exactly the closed boxes have owners; a player who draws again owns one."""
    closed = bitboard(box for box in range(25) if BOX_LINES[box] & ~s.drawn == 0)
    for box in each(closed ^ (s.red | s.blue | s.yellow | s.white)):
        at = square(*BOXES[box]).upper()
        raise BadPosition(
            Text("box {at} has an owner exactly when its four lines are drawn", at=at)
        )
    if s.again and not boxes_by_player(s)[s.turn]:
        raise BadPosition(Text("a player who has just closed a box must own one"))
    if not s.again and not s.drawn and s.turn:
        raise BadPosition(Text("red begins"))
