"""What people are told of a game of Four in a Row 3D: what is due, what happened, how it ended."""

from steinreich.rules import *

from .about import ABOUT
from .picture import four_cells
from .rules import LINES, NEUTRAL_BALLS, ROD, State, fours, resting

BALL = Words("ball", "Kugel"), Words("balls", "Kugeln")
NEUTRAL_BALL = Words("neutral ball", "neutrale Kugel"), Words("neutral balls", "neutrale Kugeln")
CHOICES = {"r": BALL[0], "b": BALL[0], "y": NEUTRAL_BALL[0]}
FOUR = Words("four", "Vierer"), Words("fours", "Vierer")

NO_FOUR = Words(
    "all balls are on the rods, and no player has a four",
    "alle Kugeln stecken, und niemand hat einen Vierer",
)


def due(s: State) -> Words:
    """What the player has to do now."""
    if s.neutral:
        return Words(
            "drop one of your own balls or a neutral one",
            "Stecke eine eigene oder eine neutrale Kugel",
        )
    return Words("drop a ball on a rod", "Stecke eine Kugel auf einen Stab")


def info(s: State) -> Words:
    """The fours so far, where they count."""
    if not s.most_fours:
        return Words("", "")
    score = ":".join(str(fours(s[owner])) for owner in range(s.players))
    neutral = NEUTRAL_BALLS - count(s.yellow)
    if not s.neutral:
        return Words(f"Fours {score}", f"Vierer {score}")
    left = plural(neutral, *NEUTRAL_BALL)
    return Words(f"Fours {score}, {left.en} left", f"Vierer {score}, noch {left.de}")


def counts(s: State) -> list[Count]:
    """The fours of all players, where they count, and the neutral balls left."""
    if not s.most_fours:
        return []
    found = []
    for owner in range(s.players):
        number = fours(s[owner])
        found.append(Count(owner, noun(number, *FOUR), *ABOUT.looks[owner], number))
    if s.neutral:
        left = NEUTRAL_BALLS - count(s.yellow)
        ball = noun(left, *NEUTRAL_BALL)
        what = Words(f"{ball.en} left", f"{ball.de} übrig")
        found.append(Count(None, what, *ABOUT.looks[2], left))
    return found


def effects(s: State, action: int) -> Effects:
    """A ball may complete fours; a neutral one completes none."""
    owner = 2 if action >= 16 else s.turn
    if s.neutral and owner == 2:
        return Effects()
    ball = resting(s) & ROD << U64(action & 15)
    balls = s[owner] | ball
    lines = tuple(tuple(each(line)) for line in LINES if line & ball and balls & line == line)
    if not lines:
        return Effects()
    several = number(len(lines))
    said = Words(f"completes {several.en} fours", f"vollendet {several.de} Vierer")
    if len(lines) == 1:
        said = Words("completes a four", "vollendet einen Vierer")
    return Effects((), lines, said, "◎" * len(lines))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """The first four, or the most of them when all places are filled."""
    if s.most_fours:
        return counted_out(s, outcome)
    if outcome == DRAW:
        return Ending(None, NO_FOUR)
    return Ending(
        outcome,
        Words(f"{{{outcome}}} completed a four", f"{{{outcome}}} hat einen Vierer vollendet"),
        four_cells(s, [outcome]),
    )


def counted_out(s: State, outcome: int) -> Ending:
    """Whose fours are most when all balls are on the rods."""
    found = [fours(s[owner]) for owner in range(s.players)]
    score = " : ".join(map(str, found))
    if not any(found):
        return Ending(None, NO_FOUR)
    if outcome != DRAW:
        most = Words(
            f"{{{outcome}}} has the most fours ({score})",
            f"{{{outcome}}} hat die meisten Vierer ({score})",
        )
        return Ending(outcome, most, four_cells(s, [outcome]))
    level = [owner for owner in range(s.players) if found[owner] == max(found)]
    who = listed([f"{{{owner}}}" for owner in level])
    tie = Words(
        f"{who.en} have the same number of fours ({score})",
        f"{who.de} haben gleich viele Vierer ({score})",
    )
    return Ending(None, tie, four_cells(s, level))
