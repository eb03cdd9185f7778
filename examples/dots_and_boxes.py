"""Dots and Boxes: draw lines between dots; who closes a box owns it and draws again.

    a2 --- b2      Dots have the names of squares, a line those of its two dots: a1-b1, a1-a2.
    |   A1  |      A box has the name of its lower left dot in a capital letter.
    a1 --- b1

Up to five boxes a side: 30 lines that lie (x + 5 * y), then 30 that stand (30 + x + 6 * y).
Action: the number of a line.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

from steinreich.rules import *

ABOUT = About(
    title=Words("Dots and Boxes", "Käsekästchen"),
    players=(
        Words("Red", "Rot"),
        Words("Blue", "Blau"),
        Words("Yellow", "Gelb"),
        Words("White", "Weiß"),
    ),
    summary=Words(
        "Close boxes between the dots, and draw again whenever you do.",
        "Schließe Kästchen zwischen den Punkten, und zeichne dann gleich weiter.",
    ),
    rules=Words(
        "The board is a square of dots. Red begins.\n"
        "In turn, draw one line between two dots that lie side by side or one above the other.\n"
        "Whoever draws the fourth line of a box owns the box and has to draw another line, as long "
        "as there is one to draw.\n"
        "When all lines are drawn, whoever owns most boxes wins. If nobody has more than all "
        "others, the game is a draw.",
        "Das Brett ist ein Quadrat aus Punkten. Rot beginnt.\n"
        "Zeichnet abwechselnd einen Strich zwischen zwei Punkten, die neben- oder übereinander "
        "liegen.\n"
        "Wer den vierten Strich eines Kästchens zieht, dem gehört es, und er muss noch einen "
        "Strich ziehen, solange es einen gibt.\n"
        "Sind alle Striche gezogen, gewinnt, wer die meisten Kästchen hat. Hat niemand mehr als "
        "alle anderen, ist das Spiel remis.",
    ),
    options=(
        Option(
            "players",
            ("2", "3", "4"),
            Words("Two, three or four players.", "Zwei, drei oder vier Spieler."),
            Words("Players", "Spieler"),
            (Words("two", "zwei"), Words("three", "drei"), Words("four", "vier")),
            (NO_WORDS, Words("three players", "zu dritt"), Words("four players", "zu viert")),
        ),
        Option(
            "size",
            ("3", "4", "5"),
            Words("How many boxes a side has.", "Wie viele Kästchen eine Seite hat."),
            Words("Board", "Brett"),
            (Words("3 by 3", "3 mal 3"), Words("4 by 4", "4 mal 4"), Words("5 by 5", "5 mal 5")),
            (NO_WORDS, Words("4 × 4", "4 × 4"), Words("5 × 5", "5 × 5")),
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
    "r": Words("red box", "rotes Kästchen"),
    "b": Words("blue box", "blaues Kästchen"),
    "y": Words("yellow box", "gelbes Kästchen"),
    "w": Words("white box", "weißes Kästchen"),
    "-": Words("line", "Strich"),
}
BOX = Words("box", "Kästchen"), Words("boxes", "Kästchen")

# Geometry

LYING = [(x, y) for y, x in product(range(6), range(5))]  # from (x, y) to (x + 1, y)
STANDING = [(x, y) for y, x in product(range(5), range(6))]  # from (x, y) to (x, y + 1)
BOXES = [(x, y) for y, x in product(range(5), range(5))]
ACTIONS, ACTION = len(LYING) + len(STANDING), "[a-f][1-6]-[a-f][1-6]"


def lines_of_box(x: int, y: int) -> list[int]:
    """The four lines around a box."""
    lying = [LYING.index((x, y)), LYING.index((x, y + 1))]
    return [*lying, 30 + STANDING.index((x, y)), 30 + STANDING.index((x + 1, y))]


AROUND = words(bitboard(lines_of_box(x, y)) for x, y in BOXES)  # (25,) the lines of each box


@cache
def lines_within(n: int) -> int:
    """The lines of a board of n by n boxes."""
    return bitboard(line for x, y in BOXES if x < n and y < n for line in lines_of_box(x, y))


class State(NamedTuple):
    drawn: U64  # lines
    board: U64  # all lines there are
    red: U64  # boxes
    blue: U64
    yellow: U64
    white: U64
    players: int
    turn: int
    again: int  # 1 if the player to move has just closed a box


@rule
def candidates(s: State) -> Candidates:
    """The lines that are not drawn."""
    return Candidates(s.board & ~s.drawn, U64(0), 1, 0)


@rule
def closed(s: State, line: int) -> U64:
    """The boxes that a line closes."""
    drawn, boxes = s.drawn | bit(line), U64(0)
    for box in range(25):
        if has(AROUND[box], line) and AROUND[box] & ~drawn == U64(0):
            boxes |= bit(box)
    return boxes


@rule
def play(s: State, line: int) -> State:
    """Draw a line; whoever closes a box goes on."""
    boxes = closed(s, line)
    goes_on = boxes != U64(0)
    return State(
        s.drawn | bit(line),
        s.board,
        s.red | boxes if s.turn == 0 else s.red,
        s.blue | boxes if s.turn == 1 else s.blue,
        s.yellow | boxes if s.turn == 2 else s.yellow,
        s.white | boxes if s.turn == 3 else s.white,
        s.players,
        s.turn if goes_on else (s.turn + 1) % s.players,
        1 if goes_on else 0,
    )


@rule
def outcome(s: State) -> int:
    """When all lines are drawn, the most boxes win."""
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


def side(s: State) -> int:
    """How many boxes a side has."""
    return next(n for n in (3, 4, 5) if lines_within(n) == s.board)


def owned(s: State) -> tuple[int, ...]:
    """The boxes of each player."""
    return (s.red, s.blue, s.yellow, s.white)[: s.players]


def start(options: Options, seed: int | None = None) -> State:
    board = lines_within(int(options["size"]))
    return State(0, board, 0, 0, 0, 0, int(options["players"]), 0, 0)


def starts_turn(s: State) -> bool:
    return not s.again


def ends(line: int) -> tuple[str, str]:
    """The dots that a line connects."""
    x, y = LYING[line] if line < 30 else STANDING[line - 30]
    return square(x, y), square(x + 1, y) if line < 30 else square(x, y + 1)


def line_name(line: int) -> str:
    """`a1-b1`."""
    return "-".join(ends(line))


def name(s: State, line: int) -> str:
    return line_name(line)


def drawn_line(s: State, line: int) -> Piece:
    """A line as a piece; it is nobody's."""
    lines, _ = shown(side(s))
    return Piece(lines.index(line), "black", "plain", "-")


