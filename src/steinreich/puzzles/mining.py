"""Games mined one after the other, or several at once in processes of their own.

What is found does not depend on the number of processes: games are taken in by their number.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import count
from multiprocessing import get_context

from steinreich.puzzles.collection import Collection
from steinreich.puzzles.puzzle import Puzzle

AHEAD = 3  # games in the works for each process, so that none waits for a long one

Finder = Callable[[str, int, int], list[Puzzle]]  # by game, seed and number, as `finder.mined`


def mine(
    name: str, collection: Collection, seed: int, processes: int, mined: Finder
) -> Iterator[int]:
    """Fill a collection; gives after each game how many puzzles of it were taken."""
    first = collection.next_game(seed)
    with games(name, seed, first, processes, mined) as found:
        while not collection.is_complete:
            yield sum(map(collection.takes, next(found)))


@contextmanager
def games(
    name: str, seed: int, first: int, processes: int, mined: Finder
) -> Iterator[Iterator[list[Puzzle]]]:
    """What is found in games from a number on, in their order, without end."""
    if processes == 1:
        yield (mined(name, seed, number) for number in count(first))
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"))
    try:
        yield side_by_side(pool, name, seed, first, processes, mined)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def side_by_side(
    pool: ProcessPoolExecutor, name: str, seed: int, first: int, processes: int, mined: Finder
) -> Iterator[list[Puzzle]]:
    """The same, with some games always ahead."""
    ahead: deque[Future[list[Puzzle]]] = deque()
    for number in count(first):
        ahead.append(pool.submit(mined, name, seed, number))
        if len(ahead) > AHEAD * processes:
            yield ahead.popleft().result()
