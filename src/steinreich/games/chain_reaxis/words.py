"""What people are told of a game of Chain Reaxis: what is due, what happened, how it ended."""

from steinreich.rules import *

from .about import ABOUT
from .picture import drawn, fours
from .rules import State, duty, free, play


def due(s: State) -> Words:
    """What the player has to do now."""
    if duty(s) == free(s):
        return Words("place a tile anywhere", "Lege einen Stein, wohin du willst")
    return Words(
        "place a tile that touches the last one", "Lege einen Stein an den zuletzt gelegten"
    )


def effects(s: State, action: int) -> Effects:
    """A tile may complete fours: the first ones there are, since they end the game."""
    after = play(s, action)
    found = [fours(after, owner) for owner in range(2)]
    owners = [ABOUT.players[owner] for owner in range(2) if found[owner]]
    if not owners:
        return Effects()
    whose = listed(owners)
    said = Words(f"completes a four for {whose.en}", f"vollendet einen Vierer für {whose.de}")
    return Effects((), (*found[0], *found[1]), said, "◎" * len(owners))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """A four for one of the players or both, or no room for a tile."""
    if outcome == DRAW:
        left = tuple(drawn(s, cell) for cell in each(free(s)))
        full = Words("the board is full", "das Brett ist voll")
        no_room = Words("no tile fits on the board any more", "kein Stein passt mehr auf das Brett")
        return Ending(None, no_room if left else full, left)
    mover, cells = 1 - s.turn, tuple(sorted({cell for line in fours(s, outcome) for cell in line}))
    if outcome != mover:
        reason = Words(
            f"{{{mover}}} completed a four for {{{outcome}}}",
            f"{{{mover}}} hat einen Vierer für {{{outcome}}} vollendet",
        )
    elif fours(s, 1 - mover):
        reason = Words(
            f"{{{mover}}} completed a four for both, which counts for the player who placed "
            "the tile",
            f"{{{mover}}} hat einen Vierer für beide vollendet; er zählt für den, der gelegt hat",
        )
    else:
        reason = Words(f"{{{mover}}} completed a four", f"{{{mover}}} hat einen Vierer vollendet")
    return Ending(outcome, reason, cells)
