"""The board of TZAAR as data for pictures, and the texts shown beside it."""

from collections.abc import Mapping
from functools import cache
from operator import attrgetter

from steinreich.rules import *

from .about import ABOUT
from .rules import (
    NAMES,
    PASS,
    PLACING,
    POINTS,
    RISING,
    SECOND,
    SUPPLY,
    State,
    find_target,
    height,
    mine,
    stacks,
)

LETTERS = {"Z": "Tzaar", "R": "Tzarra", "T": "Tott"}
CHOICES = {letter: Verbatim(kind) for key, kind in LETTERS.items() for letter in (key, key.lower())}


KINDS = {
    "Z": Text("white Tzaar"),
    "R": Text("white Tzarra"),
    "T": Text("white Tott"),
    "z": Text("black Tzaar"),
    "r": Text("black Tzarra"),
    "t": Text("black Tott"),
}
MARKS: dict[str, Mark] = {"Z": "crown", "R": "ring", "T": "plain"}


def top_letter(s: State, cell: int) -> str:
    """Return the letter of the piece on top, or `.`."""
    if not has(s.white | s.black, cell):
        return "."
    kind = 0 if has(s.tzaars, cell) else 1 if has(s.tzarras, cell) else 2
    return "ZRT"[kind] if has(s.white, cell) else "zrt"[kind]


@cache
def piece(cell: int, letter: str, tall: int = 1) -> Piece:
    """Return a piece or stack, given the letter of the piece on top."""
    owner = int(letter.islower())
    return Piece(cell, ABOUT.looks[owner].colour, MARKS[letter.upper()], letter, tall, owner=owner)


SINGLE = {letter: [piece(cell, letter) for cell in range(len(NAMES))] for letter in KINDS}


def kind_index(piece: Piece) -> int:
    """Return the index of a piece's kind."""
    return "ZRT".index(piece.letter.upper())


def points_by_letter(s: State) -> dict[str, int]:
    """Return the points with each kind of piece on top."""
    kinds = (s.tzaars, s.tzarras, ~(s.tzaars | s.tzarras))
    return {
        letter: pieces & kind
        for letters, pieces in (("ZRT", s.white), ("zrt", s.black))
        for letter, kind in zip(letters, kinds, strict=True)
    }


def point_coordinates(q: float, v: float) -> tuple[float, float]:
    """Return the coordinates of a point in the plane; neighbours are one unit apart."""
    return round(q * 3**0.5 / 2, 4), v + q / 2


def board(options: Options) -> Board:
    """Return the points and the lines between neighbours."""
    cells = tuple(
        Cell(name, *point_coordinates(*point)) for name, point in zip(NAMES, POINTS, strict=True)
    )
    drawn = tuple(
        (*point_coordinates(q, v), *point_coordinates(q + dq, v + dv))
        for q, v in POINTS
        for dq, dv in RISING
        if (q + dq, v + dv) in POINTS
    )
    labels = []  # names of the lowest and the highest point, below and above each column
    for column in "ABCDEFGHI":
        ends = [cell for cell in cells if cell.name[0] == column]
        labels += [(ends[0].name, ends[0].x, ends[0].y - 0.85)]
        labels += [(ends[-1].name, ends[-1].x, ends[-1].y + 0.85)]
    return Board(cells, squares=False, lines=drawn, labels=tuple(labels))


def pieces(s: State) -> list[Piece]:
    """Return the stacks, each with the kind on top and its height."""
    found: list[Piece] = []
    tall = stacks(s)
    for letter, points in points_by_letter(s).items():
        found += map(SINGLE[letter].__getitem__, each(points & ~tall))
        found += [piece(cell, letter, height(s, cell)) for cell in each(points & tall)]
    return sorted(found, key=attrgetter("cell"))


def symmetries(options: Options) -> list[dict[str, str]]:
    """Return the rotations by sixths and the reflections of the hexagon."""
    maps = []
    for mirrored in (False, True):
        images = [(-q, q + v) if mirrored else (q, v) for q, v in POINTS]
        for _ in range(6):
            images = [(q + v, -q) for q, v in images]
            maps.append({NAMES[i]: NAMES[POINTS.index(image)] for i, image in enumerate(images)})
    return maps


def transform(s: State, to: Mapping[str, str]) -> State:
    """Return the state with every point moved to its image."""
    cells = [NAMES.index(to[point]) for point in NAMES]
    planes = {field: permute(getattr(s, field), cells) for field in State._fields[:9]}
    return s._replace(**planes)


