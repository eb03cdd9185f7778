"""Clocks of all kinds, without a clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from steinreich.session import clocks
from steinreich.session.clocks import Clocks
from steinreich.session.schema.protocol import Clock

NONE: Clock = {"kind": "none"}
MOVE: Clock = {"kind": "move", "seconds": 30}
FISCHER: Clock = {"kind": "fischer", "seconds": 60, "increment": 5}


def test_without_a_clock_nothing_runs() -> None:
    now = clocks.fresh(NONE, 2, 1000)
    for turns in range(4):
        now = clocks.turn_played(now, NONE, turns % 2, turns, 5000)
        assert now == Clocks((None, None), None, 5000)
        assert now.runs_out is None


def test_fischer_begins_after_everybodys_first_turn() -> None:
    now = clocks.awaiting(clocks.fresh(FISCHER, 2, 0), FISCHER, 0, 0, 0)
    assert now.running is None
    now = clocks.turn_played(now, FISCHER, 1, 1, 40_000)
    assert now == Clocks((60_000, 60_000), None, 40_000)
    now = clocks.turn_played(now, FISCHER, 0, 2, 90_000)
    assert now == Clocks((60_000, 60_000), 0, 90_000)
    assert now.runs_out == 150_000
    now = clocks.turn_played(now, FISCHER, 1, 3, 100_000)
    assert now == Clocks((55_000, 60_000), 1, 100_000)


def test_three_players_all_have_a_first_turn() -> None:
    now = clocks.fresh(FISCHER, 3, 0)
    running = []
    for turns in range(1, 5):
        now = clocks.turn_played(now, FISCHER, turns % 3, turns, 1000 * turns)
        running.append(now.running)
    assert running == [None, None, 0, 1]


def test_a_time_for_every_turn() -> None:
    now = clocks.awaiting(clocks.fresh(MOVE, 2, 0), MOVE, 0, 0, 0)
    assert now.running is None
    now = clocks.turn_played(now, MOVE, 1, 1, 100_000)
    assert now == Clocks((30_000, 30_000), 1, 100_000)
    now = clocks.turn_played(now, MOVE, 0, 2, 129_000)
    assert now == Clocks((30_000, 30_000), 0, 129_000)


def test_stopped_clocks_keep_what_they_show() -> None:
    now = Clocks((60_000, 60_000), 1, 0).stopped(10_000)
    assert now == Clocks((60_000, 50_000), None, 10_000)
    assert now.stopped(99_000).left == now.left


def test_another_machines_clock_may_lie_behind() -> None:
    now = Clocks((60_000, 60_000), 0, 10_000)
    assert now.shown(4000) == now


@given(
    some.sampled_from([NONE, MOVE, FISCHER]),
    some.integers(1, 4),
    some.lists(some.integers(-1000, 100_000), max_size=20),
)
def test_no_clock_is_ever_below_zero(clock: Clock, seats: int, waits: list[int]) -> None:
    now, state = 0, clocks.fresh(clock, seats, 0)
    for turns, wait in enumerate(waits, 1):
        now += wait
        state = clocks.turn_played(state, clock, turns % seats, turns, now)
        assert all(left is None or left >= 0 for left in state.left)
        assert all((left is None) == (clock is NONE) for left in state.left)
        assert state.running in (None, turns % seats)


@pytest.mark.parametrize("late", [0, 1, 10_000])
def test_nothing_is_left_when_time_has_run_out(late: int) -> None:
    state = Clocks((60_000, 60_000), 0, 0)
    assert state.runs_out == 60_000
    assert state.shown(60_000 + late).left == (0, 60_000)
