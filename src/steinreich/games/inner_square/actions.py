"""Actions of Inner Square: by name, as data and in words; and why one cannot be played."""

from functools import cache

from steinreich.rules import *
from steinreich.rules.wide import *

from .about import colour
from .picture import cell_of, columns, point_name, point_of
from .rules import (
    EVEN,
    PATHS,
    SIDE,
    TARGETS,
    WAYS,
    State,
    beyond,
    candidates,
    legal,
    mine,
    neighbours,
    taken,
    theirs,
)

ACTION = r"[a-i][1-9]-[a-i][1-9]"


def name(s: State, action: int) -> str:
    """`c2-c5`."""
    return named(action)


@cache  # the same in all positions
def named(action: int) -> str:
    return f"{point_name(action // WAYS)}-{point_name(TARGETS[action])}"


def described(s: State, action: int) -> Action:
    """From where to where."""
    return move(columns(s), action // WAYS, TARGETS[action])


@cache
def move(width: int, *points: int) -> Action:
    """A move between points, on a board of so many columns."""
    return Action("move", tuple(point % SIDE + width * (point // SIDE) for point in points))


def meant(s: State, name: str) -> Action | Words:
    """The move between two points that are named."""
    points = name.split("-")
    for point in points:
        if not holds(s.board, cell_of(point)):
            return Words(f"{point} is not on the board", f"{point} liegt nicht auf dem Brett")
    return move(columns(s), *map(cell_of, points))


def action(s: State, wanted: Action) -> int | None:
    """The number of a move, if some way leads there."""
    return move_between(*(point_of(s, cell) for cell in wanted.cells))


def move_between(origin: int, target: int) -> int | None:
    """The action that leads from one point to another, if some way does."""
    move = origin * WAYS
    return next((move + way for way in range(WAYS) if TARGETS[move + way] == target), None)


def why_not(s: State, wanted: Action) -> Words | None:
    """Why this move is not allowed."""
    cell, *ends = (point_of(s, shown) for shown in wanted.cells)
    if not holds(mine(s), cell):
        who, origin = colour(s.turn), point_name(cell)
        return Words(
            f"{who.en} has no stone on {origin}", f"{who.de} hat keinen Stein auf {origin}"
        )
    return why_no_move(s, cell, *ends) if ends else why_stuck(s, cell)


def why_stuck(s: State, cell: int) -> Words | None:
    """Why an own stone cannot move; None where it can."""
    moves = range(WAYS * cell, WAYS * cell + WAYS)
    if any(legal(s, candidates(s), move) for move in moves):
        return None
    origin = point_name(cell)
    if some(without(neighbours(s, cell), both(s.red, s.yellow))):
        return Words(
            f"each point that {origin} can reach lies between two enemies",
            f"jeder Punkt, den {origin} erreicht, liegt zwischen zwei gegnerischen Steinen",
        )
    return Words(f"no point beside {origin} is empty", f"neben {origin} ist kein Punkt mehr frei")


def why_no_move(s: State, cell: int, to: int) -> Words:
    """Why an own stone cannot make this move."""
    origin, target = point_name(cell), point_name(to)
    if cell == to:
        return Words(
            "the stone must go to another point", "der Stein muss auf einen anderen Punkt ziehen"
        )
    if holds(both(s.red, s.yellow), to):
        return Words(f"{target} is not empty", f"{target} ist nicht frei")
    move = move_between(cell, to)
    if move is None or (move % WAYS >= 2 * SIDE and not holds(neighbours(s, cell), to)):
        return why_no_line(s, cell, to)
    if between := PATHS[move] & bitboard(each_wide(both(s.red, s.yellow))):
        first = point_name(lowest_of(between) if to > cell else between.bit_length() - 1)
        return Words(
            f"the stone on {first} is in the way from {origin} to {target}",
            f"der Stein auf {first} ist im Weg von {origin} nach {target}",
        )
    return why_not_between(s, move)


def lowest_of(points: int) -> int:
    """The lowest of a set of points."""
    return (points & -points).bit_length() - 1


def why_no_line(s: State, cell: int, to: int) -> Words:
    """Why no line leads from one point to another in one move."""
    origin, target = point_name(cell), point_name(to)
    across, up = abs(to % SIDE - cell % SIDE), abs(to // SIDE - cell // SIDE)
    if across != up:
        return Words(
            f"no line leads from {origin} to {target}",
            f"keine Linie führt von {origin} nach {target}",
        )
    if s.full or EVEN[cell]:
        return Words(
            "along a diagonal a stone moves one step only",
            "auf einer Diagonale zieht ein Stein nur einen Schritt",
        )
    return Words(
        f"no diagonal is drawn from {origin}",
        f"von {origin} geht keine eingezeichnete Diagonale aus",
    )


def why_not_between(s: State, move: int) -> Words:
    """Why a stone may not stop here: it would stand between two enemies."""
    to = TARGETS[move]
    left = without(theirs(s), taken(s, move)) if s.between else theirs(s)
    near = each_wide(common(neighbours(s, to), left))
    one = next(cell for cell in near if beyond(cell, to) in near)
    target, a, b = (point_name(cell) for cell in (to, one, beyond(one, to)))
    takes_none = Words("", "")
    if s.between:
        takes_none = Words(
            ", and the move takes neither of them", ", und der Zug schlägt keinen von beiden"
        )
    return Words(
        f"{target} lies between two enemies, on {a} and {b}{takes_none.en}",
        f"{target} liegt zwischen zwei gegnerischen Steinen auf {a} und {b}{takes_none.de}",
    )


def spoken(s: State, action: int) -> Words:
    """A move read aloud."""
    origin, target = point_name(action // WAYS), point_name(TARGETS[action])
    return Words(f"{origin} to {target}", f"{origin} nach {target}")
