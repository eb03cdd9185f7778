"""Random games in a CUDA kernel (requires `numba-cuda`).

In each step a thread tries one candidate, and begins its next game as soon as one has ended.  So
threads of a block never wait for longer games or more rejected candidates of other threads.
"""

from steinreich.compile import cuda as _first  # noqa: F401  (before numba.cuda)
from steinreich.rules.bits import U64, rule
from steinreich.rules.contract import ONGOING, State, candidates, is_legal, outcome, play
from steinreich.rules.playout import (
    MAX_REJECTIONS,
    advance,
    draw_candidate,
    make_stream,
    pick_by_listing,
)

from numba import cuda  # isort: skip


@rule
def play_games(
    start: State, seed: U64, first: int, outcomes: list[int], lengths: list[int]
) -> None:
    """Play the same random games as `playouts`, distributed over all threads (kernel)."""
    i = cuda.grid(1)
    threads = cuda.gridsize(1)
    s, random, length, tries = start, make_stream(seed, first + i), 0, 0
    while i < len(outcomes):
        # 1. Try one candidate; after too many rejections list all.
        c = candidates(s)
        random = advance(random)
        action = draw_candidate(c, random)
        is_found = is_legal(s, c, action)
        tries += 1
        if not is_found and tries == MAX_REJECTIONS:
            action, random = pick_by_listing(s, c, random)
            is_found = True
        # 2. Play it.
        if is_found:
            s = play(s, action)
            length += 1
            tries = 0
            result = outcome(s)
            # 3. Store a finished game and begin the next.
            if result != ONGOING:
                outcomes[i] = result
                lengths[i] = length
                i += threads
                s, random, length = start, make_stream(seed, first + i), 0
