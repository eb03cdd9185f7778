"""A clock that jumps moves nobody's time, and is followed slowly."""

import time

import pytest

from steinreich.hall.upkeep.steady_clock import MS, SteadyClock, passed_ns

SECOND = 1000 * MS
HOUR = 3600 * SECOND


class Machine:
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.passed_ns = 17 * HOUR
        self.wall_ns = 1_800_000_000 * SECOND
        self.clock = SteadyClock(lambda: self.wall_ns, lambda: self.passed_ns)

    def wait(self, nanoseconds: int, steps: int = 1) -> int:
        """Let time pass; how many milliseconds of it the hall counts."""
        before = self.clock()
        for _ in range(steps):
            self.passed_ns += nanoseconds // steps
            self.wall_ns += nanoseconds // steps
            self.clock()
        return self.clock() - before


def test_it_begins_with_the_time_of_the_machine_and_goes_with_it() -> None:
    machine = Machine()
    assert machine.clock() == machine.wall_ns // MS
    assert machine.wait(90 * SECOND, 1000) == 90_000
    assert machine.clock() == machine.wall_ns // MS
    assert abs(SteadyClock()() - time.time() * 1000) < 1000


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 50 * 365 * 24 * HOUR])
def test_a_jump_is_no_time(jump: int) -> None:
    machine = Machine()
    before = machine.clock()
    machine.wall_ns += jump
    assert machine.clock() == before, "at once"
    passed = machine.wait(60 * SECOND, 50)
    assert 59_900 <= passed <= 60_100, "a minute's turn stays a minute long"


@pytest.mark.parametrize("steps", [1, 100_000])
@pytest.mark.parametrize("jump", [SECOND, -SECOND])
def test_clocks_that_differ_a_little_come_together(jump: int, steps: int) -> None:
    """However often the clock is read."""
    machine = Machine()
    machine.wall_ns += jump
    machine.wait(2 * HOUR, steps)
    assert abs(machine.clock() - machine.wall_ns // MS) <= 1


def test_it_never_goes_back() -> None:
    machine = Machine()
    seen = [machine.clock()]
    for step in range(2000):
        machine.passed_ns += step * 1000
        machine.wall_ns += (-1) ** step * HOUR
        seen.append(machine.clock())
    assert seen == sorted(seen)


def test_nobody_can_set_what_has_passed() -> None:
    assert 0 < passed_ns() <= passed_ns() < 50 * 365 * 24 * HOUR
