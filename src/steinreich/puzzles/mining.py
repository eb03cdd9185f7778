"""Collection of the puzzles of one game, without duplicates and with limits on each kind.

Games are mined one after the other, or in parallel in several processes. The results do not depend
on the number of processes: games are collected in order.
"""

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import count
from multiprocessing import get_context

from steinreich.puzzles.puzzle import Puzzle

EASY_RATING = 1400  # puzzles below it are easy
# Shares of all wanted puzzles:
MAX_OF_A_KIND = 0.3
MAX_HOLD = 0.05  # the goal that only claims resistance, not a saved game
MAX_SOLO = 0.5
MIN_EASY = 1 / 3  # until this share is reached, the kinds of easy puzzles are not limited


class Collection:
    """The puzzles of a game collected so far, and the wanted number."""

    def __init__(self, wanted: int, puzzles: Iterable[Puzzle] = ()) -> None:
        self.wanted = wanted
        self.puzzles = list(puzzles)
        self.places = {get_key(puzzle) for puzzle in self.puzzles}
        self.counts = Counter(sort for puzzle in self.puzzles for sort in limits(puzzle))

    @property
    def is_complete(self) -> bool:
        """Whether the wanted number is reached."""
        return len(self.puzzles) >= self.wanted

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle, if it is new and the limits allow it; return whether it was added."""
        place = get_key(puzzle)
        if self.is_complete or place in self.places or not self.has_room_for(puzzle):
            return False
        self.puzzles.append(puzzle)
        self.places.add(place)
        self.counts.update(limits(puzzle).keys())
        return True

    def has_room_for(self, puzzle: Puzzle) -> bool:
        """Return whether the limits allow another puzzle like this one."""
        easy = len(self.puzzles) - self.counts["not easy"]
        limited = limits(puzzle)
        if puzzle.rating < EASY_RATING and easy < MIN_EASY * self.wanted:
            del limited[get_kind(puzzle)]
        return all(self.counts[sort] < part * self.wanted for sort, part in limited.items())

    def next_game(self, seed: int) -> int:
        """Return the number of the first game of a seed that has not been mined."""
        sources = (puzzle.source.split("/") for puzzle in self.puzzles)
        numbers = [int(number) for of, number in sources if of == str(seed)]
        return max(numbers, default=-1) + 1


def limits(puzzle: Puzzle) -> dict[Hashable, float]:
    """Return the sorts that a puzzle belongs to, with the maximum share of each."""
    return {
        get_kind(puzzle): MAX_OF_A_KIND,
        **({"hold": MAX_HOLD} if puzzle.goal == "hold" else {}),
        **({"solo": MAX_SOLO} if puzzle.theme == "solo" else {}),
        **({"not easy": 1 - MIN_EASY} if puzzle.rating >= EASY_RATING else {}),
    }


def get_key(puzzle: Puzzle) -> tuple[str, str, str]:
    """Return a unique key of a puzzle. Positions are canonical, so images are the same."""
    return puzzle.game, puzzle.position, puzzle.goal


def get_kind(puzzle: Puzzle) -> tuple[str, str, int]:
    """Return the kind of a puzzle: its game, goal and length."""
    return puzzle.game, puzzle.goal, len(puzzle.lines[0])


# Mining

GAMES_AHEAD = 3  # per process, so that none waits for a long game

Finder = Callable[[str, int, int], list[Puzzle]]  # by game, seed and number, as `finder.mined`


def mine(
    name: str, collection: Collection, seed: int, processes: int, mined: Finder
) -> Iterator[int]:
    """Fill a collection; yield after each game the number of its puzzles that were added."""
    first = collection.next_game(seed)
    with mine_games(name, seed, first, processes, mined) as found:
        while not collection.is_complete:
            yield sum(map(collection.add, next(found)))


@contextmanager
def mine_games(
    name: str, seed: int, first: int, processes: int, mined: Finder
) -> Iterator[Iterator[list[Puzzle]]]:
    """Iterate over the puzzles of games from a number on, in order, without end."""
    if processes == 1:
        yield (mined(name, seed, number) for number in count(first))
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"))
    try:
        yield mine_in_parallel(pool, name, seed, first, processes, mined)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def mine_in_parallel(
    pool: ProcessPoolExecutor, name: str, seed: int, first: int, processes: int, mined: Finder
) -> Iterator[list[Puzzle]]:
    """Iterate over the puzzles of games in order, with some games mined ahead."""
    ahead: deque[Future[list[Puzzle]]] = deque()
    for number in count(first):
        ahead.append(pool.submit(mined, name, seed, number))
        if len(ahead) > GAMES_AHEAD * processes:
            yield ahead.popleft().result()
