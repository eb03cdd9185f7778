"""A clock that follows the system time without ever jumping.

The system time can be set, by a user or from the network, which must not cost a player time.  So it
is read once at the start; from then on a monotonic clock is added.  The difference to the system
time is corrected so slowly that no player notices (slewing).
"""

import time
from collections.abc import Callable
from functools import partial

SLEW_DIVISOR = 1000  # the correction is at most 1/1000 of the elapsed time
NS_PER_MS = 1_000_000  # nanoseconds


def monotonic_clock() -> Callable[[], int]:
    """Return a monotonic clock in nanoseconds, which also counts suspended time where the system
    can."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return partial(time.clock_gettime_ns, time.CLOCK_BOOTTIME)
    return time.monotonic_ns


wall_ns = time.time_ns  # since 1970
monotonic_ns = monotonic_clock()


class SteadyClock:
    """Milliseconds since 1970; never jumps and never goes back."""

    def __init__(
        self, wall: Callable[[], int] = wall_ns, monotonic: Callable[[], int] = monotonic_ns
    ) -> None:
        self.wall = wall
        self.monotonic = monotonic
        self.read_at = monotonic()  # nanoseconds
        self.now = wall()  # nanoseconds since 1970

    def __call__(self) -> int:
        """Return the time, and correct a part of the difference to the system time."""
        read_at = self.monotonic()
        elapsed = read_at - self.read_at
        lead = self.now + elapsed - self.wall()  # how far this clock is ahead of the system time
        max_correction = elapsed // SLEW_DIVISOR
        self.now += elapsed - max(-max_correction, min(max_correction, lead))
        self.read_at = read_at
        return self.now // NS_PER_MS
