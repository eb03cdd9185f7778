"""Actions of Six in Line: by name, as data and in words; and why one cannot be played."""

from functools import cache

from steinreich.rules import *

from .picture import stone
from .rules import (
    FIRST_PLACEMENT,
    FIRST_SLIDE,
    LANE_OF,
    LINES,
    NAMES,
    State,
    candidates,
    legal,
    path,
    slide_of,
    slide_target,
    targets,
    thirtieth,
)
from .words import line_name

ACTION = r"[a-f][1-6]-[a-f][1-6]|\+[a-f][1-6]|[a-f][1-6]"
JOIN = ""  # a turn in a record reads e3-a3+d3


def slide_name(slide: int) -> str:
    return f"{NAMES[slide // 12]}-{NAMES[slide_target(slide)]}"


def name(s: State, action: int) -> str:
    """`e3` opens, `e3-a3` slides, `+d3` places."""
    if action < FIRST_SLIDE:
        return NAMES[action]
    if action < FIRST_PLACEMENT:
        return slide_name(action - FIRST_SLIDE)
    return "+" + NAMES[action - FIRST_PLACEMENT]


@cache
def placement(cell: int) -> Action:
    """A stone put on a square."""
    return Action("place", (cell,), (stone(cell),))


def described(s: State, action: int) -> Action:
    """From where to where a stone slides, or where one is put."""
    if FIRST_SLIDE <= action < FIRST_PLACEMENT:
        slide = action - FIRST_SLIDE
        return Action("move", (slide // 12, slide_target(slide)))
    return placement(action if action < FIRST_SLIDE else action - FIRST_PLACEMENT)


def meant(s: State, name: str) -> Action | Words:
    """What a name speaks of; a new stone has a plus sign, one of the opening has none."""
    if "-" in name:
        cell, to = map(NAMES.index, name.split("-"))
        return Action("move", (cell, to))
    if (name[0] == "+") == bool(s.opening):
        return now_due(s)
    return placement(NAMES.index(name.removeprefix("+")))


def action(s: State, wanted: Action) -> int | None:
    """The number of an action, if there is such a one."""
    if wanted.kind == "place":
        return wanted.cells[0] + (0 if s.opening else FIRST_PLACEMENT)
    slide = slide_of(*wanted.cells)
    return None if slide is None else FIRST_SLIDE + slide


DUTIES = {
    "opening": Words("an opening stone must be placed", "ein Stein zur Eröffnung zu setzen"),
    "slide": Words("a stone must slide", "ein Stein zu schieben"),
    "placement": Words("a new stone must be placed", "ein neuer Stein zu setzen"),
}


def now_due(s: State) -> Words:
    """What has to be done first."""
    duty = DUTIES["opening" if s.opening else "slide" if s.slide < 0 else "placement"]
    return Words(f"{duty.en} now", f"jetzt ist {duty.de}")


def why_not(s: State, wanted: Action) -> Words | None:
    """Why this action cannot be played."""
    slides = not s.opening and s.slide < 0
    if (wanted.kind == "move") != slides:
        return now_due(s)
    return why_no_slide(s, *wanted.cells) if slides else why_no_placement(s, wanted.cells[0])


def why_no_placement(s: State, square: int) -> Words | None:
    """Why no stone can be put on this square."""
    cell = NAMES[square]
    if has(s.stones, square):
        return Words(f"{cell} is not empty", f"{cell} ist nicht frei")
    if s.opening or thirtieth(s):
        return None
    if square == s.slide // 12:
        return Words(
            f"the stone has just left {cell}",
            f"{cell} hat der Stein eben verlassen",
        )
    lane, slide = lane_name(s.slide), slide_name(s.slide)
    return Words(
        f"{cell} is not in {lane.en}, in which the stone slid ({slide})",
        f"{cell} liegt nicht in {lane.de}, in der geschoben wurde ({slide})",
    )


def lane_name(slide: int) -> Words:
    """The row or column of a slide."""
    return line_name(LINES.index(LANE_OF[slide]))


def why_no_slide(s: State, cell: int, to: int | None = None) -> Words | None:
    """Why this slide cannot be made, or none of a stone on this square."""
    origin = NAMES[cell]
    if not has(s.stones, cell):
        return Words(f"there is no stone on {origin}", f"auf {origin} liegt kein Stein")
    if to is None:
        return why_stuck(s, cell)
    target = NAMES[to]
    if cell == to:
        return Words("the stone must go to another square", "der Stein muss auf ein anderes Feld")
    if to not in targets(cell):
        return Words(
            f"{origin} and {target} are not in one row or column",
            f"{origin} und {target} liegen nicht in einer Reihe oder Spalte",
        )
    if has(s.stones, to):
        return Words(f"{target} is not empty", f"{target} ist nicht frei")
    if between := path(cell, to) & s.stones:
        first = NAMES[lowest(between) if to > cell else highest(between)]
        return Words(
            f"the stone on {first} is in the way from {origin} to {target}",
            f"der Stein auf {first} ist im Weg von {origin} nach {target}",
        )
    if s.step and count(path(cell, to)) > 1:
        return Words("a stone slides one square only", "geschoben wird nur um ein Feld")
    slide = slide_of(cell, to)
    assert slide is not None  # both are in one row or column
    lane = lane_name(slide)
    return Words(
        f"{lane.en} holds five stones already, so there would be no room for the new stone",
        f"in {lane.de} liegen schon fünf Steine, dort wäre kein Platz für den neuen Stein",
    )


def why_stuck(s: State, cell: int) -> Words | None:
    """Why a stone cannot slide; None where it can."""
    beside = [to for to in targets(cell) if count(path(cell, to)) == 1 and not has(s.stones, to)]
    if not beside:
        origin = NAMES[cell]
        return Words(
            f"no square beside {origin} is empty", f"neben {origin} ist kein Feld mehr frei"
        )
    slides = [action(s, Action("move", (cell, to))) for to in beside]
    if any(slide is not None and legal(s, candidates(s), slide) for slide in slides):
        return None
    return why_no_slide(s, cell, beside[0])


def spoken(s: State, action: int) -> Words:
    """An action read aloud."""
    squares = [NAMES[cell] for cell in described(s, action).cells]
    if FIRST_SLIDE <= action < FIRST_PLACEMENT:
        origin, target = squares
        return Words(f"slide {origin} to {target}", f"{origin} nach {target} schieben")
    if action >= FIRST_PLACEMENT:
        return Words(f"new stone on {squares[0]}", f"neuer Stein auf {squares[0]}")
    return Words(f"stone on {squares[0]}", f"Stein auf {squares[0]}")


def last(s: State) -> int | None:
    """The slide just made."""
    return None if s.slide < 0 else FIRST_SLIDE + s.slide
