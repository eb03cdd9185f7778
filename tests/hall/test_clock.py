"""The server clock: after a jump of the system time, it approaches that time slowly."""

import time

import pytest

from steinreich.hall.clock import NS_PER_MS, SteadyClock, monotonic_ns

SECOND = 1000 * NS_PER_MS
HOUR = 3600 * SECOND


class Machine:
    """A machine with adjustable clocks, and a server clock that reads them."""

    def __init__(self) -> None:
        self.monotonic_ns = 17 * HOUR
        self.wall_ns = 1_800_000_000 * SECOND
        self.clock = SteadyClock(lambda: self.wall_ns, lambda: self.monotonic_ns)

    def wait(self, nanoseconds: int, steps: int = 1) -> int:
        """Advance both clocks and return the milliseconds that passed on the server clock."""
        before = self.clock()
        for _ in range(steps):
            self.monotonic_ns += nanoseconds // steps
            self.wall_ns += nanoseconds // steps
            self.clock()
        return self.clock() - before


def test_clock_starts_with_the_system_time_and_follows_it() -> None:
    machine = Machine()
    assert machine.clock() == machine.wall_ns // NS_PER_MS
    assert machine.wait(90 * SECOND, 1000) == 90_000
    assert machine.clock() == machine.wall_ns // NS_PER_MS
    before = time.time_ns() // NS_PER_MS
    assert before <= SteadyClock()() <= time.time_ns() // NS_PER_MS + 1


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 50 * 365 * 24 * HOUR])
def test_clock_jump_does_not_count_as_time(jump: int) -> None:
    machine = Machine()
    before = machine.clock()
    machine.wall_ns += jump
    assert machine.clock() == before, "the jump has no immediate effect"
    passed = machine.wait(60 * SECOND, 50)
    assert 59_900 <= passed <= 60_100, "a turn of one minute stays a minute long"


@pytest.mark.parametrize("steps", [1, 100_000])
@pytest.mark.parametrize("jump", [SECOND, -SECOND])
def test_slews_small_differences_between_clocks(jump: int, steps: int) -> None:
    """The adjustment does not depend on how often the clock is read."""
    machine = Machine()
    machine.wall_ns += jump
    machine.wait(2 * HOUR, steps)
    assert abs(machine.clock() - machine.wall_ns // NS_PER_MS) <= 1


def test_clock_never_goes_back() -> None:
    machine = Machine()
    readings = [machine.clock()]
    for step in range(2000):
        machine.monotonic_ns += step * 1000
        machine.wall_ns += (-1) ** step * HOUR
        readings.append(machine.clock())
    assert readings == sorted(readings)


def test_monotonic_clock_does_not_count_from_1970() -> None:
    assert 0 < monotonic_ns() <= monotonic_ns() < 50 * 365 * 24 * HOUR
