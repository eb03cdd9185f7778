"""Four in a Row 3D: an independent, slow reference written straight from the rules.

Cells are triples (column, row, level) from 0; rods are strings of balls from the bottom up.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

Cell = tuple[int, int, int]

_DEFAULTS = {"variant": "first_four", "players": "2", "yellow": "on"}
_MAX_NEUTRAL_BALLS = 21
_RODS = [column + row for row in "1234" for column in "abcd"]


def _all_lines() -> set[frozenset[Cell]]:
    """Return all straight lines of four cells; the set removes duplicates."""
    cells = set(product(range(4), repeat=3))
    lines = set()
    for x, y, z in cells:
        for dx, dy, dz in product((-1, 0, 1), repeat=3):
            line = frozenset((x + i * dx, y + i * dy, z + i * dz) for i in range(4))
            if len(line) == 4 and line <= cells:
                lines.add(line)
    return lines


_LINES = _all_lines()


@dataclass(frozen=True)
class Position:
    """A position; the rods come in the order a1 b1 c1 d1 a2 ... d4."""

    variant: str
    players: int
    neutral: bool
    rods: tuple[str, ...]
    side: int


def start(**options: str) -> Position:
    """Return the start position."""
    unknown = set(options) - set(_DEFAULTS)
    if unknown:
        raise ValueError(f"unknown options {unknown}")
    chosen = _DEFAULTS | options
    variant, players = chosen["variant"], int(chosen["players"])
    # Neutral balls exist only if no player has yellow and fours are counted.
    neutral = variant == "most_fours" and players == 2 and chosen["yellow"] == "on"
    return Position(variant, players, neutral, ("",) * 16, 0)


def from_text(text: str, **options: str) -> Position:
    """Return the position of a valid position string."""
    empty = start(**options)
    board, side = text.split(" ")
    rods = tuple("" if rod == "-" else rod for rod in board.split("/"))
    return Position(empty.variant, empty.players, empty.neutral, rods, "rby".index(side))


def to_text(p: Position) -> str:
    """Return the position string."""
    return f"{'/'.join(rod or '-' for rod in p.rods)} {'rby'[p.side]}"


def player(p: Position) -> int:
    """Return the index of the player to move."""
    return p.side


@lru_cache(maxsize=8)
def returns(p: Position) -> tuple[int, ...] | None:
    """Return +1, -1 or 0 for each player, or None while the game is not over."""
    lines = [_count_lines(p, colour) for colour in "rby"[: p.players]]
    finished = sum(len(rod) for rod in p.rods) == (63 if p.players == 3 else 64)
    won_at_once = p.variant == "first_four" and any(lines)
    if not finished and not won_at_once:
        return None
    most = max(lines)
    if lines.count(most) > 1:
        return (0,) * p.players
    return tuple(1 if count == most else -1 for count in lines)


def legal(p: Position) -> list[str]:
    """Return the names of the legal actions, sorted."""
    if returns(p) is not None:
        return []
    # Players cannot run out of their own balls, since they have one for each of their turns.
    names = [name for name, rod in zip(_RODS, p.rods, strict=True) if len(rod) < 4]
    neutral_left = p.neutral and "".join(p.rods).count("y") < _MAX_NEUTRAL_BALLS
    return sorted(names + [name + "y" for name in names if neutral_left])


def play(p: Position, name: str) -> Position:
    """Return the position after a legal action."""
    ball = "y" if name.endswith("y") else "rby"[p.side]
    rods = tuple(
        rod + ball if name[:2] == rod_name else rod
        for rod_name, rod in zip(_RODS, p.rods, strict=True)
    )
    return Position(p.variant, p.players, p.neutral, rods, (p.side + 1) % p.players)


def _count_lines(p: Position, colour: str) -> int:
    """Return the number of lines whose cells all have balls of one colour."""
    balls = {
        (index % 4, index // 4, level)
        for index, rod in enumerate(p.rods)
        for level, ball in enumerate(rod)
        if ball == colour
    }
    return sum(line <= balls for line in _LINES)
