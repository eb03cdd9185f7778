"""Every game with every option, for the tests that run over all of them."""

import random
from itertools import product

from steinreich import Game, Position, games, load

CONNECT_FOUR = "examples/connect_four.py"
FEW_SIZES = ("6x6", "8x8", "4x4", "5x7", "8x4")  # of chain_reaxis, which has 25


def variants(name: str) -> list[str]:
    """The ids of a game with all combinations of its options."""
    options = load(name).about.options
    choices = [FEW_SIZES if option.name == "size" else option.values for option in options]
    names = [option.name for option in options]
    chosen = (dict(zip(names, values, strict=True)) for values in product(*choices))
    return [load(name, **values).id for values in chosen]


ALL_NAMES = (*games(), CONNECT_FOUR)
ALL_IDS = [id for name in ALL_NAMES for id in variants(name)]


def random_game(game: Game, seed: int) -> list[Position]:
    """All positions of a random game, first to last."""
    dice = random.Random(seed)
    line = [game.start(seed=seed)]
    while actions := line[-1].actions():
        line.append(line[-1].after(dice.choice(actions)))
    return line
