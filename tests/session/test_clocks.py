"""All kinds of clocks, with explicit times."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from steinreich.session import clocks
from steinreich.session.clocks import Clocks
from steinreich.session.schema.protocol import Clock

NO_CLOCK: Clock = {"kind": "none"}
MOVE_CLOCK: Clock = {"kind": "move", "seconds": 30}
FISCHER_CLOCK: Clock = {"kind": "fischer", "seconds": 60, "increment": 5}


def test_untimed_game_has_no_running_clock() -> None:
    now = clocks.make_clocks(NO_CLOCK, 2, 1000)
    for turns in range(4):
        now = clocks.end_turn(now, NO_CLOCK, turns % 2, turns, 5000)
        assert now == Clocks((None, None), None, 5000)
        assert now.expires_at is None


def test_fischer_clock_starts_after_the_first_turn_of_each_player() -> None:
    now = clocks.start_turn(clocks.make_clocks(FISCHER_CLOCK, 2, 0), FISCHER_CLOCK, 0, 0, 0)
    assert now.running is None
    now = clocks.end_turn(now, FISCHER_CLOCK, 1, 1, 40_000)
    assert now == Clocks((60_000, 60_000), None, 40_000)
    now = clocks.end_turn(now, FISCHER_CLOCK, 0, 2, 90_000)
    assert now == Clocks((60_000, 60_000), 0, 90_000)
    assert now.expires_at == 150_000
    now = clocks.end_turn(now, FISCHER_CLOCK, 1, 3, 100_000)
    assert now == Clocks((55_000, 60_000), 1, 100_000)


def test_three_players_all_have_a_free_first_turn() -> None:
    now = clocks.make_clocks(FISCHER_CLOCK, 3, 0)
    running = []
    for turns in range(1, 5):
        now = clocks.end_turn(now, FISCHER_CLOCK, turns % 3, turns, 1000 * turns)
        running.append(now.running)
    assert running == [None, None, 0, 1]


def test_move_clock_restarts_every_turn() -> None:
    now = clocks.start_turn(clocks.make_clocks(MOVE_CLOCK, 2, 0), MOVE_CLOCK, 0, 0, 0)
    assert now.running is None
    now = clocks.end_turn(now, MOVE_CLOCK, 1, 1, 100_000)
    assert now == Clocks((30_000, 30_000), 1, 100_000)
    now = clocks.end_turn(now, MOVE_CLOCK, 0, 2, 129_000)
    assert now == Clocks((30_000, 30_000), 0, 129_000)


def test_stopped_clocks_keep_their_time() -> None:
    now = Clocks((60_000, 60_000), 1, 0).stop(10_000)
    assert now == Clocks((60_000, 50_000), None, 10_000)
    assert now.stop(99_000).remaining_ms == now.remaining_ms


def test_time_of_a_slower_machine_changes_nothing() -> None:
    now = Clocks((60_000, 60_000), 0, 10_000)
    assert now.at_time(4000) == now


@given(
    some.sampled_from([NO_CLOCK, MOVE_CLOCK, FISCHER_CLOCK]),
    some.integers(1, 4),
    some.lists(some.integers(-1000, 100_000), max_size=20),
)
def test_clocks_are_never_negative(clock: Clock, seats: int, waits: list[int]) -> None:
    now, state = 0, clocks.make_clocks(clock, seats, 0)
    for turns, wait in enumerate(waits, 1):
        now += wait
        state = clocks.end_turn(state, clock, turns % seats, turns, now)
        assert all(left is None or left >= 0 for left in state.remaining_ms)
        assert all((left is None) == (clock is NO_CLOCK) for left in state.remaining_ms)
        assert state.running in (None, turns % seats)


@pytest.mark.parametrize("late", [0, 1, 10_000])
def test_no_time_is_left_after_a_timeout(late: int) -> None:
    state = Clocks((60_000, 60_000), 0, 0)
    assert state.expires_at == 60_000
    assert state.at_time(60_000 + late).remaining_ms == (0, 60_000)
