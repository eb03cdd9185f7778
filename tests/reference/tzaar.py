"""TZAAR: an independent slow reference, based on docs/rules.md only.

It serves as a test oracle, so it prefers plain sets and dicts to speed.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache

Stack = tuple[str, int]  # letter of the top piece (upper case White, lower case Black), height

_COLUMNS = "ABCDEFGHI"
_IN_HAND = {"Z": 6, "R": 9, "T": 15}
_FIXED = "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT w 0"
_EMPTY = "/".join("." * n for n in (5, 6, 7, 8, 8, 8, 7, 6, 5)) + " w p"


@dataclass(frozen=True)
class Position:
    """A position; the set-up option affects only its phase."""

    pieces: frozenset[tuple[str, Stack]]  # (point, stack) for every occupied point
    side: str  # "w" or "b"
    phase: str  # "0", "1", "2" or "p"


def _make_coordinates() -> dict[str, tuple[int, int]]:
    """Return the column of each point, and its height above the middle of the board in half
    steps.
    """
    coordinates: dict[str, tuple[int, int]] = {}
    for column, letter in enumerate(_COLUMNS):
        size = 9 - abs(column - 4)
        heights = [2 * i - (size - 1) for i in range(size)]
        if letter == "E":
            heights.remove(0)  # the hole has no number
        for number, height in enumerate(heights, start=1):
            coordinates[f"{letter}{number}"] = (column, height)
    return coordinates


_COORDINATES = _make_coordinates()  # in the order of the position string
_POINT_AT = {coordinate: point for point, coordinate in _COORDINATES.items()}
# Neighbouring columns are shifted by half a point, hence (1, 1) beside (0, 2).
_DIRECTIONS = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)]


@cache
def _ray(point: str, direction: tuple[int, int]) -> list[str]:
    """List the points from here on in one direction, up to the edge or the hole."""
    column, height = _COORDINATES[point]
    found: list[str] = []
    while True:
        column, height = column + direction[0], height + direction[1]
        if (column, height) not in _POINT_AT:
            return found
        found.append(_POINT_AT[column, height])


def _owner(stack: Stack) -> str:
    """Return the side that owns a stack."""
    return "w" if stack[0].isupper() else "b"


def _other(side: str) -> str:
    """Return the other side."""
    return "b" if side == "w" else "w"


@lru_cache(maxsize=8)
def _moves(p: Position) -> tuple[list[str], list[str]]:
    """List the captures and the reinforcements of the side to move."""
    board = dict(p.pieces)
    captures: list[str] = []
    reinforcements: list[str] = []
    for point, stack in board.items():
        if _owner(stack) != p.side:
            continue
        for direction in _DIRECTIONS:
            for target in _ray(point, direction):
                if target not in board:
                    continue
                if _owner(board[target]) == p.side:
                    reinforcements.append(f"{point}+{target}")
                elif board[target][1] <= stack[1]:
                    captures.append(f"{point}x{target}")
                break
    return captures, reinforcements


def _placements(p: Position) -> list[str]:
    """List the placements of each kind still in hand on each empty point."""
    board = dict(p.pieces)
    placed = Counter(stack[0].upper() for stack in board.values() if _owner(stack) == p.side)
    kinds = [kind for kind, number in _IN_HAND.items() if placed[kind] < number]
    return [f"{kind}@{point}" for kind in kinds for point in _COORDINATES if point not in board]


@lru_cache(maxsize=8)
def _find_loser(p: Position) -> str | None:
    """Return the side that has lost, if any."""
    if p.phase == "p":
        return None  # kinds may be missing while pieces are placed
    visible = {top for _, (top, _) in p.pieces}
    for side, kinds in (("w", "ZRT"), ("b", "zrt")):
        if not visible >= set(kinds):
            return side
    if p.phase in ("0", "1") and not _moves(p)[0]:
        return p.side
    return None


def start(**options: str) -> Position:
    """Return the start position of `fixed` or `tournament`."""
    setup = options.get("setup", "random")
    if setup == "random":
        raise ValueError("a random set-up comes from from_text")
    return from_text({"fixed": _FIXED, "tournament": _EMPTY}[setup], **options)


def from_text(text: str, **options: str) -> Position:
    """Read a position string; the set-up option does not change its meaning."""
    columns, side, phase = text.split(" ")
    cells = re.findall(r"\.|[ZRTzrt][0-9]*", columns)
    pieces = {
        (point, (cell[0], int(cell[1:] or "1")))
        for point, cell in zip(_COORDINATES, cells, strict=True)
        if cell != "."
    }
    return Position(frozenset(pieces), side, phase)


def to_text(p: Position) -> str:
    """Write the position string."""
    board = dict(p.pieces)
    columns = dict.fromkeys(_COLUMNS, "")
    for point in _COORDINATES:
        top, height = board.get(point, (".", 1))
        columns[point[0]] += top + (str(height) if height > 1 else "")
    return f"{'/'.join(columns.values())} {p.side} {p.phase}"


def player(p: Position) -> int:
    """Return the index of the player to move."""
    return "wb".index(p.side)


def returns(p: Position) -> tuple[int, ...] | None:
    """Return +1 or -1 for each player, or None while the game is not over."""
    loser = _find_loser(p)
    if loser is None:
        return None
    return (-1, 1) if loser == "w" else (1, -1)


def legal(p: Position) -> list[str]:
    """List the legal actions by name."""
    if _find_loser(p) is not None:
        return []
    if p.phase == "p":
        return sorted(_placements(p))
    captures, reinforcements = _moves(p)
    if p.phase == "2":
        return sorted([*captures, *reinforcements, "pass"])
    return sorted(captures)


def play(p: Position, name: str) -> Position:
    """Return the position after a legal action."""
    board = dict(p.pieces)
    if "@" in name:
        kind, point = name.split("@")
        board[point] = (kind if p.side == "w" else kind.lower(), 1)
        if len(board) == len(_COORDINATES):
            return Position(frozenset(board.items()), "w", "0")
        return Position(frozenset(board.items()), _other(p.side), "p")
    if "x" in name:
        source, target = name.split("x")
        board[target] = board.pop(source)
    elif "+" in name:
        source, target = name.split("+")
        top, height = board.pop(source)
        board[target] = (top, height + board[target][1])
    if p.phase == "1":
        return Position(frozenset(board.items()), p.side, "2")
    return Position(frozenset(board.items()), _other(p.side), "1")