def described(s: State, line: int) -> Action:
    put = drawn_line(s, line)
    return Action("place", (put.cell,), (put,))


def spoken(s: State, line: int) -> Words:
    """A line read aloud."""
    one, other = ends(line)
    return Words(f"from {one} to {other}", f"von {one} nach {other}")


def due(s: State) -> Words:
    if s.again:
        return Words("connect two more dots", "noch zwei Punkte verbinden")
    return Words("connect two dots", "zwei Punkte verbinden")


def counts(s: State) -> list[Count]:
    """The boxes of each player."""
    return [
        Count(player, noun(count(boxes), *BOX), *ABOUT.looks[player], count(boxes))
        for player, boxes in enumerate(owned(s))
    ]


@cache
def shown(n: int) -> tuple[list[int], list[int]]:
    """Which lines and boxes are cells of a board, in their order: lines first."""
    boxes = [number for number, (x, y) in enumerate(BOXES) if x < n and y < n]
    return list(each(lines_within(n))), boxes


def board(options: Options) -> Board:
    """Lines and boxes are cells, in the middle of where they lie; dots are two steps apart."""
    n = int(options["size"])
    lines, boxes = shown(n)
    cells = []
    for line in lines:
        x, y = LYING[line] if line < 30 else STANDING[line - 30]
        cells.append(Cell(line_name(line), 2 * x + (line < 30), 2 * y + (line >= 30)))
    for box in boxes:
        x, y = BOXES[box]
        cells.append(Cell(square(x, y).upper(), 2 * x + 1, 2 * y + 1))
    far = 2.0 * n
    drawn = [(2.0 * i, 0.0, 2.0 * i, far) for i in range(n + 1)]
    drawn += [(0.0, 2.0 * i, far, 2.0 * i) for i in range(n + 1)]
    labels = [(FILES[i], 2.0 * i, -0.85) for i in range(n + 1)]
    labels += [(str(i + 1), -0.85, 2.0 * i) for i in range(n + 1)]
    return Board(tuple(cells), squares=False, lines=tuple(drawn), labels=tuple(labels))


