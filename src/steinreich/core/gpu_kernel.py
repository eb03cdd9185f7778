"""Random games inside a CUDA kernel (needs `numba-cuda`).

The kernel keeps each thread busy on its own: it tries one candidate a step, and a thread whose game
has ended begins its next one at once, so that none waits for its neighbours' longer games or less
lucky draws.
"""

from steinreich.compile import cuda as _first  # noqa: F401  (before numba.cuda)
from steinreich.rules.bits import U64, rule
from steinreich.rules.contract import ONGOING, State, candidates, legal, outcome, play
from steinreich.rules.playout import TRIES, advance, draw, pick_listed, stream

from numba import cuda  # isort: skip


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
