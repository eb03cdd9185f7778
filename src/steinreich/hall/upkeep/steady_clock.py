"""The time of a hall: it passes evenly, whatever happens to the clock of the machine.

Somebody sets the clock of the machine, or it is set from the network: that may not cost a player a
game.  So the machine's clock is read once; from then on a clock that nobody can set says how much
time has passed.  Where the two differ, the hall's time is led to the machine's so slowly that no
player notices; a hall that starts anew takes the machine's at once.
"""

import time
from collections.abc import Callable
from functools import partial

PACE = 1000  # a thousandth of the time that passes is what two clocks may approach each other by
MS = 1_000_000  # nanoseconds


def clock_that_nobody_sets() -> Callable[[], int]:
    """Nanoseconds; where the system knows, those of sleep count as well."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return partial(time.clock_gettime_ns, time.CLOCK_BOOTTIME)
    return time.monotonic_ns


wall_ns = time.time_ns  # since 1970, as the machine's clock shows them
passed_ns = clock_that_nobody_sets()


class SteadyClock:
    """Milliseconds since 1970, which never jump and never go back."""

    def __init__(
        self, wall: Callable[[], int] = wall_ns, passed: Callable[[], int] = passed_ns
    ) -> None:
        self.wall = wall
        self.passed = passed
        self.read_at = passed()
        self.now = wall()  # as it was then

    def __call__(self) -> int:
        at = self.passed()
        step = at - self.read_at
        ahead = self.now + step - self.wall()
        most = step // PACE
        self.now += step - max(-most, min(most, ahead))
        self.read_at = at
        return self.now // MS
