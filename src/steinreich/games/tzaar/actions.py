"""Actions of TZAAR: by name, as data and in words; and why one cannot be played."""

import re

from steinreich.rules import *

from .about import ABOUT
from .picture import LETTERS, kind_of, piece
from .rules import (
    FIRST_PLACEMENT,
    HOLE,
    NAMES,
    NUMBERS,
    PASS,
    PLACING,
    POINTS,
    RAYS,
    SECOND,
    State,
    candidates,
    height,
    in_hand,
    legal,
    met,
    mine,
    theirs,
)

ACTION = r"[A-I][1-8][x+][A-I][1-8]|pass|[ZRT]@[A-I][1-8]"
JOIN = ","


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


def action(s: State, wanted: Action) -> int | None:
    """The number of an action, if a line joins its points."""
    if wanted.kind == "pass":
        return PASS
    if wanted.kind == "place":
        return FIRST_PLACEMENT + 3 * wanted.cells[0] + kind_of(wanted.puts[0])
    cell, target = wanted.cells
    moves = range(6 * cell, 6 * cell + 6)
    return next((move for move in moves if has(RAYS[move], target)), None)


CAPTURE_FIRST = Words("a turn begins with a capture", "ein Zug beginnt mit dem Schlagen")


def why_not(s: State, wanted: Action) -> Words | None:
    """Why this action cannot be played."""
    if s.phase == PLACING:
        return why_no_placement(s, wanted)
    if wanted.kind == "place":
        return Words("all pieces are placed", "alle Steine sind schon gesetzt")
    if wanted.kind == "pass":
        return CAPTURE_FIRST
    cell = wanted.cells[0]
    if not has(mine(s), cell):
        who, origin = ABOUT.players[s.turn], NAMES[cell]
        return Words(
            f"{who.en} has no piece on {origin}", f"{who.de} hat keinen Stein auf {origin}"
        )
    if len(wanted.cells) == 1:
        return why_stuck(s, cell)
    return why_no_move(s, wanted.kind, *wanted.cells)


def why_stuck(s: State, cell: int) -> Words | None:
    """Why an own piece can do nothing now; None where it can do something."""
    moves = range(6 * cell, 6 * cell + 6)
    if any(legal(s, candidates(s), move) for move in moves):
        return None
    reached = [target for target in (met(s, move) for move in moves) if target >= 0]
    origin, enemies = NAMES[cell], [target for target in reached if has(theirs(s), target)]
    if not reached:
        return Words(f"{origin} reaches no other piece", f"{origin} erreicht keinen anderen Stein")
    if not enemies:
        return Words(
            f"{origin} reaches only your own pieces; {CAPTURE_FIRST.en}",
            f"{origin} erreicht nur eigene Steine; {CAPTURE_FIRST.de}",
        )
    taller = listed([f"{NAMES[target]} ({height(s, target)})" for target in enemies])
    return Words(
        f"{origin} ({height(s, cell)}) is too low to capture {taller.en}",
        f"{origin} ({height(s, cell)}) ist zu niedrig, um {taller.de} zu schlagen",
    )


def why_no_placement(s: State, wanted: Action) -> Words | None:
    """Why this is no placement of a piece."""
    if wanted.kind != "place":
        return Words("first all pieces must be placed", "erst müssen alle Steine gesetzt werden")
    point = NAMES[wanted.cells[0]]
    if has(s.white | s.black, wanted.cells[0]):
        return Words(f"{point} is not empty", f"{point} ist nicht frei")
    if in_hand(s, kind_of(wanted.puts[0])):
        return None
    kind = LETTERS[wanted.puts[0].letter.upper()]
    none = "keine" if kind == "Tzarra" else "kein"
    return Words(f"no {kind} is left in hand", f"{none} {kind} ist mehr übrig")


def why_no_move(s: State, kind: str, cell: int, to: int) -> Words:
    """Why an own piece cannot make this move."""
    origin, target = NAMES[cell], NAMES[to]
    if to not in [met(s, 6 * cell + way) for way in range(6)]:
        return why_not_met(s, origin, target)
    if has(theirs(s), to) and kind == "stack":
        return Words(
            f"{target} is an enemy piece: it is captured with x, not reinforced with +",
            f"{target} ist ein gegnerischer Stein: Er wird mit x geschlagen, nicht mit + verstärkt",
        )
    if has(theirs(s), to):
        tall, short = height(s, to), height(s, cell)
        return Words(
            f"the stack on {target} is taller ({tall}) than {origin} ({short})",
            f"der Turm auf {target} ist höher ({tall}) als {origin} ({short})",
        )
    if s.phase != SECOND:
        return Words(
            f"{target} is your own piece; {CAPTURE_FIRST.en}",
            f"{target} ist dein eigener Stein; {CAPTURE_FIRST.de}",
        )
    return Words(
        f"{target} is your own piece: it is reinforced with +, not captured with x",
        f"{target} ist dein eigener Stein: Er wird mit + verstärkt, nicht mit x geschlagen",
    )


def why_not_met(s: State, origin: str, target: str) -> Words:
    """Why a piece does not come to this point."""
    if origin == target:
        return Words(
            "a piece must move to another point", "ein Stein muss auf einen anderen Punkt ziehen"
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


def spoken(s: State, action: int) -> Words:
    """An action read aloud."""
    done = described(s, action)
    if done.kind == "pass":
        return Words("pass", "passen")
    if done.kind == "place":
        [piece], [cell] = done.puts, done.cells
        kind, point = LETTERS[piece.letter.upper()], NAMES[cell]
        return Words(f"{kind} on {point}", f"{kind} auf {point}")
    origin, target = (NAMES[cell] for cell in done.cells)
    if done.kind == "capture":
        return Words(f"{origin} captures {target}", f"{origin} schlägt {target}")
    return Words(f"{origin} reinforces {target}", f"{origin} verstärkt {target}")
