"""What people are told of a game of Inner Square: what is due, what happened, how it ended."""

from steinreich.rules import *
from steinreich.rules.wide import *

from .about import ABOUT
from .picture import pieces, shown_cells
from .rules import FEW, QUIET_LIMIT, State, mine, taken, theirs

STONE = Words("stone", "Stein"), Words("stones", "Steine")


def due(s: State) -> Words:
    """What the player has to do now."""
    return Words("move a stone", "Ziehe einen Stein")


def info(s: State) -> Words:
    """The stones of both sides."""
    stones = f"{size(s.red)}:{size(s.yellow)}"
    return Words(f"Stones {stones}", f"Steine {stones}")


def counts(s: State) -> list[Count]:
    """The stones of both sides."""
    red, yellow = size(s.red), size(s.yellow)
    return [
        Count(0, noun(red, *STONE), *ABOUT.looks[0], red),
        Count(1, noun(yellow, *STONE), *ABOUT.looks[1], yellow),
    ]


def effects(s: State, action: int) -> Effects:
    """The stones that a move takes."""
    gone = taken(s, action)
    if not some(gone):
        return Effects()
    cells = shown_cells(s, gone)
    return Effects(tuple(piece for piece in pieces(s) if piece.cell in cells))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Corners, few stones, a long quiet, or no move left."""
    mover, waiting = 1 - s.turn, s.turn
    if not some(without(s.corners, theirs(s))):
        return Ending(
            mover,
            Words(
                f"{{{mover}}} holds all four inner corners",
                f"{{{mover}}} hält alle vier inneren Ecken",
            ),
            shown_cells(s, s.corners),
        )
    if size(mine(s)) <= FEW:
        left, score = plural(size(mine(s)), *STONE), f"({size(s.red)} : {size(s.yellow)})"
        return Ending(
            mover,
            Words(
                f"{{{waiting}}} has only {left.en} left {score}",
                f"{{{waiting}}} hat nur noch {left.de} {score}",
            ),
            shown_cells(s, mine(s)),
        )
    if s.quiet >= QUIET_LIMIT:
        return quiet_ending(s, outcome)
    return Ending(
        mover,
        Words(f"{{{waiting}}} cannot move", f"{{{waiting}}} kann nicht mehr ziehen"),
        shown_cells(s, mine(s)),
    )


def quiet_ending(s: State, outcome: int) -> Ending:
    """A hundred actions without a capture: a draw, or counted out."""
    quiet = Words(
        "a hundred moves in a row without a capture",
        "hundert Züge hintereinander, ohne dass ein Stein geschlagen wurde",
    )
    if outcome == DRAW and s.decided:
        level = Words("corners and stones are level", "Ecken und Steine sind gleich verteilt")
        return Ending(None, Words(f"{quiet.en}, and {level.en}", f"{quiet.de}, und {level.de}"))
    if outcome == DRAW:
        return Ending(None, quiet)
    winner, loser = (s.yellow, s.red) if outcome else (s.red, s.yellow)
    corners = size(common(winner, s.corners)), size(common(loser, s.corners))
    stones = size(winner), size(loser)
    by_corners = corners[0] != corners[1]
    better, worse = corners if by_corners else stones
    what = Words("inner corners", "innere Ecken") if by_corners else Words("stones", "Steine")
    return Ending(
        outcome,
        Words(
            f"{quiet.en}, and {{{outcome}}} has more {what.en} ({better} : {worse})",
            f"{quiet.de}, und {{{outcome}}} hat mehr {what.de} ({better} : {worse})",
        ),
        shown_cells(s, common(winner, s.corners) if by_corners else winner),
    )
