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
# Shares of the target size of a collection:
MAX_SHARE_PER_KIND = 0.3
MAX_HOLD_SHARE = 0.05  # of puzzles with the goal `hold`, in which no saved game is proven
MAX_SOLO_SHARE = 0.5
MIN_EASY_SHARE = 1 / 3  # until it is reached, the kinds of easy puzzles are not limited


class Collection:
    """The puzzles of a game collected so far, up to a target size."""

    def __init__(self, target_size: int, puzzles: Iterable[Puzzle] = ()) -> None:
        self.target_size = target_size
        self.puzzles = list(puzzles)
        self.keys = {get_key(puzzle) for puzzle in self.puzzles}
        self.counts = Counter(
            category for puzzle in self.puzzles for category in get_max_shares(puzzle)
        )

    @property
    def is_complete(self) -> bool:
        """True if the target size is reached."""
        return len(self.puzzles) >= self.target_size

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle, if it is new and the limits allow it; return whether it was added."""
        key = get_key(puzzle)
        if self.is_complete or key in self.keys or not self.has_room_for(puzzle):
            return False
        self.puzzles.append(puzzle)
        self.keys.add(key)
        self.counts.update(get_max_shares(puzzle).keys())
        return True

    def has_room_for(self, puzzle: Puzzle) -> bool:
        """Return whether the limits allow another puzzle like this one."""
        num_easy = len(self.puzzles) - self.counts["not easy"]
        max_shares = get_max_shares(puzzle)
        if puzzle.rating < EASY_RATING and num_easy < MIN_EASY_SHARE * self.target_size:
            del max_shares[get_kind(puzzle)]
        return all(
            self.counts[category] < share * self.target_size
            for category, share in max_shares.items()
        )

    def next_game(self, seed: int) -> int:
        """Return the number of the first game of a seed that has not been mined."""
        sources = (puzzle.source.split("/") for puzzle in self.puzzles)
        numbers = [int(number) for source_seed, number in sources if source_seed == str(seed)]
        return max(numbers, default=-1) + 1


def get_max_shares(puzzle: Puzzle) -> dict[Hashable, float]:
    """Return the categories that a puzzle belongs to, with the maximum share of each."""
    return {
        get_kind(puzzle): MAX_SHARE_PER_KIND,
        **({"hold": MAX_HOLD_SHARE} if puzzle.goal == "hold" else {}),
        **({"solo": MAX_SOLO_SHARE} if puzzle.theme == "solo" else {}),
        **({"not easy": 1 - MIN_EASY_SHARE} if puzzle.rating >= EASY_RATING else {}),
    }


def get_key(puzzle: Puzzle) -> tuple[str, str, str]:
    """Return a key that is equal for duplicates, including symmetric images.

    Positions of puzzles are canonical, so symmetric images have the same position.
    """
    return puzzle.game, puzzle.position, puzzle.goal


def get_kind(puzzle: Puzzle) -> tuple[str, str, int]:
    """Return the kind of a puzzle: its game, its goal and the number of actions."""
    return puzzle.game, puzzle.goal, len(puzzle.lines[0])


# Mining

PREFETCHED_GAMES_PER_PROCESS = 3  # so that no process waits for a long game of another one

GameMiner = Callable[[str, int, int], list[Puzzle]]  # of a game, seed and number: `mine_game`


def mine(
    name: str, collection: Collection, seed: int, processes: int, mine_game: GameMiner
) -> Iterator[int]:
    """Fill a collection; yield after each game the number of its puzzles that were added."""
    first = collection.next_game(seed)
    with mine_games(name, seed, first, processes, mine_game) as puzzles:
        while not collection.is_complete:
            yield sum(map(collection.add, next(puzzles)))


@contextmanager
def mine_games(
    name: str, seed: int, first: int, processes: int, mine_game: GameMiner
) -> Iterator[Iterator[list[Puzzle]]]:
    """Iterate without end over the puzzles of each game, in order, starting at game `first`."""
    if processes == 1:
        yield (mine_game(name, seed, number) for number in count(first))
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"))
    try:
        yield mine_in_parallel(pool, name, seed, first, processes, mine_game)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def mine_in_parallel(
    pool: ProcessPoolExecutor,
    name: str,
    seed: int,
    first: int,
    processes: int,
    mine_game: GameMiner,
) -> Iterator[list[Puzzle]]:
    """Like `mine_games`, but later games are mined in other processes meanwhile."""
    pending: deque[Future[list[Puzzle]]] = deque()
    for number in count(first):
        pending.append(pool.submit(mine_game, name, seed, number))
        if len(pending) > PREFETCHED_GAMES_PER_PROCESS * processes:
            yield pending.popleft().result()
