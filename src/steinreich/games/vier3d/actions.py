"""Actions of Four in a Row 3D: by name, as data and in words; and why one cannot be played."""

from steinreich.rules import *

from .picture import ball
from .rules import NEUTRAL_BALLS, ROD, ROD_NAMES, State, resting

ACTION = r"[a-d][1-4]y?"


def name(s: State, action: int) -> str:
    """`b3`, or `b3y` for a neutral ball."""
    return ROD_NAMES[action & 15] + ("y" if action >= 16 else "")


def dropped(s: State, rod: int, colour: int) -> Action:
    """A ball put on a rod, on which it comes to rest; where there is no room, on top."""
    room = resting(s) & ROD << U64(rod)
    cell = lowest(room) if room else 48 + rod
    return Action("place", (cell,), (ball(cell, colour, s.players),))


def described(s: State, action: int) -> Action:
    """The place where the ball comes to rest, and its colour."""
    return dropped(s, action & 15, 2 if action >= 16 else s.turn)


def meant(s: State, name: str) -> Action | Words:
    """The ball on a rod that is named."""
    if name.endswith("y") and not s.neutral:
        return Words(
            "there are no neutral balls in this game",
            "in diesem Spiel gibt es keine neutralen Kugeln",
        )
    return dropped(s, ROD_NAMES.index(name[:2]), 2 if name.endswith("y") else s.turn)


def action(s: State, wanted: Action) -> int:
    """The number of a ball on a rod."""
    [cell], [ball] = wanted.cells, wanted.puts
    return cell % 16 + (16 if ball.owner is None else 0)


def why_not(s: State, wanted: Action) -> Words | None:
    """Why this ball cannot be put there."""
    [cell], [ball] = wanted.cells, wanted.puts
    if has(s.red | s.blue | s.yellow, 48 + cell % 16):
        rod = ROD_NAMES[cell % 16]
        return Words(f"rod {rod} is full", f"Stab {rod} ist voll")
    if ball.owner is None and count(s.yellow) >= NEUTRAL_BALLS:
        return Words("no neutral ball is left", "es ist keine neutrale Kugel mehr da")
    return None


def spoken(s: State, action: int) -> Words:
    """A ball read aloud, with the level on which it comes to rest."""
    rod, level = ROD_NAMES[action & 15], described(s, action).cells[0] // 16 + 1
    where = Words(f"{rod}, level {level}", f"{rod}, Ebene {level}")
    if action >= 16:
        return Words(f"neutral ball on {where.en}", f"neutrale Kugel auf {where.de}")
    return Words(f"ball on {where.en}", f"Kugel auf {where.de}")
