"""How much of a clock is spent."""

import pytest

from steinreich.engines.ugi.go import ordered
from steinreich.engines.ugi.words import BadCommand


def share(order: str, player: int = 0, players: int = 2) -> float:
    """The seconds that an order gives for an action."""
    seconds = ordered(order.split(), player, players).limit.seconds
    assert seconds
    return seconds


def test_a_clock_lasts() -> None:
    """Whoever always takes the share never runs out of time, however long the game is."""
    for start, increment in ((60_000, 0), (1_000, 100), (300, 0), (10_000, 2_000)):
        left = start
        for _ in range(100):
            spent = share(f"p1time {left} p2time 5 p1inc {increment}")
            assert spent == 0.01 or spent * 1000 + 30 <= left
            left = max(0, round(left - spent * 1000)) + increment
        assert left > 0 or start == 300


def test_all_that_is_left_may_be_spent_on_the_last_action() -> None:
    assert share("p1time 4000 movestogo 1") == pytest.approx(3.97)
    assert share("p1time 4000 movestogo 8") == pytest.approx(0.47)


def test_the_shortest_of_several_times() -> None:
    assert share("movetime 100 p1time 90000") == 0.1
    with pytest.raises(BadCommand, match="player 3 whose action is due"):
        share("p1time 100", 2, 3)
