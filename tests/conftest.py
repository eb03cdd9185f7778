"""Every game with every option, for the tests that run over all of them."""

import os
import random
import signal
from itertools import product

from steinreich import Game, Position, games, load

# Shells start what runs in the background deaf to Ctrl-C, and children would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

CONNECT_FOUR = "examples/connect_four.py"
FEW_SIZES = ("6x6", "8x8", "4x4", "5x7", "8x4")  # of chain_reaxis, which has 25


def variants(name: str) -> list[str]:
    """The ids of a game with all combinations of its options, and all sizes of the board."""
    options = load(name).about.options
    choices = [FEW_SIZES if option.name == "size" else option.values for option in options]
    names = [option.name for option in options]
    chosen = (dict(zip(names, values, strict=True)) for values in product(*choices))
    sizes = [size for option in options if option.name == "size" for size in option.values]
    ids = [load(name, **values).id for values in chosen]
    return list(dict.fromkeys(ids + [load(name, size=size).id for size in sizes]))


ONE_GAME = os.environ.get("STEINREICH_TEST_GAME")  # set by `make contract`
ALL_NAMES = (ONE_GAME,) if ONE_GAME else (*games(), CONNECT_FOUR)
ALL_IDS = [id for name in ALL_NAMES for id in variants(name)]


def random_game(game: Game, seed: int) -> list[Position]:
    """All positions of a random game, first to last."""
    dice = random.Random(seed)
    line = [game.start(seed=seed)]
    while actions := line[-1].actions():
        line.append(line[-1].after_legal(dice.choice(actions)))
    return line
