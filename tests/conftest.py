"""Ids of all games with all options, and random games, for tests that run over all of them."""

import gc
import signal
from collections.abc import Iterable
from functools import lru_cache

import pytest

from steinreich import Game, Position
from steinreich.compile.quiet import disable_notices
from steinreich.core.checking import variants
from steinreich.core.checking.trial import Trial
from tests import ALL_NAMES as ALL_NAMES
from tests import BREAKTHROUGH as BREAKTHROUGH
from tests import CONNECT_FOUR as CONNECT_FOUR
from tests import DOTS_AND_BOXES as DOTS_AND_BOXES
from tests import EXAMPLES as EXAMPLES

gc.disable()  # until all tests are collected: garbage collection took a quarter of the time

# Shells start background jobs with Ctrl-C ignored, which children would inherit.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Hide notices about compilation: when one appears depends on the order of the tests.
disable_notices()

ALL_IDS = [id for name in ALL_NAMES for id in variants(name)]
QUICK_TEST_SIZES = ("", "4x4", "8x8", "6x4", "5", "4")  # boards that `make test` includes


def mark_matrix(values: Iterable[object], keep: int = 1) -> list[object]:
    """Return values as test parameters; `make test` runs the first `keep` of them only.

    A tuple is a value for several parameters.
    """
    cases = [value if isinstance(value, tuple) else (value,) for value in values]
    return [
        pytest.param(*case, marks=[pytest.mark.matrix] * (number >= keep))
        for number, case in enumerate(cases)
    ]


def mark_variants(ids: Iterable[str]) -> list[object]:
    """Return variants as parameters; `make test` runs those that differ in one option at most."""
    return [pytest.param(id, marks=[] if is_plain(id) else pytest.mark.matrix) for id in ids]


def is_plain(id: str) -> bool:
    """Return whether a variant differs in one option at most, and not by an unusual size."""
    options = id.partition("(")[2]
    return "," not in options and options.partition("size=")[2].rstrip(")") in QUICK_TEST_SIZES


def pytest_collection_finish() -> None:
    """Exclude all current objects from later garbage collections."""
    gc.freeze()
    gc.enable()


def random_game(game: Game, seed: int) -> list[Position]:
    """Return all positions of a random game, first to last."""
    return list(get_cached_random_game(game, seed))


@lru_cache(maxsize=300)  # many tests use the same games
def get_cached_random_game(game: Game, seed: int) -> tuple[Position, ...]:
    return tuple(sample.position for sample in Trial(game).positions(seed))
