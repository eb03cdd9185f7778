"""Hints at the terminal."""

from steinreich import load
from steinreich.cli.terminal.advice import hint
from steinreich.players.player import Line, certain


def test_a_hint_has_a_reason() -> None:
    position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    line = Line((position.parse_move("a1"),), certain(0, 2, 1))
    action, reason = hint(position, line, "en").splitlines()
    assert action == "a1: wins this turn (proven)"
    assert reason == "  a1 completes the four a1.1-a1.2-a1.3-a1.4 and wins."
