"""The board of TZAAR and what stands on it, as data for pictures."""

from collections.abc import Mapping
from functools import cache
from operator import attrgetter

from steinreich.rules import *

from .about import ABOUT
from .rules import NAMES, POINTS, RISING, State, height, stacks

LETTERS = {"Z": "Tzaar", "R": "Tzarra", "T": "Tott"}
CHOICES = {
    letter: Words(kind, kind) for key, kind in LETTERS.items() for letter in (key, key.lower())
}


KINDS = {
    "Z": Words("white Tzaar", "weißer Tzaar"),
    "R": Words("white Tzarra", "weiße Tzarra"),
    "T": Words("white Tott", "weißer Tott"),
    "z": Words("black Tzaar", "schwarzer Tzaar"),
    "r": Words("black Tzarra", "schwarze Tzarra"),
    "t": Words("black Tott", "schwarzer Tott"),
}
MARKS: dict[str, Mark] = {"Z": "crown", "R": "ring", "T": "plain"}


def top(s: State, cell: int) -> str:
    """The letter of the piece on top, or `.`."""
    if not has(s.white | s.black, cell):
        return "."
    kind = 0 if has(s.tzaars, cell) else 1 if has(s.tzarras, cell) else 2
    return "ZRT"[kind] if has(s.white, cell) else "zrt"[kind]


@cache
def piece(cell: int, letter: str, tall: int = 1) -> Piece:
    """A piece or stack, by the letter of what is on top."""
    owner = int(letter.islower())
    return Piece(cell, ABOUT.looks[owner].colour, MARKS[letter.upper()], letter, tall, owner=owner)


SINGLE = {letter: [piece(cell, letter) for cell in range(len(NAMES))] for letter in KINDS}


def kind_of(piece: Piece) -> int:
    """Which of the three kinds a piece is of."""
    return "ZRT".index(piece.letter.upper())


def points_by_letter(s: State) -> dict[str, int]:
    """Where each kind of piece is on top."""
    kinds = (s.tzaars, s.tzarras, ~(s.tzaars | s.tzarras))
    return {
        letter: pieces & kind
        for letters, pieces in (("ZRT", s.white), ("zrt", s.black))
        for letter, kind in zip(letters, kinds, strict=True)
    }


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
    found: list[Piece] = []
    tall = stacks(s)
    for letter, points in points_by_letter(s).items():
        found += map(SINGLE[letter].__getitem__, each(points & ~tall))
        found += [piece(cell, letter, height(s, cell)) for cell in each(points & tall)]
    return sorted(found, key=attrgetter("cell"))


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