def pieces(s: State) -> list[Piece]:
    """Lines that are drawn, and boxes that are owned."""
    lines, boxes = shown(side(s))
    found = [drawn_line(s, line) for line in each(s.drawn)]
    for player, owned_boxes in enumerate(owned(s)):
        for box in each(owned_boxes):
            cell = len(lines) + boxes.index(box)
            found.append(Piece(cell, *ABOUT.looks[player], LETTERS[player], owner=player))
    return found


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Who has most boxes."""
    score = " : ".join(str(count(boxes)) for boxes in owned(s))
    if outcome == DRAW:
        return Ending(None, Words(f"boxes are level ({score})", f"Gleichstand ({score})"))
    lines, boxes = shown(side(s))
    cells = tuple(len(lines) + boxes.index(box) for box in each(owned(s)[outcome]))
    words = Words(
        f"{{{outcome}}} has most boxes ({score})",
        f"{{{outcome}}} hat die meisten Kästchen ({score})",
    )
    return Ending(outcome, words, cells)


# The position string: lines that lie, lines that stand and owners, row by row from the top; then
# the player, with + if he has just closed a box


def text(s: State) -> str:
    n = side(s)
    lying = board_text(n, n + 1, lambda x, y: "-" if has(s.drawn, LYING.index((x, y))) else "")
    standing = board_text(
        n + 1, n, lambda x, y: "i" if has(s.drawn, 30 + STANDING.index((x, y))) else ""
    )
    owners = {box: LETTERS[p] for p, boxes in enumerate(owned(s)) for box in each(boxes)}
    owner = board_text(n, n, lambda x, y: owners.get(BOXES.index((x, y)), ""))
    return f"{lying} {standing} {owner} {LETTERS[s.turn]}{'+' if s.again else ''}"


def parse(text: str, options: Options) -> State:
    lying, standing, owner, turn = fields(
        text, Words("lying standing owners player", "liegend stehend Besitzer Spieler")
    )
    first, n = start(options), int(options["size"])
    letters = LETTERS[: first.players]
    drawn = [LYING.index(at) for at in parse_board(lying, n, n + 1, "-")]
    drawn += [30 + STANDING.index(at) for at in parse_board(standing, n + 1, n, "i")]
    owners = parse_board(owner, n, n, letters)
    boxes = [
        bitboard(BOXES.index(at) for at, letter in owners.items() if letter == one)
        for one in LETTERS
    ]
    s = first._replace(
        drawn=bitboard(drawn),
        red=boxes[0],
        blue=boxes[1],
        yellow=boxes[2],
        white=boxes[3],
        turn=one_of(turn.removesuffix("+"), letters, Words("the player", "der Spieler")),
        again=int(turn.endswith("+")),
    )
    check_boxes(s)
    return s


def check_boxes(s: State) -> None:
    """Boxes have an owner if all four lines are drawn, and who goes on owns one."""
    whole = bitboard(box for box in range(25) if AROUND[box] & ~s.drawn == 0)
    for box in each(whole ^ (s.red | s.blue | s.yellow | s.white)):
        at = square(*BOXES[box]).upper()
        raise BadPosition(
            Words(
                f"box {at} has an owner exactly when its four lines are drawn",
                f"Kästchen {at} gehört jemandem genau dann, wenn alle vier Striche da sind",
            )
        )
    if s.again and not owned(s)[s.turn]:
        raise BadPosition(
            Words("who has closed a box owns one", "wer ein Kästchen geschlossen hat, hat eines")
        )
    if not s.again and not s.drawn and s.turn:
        raise BadPosition(Words("red begins", "Rot beginnt"))
