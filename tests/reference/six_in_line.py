"""Six in Line: an independent, slow reference written straight from the rules.

Squares are pairs (column, row) from 0.
"""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

Square = tuple[int, int]

_DEFAULTS = {"players": "2", "slide": "rook", "coins": "line"}
_SIZE = 6
_MAX_STONES = 30
_COINS_TO_WIN = {2: 3, 3: 2, 4: 2}
_BOARD = frozenset((x, y) for x in range(_SIZE) for y in range(_SIZE))
_LINES = [
    *[frozenset((x, y) for x in range(_SIZE)) for y in range(_SIZE)],
    *[frozenset((x, y) for y in range(_SIZE)) for x in range(_SIZE)],
    frozenset((i, i) for i in range(_SIZE)),
    frozenset((i, _SIZE - 1 - i) for i in range(_SIZE)),
]


@dataclass(frozen=True)
class Position:
    """A position; `phase` is the last field of the position string."""

    step: bool
    coin_per_turn: bool
    stones: frozenset[Square]
    player: int
    coins: tuple[int, ...]
    phase: str


def start(**options: str) -> Position:
    """Return the start position."""
    unknown = set(options) - set(_DEFAULTS)
    if unknown:
        raise ValueError(f"unknown options {unknown}")
    chosen = _DEFAULTS | options
    return Position(
        step=chosen["slide"] == "step",
        coin_per_turn=chosen["coins"] == "turn",
        stones=frozenset(),
        player=0,
        coins=(0,) * int(chosen["players"]),
        phase="o2",
    )


def from_text(text: str, **options: str) -> Position:
    """Return the position of a valid position string."""
    empty = start(**options)
    board, number, coins, phase = text.split(" ")
    stones: set[Square] = set()
    for from_top, row in enumerate(board.split("/")):
        x = 0
        for letter in row:
            if letter.isdigit():
                x += int(letter)
            else:
                stones.add((x, _SIZE - 1 - from_top))
                x += 1
    counts = tuple(int(count) for count in coins.split("-"))
    if len(counts) != len(empty.coins):
        raise ValueError(f"coins of {len(counts)} players, not of {len(empty.coins)}")
    return replace(
        empty, stones=frozenset(stones), player=int(number) - 1, coins=counts, phase=phase
    )


def to_text(p: Position) -> str:
    """Return the position string."""
    rows = []
    for y in reversed(range(_SIZE)):
        row = ""
        run = 0
        for x in range(_SIZE):
            if (x, y) not in p.stones:
                run += 1
                continue
            if run:
                row += str(run)
            run = 0
            row += "o"
        if run:
            row += str(run)
        rows.append(row)
    coins = "-".join(str(count) for count in p.coins)
    return f"{'/'.join(rows)} {p.player + 1} {coins} {p.phase}"


def player(p: Position) -> int:
    """Return the index of the player to move."""
    return p.player


def returns(p: Position) -> tuple[int, ...] | None:
    """Return +1, -1 or 0 for each player, or None while the game is not over."""
    stuck = p.phase == "s" and not _slides(p)
    if len(p.coins) == 1:
        if p.coins[0] > 0:
            return (-1,)
        # With all stones on the board no slide is possible either, so test for success first.
        if len(p.stones) == _MAX_STONES:
            return (1,)
        return (-1,) if stuck else None
    most = max(p.coins)
    if most < _COINS_TO_WIN[len(p.coins)] and not stuck:
        return None
    if p.coins.count(most) > 1:
        return (0,) * len(p.coins)
    return tuple(1 if count == most else -1 for count in p.coins)


def legal(p: Position) -> list[str]:
    """Return the names of the legal actions, sorted."""
    if returns(p) is not None:
        return []
    if p.phase in ("o2", "o1"):
        return sorted(_name(square) for square in _BOARD - p.stones)
    if p.phase == "s":
        return sorted(_slides(p))
    origin, target = map(_square, p.phase.split("-"))
    return sorted("+" + _name(square) for square in _placements(p, origin, target))


def play(p: Position, name: str) -> Position:
    """Return the position after a legal action."""
    next_player = (p.player + 1) % len(p.coins)
    if p.phase == "o2":
        return replace(p, stones=p.stones | {_square(name)}, phase="o1")
    if p.phase == "o1":
        return replace(p, stones=p.stones | {_square(name)}, player=next_player, phase="s")
    if p.phase == "s":
        return _after_slide(p, name)
    stones = p.stones | {_square(name[1:])}
    full = [line for line in _LINES if line <= stones]
    # All full lines are found on the same board, before any stone is removed.
    stones = stones.difference(*full)
    # With one player the number does not matter, since the first coin loses.
    won = bool(full) if p.coin_per_turn and len(p.coins) > 1 else len(full)
    coins = list(p.coins)
    coins[p.player] += won
    return replace(
        p, stones=stones, player=next_player, coins=tuple(coins), phase="s" if stones else "o2"
    )


@cache
def _name(square: Square) -> str:
    """Return the name of a square."""
    x, y = square
    return "abcdef"[x] + str(y + 1)


def _square(name: str) -> Square:
    """Return the square of this name."""
    return "abcdef".index(name[0]), int(name[1]) - 1


@lru_cache(maxsize=8)
def _slides(p: Position) -> list[str]:
    """Return the names of the slides after which a placement is possible."""
    found = []
    for x, y in p.stones:
        for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
            for distance in range(1, 2 if p.step else _SIZE):
                target = (x + distance * dx, y + distance * dy)
                if target not in _BOARD or target in p.stones:
                    break
                if _placements(p, (x, y), target):
                    found.append(f"{_name((x, y))}-{_name(target)}")
    return found


def _after_slide(p: Position, slide: str) -> Position:
    """Return the position after a slide, in which the same player has to place a stone."""
    origin, target = (_square(name) for name in slide.split("-"))
    return replace(p, stones=p.stones - {origin} | {target}, phase=slide)


def _placements(p: Position, origin: Square, target: Square) -> set[Square]:
    """Return the squares on which a stone may be placed after a slide.

    The position may be that before or after the slide.
    """
    if len(p.stones) == _MAX_STONES:
        return set()
    if len(p.coins) == 1 and len(p.stones) == _MAX_STONES - 1:
        # In the solo game, the last stone may be placed on any empty square.
        return set(_BOARD - p.stones) - {target} | {origin}
    if origin[0] == target[0]:
        same_line = {(origin[0], y) for y in range(_SIZE)}
    else:
        same_line = {(x, origin[1]) for x in range(_SIZE)}
    return same_line - p.stones - {origin, target}
