"""Inner Square: an independent slow reference, based on docs/rules.md only.

It serves as a test oracle, so it prefers plain sets and dicts to speed.
"""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

Point = tuple[int, int]  # column and row, both from 1

_START_TEXTS = {
    "alq7": "yyyyyyy/yyyyyyy/7/7/7/rrrrrrr/rrrrrrr r 0",
    "full7": "yyyyyyy/yyyyyyy/7/7/7/rrrrrrr/rrrrrrr r 0",
    "alq9": "yyyyyyyyy/2yyyyy2/9/9/9/9/9/2rrrrr2/rrrrrrrrr r 0",
}
_CORNERS = {
    "alq7": ("c3", "e3", "c5", "e5"),
    "full7": ("c3", "e3", "c5", "e5"),
    "alq9": ("d4", "f4", "d6", "f6"),
}
_SIZE = {"alq7": 7, "full7": 7, "alq9": 9}
_STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
_DIAGONAL = [(1, 1), (-1, -1), (1, -1), (-1, 1)]


@dataclass(frozen=True)
class Position:
    """A position with its options."""

    stones: frozenset[tuple[Point, str]]  # (point, "r" or "y")
    side: str  # "r" or "y"
    actions_without_capture: int
    board: str = "alq7"
    groups: str = "off"
    between: str = "off"
    quiet: str = "draw"  # the result after 100 actions without a capture: "draw" or "corners"


@cache
def _point(name: str) -> Point:
    """Turn a name such as c3 into a point."""
    return "abcdefghi".index(name[0]) + 1, int(name[1])


@cache
def _name(point: Point) -> str:
    """Turn a point into its name."""
    return f"{'abcdefghi'[point[0] - 1]}{point[1]}"


def _other(side: str) -> str:
    """Return the other side."""
    return "y" if side == "r" else "r"


def _directions(board: str, point: Point) -> list[Point]:
    """List the directions of the drawn lines through a point."""
    # A diagonal step keeps the parity of column plus row, so each line is drawn as a whole or not.
    if board == "full7" or (point[0] + point[1]) % 2 == 0:
        return _STRAIGHT + _DIAGONAL
    return _STRAIGHT


@cache
def _ray(board: str, point: Point, direction: Point) -> tuple[Point, ...]:
    """List the points from here on in one direction, up to the edge."""
    size = _SIZE[board]
    (x, y), (dx, dy) = point, direction
    line = [(x + k * dx, y + k * dy) for k in range(1, size)]
    return tuple((i, j) for i, j in line if 1 <= i <= size and 1 <= j <= size)


def _reach(board: str, stones: dict[Point, str], source: Point) -> list[Point]:
    """List the empty points that a stone can reach, without the rule on flanked points."""
    found: list[Point] = []
    for direction in _directions(board, source):
        for point in _ray(board, source, direction):
            if point in stones:
                break
            found.append(point)
            if direction in _DIAGONAL:
                break  # diagonals allow one step only
    return found


def _find_captures(p: Position, source: Point, target: Point) -> set[Point]:
    """Return the enemy stones that a move captures."""
    stones = dict(p.stones)
    stones[target] = stones.pop(source)
    taken: set[Point] = set()
    for direction in _directions(p.board, target):
        run: list[Point] = []
        for point in _ray(p.board, target, direction):
            if stones.get(point) == _other(p.side):
                run.append(point)
                continue
            if stones.get(point) == p.side and (len(run) == 1 or p.groups == "on"):
                taken.update(run)
            break
    return taken


@cache
def _opposite_neighbours(board: str, point: Point) -> set[frozenset[Point]]:
    """Return the two neighbours of a point on each drawn line through it."""
    x, y = point
    # Each line is found in both directions; the set removes duplicates.
    return {frozenset({(x + dx, y + dy), (x - dx, y - dy)}) for dx, dy in _directions(board, point)}


def _flanks(board: str, enemies: set[Point]) -> dict[Point, list[frozenset[Point]]]:
    """Return the flanked points, with the pairs of enemies on opposite sides of each, next to it on
    one drawn line."""
    points = {(x + dx, y + dy) for x, y in enemies for dx, dy in _STRAIGHT + _DIAGONAL}
    pairs = {
        p: [pair for pair in _opposite_neighbours(board, p) if pair <= enemies] for p in points
    }
    return {point: found for point, found in pairs.items() if found}


