"""Slow, independent checks of the claims of reasons."""

from tests.explain.checks import fours, inner_square, six_in_line, tzaar
from tests.explain.checks.any_game import CHECKS, Situation, is_true

__all__ = ["CHECKS", "Situation", "fours", "inner_square", "is_true", "six_in_line", "tzaar"]
