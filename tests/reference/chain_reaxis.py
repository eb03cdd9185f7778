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
class Position:
    """A position; `last` is the tile placed immediately before, None at the start."""

    width: int
    height: int
    diagonals: bool
    corner_contact: bool
    blank: frozenset[Square]
    perforated: frozenset[Square]
    side: int
    last: Tile | None


def start(**options: str) -> Position:
    """Return the start position."""
    unknown = set(options) - set(_DEFAULTS)
    if unknown:
        raise ValueError(f"unknown options {unknown}")
    chosen = _DEFAULTS | options
    width, height = (int(n) for n in chosen["size"].split("x"))
    return Position(
        width=width,
        height=height,
        diagonals=chosen["diagonals"] == "on",
        corner_contact=chosen["contact"] == "corner",
        blank=frozenset(),
        perforated=frozenset(),
        side=0,
        last=None,
    )


def from_text(text: str, **options: str) -> Position:
    """Return the position of a valid position string."""
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
    return Position(
        width=empty.width,
        height=empty.height,
        diagonals=empty.diagonals,
        corner_contact=empty.corner_contact,
        blank=frozenset(blank),
        perforated=frozenset(perforated),
        side="ox".index(side),
        last=None if last == "-" else _tile(last),
    )


def to_text(p: Position) -> str:
    """Return the position string."""
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


def player(p: Position) -> int:
    """Return the index of the player to move."""
    return p.side


@lru_cache(maxsize=8)
def returns(p: Position) -> tuple[int, ...] | None:
    """Return +1, -1 or 0 for each player, or None while the game is not over."""
    last_player = 1 - p.side  # wins if the last tile completed a four of each player
    for owner in (last_player, p.side):
        if _has_four(p, owner):
            return (1, -1) if owner == 0 else (-1, 1)
    if not _all_tiles(p):
        return (0, 0)
    return None


def legal(p: Position) -> list[str]:
    """Return the names of the legal actions, sorted."""
    if returns(p) is not None:
        return []
    tiles = _all_tiles(p)
    touching = [tile for tile in tiles if _touches_last(p, tile)]
    return sorted(_name(tile) for tile in touching or tiles)


def play(p: Position, name: str) -> Position:
    """Return the position after a legal action."""
    blank, perforated = _tile(name)
    return Position(
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
    """Return the name of the action that places a tile."""
    return "".join("abcdefgh"[x] + str(y + 1) for x, y in tile)


def _tile(name: str) -> Tile:
    """Return the tile that an action of this name places."""
    return _square(name[:2]), _square(name[2:])


def _square(name: str) -> Square:
    """Return the square of this name."""
    return "abcdefgh".index(name[0]), int(name[1]) - 1


@lru_cache(maxsize=8)
def _all_tiles(p: Position) -> list[Tile]:
    """Return all tiles that fit on two edge-adjacent empty squares, in both orientations."""
    board = {(x, y) for x in range(p.width) for y in range(p.height)}
    empty = board - p.blank - p.perforated
    return [
        ((x, y), (x + dx, y + dy))
        for x, y in empty
        for dx, dy in _EDGES
        if (x + dx, y + dy) in empty
    ]


def _touches_last(p: Position, tile: Tile) -> bool:
    """Return whether a tile touches the tile placed before it, as the rules require."""
    return p.last is None or not _beside(p.last, p.corner_contact).isdisjoint(tile)


@cache
def _beside(tile: Tile, corner_contact: bool) -> set[Square]:
    """Return the squares that are in contact with a tile."""
    steps = _EDGES + _CORNERS if corner_contact else _EDGES
    return {(x + dx, y + dy) for x, y in tile for dx, dy in steps}


def _has_four(p: Position, owner: int) -> bool:
    """Return whether a player has four halves in a straight line (five or six contain a four)."""
    halves = p.blank if owner == 0 else p.perforated
    directions = _EDGES + _CORNERS if p.diagonals else _EDGES
    return any(
        all((x + i * dx, y + i * dy) in halves for i in range(4))
        for x, y in halves
        for dx, dy in directions
    )
