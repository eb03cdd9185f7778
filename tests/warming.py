"""Machine code that tests share, made ahead of them.

One process compiles all that is wanted of a game, so that rules which several searches call are
compiled once; tests, which run side by side, would begin anew with each.  What is missing here is
compiled by the first test that needs it.

    python -m tests.warming
"""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from steinreich import games, load
from steinreich.core.checking import MACHINE_CODE_CHECKS
from steinreich.core.checking.trial import Trial
from steinreich.engines import warming
from steinreich.hall.compiled_lister import compiled_lister
from steinreich.players.knowledge import informed_compiler
from steinreich.rl import make
from steinreich.search.exact.solver import Solver
from steinreich.search.forced.searcher import ForcedWins
from tests.conftest import ALL_NAMES, CONNECT_FOUR

SEARCHED = (*games(), CONNECT_FOUR)  # by searches that no player uses


def warm(id: str) -> None:
    """What players, batches, checks and searches want of a game."""
    game = load(id)
    warming.warm(game)
    environment = make(game, batch=1, threads=1)
    environment.sample(environment.init())
    compiled_lister(game)
    for check in MACHINE_CODE_CHECKS:
        check(Trial(game))
    if id in SEARCHED:
        Solver(game, table=1 << 4)
        forced = ForcedWins(game, informed_compiler(game), table=1 << 4)
        forced.actions(game.start(seed=0), 0, 1, winning=True, most=1)


def main() -> None:
    """Each game in a process, as many at a time as there are processors."""
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        list(pool.map(warm, ALL_NAMES))


if __name__ == "__main__":
    main()
