"""TZAAR: capture, or make yourself stronger, and never run out of one of three kinds.

The board is a hexagon of 60 points with a hole in the middle.  Each colour has 6 Tzaars,
9 Tzarras and 15 Totts.  A piece or stack moves along a line over empty points to the first
piece it meets: an enemy no taller is captured, one's own piece is stacked upon.  A turn is a
capture and then a capture, a reinforcement or a pass.  A player who shows none of one kind,
or who cannot capture, has lost.

    A5 . . I5   columns A to I of 5, 6, 7, 8, 8, 8, 7, 6, 5 points, numbered from the bottom
     .  o  .    and counted column by column: A1 to A5 are 0 to 4, B1 to B6 are 5 to 10,
    A1 . . I1   E1 to E4 and E5 to E8, with the hole between, 26 to 33; I5 is 59.

Actions: 6 * point + way for a move (up, right up, right down and their opposites), 360 for
`pass`, and from 366 on 3 * point + kind for the placement of a piece before the game.
"""

import random
import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from steinreich.rules import *

ABOUT = About(
    title=Words("TZAAR", "TZAAR"),
    players=(Words("White", "Weiß"), Words("Black", "Schwarz")),
    summary=Words(
        "Capture or grow: keep all three kinds of your pieces in sight.",
        "Schlagen oder wachsen: Behalte alle drei Arten deiner Steine im Spiel.",
    ),
    rules=rules_beside(__file__),
    options=(
        Option(
            "setup",
            ("random", "fixed", "tournament"),
            Words(
                "At random, in the known fixed layout, or placed in turn by the players.",
                "Zufällig, in der bekannten festen Aufstellung oder von euch abwechselnd gesetzt.",
            ),
            Words("Set-up", "Aufstellung"),
            (
                Words("at random", "zufällig"),
                Words("fixed layout", "feste Aufstellung"),
                Words("placed in turn", "abwechselnd gesetzt"),
            ),
            (
                Words("set up at random", "zufällig aufgestellt"),
                Words("fixed layout", "feste Aufstellung"),
                Words("placed in turn", "abwechselnd gesetzt"),
            ),
        ),
    ),
    credit=Words(
        "Designed by Kris Burm, part of the GIPF project.",
        "Von Kris Burm, Teil des GIPF-Projekts.",
    ),
    looks=(Look("white", "plain"), Look("black", "plain")),
)

# Geometry: plain Python, run once

SIDE = 4  # steps from the hole to the edge
HEXAGON = [
    (q, v)  # the column from the middle, and the height above the line through the hole
    for q in range(-SIDE, SIDE + 1)
    for v in range(max(-SIDE, -SIDE - q), min(SIDE, SIDE - q) + 1)
]
HOLE = (0, 0)
POINTS = [point for point in HEXAGON if point != HOLE]
RISING = ((0, 1), (1, 0), (1, -1))  # steps to points of higher number
STEPS = (*RISING, *((-q, -v) for q, v in RISING))
NAMES = [
    f"{'ABCDEFGHI'[q + SIDE]}{[point for point in POINTS if point[0] == q].index((q, v)) + 1}"
    for q, v in POINTS
]


def ray(q: int, v: int, step: tuple[int, int]) -> list[int]:
    """The points in a direction, up to the edge or the hole."""
    found = []
    while (q + step[0], v + step[1]) in POINTS:
        q, v = q + step[0], v + step[1]
        found.append(POINTS.index((q, v)))
    return found


RAYS = words(bitboard(ray(q, v, step)) for q, v in POINTS for step in STEPS)  # (360,)
FULL = bitboard(range(60))
NUMBERS = {name: point for point, name in enumerate(NAMES)}
LETTERS = {"Z": "Tzaar", "R": "Tzarra", "T": "Tott"}
SUPPLY = numbers((6, 9, 15))
PIECES = 30  # of each colour
FIXED = "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT"

PASS = 360
FIRST_PLACEMENT = 366
ACTIONS = FIRST_PLACEMENT + 180
ACTION = r"[A-I][1-8][x+][A-I][1-8]|pass|[ZRT]@[A-I][1-8]"
JOIN = ","
OPENING, CAPTURE, SECOND, PLACING = 0, 1, 2, 3  # phases: which action is due

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    white: U64  # points where White's piece is on top
    black: U64
    tzaars: U64  # kinds of the pieces on top, of both colours
    tzarras: U64
    h0: U64  # height less one, as binary digits: h0 the ones, h1 the twos, ...
    h1: U64
    h2: U64
    h3: U64
    h4: U64
    turn: int
    phase: int


