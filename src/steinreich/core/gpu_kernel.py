"""Random games inside a CUDA kernel (needs `numba-cuda`).

Each thread works independently: it tries one candidate per step, and begins its next game as soon
as one has ended, so that threads never wait for longer games or more rejections of their
neighbours.
"""

from steinreich.compile import cuda as _first  # noqa: F401  (before numba.cuda)
from steinreich.rules.bits import U64, rule
from steinreich.rules.contract import ONGOING, State, candidates, is_legal, outcome, play
from steinreich.rules.playout import MAX_REJECTIONS, advance, draw, pick_by_listing, stream

from numba import cuda  # isort: skip


@rule
def play_games(
    start: State, seed: U64, first: int, outcomes: list[int], lengths: list[int]
) -> None:
    """Play random games like `playouts`, distributed over all threads (kernel)."""
    i = cuda.grid(1)
    threads = cuda.gridsize(1)
    s, random, length, tries = start, stream(seed, first + i), 0, 0
    while i < len(outcomes):
        # 1. Try one candidate; after too many rejections list all.
        c = candidates(s)
        random = advance(random)
        action = draw(c, random)
        found = is_legal(s, c, action)
        tries += 1
        if not found and tries == MAX_REJECTIONS:
            action, random = pick_by_listing(s, c, random)
            found = True
        # 2. Play it.
        if found:
            s = play(s, action)
            length += 1
            tries = 0
            result = outcome(s)
            # 3. Store a finished game and begin the next.
            if result != ONGOING:
                outcomes[i] = result
                lengths[i] = length
                i += threads
                s, random, length = start, stream(seed, first + i), 0
