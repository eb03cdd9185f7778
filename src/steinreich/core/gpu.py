"""Many random games at once on a GPU (needs `numba-cuda`).

The kernel keeps each thread busy on its own: it tries one candidate a step, and a thread whose game
has ended begins its next one at once, so that none waits for its neighbours' longer games or less
lucky draws.
"""

from typing import Any

import numpy as np

from steinreich.compile.binder import typed
from steinreich.compile.cuda import CudaCompiler  # before numba.cuda
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.rules.bits import U64, rule
from steinreich.rules.contract import ONGOING, State, candidates, legal, outcome, play
from steinreich.rules.playout import TRIES, advance, draw, pick_listed, stream

from numba import cuda  # isort: skip

THREADS = 256  # in a block
BLOCKS = 8  # for each multiprocessor: enough to hide the waiting for each other's results


@rule
def play_games(
    start: State, seed: U64, first: int, outcomes: list[int], lengths: list[int]
) -> None:
    """The kernel: what `playouts` does, with the games dealt out to all threads."""
    i = cuda.grid(1)
    threads = cuda.gridsize(1)
    s, random, length, tries = start, stream(seed, first + i), 0, 0
    while i < len(outcomes):
        # 1. Try one candidate; after too many that were not legal, go through all.
        c = candidates(s)
        random = advance(random)
        action = draw(c, random)
        found = legal(s, c, action)
        tries += 1
        if not found and tries == TRIES:
            action, random = pick_listed(s, c, random)
            found = True
        # 2. Play it.
        if found:
            s = play(s, action)
            length += 1
            tries = 0
            result = outcome(s)
            # 3. Write down a finished game and begin the next.
            if result != ONGOING:
                outcomes[i] = result
                lengths[i] = length
                i += threads
                s, random, length = start, stream(seed, first + i), 0


class GpuGames:
    """Random games of one game on the GPU, many at a time."""

    def __init__(self, game: Game) -> None:
        self.kernel = CudaCompiler(game.module).kernel(play_games)
        self.blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * BLOCKS

    def launch(self, start: Position, seed: int, outcomes: Any, lengths: Any) -> None:
        """Fill two device arrays, int8 and int32, with outcomes and lengths; does not wait."""
        if start.is_over:
            raise ValueError("the game is over: there is nothing to play")
        given = typed(start.state), np.uint64(seed), 0, outcomes, lengths
        self.kernel.launch(self.blocks, THREADS, *given)

    def play(self, start: Position, seed: int, games: int) -> tuple[Any, Any]:
        """Outcomes and lengths of so many games, as NumPy arrays: those of `playouts`."""
        outcomes, lengths = cuda.device_array(games, np.int8), cuda.device_array(games, np.int32)
        self.launch(start, seed, outcomes, lengths)
        return outcomes.copy_to_host(), lengths.copy_to_host()