# Texts beside the board


def prompt(s: State) -> Text:
    """Return what the player has to do."""
    if s.phase == PLACING:
        return Text("place a piece")
    if s.phase == SECOND:
        return Text("capture, reinforce or pass")
    return Text("capture a piece")


def info(s: State) -> Text:
    """Return the numbers of visible pieces of each kind."""
    shown = [str(count(points)) for points in points_by_letter(s).values()]
    white, black = "/".join(shown[:3]), "/".join(shown[3:])
    return Text("Tzaars/Tzarras/Totts: White {white}, Black {black}", white=white, black=black)


def counts(s: State) -> list[Count]:
    """Return the numbers of visible pieces of each kind, or of those still to be placed."""
    found = []
    for (letter, points), supply in zip(points_by_letter(s).items(), SUPPLY * 2, strict=True):
        look, placing = piece(0, letter), s.phase == PLACING
        number = supply - count(points) if placing else count(points)
        one, many = (IN_HAND if placing else IN_SIGHT)[letter.upper()]
        what = one if number == 1 else many
        found.append(Count(look.owner, what, look.colour, look.mark, number))
    return found


def effects(s: State, action: int) -> Effects:
    """Return the stack that is captured, or the height after a reinforcement."""
    if action >= PASS:
        return Effects()
    target = find_target(s, action)
    if has(mine(s), target):
        tall = height(s, target) + height(s, action // 6)
        return Effects(spoken=Text("now of height {tall}", tall=tall))
    taken = piece(target, top_letter(s, target), height(s, target))
    return Effects((taken,), spoken=describe_capture(taken))


def describe_capture(piece: Piece) -> Text:
    """Return a captured piece as the object of a sentence: `a black Tott of height 3`."""
    what = CAPTURED_PIECES[piece.letter]
    return (
        Text("{what} of height {tall}", what=what, tall=piece.height) if piece.height > 1 else what
    )


# Counts and sentences about kinds of pieces

IN_SIGHT = {
    "Z": (Text("Tzaar"), Text("Tzaars")),
    "R": (Text("Tzarra"), Text("Tzarras")),
    "T": (Text("Tott"), Text("Totts")),
}
IN_HAND = {
    "Z": (Text("Tzaar in hand"), Text("Tzaars in hand")),
    "R": (Text("Tzarra in hand"), Text("Tzarras in hand")),
    "T": (Text("Tott in hand"), Text("Totts in hand")),
}
CAPTURED_PIECES = {  # as objects of sentences
    "Z": Text("a white Tzaar"),
    "R": Text("a white Tzarra"),
    "T": Text("a white Tott"),
    "z": Text("a black Tzaar"),
    "r": Text("a black Tzarra"),
    "t": Text("a black Tott"),
}
LAST_CAPTURED = {
    "Tzaar": Text(
        "{player} captured {owner}'s last Tzaar", you="You captured {owner}'s last Tzaar"
    ),
    "Tzarra": Text(
        "{player} captured {owner}'s last Tzarra", you="You captured {owner}'s last Tzarra"
    ),
    "Tott": Text("{player} captured {owner}'s last Tott", you="You captured {owner}'s last Tott"),
}
LAST_COVERED = {
    "Tzaar": Text("{player} covered their own last Tzaar", you="You covered your own last Tzaar"),
    "Tzarra": Text(
        "{player} covered their own last Tzarra", you="You covered your own last Tzarra"
    ),
    "Tott": Text("{player} covered their own last Tott", you="You covered your own last Tott"),
}


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Return the ending: the last piece of a kind is captured or covered, or no capture is left."""
    loser = 1 - outcome
    lost = s.black if loser else s.white
    shown = (s.tzaars, s.tzarras, ~(s.tzaars | s.tzarras))
    missing = [name for name, kind in zip(LETTERS.values(), shown, strict=True) if not lost & kind]
    if not missing:
        no_capture = Text(
            "{player} cannot capture any more",
            you="You cannot capture any more",
            player=PlayerName(loser),
        )
        return Ending(outcome, no_capture, tuple(each(lost)))
    kind = missing[0]
    mover = s.turn if s.phase == SECOND else 1 - s.turn
    if mover == loser:
        reason = LAST_COVERED[kind].with_values(player=PlayerName(loser))
    else:
        reason = LAST_CAPTURED[kind].with_values(
            player=PlayerName(outcome), owner=PlayerName(loser)
        )
    where = last.cells[-1:] if last else ()
    return Ending(outcome, reason, where)
