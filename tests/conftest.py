"""Every game with every option, for the tests that run over all of them."""

import os
import random
import signal
from itertools import product

from steinreich import Game, Position, games, load

# Shells start what runs in the background deaf to Ctrl-C, and children would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

CONNECT_FOUR, BREAKTHROUGH = "examples/connect_four.py", "examples/breakthrough.py"
DOTS_AND_BOXES = "examples/dots_and_boxes.py"
EXAMPLES = (CONNECT_FOUR, BREAKTHROUGH, DOTS_AND_BOXES)
FEW = {("chain_reaxis", "size"): ("6x6", "8x8", "4x4", "5x7", "8x4")}  # of 25


def variants(name: str) -> list[str]:
    """The ids of a game with all combinations of its options; where that would be very many, of
    some values, and of all others alone."""
    options = load(name).about.options
    choices = [FEW.get((name, option.name), option.values) for option in options]
    names = [option.name for option in options]
    chosen = (dict(zip(names, values, strict=True)) for values in product(*choices))
    ids = [load(name, **values).id for values in chosen]
    alone = [load(name, **{one.name: value}).id for one in options for value in one.values]
    return list(dict.fromkeys(ids + alone))


ONE_GAME = os.environ.get("STEINREICH_TEST_GAME")  # set by `make contract`
ALL_NAMES = (ONE_GAME,) if ONE_GAME else (*games(), *EXAMPLES)
ALL_IDS = [id for name in ALL_NAMES for id in variants(name)]


def random_game(game: Game, seed: int) -> list[Position]:
    """All positions of a random game, first to last."""
    dice = random.Random(seed)
    line = [game.start(seed=seed)]
    while actions := line[-1].actions():
        line.append(line[-1].after_legal(dice.choice(actions)))
    return line
