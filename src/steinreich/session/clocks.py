"""Clocks of a table: the time left for each seat, and the seat whose clock is running.

The time control is stored as it is sent: `{"kind": "none"}`, `{"kind": "move", "seconds": 60}` (for
each turn) or `{"kind": "fischer", "seconds": 300, "increment": 5}` (for the whole game, with an
increment after each turn).  The first turns are untimed: with a Fischer clock the first turn of
each seat, with a time per turn only the first turn of the game.

Times are whole milliseconds and are passed in; this module never reads a clock.
"""

from typing import NamedTuple

from steinreich.session.schema.protocol import Clock


class Clocks(NamedTuple):
    """The clocks at one moment."""

    remaining_ms: tuple[int | None, ...]  # of each seat at `at`; None in games without a clock
    running: int | None  # the seat whose clock runs from `at` on
    at: int  # the moment: milliseconds since 1970

    @property
    def expires_at(self) -> int | None:
        """The time at which the running clock expires, or None."""
        remaining_ms = None if self.running is None else self.remaining_ms[self.running]
        return None if remaining_ms is None else self.at + remaining_ms

    def at_time(self, now: int) -> "Clocks":
        """Return the clocks at a later time.

        If `now` is earlier because another server's clock is behind, no time is added.
        """
        later = max(self.at, now)
        return self._replace(remaining_ms=self.add_time(self.at - later), at=later)

    def stop(self, now: int) -> "Clocks":
        """Return the clocks with none running."""
        return self.at_time(now)._replace(running=None)

    def add_time(self, milliseconds: int) -> tuple[int | None, ...]:
        """Return the time left for each seat after adding to the running clock; at least 0."""
        return tuple(
            max(0, left + milliseconds) if seat == self.running and left is not None else left
            for seat, left in enumerate(self.remaining_ms)
        )


def make_clocks(clock: Clock, seats: int, now: int) -> Clocks:
    """Return the clocks of a new table."""
    milliseconds = None if clock["kind"] == "none" else 1000 * clock["seconds"]
    return Clocks((milliseconds,) * seats, None, now)


def start_turn(clocks: Clocks, clock: Clock, seat: int, turns: int, now: int) -> Clocks:
    """Start the turn of a seat after a number of completed turns; its clock runs unless the turn
    is untimed."""
    clocks = clocks.at_time(now)
    if clock["kind"] == "move":  # each turn has its full time
        clocks = make_clocks(clock, len(clocks.remaining_ms), clocks.at)
    return clocks._replace(
        running=seat if has_time_limit(clock, turns, len(clocks.remaining_ms)) else None
    )


def end_turn(clocks: Clocks, clock: Clock, seat: int, turns: int, now: int) -> Clocks:
    """End the turn of the running seat; `turns` turns are completed, and `seat` is next."""
    if clock["kind"] == "none":
        return clocks._replace(at=max(clocks.at, now))
    clocks = clocks.at_time(now)
    if clock["kind"] == "fischer":
        clocks = clocks._replace(remaining_ms=clocks.add_time(1000 * clock["increment"]))
    return start_turn(clocks, clock, seat, turns, now)


def has_time_limit(clock: Clock, turns: int, seats: int) -> bool:
    """Return whether the turn after a number of completed turns is timed."""
    untimed_turns = {"none": None, "move": 1, "fischer": seats}[clock["kind"]]
    return untimed_turns is not None and turns >= untimed_turns
