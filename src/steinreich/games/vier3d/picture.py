"""The board of Four in a Row 3D as data for pictures, and the texts shown beside it."""

from collections.abc import Mapping
from functools import cache

from steinreich.rules import *

from .about import ABOUT
from .rules import (
    CELLS,
    LINES,
    NEUTRAL_BALLS,
    ROD,
    ROD_NAMES,
    RODS,
    State,
    count_fours,
    landing_cells,
)

KINDS = {
    "r": Text("red ball"),
    "b": Text("blue ball"),
    "y": Text("yellow ball"),
}


def cell_name(cell: int) -> str:
    return f"{ROD_NAMES[cell % 16]}.{cell // 16 + 1}"


@cache
def ball(cell: int, colour: int, players: int) -> Piece:
    """Return a ball in a cell; a yellow one has no owner if there are two players."""
    owner = colour if colour < players else None
    return Piece(cell, *ABOUT.looks[colour], "rby"[colour], owner=owner)


def board(options: Options) -> Board:
    """Return the four levels side by side, and the cells in space."""
    # A level is 4 columns wide, with a gap of 1 before the next one.
    cells = tuple(Cell(cell_name(cell), x + 5 * z, y) for cell, (x, y, z) in enumerate(CELLS))
    labels = [("abcd"[x], x + 5.0 * z, -0.85) for x in range(4) for z in range(4)]
    labels += [(str(y + 1), -0.85, float(y)) for y in range(4)]
    rods = tuple(Pillar(name, tuple(range(rod, 64, 16))) for rod, name in enumerate(ROD_NAMES))
    return Board(cells, squares=True, labels=tuple(labels), scene=tuple(CELLS), pillars=rods)


def pieces(s: State) -> list[Piece]:
    return [ball(cell, colour, s.players) for colour in range(3) for cell in each(s[colour])]


def winning_lines(s: State, winner: int) -> list[list[int]]:
    """Return the winner's fours."""
    return [list(each(line)) for line in LINES if s[winner] & line == line]


def four_cells(s: State, owners: list[int]) -> tuple[int, ...]:
    """Return the cells of all fours of these players."""
    lines = (line for owner in owners for line in LINES if s[owner] & line == line)
    return tuple(sorted({cell for line in lines for cell in each(line)}))


def symmetries(options: Options) -> list[dict[str, str]]:
    """Return the rotations and reflections of the square of rods."""
    return dihedral_symmetries(RODS)


def transform(s: State, to: Mapping[str, str]) -> State:
    """Return the state with every rod moved to its image."""
    rods = [ROD_NAMES.index(to[rod]) for rod in ROD_NAMES]
    cells = [rods[cell % 16] + cell // 16 * 16 for cell in range(64)]
    return s._replace(
        red=permute(s.red, cells), blue=permute(s.blue, cells), yellow=permute(s.yellow, cells)
    )


# Texts beside the board

CHOICES = {"r": Text("ball"), "b": Text("ball"), "y": Text("neutral ball")}

NO_FOUR = Text("all balls are on the rods, and no player has a four")


def prompt(s: State) -> Text:
    """Return what the player has to do."""
    if s.neutral:
        return Text("drop one of your own balls or a neutral one")
    return Text("drop a ball on a rod")


def info(s: State) -> Text:
    """Return the numbers of fours, if most fours win."""
    if not s.most_fours:
        return NO_TEXT
    score = ":".join(str(count_fours(s[owner])) for owner in range(s.players))
    neutral = NEUTRAL_BALLS - count(s.yellow)
    if not s.neutral:
        return Text("Fours {score}", score=score)
    return Plural(
        "Fours {score}, {n} neutral ball left",
        "Fours {score}, {n} neutral balls left",
        neutral,
        score=score,
    )


def counts(s: State) -> list[Count]:
    """Return the numbers of fours, if most fours win, and of the neutral balls left."""
    if not s.most_fours:
        return []
    found = []
    for owner in range(s.players):
        number = count_fours(s[owner])
        found.append(
            Count(owner, Plural("four", "fours", number, "completed"), *ABOUT.looks[owner], number)
        )
    if s.neutral:
        left = NEUTRAL_BALLS - count(s.yellow)
        what = Plural("neutral ball left", "neutral balls left", left)
        found.append(Count(None, what, *ABOUT.looks[2], left))
    return found


def effects(s: State, action: int) -> Effects:
    """Return the fours that a ball completes; a neutral ball completes none."""
    owner = 2 if action >= 16 else s.turn
    if s.neutral and owner == 2:
        return Effects()
    ball = landing_cells(s) & ROD << U64(action & 15)
    balls = s[owner] | ball
    lines = tuple(tuple(each(line)) for line in LINES if line & ball and balls & line == line)
    if not lines:
        return Effects()
    several = number(len(lines))
    spoken = Text("completes {several} fours", several=several)
    if len(lines) == 1:
        spoken = Text("completes a four")
    return Effects((), lines, spoken, "◎" * len(lines))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Return the ending: the first four, or the most fours on a full board."""
    if s.most_fours:
        return most_fours_ending(s, outcome)
    if outcome == DRAW:
        return Ending(None, NO_FOUR)
    return Ending(
        outcome,
        Text("{player} completed a four", you="You completed a four", player=PlayerName(outcome)),
        four_cells(s, [outcome]),
    )


def most_fours_ending(s: State, outcome: int) -> Ending:
    """Return the ending of a full board where most fours win."""
    found = [count_fours(s[owner]) for owner in range(s.players)]
    score = " : ".join(map(str, found))
    if not any(found):
        return Ending(None, NO_FOUR)
    if outcome != DRAW:
        most = Text(
            "{player} has the most fours ({score})",
            you="You have the most fours ({score})",
            player=PlayerName(outcome),
            score=score,
        )
        return Ending(outcome, most, four_cells(s, [outcome]))
    level = [owner for owner in range(s.players) if found[owner] == max(found)]
    tie = Text(
        "{players} have the same number of fours ({score})",
        players=join_with_and([PlayerName(owner) for owner in level]),
        score=score,
    )
    return Ending(None, tie, four_cells(s, level))
