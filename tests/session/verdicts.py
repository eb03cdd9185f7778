"""Verdicts for tests."""

from steinreich.rules.contract import DRAW, LOST
from steinreich.search.result import Verdict


def make_estimate(*values: float) -> Verdict:
    return Verdict(values)


def make_proof(*values: float) -> Verdict:
    """Return a proven verdict with a value for each player and a distance of three turns."""
    winner = values.index(1.0) if 1.0 in values else LOST if len(values) == 1 else DRAW
    return Verdict(values, winner, 3)


def make_two_player_estimate(value: float) -> Verdict:
    """Return a verdict by the value for the first of two players."""
    return make_estimate(value, -value)
