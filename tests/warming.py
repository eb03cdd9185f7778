"""Machine code that tests share, made ahead of them.

One process compiles all that is wanted of a game, so that rules which several searches call are
compiled once; tests, which run side by side, would begin anew with each.  What is missing here is
compiled by the first test that needs it.

    python -m tests.warming
"""

import os
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from steinreich import Game, load
from steinreich.compile.binder import Compiler
from steinreich.core.checking import MACHINE_CODE_CHECKS
from steinreich.core.checking.trial import Trial
from steinreich.engines import warming
from steinreich.hall.compiled_lister import compiled_lister
from steinreich.players.knowledge import informed_compiler
from steinreich.puzzles.sparring import Sparring
from steinreich.rl import make
from steinreich.search.exact.solver import Solver
from steinreich.search.forced.searcher import ForcedWins
from steinreich.search.proof.prover import Prover
from tests.conftest import ALL_NAMES


def warm(id: str) -> None:
    """What players, batches, checks and searches want of a game."""
    game = load(id)
    warming.warm(game)
    environment = make(game, batch=1, threads=1)
    environment.sample(environment.init())
    compiled_lister(game)
    for check in MACHINE_CODE_CHECKS:
        check(Trial(game))
    if game.players == 2:
        for compiler in compilers(game):
            Solver(game, compiler, table=1 << 4)
            Prover(game.start(seed=0), 0, table=1 << 4, compiler=compiler)
            forced = ForcedWins(game, compiler, table=1 << 4)
            forced.actions(game.start(seed=0), 0, 1, winning=True, most=1)
        Sparring(game).game_of(random.Random(1))


def compilers(game: Game) -> Iterator[Compiler]:
    """With the rules alone, and with what is known of the game."""
    yield game.compiled
    if informed_compiler(game) is not game.compiled:
        yield informed_compiler(game)


def main() -> None:
    """Each game in a process, as many at a time as there are processors."""
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        list(pool.map(warm, ALL_NAMES))


if __name__ == "__main__":
    main()
