"""Chain Reaxis: an independent, slow reference written straight from the rules.

Squares are pairs (column, row) from 0, tiles are pairs (blank square, perforated square).
"""

from dataclasses import dataclass
from functools import cache, lru_cache

Square = tuple[int, int]
Tile = tuple[Square, Square]

_DEFAULTS = {"size": "6x6", "diagonals": "on", "contact": "edge"}
_EDGES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
_CORNERS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


@dataclass(frozen=True)
class P:
    """A position; `last` is the tile placed immediately before, None at the start."""

    width: int
    height: int
    diagonals: bool
    corner_contact: bool
    blank: frozenset[Square]
    perforated: frozenset[Square]
    side: int
    last: Tile | None


def start(**options: str) -> P:
    """The empty board."""
    unknown = set(options) - set(_DEFAULTS)
    if unknown:
        raise ValueError(f"unknown options {unknown}")
    chosen = _DEFAULTS | options
    width, height = (int(n) for n in chosen["size"].split("x"))
    return P(
        width=width,
        height=height,
        diagonals=chosen["diagonals"] == "on",
        corner_contact=chosen["contact"] == "corner",
        blank=frozenset(),
        perforated=frozenset(),
        side=0,
        last=None,
    )


def from_text(text: str, **options: str) -> P:
    """The position a (valid) position string describes."""
    empty = start(**options)
    board, side, last = text.split(" ")
    rows = board.split("/")
    if len(rows) != empty.height:
        raise ValueError(f"{len(rows)} rows do not fit {empty.width}x{empty.height}")
    blank: set[Square] = set()
    perforated: set[Square] = set()
    for from_top, row in enumerate(rows):
        y = empty.height - 1 - from_top
        x = 0
        for letter in row:
            if letter.isdigit():
                x += int(letter)
            else:
                (blank if letter == "o" else perforated).add((x, y))
                x += 1
        if x != empty.width:
            raise ValueError(f"row {row} does not fit {empty.width}x{empty.height}")
    return P(
        width=empty.width,
        height=empty.height,
        diagonals=empty.diagonals,
        corner_contact=empty.corner_contact,
        blank=frozenset(blank),
        perforated=frozenset(perforated),
        side="ox".index(side),
        last=None if last == "-" else _tile(last),
    )


def to_text(p: P) -> str:
    """The position string."""
    rows = []
    covered = p.blank | p.perforated
    for y in reversed(range(p.height)):
        row = ""
        run = 0
        for x in range(p.width):
            if (x, y) not in covered:
                run += 1
                continue
            if run:
                row += str(run)
            run = 0
            row += "o" if (x, y) in p.blank else "x"
        if run:
            row += str(run)
        rows.append(row)
    return f"{'/'.join(rows)} {'ox'[p.side]} {'-' if p.last is None else _name(p.last)}"


def player(p: P) -> int:
    """Whose tile is due."""
    return p.side


@lru_cache(maxsize=8)
def returns(p: P) -> tuple[int, ...] | None:
    """None while the game is live, else +1 or -1 or 0 for each player."""
    mover = 1 - p.side  # a FOUR is judged for whoever has just placed a tile
    for owner in (mover, p.side):
        if _has_four(p, owner):
            return (1, -1) if owner == 0 else (-1, 1)
    if not _all_tiles(p):
        return (0, 0)
    return None


def legal(p: P) -> list[str]:
    """The sorted names of the legal actions."""
    if returns(p) is not None:
        return []
    anywhere = _all_tiles(p)
    touching = [tile for tile in anywhere if _touches_last(p, tile)]
    return sorted(_name(tile) for tile in touching or anywhere)


def play(p: P, name: str) -> P:
    """The position after a legal action."""
    blank, perforated = _tile(name)
    return P(
        width=p.width,
        height=p.height,
        diagonals=p.diagonals,
        corner_contact=p.corner_contact,
        blank=p.blank | {blank},
        perforated=p.perforated | {perforated},
        side=1 - p.side,
        last=(blank, perforated),
    )


@cache
def _name(tile: Tile) -> str:
    """The action name of a tile."""
    return "".join("abcdefgh"[x] + str(y + 1) for x, y in tile)


def _tile(name: str) -> Tile:
    """The tile an action name describes."""
    return _square(name[:2]), _square(name[2:])


def _square(name: str) -> Square:
    """The square called `name`."""
    return "abcdefgh".index(name[0]), int(name[1]) - 1


@lru_cache(maxsize=8)
def _all_tiles(p: P) -> list[Tile]:
    """Every tile that fits on two edge-adjacent empty squares, in either orientation."""
    board = {(x, y) for x in range(p.width) for y in range(p.height)}
    empty = board - p.blank - p.perforated
    return [
        ((x, y), (x + dx, y + dy))
        for x, y in empty
        for dx, dy in _EDGES
        if (x + dx, y + dy) in empty
    ]


def _touches_last(p: P, tile: Tile) -> bool:
    """Whether a tile fulfils the duty of contact with the tile placed before it."""
    return p.last is None or not _beside(p.last, p.corner_contact).isdisjoint(tile)


@cache
def _beside(tile: Tile, corner_contact: bool) -> set[Square]:
    """The squares that are in contact with a tile."""
    steps = _EDGES + _CORNERS if corner_contact else _EDGES
    return {(x + dx, y + dy) for x, y in tile for dx, dy in steps}


def _has_four(p: P, owner: int) -> bool:
    """Whether a player has four halves in a straight line (five or six contain a four)."""
    halves = p.blank if owner == 0 else p.perforated
    directions = _EDGES + _CORNERS if p.diagonals else _EDGES
    return any(
        all((x + i * dx, y + i * dy) in halves for i in range(4))
        for x, y in halves
        for dx, dy in directions
    )
