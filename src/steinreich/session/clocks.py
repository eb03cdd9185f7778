"""Clocks of a table: how much time each seat has, and whose time runs.

A clock is what the players agreed on, as it travels: `{"kind": "none"}`, `{"kind": "move",
"seconds": 60}` (so long for every turn) or `{"kind": "fischer", "seconds": 300, "increment": 5}`
(so long in all, and some added after every turn).  Nobody loses time before the game is under
way: with Fischer's clock everybody makes a first turn without hurry, and with a time for every
turn only the very first turn is free.

Times are whole milliseconds and come from outside; nothing here looks at a clock.
"""

from typing import NamedTuple

from steinreich.session.schema.protocol import Clock


class Clocks(NamedTuple):
    """What the clocks show at one moment."""

    left: tuple[int | None, ...]  # of each seat; None where no clock runs in this game
    running: int | None  # the seat whose time runs from `at` on
    at: int

    @property
    def runs_out(self) -> int | None:
        """The moment at which the running clock will be used up."""
        left = None if self.running is None else self.left[self.running]
        return None if left is None else self.at + left

    def shown(self, now: int) -> "Clocks":
        """The same clocks at a later moment.  Another machine's clock may lie a little behind:
        time never runs backwards."""
        later = max(self.at, now)
        return self._replace(left=self.changed(self.at - later), at=later)

    def stopped(self, now: int) -> "Clocks":
        """Nobody's time runs any more."""
        return self.shown(now)._replace(running=None)

    def changed(self, by: int) -> tuple[int | None, ...]:
        """What is left when the running clock is changed; never less than nothing."""
        return tuple(
            max(0, left + by) if seat == self.running and left is not None else left
            for seat, left in enumerate(self.left)
        )


def fresh(clock: Clock, seats: int, now: int) -> Clocks:
    """The clocks of a new table."""
    left = None if clock["kind"] == "none" else 1000 * clock["seconds"]
    return Clocks((left,) * seats, None, now)


def awaiting(clocks: Clocks, clock: Clock, seat: int, turns: int, now: int) -> Clocks:
    """A seat is to play, so many turns into the game: its time runs if the game is under way."""
    clocks = clocks.shown(now)
    if clock["kind"] == "move":  # whatever the others used, this turn has its full time
        clocks = fresh(clock, len(clocks.left), clocks.at)
    return clocks._replace(running=seat if counts(clock, turns, len(clocks.left)) else None)


def turn_played(clocks: Clocks, clock: Clock, seat: int, turns: int, now: int) -> Clocks:
    """A turn was completed, with which so many have been played; now this seat is to play."""
    if clock["kind"] == "none":
        return clocks._replace(at=max(clocks.at, now))
    clocks = clocks.shown(now)
    if clock["kind"] == "fischer":
        clocks = clocks._replace(left=clocks.changed(1000 * clock["increment"]))
    return awaiting(clocks, clock, seat, turns, now)


def counts(clock: Clock, turns: int, seats: int) -> bool:
    """Whether time runs after so many turns."""
    free = {"none": None, "move": 1, "fischer": seats}[clock["kind"]]
    return free is not None and turns >= free
