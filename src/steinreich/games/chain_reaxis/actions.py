"""Actions of Chain Reaxis: by name, as data and in words; and why one cannot be played."""

from functools import cache

from steinreich.rules import *

from .picture import cell_of, half, square_name, square_of
from .rules import OTHER, State, candidates, extent, free, legal, tile_on

ACTION = r"[a-h][1-8][a-h][1-8]"


def name(s: State, action: int) -> str:
    """The blank square, then the perforated one."""
    return square_name(action >> 2) + square_name(OTHER[action])


@cache
def tile(width: int, blank: int, perforated: int) -> Action:
    """A tile on two squares, on a board of so many columns."""
    first, second = (square % 8 + width * (square // 8) for square in (blank, perforated))
    return Action("tile", (first, second), (half(first, 0, second), half(second, 1, first)))


def described(s: State, action: int) -> Action:
    """The squares of the blank and of the perforated half."""
    return tile(extent(s)[0], action >> 2, OTHER[action])


def meant(s: State, name: str) -> Action | Words:
    """The tile on two squares that are named."""
    for part in (name[:2], name[2:]):
        if not has(s.board, cell_of(part)):
            return Words(f"{part} is not on the board", f"{part} liegt nicht auf dem Brett")
    return tile(extent(s)[0], cell_of(name[:2]), cell_of(name[2:]))


def action(s: State, wanted: Action) -> int | None:
    """The number of a tile, if its squares share an edge."""
    return tile_on(*(square_of(s, cell) for cell in wanted.cells))


def why_not(s: State, wanted: Action) -> Words | None:
    """Why this tile cannot be placed."""
    squares = [square_of(s, cell) for cell in wanted.cells]
    for square in squares:
        if has(s.blank | s.perforated, square):
            taken = square_name(square)
            return Words(f"{taken} is not empty", f"{taken} ist nicht frei")
    if len(squares) < 2:
        return why_no_tile(s, squares[0])
    a, b = map(square_name, squares)
    if a == b:
        return Words("a tile covers two squares", "ein Stein bedeckt zwei Felder")
    if tile_on(*squares) is None:
        return Words(f"{a} and {b} do not share an edge", f"{a} und {b} sind keine Nachbarfelder")
    last = name(s, s.last)
    how = Words("by an edge", "mit einer Kante")
    if s.corners:
        how = Words("at least at a corner", "wenigstens mit einer Ecke")
    return Words(
        f"the tile must touch the last one, {last}, {how.en}",
        f"der Stein muss den zuletzt gelegten, {last}, {how.de} berühren",
    )


def why_no_tile(s: State, square: int) -> Words | None:
    """Why no tile can be placed on an empty square; None where one can."""
    tiles = [tile for tile in range(4 * square, 4 * square + 4) if OTHER[tile] >= 0]
    beside = [tile for tile in tiles if has(free(s), OTHER[tile])]
    if any(legal(s, candidates(s), tile) for tile in beside):
        return None
    where = square_name(square)
    if not beside:
        return Words(f"no square beside {where} is empty", f"neben {where} ist kein Feld mehr frei")
    last = name(s, s.last)
    return Words(
        f"no tile on {where} would touch the last one, {last}",
        f"kein Stein auf {where} würde den zuletzt gelegten, {last}, berühren",
    )


TILES = True  # an action lays one piece on both of its cells


def spoken(s: State, action: int) -> Words:
    """A tile read aloud."""
    blank, perforated = square_name(action >> 2), square_name(OTHER[action])
    return Words(
        f"tile on {blank} and {perforated}, blank half on {blank}",
        f"Stein auf {blank} und {perforated}, blanke Hälfte auf {blank}",
    )


def last(s: State) -> int | None:
    """The tile placed last."""
    return None if s.last < 0 else s.last