@rule
def mine(s: State) -> U64:
    """The points of the player to move."""
    return s.black if s.turn else s.white


@rule
def theirs(s: State) -> U64:
    """The points of the other player."""
    return s.white if s.turn else s.black


@rule
def height(s: State, cell: int) -> int:
    """The height of the stack on a point, one for a single piece."""
    k = U64(cell)
    return 1 + int(
        s.h0 >> k & U64(1)
        | (s.h1 >> k & U64(1)) << U64(1)
        | (s.h2 >> k & U64(1)) << U64(2)
        | (s.h3 >> k & U64(1)) << U64(3)
        | (s.h4 >> k & U64(1)) << U64(4)
    )


@rule
def stacks(s: State) -> U64:
    """The points with more than one piece."""
    return s.h0 | s.h1 | s.h2 | s.h3 | s.h4


@rule
def met(s: State, move: int) -> int:
    """The point of the first piece that a move meets, or -1."""
    ahead = RAYS[move] & (s.white | s.black)
    if ahead == U64(0):
        return -1
    return lowest(ahead) if move % 6 < 3 else highest(ahead)


@rule
def captures(s: State, move: int) -> bool:
    """Whether a move of an own piece meets an enemy no taller."""
    target = met(s, move)
    if target < 0 or not has(theirs(s), target):
        return False
    return not has(stacks(s), target) or height(s, target) <= height(s, move // 6)


@rule
def reinforces(s: State, move: int) -> bool:
    """Whether a move of an own piece meets another one."""
    target = met(s, move)
    return target >= 0 and has(mine(s), target)


@rule
def in_hand(s: State, kind: int) -> int:
    """How many pieces of a kind the player to move still has to place."""
    placed = s.tzaars if kind == 0 else s.tzarras if kind == 1 else ~(s.tzaars | s.tzarras)
    return SUPPLY[kind] - count(mine(s) & placed & ALL)


@rule
def candidates(s: State) -> Candidates:
    """Own pieces in six ways, with `pass` as a move of point 60; or empty points to place on."""
    if s.phase == PLACING:
        return Candidates(FULL & ~(s.white | s.black), U64(0), 3, FIRST_PLACEMENT)
    passing = bit(60) if s.phase == SECOND else U64(0)
    return Candidates(mine(s) | passing, U64(0), 6, 0)


@rule
def legal(s: State, c: Candidates, action: int) -> bool:
    """A capture always; a reinforcement or a pass as the second action."""
    if action < PASS:
        return captures(s, action) or (s.phase == SECOND and reinforces(s, action))
    return in_hand(s, action % 3) > 0 if action >= FIRST_PLACEMENT else action == PASS


@rule
def put(plane: U64, origin: U64, target: U64, there: U64) -> U64:
    """A plane of bits after a move: nothing on the origin, and `there` on the target."""
    return plane & ~(origin | target) | (target if there & U64(1) != U64(0) else U64(0))


@rule
def moved(s: State, action: int, turn: int, phase: int) -> State:
    """A piece captures or reinforces."""
    cell, target = action // 6, met(s, action)
    a, b = bit(cell), bit(target)
    own = has(mine(s), target)
    tall = U64(height(s, cell) - 1 + (height(s, target) if own else 0))
    us, them = mine(s) & ~a | b, theirs(s) & ~b
    k = U64(cell)
    return State(
        them if s.turn else us,
        us if s.turn else them,
        put(s.tzaars, a, b, s.tzaars >> k),
        put(s.tzarras, a, b, s.tzarras >> k),
        put(s.h0, a, b, tall),
        put(s.h1, a, b, tall >> U64(1)),
        put(s.h2, a, b, tall >> U64(2)),
        put(s.h3, a, b, tall >> U64(3)),
        put(s.h4, a, b, tall >> U64(4)),
        turn,
        phase,
    )


@rule
def placed(s: State, point: int, kind: int) -> State:
    """A piece comes onto the board; when all are there White begins."""
    piece = bit(point)
    full = s.white | s.black | piece == FULL
    return State(
        s.white if s.turn else s.white | piece,
        s.black | piece if s.turn else s.black,
        s.tzaars | piece if kind == 0 else s.tzaars,
        s.tzarras | piece if kind == 1 else s.tzarras,
        s.h0,
        s.h1,
        s.h2,
        s.h3,
        s.h4,
        0 if full else 1 - s.turn,
        OPENING if full else PLACING,
    )


@rule
def play(s: State, action: int) -> State:
    """One action; after the opening capture and after second actions the turn passes."""
    if action >= FIRST_PLACEMENT:
        return placed(s, (action - FIRST_PLACEMENT) // 3, (action - FIRST_PLACEMENT) % 3)
    turn = s.turn if s.phase == CAPTURE else 1 - s.turn
    phase = SECOND if s.phase == CAPTURE else CAPTURE
    if action == PASS:
        return State(
            s.white, s.black, s.tzaars, s.tzarras, s.h0, s.h1, s.h2, s.h3, s.h4, turn, phase
        )
    return moved(s, action, turn, phase)


@rule
def lacks_a_kind(s: State, pieces: U64) -> bool:
    """Whether these pieces do not show all three kinds."""
    totts = pieces & ~(s.tzaars | s.tzarras)
    return pieces & s.tzaars == U64(0) or pieces & s.tzarras == U64(0) or totts == U64(0)


@rule
def can_capture(s: State) -> bool:
    """Whether the player to move has a capture."""
    pieces = mine(s)
    while pieces != U64(0):
        move = 6 * lowest(pieces)
        for way in range(6):
            if captures(s, move + way):
                return True
        pieces = rest(pieces)
    return False


@rule
def outcome(s: State) -> int:
    """Without one of the kinds, or without a capture to begin the turn with, one has lost."""
    if s.phase == PLACING:
        return ONGOING
    if lacks_a_kind(s, s.white):
        return 1
    if lacks_a_kind(s, s.black):
        return 0
    return ONGOING if s.phase == SECOND or can_capture(s) else 1 - s.turn


# Names and texts


def start(options: Options, seed: int | None = None) -> State:
    """An empty board to be filled, the fixed layout, or all pieces at random."""
    if options["setup"] == "tournament":
        return State(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, PLACING)
    if options["setup"] == "fixed":
        return parse(f"{FIXED} w 0", options)
    letters = [
        letter for kind, n in zip("ZRTzrt", (*SUPPLY, *SUPPLY), strict=True) for letter in kind * n
    ]
    random.Random(seed).shuffle(letters)
    return from_stacks([(letter, 1) for letter in letters], 0, OPENING)


def starts_turn(s: State) -> bool:
    """Every action but the second begins a turn."""
    return s.phase != SECOND


def name(s: State, action: int) -> str:
    """`A5xA4` captures, `A5+A4` reinforces, `Z@A1` places."""
    if action == PASS:
        return "pass"
    if action >= FIRST_PLACEMENT:
        point, kind = divmod(action - FIRST_PLACEMENT, 3)
        return f"{'ZRT'[kind]}@{NAMES[point]}"
    target = met(s, action)
    return f"{NAMES[action // 6]}{'+' if has(mine(s), target) else 'x'}{NAMES[target]}"


def placement(s: State, cell: int, kind: int) -> Action:
    """A piece of the player to move, to be placed."""
    return Action("place", (cell,), (piece(cell, ("ZRT", "zrt")[s.turn][kind]),))


def described(s: State, action: int) -> Action:
    """From where to where, or what is placed where."""
    if action == PASS:
        return Action("pass")
    if action >= FIRST_PLACEMENT:
        return placement(s, *divmod(action - FIRST_PLACEMENT, 3))
    target = met(s, action)
    return Action("stack" if has(mine(s), target) else "capture", (action // 6, target))


def meant(s: State, name: str) -> Action | Words:
    """What a name speaks of, if its points exist."""
    for point in re.findall(r"[A-I][1-8]", name):
        if point not in NUMBERS:
            return Words(f"there is no point {point}", f"einen Punkt {point} gibt es nicht")
    if name == "pass":
        return Action("pass")
    if name[1] == "@":
        return placement(s, NUMBERS[name[2:]], "ZRT".index(name[0]))
    cells = NUMBERS[name[:2]], NUMBERS[name[3:]]
    return Action("stack" if name[2] == "+" else "capture", cells)


def action(s: State, wish: Action) -> int | None:
    """The number of an action, if a line joins its points."""
    if wish.kind == "pass":
        return PASS
    if wish.kind == "place":
        return FIRST_PLACEMENT + 3 * wish.cells[0] + kind_of(wish.puts[0])
    cell, target = wish.cells
    moves = range(6 * cell, 6 * cell + 6)
    return next((move for move in moves if has(RAYS[move], target)), None)


CAPTURE_FIRST = Words("a turn begins with a capture", "ein Zug beginnt mit dem Schlagen")


def why_not(s: State, wish: Action) -> Words | None:
    """Why this action cannot be played."""
    if s.phase == PLACING:
        return why_no_placement(s, wish)
    if wish.kind == "place":
        return Words("all pieces are placed", "alle Steine sind schon gesetzt")
    if wish.kind == "pass":
        return CAPTURE_FIRST
    cell = wish.cells[0]
    if not has(mine(s), cell):
        who, origin = ABOUT.players[s.turn], NAMES[cell]
        return Words(
            f"{who.en} has no piece on {origin}", f"{who.de} hat keinen Stein auf {origin}"
        )
    return why_no_move(s, wish.kind, *wish.cells) if len(wish.cells) == 2 else None


def why_no_placement(s: State, wish: Action) -> Words | None:
    """Why this is no placement of a piece."""
    if wish.kind != "place":
        return Words("a piece has to be placed", "erst sind die Steine zu setzen")
    point = NAMES[wish.cells[0]]
    if has(s.white | s.black, wish.cells[0]):
        return Words(f"{point} is not empty", f"{point} ist nicht frei")
    if in_hand(s, kind_of(wish.puts[0])):
        return None
    kind = LETTERS[wish.puts[0].letter.upper()]
    none = "keine" if kind == "Tzarra" else "kein"
    return Words(f"no {kind} is left in hand", f"{none} {kind} ist mehr übrig")


def why_no_move(s: State, kind: str, cell: int, to: int) -> Words:
    """Why an own piece cannot make this move."""
    origin, target = NAMES[cell], NAMES[to]
    if to not in [met(s, 6 * cell + way) for way in range(6)]:
        return why_not_met(s, origin, target)
    if has(theirs(s), to) and kind == "stack":
        return Words(
            f"{target} is an enemy: captured with x, not reinforced",
            f"{target} ist ein Gegner: Er wird mit x geschlagen, nicht mit + verstärkt",
        )
    if has(theirs(s), to):
        tall, short = height(s, to), height(s, cell)
        return Words(
            f"the stack on {target} is taller ({tall}) than {origin} ({short})",
            f"der Turm auf {target} ist höher ({tall}) als {origin} ({short})",
        )
    if s.phase != SECOND:
        return Words(
            f"{target} is one's own; {CAPTURE_FIRST.en}",
            f"{target} ist ein eigener Stein; {CAPTURE_FIRST.de}",
        )
    return Words(
        f"{target} is one's own: reinforced with +, not captured",
        f"{target} ist ein eigener Stein: Er wird mit + verstärkt, nicht geschlagen",
    )


def why_not_met(s: State, origin: str, target: str) -> Words:
    """Why a piece does not come to this point."""
    if origin == target:
        return Words(
            "a piece moves to another point", "ein Stein muss auf einen anderen Punkt ziehen"
        )
    (q, v), (to_q, to_v) = POINTS[NUMBERS[origin]], POINTS[NUMBERS[target]]
    across, up = to_q - q, to_v - v
    if across and up and across + up:
        return Words(
            f"no line leads from {origin} to {target}",
            f"keine Linie führt von {origin} nach {target}",
        )
    far = max(abs(across), abs(up))
    for point in ((q + across * i // far, v + up * i // far) for i in range(1, far)):
        if point == HOLE:
            return Words(
                f"the hole lies between {origin} and {target}",
                f"zwischen {origin} und {target} liegt das Loch",
            )
        first = NAMES[POINTS.index(point)]
        if has(s.white | s.black, NUMBERS[first]):
            return Words(
                f"{first} stands in the way from {origin} to {target}",
                f"{first} steht im Weg von {origin} nach {target}",
            )
    return Words(
        f"{target} is empty: a piece moves onto another piece",
        f"{target} ist leer: Gezogen wird nur auf einen anderen Stein",
    )


def from_stacks(stacks: list[tuple[str, int]], turn: int, phase: int) -> State:
    """The state with these letters and heights on the points in order; `.` is empty."""

    def plane(chosen: str) -> int:
        return bitboard(cell for cell, (letter, _) in enumerate(stacks) if letter in chosen)

    h0, h1, h2, h3, h4 = (
        bitboard(cell for cell, (_, tall) in enumerate(stacks) if tall - 1 >> digit & 1)
        for digit in range(5)
    )
    kinds = plane("ZRT"), plane("zrt"), plane("Zz"), plane("Rr")
    return State(*kinds, h0, h1, h2, h3, h4, turn, phase)


def letter(s: State, cell: int) -> str:
    """The letter of the piece on top, or `.`."""
    if not has(s.white | s.black, cell):
        return "."
    kind = 0 if has(s.tzaars, cell) else 1 if has(s.tzarras, cell) else 2
    return "ZRT"[kind] if has(s.white, cell) else "zrt"[kind]


def text(s: State) -> str:
    """The position string."""
    columns: dict[str, str] = {}
    for cell, point in enumerate(NAMES):
        tall = height(s, cell)
        shown = letter(s, cell) + (str(tall) if tall > 1 else "")
        columns[point[0]] = columns.get(point[0], "") + shown
    return f"{'/'.join(columns.values())} {'wb'[s.turn]} {'012p'[s.phase]}"


def parse(text: str, options: Options) -> State:
    """The state a position string stands for."""
    board, side, phase = fields(text, Words("board side phase", "Brett Seite Phase"))
    stacks = parse_stacks(board)
    turn = one_of(side, "wb", Words("the side to move", "die Seite am Zug"))
    due = one_of(phase, "012p", Words("the action due", "die fällige Aktion"))
    s = from_stacks(stacks, turn, due)
    check_material(s, stacks)
    check_phase(s, options["setup"])
    return s


def parse_stacks(board: str) -> list[tuple[str, int]]:
    """The letter and the height on each point in order."""
    columns = board.split("/")
    if len(columns) != 9:
        found = plural(len(columns), Words("column", "Spalte"), Words("columns", "Spalten"))
        raise BadPosition(
            Words(
                f"the board has {found.en}, not 9: {board!r}",
                f"das Brett hat {found.de}, nicht 9: {board!r}",
            )
        )
    stacks = []
    for column, shown in zip("ABCDEFGHI", columns, strict=True):
        parts = re.findall(r"([ZRTzrt])(\d{0,2})|(\.)", shown)
        if "".join(map("".join, parts)) != shown:
            raise BadPosition(
                Words(
                    f"column {column} ({shown!r}) is not made of pieces and dots",
                    f"Spalte {column} ({shown!r}) besteht nicht aus Steinen und Punkten",
                )
            )
        length = sum(point[0] == column for point in NAMES)
        if len(parts) != length:
            points = plural(len(parts), Words("point", "Punkt"), Words("points", "Punkte"))
            raise BadPosition(
                Words(
                    f"column {column} ({shown!r}) has {points.en}, not {length}",
                    f"Spalte {column} ({shown!r}) hat {points.de}, nicht {length}",
                )
            )
        stacks += [(piece or dot, int(tall or 1)) for piece, tall, dot in parts]
    if any(not 1 <= tall <= PIECES for _, tall in stacks):
        raise BadPosition(
            Words(
                f"a stack has 1 to {PIECES} pieces", f"ein Turm besteht aus 1 bis {PIECES} Steinen"
            )
        )
    return stacks


def check_material(s: State, stacks: list[tuple[str, int]]) -> None:
    """No colour has more pieces, or more of one kind in sight, than it began with."""
    for player, letters in enumerate(("ZRT", "zrt")):
        who = ABOUT.players[player]
        for kind, most in zip(letters, SUPPLY, strict=True):
            shown = sum(piece == kind for piece, _ in stacks)
            if shown > most:
                raise BadPosition(
                    Words(
                        f"{who.en} shows {shown} {kind}, more than {most}",
                        f"{who.de} zeigt {shown} {kind}, mehr als {most}",
                    )
                )
        if pieces_of(s, player) > PIECES:
            raise BadPosition(
                Words(
                    f"{who.en} has more than {PIECES} pieces",
                    f"{who.de} hat mehr als {PIECES} Steine",
                )
            )


def pieces_of(s: State, colour: int) -> int:
    """How many pieces of a colour are on the board, covered ones included."""
    return sum(height(s, cell) for cell in each(s.black if colour else s.white))


def check_phase(s: State, setup: str) -> None:
    """The pieces on the board must fit the action that is due."""
    if s.phase == PLACING:
        check_placing(s, setup)
    elif s.phase == OPENING:
        check_opening(s, setup)
    else:
        check_losses(s)
        check_kinds(s)
        check_last_move(s)


def check_placing(s: State, setup: str) -> None:
    """Single pieces, placed in turn."""
    if setup != "tournament":
        raise BadPosition(
            Words(
                "pieces are placed only with setup=tournament",
                "gesetzt wird nur bei setup=tournament",
            )
        )
    white, black = pieces_of(s, 0), pieces_of(s, 1)
    if stacks(s) or white - black != s.turn or black == PIECES:
        raise BadPosition(
            Words(
                "while pieces are placed there are no stacks and sides alternate",
                "beim Setzen gibt es keine Türme, und die Seiten wechseln sich ab",
            )
        )


def check_opening(s: State, setup: str) -> None:
    """All pieces are there, as the set-up puts them."""
    if s.turn or stacks(s) or s.white | s.black != FULL:
        raise BadPosition(
            Words(
                "White's opening capture needs White to move and all 60 pieces",
                "zum ersten Schlagen ist Weiß am Zug, und alle 60 Steine stehen da",
            )
        )
    if setup == "fixed" and not text(s).startswith(FIXED):
        raise BadPosition(
            Words(
                "with setup=fixed the game begins in the fixed layout",
                "bei setup=fixed beginnt das Spiel mit der festen Aufstellung",
            )
        )


def check_losses(s: State) -> None:
    """Captures and reinforcements in turn account for the pieces that are missing."""
    on_board = [pieces_of(s, 0), pieces_of(s, 1)]
    victim = s.turn if s.phase == CAPTURE else 1 - s.turn  # of the capture just before
    for colour in {1, victim}:  # and Black lost a piece to the opening capture
        if on_board[colour] == PIECES:
            who = ABOUT.players[colour]
            raise BadPosition(
                Words(
                    f"{who.en} must have lost a piece to a capture",
                    f"{who.de} muss schon einen Stein verloren haben",
                )
            )
    if not turns_are_possible(s, PIECES - on_board[0], PIECES - on_board[1]):
        raise BadPosition(
            Words(
                "no sequence of turns leads to these captures and stacks",
                "keine Folge von Zügen führt zu so vielen geschlagenen und gestapelten Steinen",
            )
        )


def check_kinds(s: State) -> None:
    """The game ends with the first kind that is missing, so there is never a second one."""
    kinds = points_by_letter(s)
    missing = [KINDS[letter] for letter in kinds if not kinds[letter]]
    if len(missing) > 1:
        names = listed(missing)
        raise BadPosition(
            Words(
                f"the game ends as soon as one kind is missing, but here {names.en} are",
                f"das Spiel endet, sobald eine Art fehlt; hier fehlen {names.de}",
            )
        )
    if s.phase == SECOND and lacks_a_kind(s, mine(s)):
        [name] = missing
        raise BadPosition(
            Words(
                f"the player to move had lost already: no {name.en} is left",
                f"wer am Zug ist, hatte schon verloren: Es fehlt {name.de}",
            )
        )
    if s.phase == CAPTURE and lacks_a_kind(s, theirs(s)) and not stacks(s) & theirs(s):
        who = ABOUT.players[1 - s.turn]
        kind = LETTERS[next(letter for letter in kinds if not kinds[letter]).upper()]
        none = "keine" if kind == "Tzarra" else "keinen"
        raise BadPosition(
            Words(
                f"{who.en} shows no {kind}, but has not covered it",
                f"{who.de} zeigt {none} {kind}, hat aber auch {none} zugedeckt",
            )
        )


def check_last_move(s: State) -> None:
    """Whoever moved last moved a piece, and it came from an empty point."""
    mover = s.turn if s.phase == SECOND else 1 - s.turn
    own = s.black if mover else s.white
    empty = FULL & ~(s.white | s.black)
    met_first = {met(s, 6 * cell + way) for cell in each(empty) for way in range(6)}
    if not any(cell >= 0 and has(own, cell) for cell in met_first):
        who = ABOUT.players[mover]
        raise BadPosition(
            Words(
                f"no piece of {who.en} can have come from an empty point",
                f"kein Stein von {who.de} kann von einem leeren Punkt gekommen sein",
            )
        )


def turns_are_possible(s: State, white_lost: int, black_lost: int) -> bool:
    """Whether some number of turns accounts for all captures and reinforcements.

    A reinforcement makes two stacks one, so a side's reinforcements are the pieces covered in
    its stacks, those on the board and those that were taken: lost pieces less the captures.
    """
    covered = [pieces_of(s, colour) - count(s.black if colour else s.white) for colour in (0, 1)]
    white_due, black_due = (int(s.phase == SECOND and s.turn == colour) for colour in (0, 1))
    for white_turns in range(1, black_lost + 1):
        black_turns = white_turns - s.turn if s.turn else white_turns
        for white_captures in range(white_turns + white_due, black_lost + 1):
            black_reinforcements = black_lost - white_captures + covered[1]
            for black_captures in range(black_turns + black_due, white_lost + 1):
                white_reinforcements = white_lost - black_captures + covered[0]
                if (
                    white_captures + white_reinforcements <= 2 * white_turns - 1 + white_due
                    and black_captures + black_reinforcements <= 2 * black_turns + black_due
                ):
                    return True
    return False


# For people

KINDS = {
    "Z": Words("white Tzaar", "weißer Tzaar"),
    "R": Words("white Tzarra", "weiße Tzarra"),
    "T": Words("white Tott", "weißer Tott"),
    "z": Words("black Tzaar", "schwarzer Tzaar"),
    "r": Words("black Tzarra", "schwarze Tzarra"),
    "t": Words("black Tott", "schwarzer Tott"),
}
MARKS: dict[str, Mark] = {"Z": "crown", "R": "ring", "T": "plain"}


def piece(cell: int, letter: str, tall: int = 1) -> Piece:
    """A piece or stack, by the letter of what is on top."""
    owner = int(letter.islower())
    return Piece(cell, ABOUT.looks[owner].colour, MARKS[letter.upper()], letter, tall, owner=owner)


def kind_of(piece: Piece) -> int:
    """Which of the three kinds a piece is of."""
    return "ZRT".index(piece.letter.upper())


@cache
def spoken(name: str) -> Words:
    """An action read aloud."""
    if name == "pass":
        return Words("pass", "passen")
    if name[1] == "@":
        return Words(f"{LETTERS[name[0]]} on {name[2:]}", f"{LETTERS[name[0]]} auf {name[2:]}")
    origin, sign, target = name[:2], name[2], name[3:]
    if sign == "x":
        return Words(f"{origin} captures {target}", f"{origin} schlägt {target}")
    return Words(f"{origin} reinforces {target}", f"{origin} verstärkt {target}")


def due(s: State) -> Words:
    """What the player has to do now."""
    if s.phase == PLACING:
        return Words("place a piece", "einen Stein setzen")
    if s.phase == SECOND:
        return Words("capture, reinforce or pass", "schlagen, verstärken oder passen")
    return Words("capture", "schlagen")


def points_by_letter(s: State) -> dict[str, int]:
    """Where each kind of piece is on top."""
    kinds = (s.tzaars, s.tzarras, ~(s.tzaars | s.tzarras))
    return {
        letter: pieces & kind
        for letters, pieces in (("ZRT", s.white), ("zrt", s.black))
        for letter, kind in zip(letters, kinds, strict=True)
    }


def info(s: State) -> Words:
    """The pieces of each kind in sight."""
    shown = [str(count(points)) for points in points_by_letter(s).values()]
    white, black = "/".join(shown[:3]), "/".join(shown[3:])
    return Words(
        f"Tzaars/Tzarras/Totts: White {white}, Black {black}",
        f"Tzaars/Tzarras/Totts: Weiß {white}, Schwarz {black}",
    )


def counts(s: State) -> list[Count]:
    """The pieces of each kind in sight; before the game, those still to be placed."""
    found = []
    for (letter, points), supply in zip(points_by_letter(s).items(), SUPPLY * 2, strict=True):
        look, placing = piece(0, letter), s.phase == PLACING
        number = supply - count(points) if placing else count(points)
        kind = LETTERS[letter.upper()] + "s" * (number != 1)
        what = Words(f"{kind} in hand", f"{kind} zu setzen") if placing else Words(kind, kind)
        found.append(Count(look.owner, what, look.colour, look.mark, number))
    return found


def effects(s: State, action: int) -> Effects:
    """What a capture takes, and how tall a reinforcement makes the stack."""
    if action >= PASS:
        return Effects()
    target = met(s, action)
    if has(mine(s), target):
        tall = height(s, target) + height(s, action // 6)
        return Effects(said=Words(f"now of height {tall}", f"jetzt Höhe {tall}"))
    taken = piece(target, letter(s, target), height(s, target))
    return Effects((taken,), said=object_of(taken))


def object_of(piece: Piece) -> Words:
    """A piece that is taken: `a black Tott of height 3`, in German in the accusative."""
    kind = LETTERS[piece.letter.upper()]
    german = "eine {}e Tzarra" if kind == "Tzarra" else f"einen {{}}en {kind}"
    colour = "schwarz" if piece.letter.islower() else "weiß"
    tall = piece.height
    return Words(
        f"a {piece.colour} {kind}" + f" of height {tall}" * (tall > 1),
        german.format(colour) + f" der Höhe {tall}" * (tall > 1),
    )


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """The last of a kind was taken or covered, or nothing can be captured."""
    loser = 1 - outcome
    lost = s.black if loser else s.white
    shown = (s.tzaars, s.tzarras, ~(s.tzaars | s.tzarras))
    gone = [name for name, kind in zip(LETTERS.values(), shown, strict=True) if not lost & kind]
    if not gone:
        no_capture = Words(
            f"{{{loser}}} cannot capture any more", f"{{{loser}}} kann nicht mehr schlagen"
        )
        return Ending(outcome, no_capture, tuple(each(lost)))
    kind = gone[0]
    mover = s.turn if s.phase == SECOND else 1 - s.turn
    last_one = "die letzte Tzarra" if kind == "Tzarra" else f"den letzten {kind}"
    own_last = "die eigene letzte Tzarra" if kind == "Tzarra" else f"den eigenen letzten {kind}"
    taken = Words(
        f"{{{outcome}}} has captured the last {kind} of {{{loser}}}",
        f"{{{outcome}}} hat {last_one} von {{{loser}}} geschlagen",
    )
    covered = Words(
        f"{{{loser}}} has covered their own last {kind}", f"{{{loser}}} hat {own_last} zugedeckt"
    )
    where = last.cells[-1:] if last else ()
    return Ending(outcome, covered if mover == loser else taken, where)


def place(q: float, v: float) -> tuple[float, float]:
    """Where a point lies in the plane, neighbours being one apart."""
    return round(q * 3**0.5 / 2, 4), v + q / 2


def board(options: Options) -> Board:
    """The points and the lines between neighbours."""
    cells = tuple(Cell(name, *place(*point)) for name, point in zip(NAMES, POINTS, strict=True))
    drawn = tuple(
        (*place(q, v), *place(q + dq, v + dv))
        for q, v in POINTS
        for dq, dv in RISING
        if (q + dq, v + dv) in POINTS
    )
    labels = []  # the name of the lowest point of each column below it, of the highest above it
    for column in "ABCDEFGHI":
        ends = [cell for cell in cells if cell.name[0] == column]
        labels += [(ends[0].name, ends[0].x, ends[0].y - 0.85)]
        labels += [(ends[-1].name, ends[-1].x, ends[-1].y + 0.85)]
    return Board(cells, squares=False, lines=drawn, labels=tuple(labels))


def pieces(s: State) -> list[Piece]:
    """The stacks, as the kind on top and their height."""
    tall = stacks(s)
    found = [
        piece(cell, letter, height(s, cell) if has(tall, cell) else 1)
        for letter, points in points_by_letter(s).items()
        for cell in each(points)
    ]
    return sorted(found)


def symmetries(options: Options) -> list[dict[str, str]]:
    """The hexagon can be turned by sixths and mirrored."""
    maps = []
    for mirrored in (False, True):
        images = [(-q, q + v) if mirrored else (q, v) for q, v in POINTS]
        for _ in range(6):
            images = [(q + v, -q) for q, v in images]
            maps.append({NAMES[i]: NAMES[POINTS.index(image)] for i, image in enumerate(images)})
    return maps


def turned(s: State, to: Mapping[str, str]) -> State:
    """The points moved to other places."""
    cells = [NAMES.index(to[point]) for point in NAMES]
    planes = {field: permuted(getattr(s, field), cells) for field in State._fields[:9]}
    return s._replace(**planes)