def _may_stop(p: Position, pairs: list[frozenset[Point]], source: Point, target: Point) -> bool:
    """Return whether the rule on flanked points allows a stone to stop on this one."""
    if p.between == "off":
        return False
    taken = _find_captures(p, source, target)
    return all(pair & taken for pair in pairs)


@lru_cache(maxsize=8)
def _moves(p: Position) -> list[str]:
    """List the moves of the side to move."""
    stones = dict(p.stones)
    flanks = _flanks(p.board, {point for point, colour in p.stones if colour != p.side})
    return [
        f"{_name(source)}-{_name(target)}"
        for source, colour in p.stones
        if colour == p.side
        for target in _reach(p.board, stones, source)
        if target not in flanks or _may_stop(p, flanks[target], source, target)
    ]


@lru_cache(maxsize=8)
def _result(p: Position) -> str | None:
    """Return the winning side, "draw", or None while the game is not over."""
    stones = dict(p.stones)
    mover = _other(p.side)  # the side that has just moved: only this side can win by a move
    if all(stones.get(_point(corner)) == mover for corner in _CORNERS[p.board]):
        return mover
    if list(stones.values()).count(p.side) <= 4:
        return mover
    if p.actions_without_capture >= 100:
        return _more_corners_or_stones(p) if p.quiet == "corners" else "draw"
    if not _moves(p):
        return mover
    return None


def _more_corners_or_stones(p: Position) -> str:
    """Return the side with more inner corners, or if equal with more stones; otherwise "draw"."""
    corners = {_point(corner) for corner in _CORNERS[p.board]}
    on_corners = [colour for point, colour in p.stones if point in corners]
    anywhere = [colour for _, colour in p.stones]
    for counted in (on_corners, anywhere):
        red, yellow = counted.count("r"), counted.count("y")
        if red != yellow:
            return "r" if red > yellow else "y"
    return "draw"


def start(**options: str) -> Position:
    """Return the start position."""
    return from_text(_START_TEXTS[options.get("board", "alq7")], **options)


def from_text(text: str, **options: str) -> Position:
    """Read a position string."""
    rows, side, quiet = text.split(" ")
    stones: dict[Point, str] = {}
    for y, row in enumerate(reversed(rows.split("/")), start=1):
        x = 1
        for char in row:
            if char.isdigit():
                x += int(char)
            else:
                stones[x, y] = char
                x += 1
    return Position(frozenset(stones.items()), side, int(quiet), **options)


def to_text(p: Position) -> str:
    """Write the position string."""
    stones = dict(p.stones)
    size = _SIZE[p.board]
    rows: list[str] = []
    for y in range(size, 0, -1):
        row = "".join(stones.get((x, y), ".") for x in range(1, size + 1))
        for length in range(size, 0, -1):  # longest runs first, so that none is split
            row = row.replace("." * length, str(length))
        rows.append(row)
    return f"{'/'.join(rows)} {p.side} {p.actions_without_capture}"


def player(p: Position) -> int:
    """Return the index of the player to move."""
    return "ry".index(p.side)


def returns(p: Position) -> tuple[int, ...] | None:
    """Return the returns of both players, or None while the game is not over."""
    result = _result(p)
    if result is None:
        return None
    return {"r": (1, -1), "y": (-1, 1), "draw": (0, 0)}[result]


def legal(p: Position) -> list[str]:
    """List the legal actions by name."""
    return sorted(_moves(p)) if _result(p) is None else []


def play(p: Position, name: str) -> Position:
    """Return the position after a legal action."""
    source, target = (_point(part) for part in name.split("-"))
    taken = _find_captures(p, source, target)
    stones = {point: colour for point, colour in p.stones if point not in taken}
    stones[target] = stones.pop(source)
    return replace(
        p,
        stones=frozenset(stones.items()),
        side=_other(p.side),
        actions_without_capture=0 if taken else p.actions_without_capture + 1,
    )
