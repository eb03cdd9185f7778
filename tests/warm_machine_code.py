"""Compile machine code that tests share, ahead of them: `python -m tests.warm_machine_code`.

One process compiles everything of a game, so that rules called by several searches are compiled
once; parallel tests would compile them repeatedly. Code that is missing here is compiled by the
first test that needs it.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from steinreich import games, load
from steinreich.compile.quiet import disable_notices
from steinreich.core.checking import MACHINE_CODE_CHECKS
from steinreich.core.checking.trial import Trial
from steinreich.engines.named_players import warm_up_game as warm_players
from steinreich.players.knowledge import get_heuristics_compiler
from steinreich.rl import make
from steinreich.search.exact.solver import Solver
from steinreich.search.forced.searcher import ForcedWins
from tests import ALL_NAMES, CONNECT_FOUR

SEARCHED_GAMES = (*games(), CONNECT_FOUR)  # tests of searches that no player uses


def warm(id: str) -> None:
    """Compile what players, batches, checks and searches need for a game."""
    game = load(id)
    warm_players(game)
    environment = make(game, batch=1, threads=1)
    environment.sample(environment.init())
    for check in MACHINE_CODE_CHECKS:
        check(Trial(game))
    if id in SEARCHED_GAMES:
        Solver(game, table=1 << 4)
        forced = ForcedWins(game, get_heuristics_compiler(game), table=1 << 4)
        forced.actions(game.start(seed=0), 0, 1, winning=True, max_actions=1)


def main() -> None:
    """Compile each game in a process, as many at a time as there are processors."""
    disable_notices()  # in the processes as well
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        list(pool.map(warm, ALL_NAMES))


if __name__ == "__main__":
    main()
