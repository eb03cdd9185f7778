"""Boards beside the rules of Chain Reaxis: tiles to place, fours to complete, how it ends.

All tiles are placed from the start, so that they lie as they were placed; all but the full boards
need four columns and rows only, and fit on boards of any size.
"""

from itertools import pairwise

from steinreich.rules import *

Square = tuple[int, int]  # column and row


def figures(options: Options) -> dict[str, Figure]:
    """By name."""
    width, height = map(int, options["size"].split("x"))
    edge = options["contact"] == "edge"
    corner = ("c4d4", "d4c4", "c1d1", "d1c1")
    return {
        "first": Figure(goals=("*",)),
        "touch": Figure(
            actions=("b2b3",),
            goals=("*",) if edge else corner,
            refused=("c4d4", "d1d2") if edge else ("d1d2",),
        ),
        "free": Figure(actions=("c1c2", "b2a2", "a1b1"), goals=("*",)),
        "row": Figure(actions=("a4a3", "b2b3", "c4c3"), goals=("d2d3", "d4d3")),
        "diagonal": Figure(actions=("a2a1", "b1b2", "c2c3"), goals=("d3d4",)),
        "both": Figure(actions=("a3a4", "b3b4", "c3c4"), goals=("d3d4",)),
        "gift": Figure(actions=("a3a4", "b3b2", "c3c4"), goals=("d3d2", "d3d4")),
        "full_board": Figure(actions=without_fours(width, height, 0)),
        "single_squares": Figure(actions=without_fours(width, height, 1)),
    }


def without_fours(width: int, height: int, left_out: int) -> tuple[str, ...]:
    """Tiles, each beside the one before, that cover a board without a four.

    Halves alternate in pairs, and each row is shifted by two: `ooxx` above `xxoo`.  So the two
    halves of an upright tile are always of different kinds.  With an odd number of rows the board
    is laid on its side.  If `left_out` is 1, the tiles of the first column begin one square higher,
    and the squares at its ends stay empty; where both numbers are odd, one stays empty anyway.
    """
    if height % 2 and not width % 2:
        return tuple(
            tile(*((row, column) for column, row in squares))
            for squares in covering(height, width, left_out)
        )
    return tuple(tile(*squares) for squares in covering(width, height, left_out))


def covering(width: int, height: int, left_out: int) -> list[tuple[Square, Square]]:
    """The squares of these tiles, blank half first: up one column and down the next."""
    found: list[tuple[Square, Square]] = []
    for column in range(width):
        first = left_out if column == 0 and not height % 2 else 0
        rows = [*range(first, height - 1, 2)]
        upright = [((column, row), (column, row + 1)) for row in rows]
        found += upright if column % 2 == 0 else upright[::-1]
    if height % 2:  # and so is the width: the last row is covered from the right
        last = [(column, height - 1) for column in reversed(range(1, width))]
        found += [*pairwise(last)][::2]
    return [squares if is_blank(squares[0]) else squares[::-1] for squares in found]


def is_blank(at: Square) -> bool:
    """Of which kind the half on a square is."""
    return (at[0] + 2 * at[1]) % 4 < 2


def tile(blank: Square, perforated: Square) -> str:
    """The name of an action."""
    return square(*blank) + square(*perforated)
