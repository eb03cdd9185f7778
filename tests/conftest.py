"""Every game with every option, for the tests that run over all of them."""

import gc
import signal
from functools import lru_cache

from steinreich import Game, Position, games
from steinreich.compile.quiet import be_quiet
from steinreich.core.checking import variants
from steinreich.core.checking.trial import Trial

gc.disable()  # until all tests are there: a quarter of the time was for looking for garbage

# Shells start what runs in the background deaf to Ctrl-C, and children would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What is compiled depends on what ran before: no test is to see a line about it by chance.
be_quiet()

CONNECT_FOUR, BREAKTHROUGH = "examples/connect_four.py", "examples/breakthrough.py"
DOTS_AND_BOXES = "examples/dots_and_boxes.py"
EXAMPLES = (CONNECT_FOUR, BREAKTHROUGH, DOTS_AND_BOXES)
ALL_NAMES = (*games(), *EXAMPLES)
ALL_IDS = [id for name in ALL_NAMES for id in variants(name)]


def pytest_collection_finish() -> None:
    """What is there now stays: nobody needs to look through it for garbage ever again."""
    gc.freeze()
    gc.enable()


def random_game(game: Game, seed: int) -> list[Position]:
    """All positions of a random game, first to last."""
    return list(played(game, seed))


@lru_cache(maxsize=300)  # many tests look at the same games
def played(game: Game, seed: int) -> tuple[Position, ...]:
    return tuple(moment.position for moment in Trial(game).line(seed))
