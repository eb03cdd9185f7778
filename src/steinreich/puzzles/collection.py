"""Puzzles of one game that are being collected: none twice, and not too many of a kind."""

from collections import Counter
from collections.abc import Iterable

from steinreich.puzzles.puzzle import Puzzle

MOST_OF_A_KIND = 0.3  # of all that are wanted


class Collection:
    """The puzzles of a game so far, and how many there are to be."""

    def __init__(self, wanted: int, puzzles: Iterable[Puzzle] = ()) -> None:
        self.wanted = wanted
        self.puzzles = list(puzzles)
        self.places = {place_of(puzzle) for puzzle in self.puzzles}
        self.kinds = Counter(map(kind_of, self.puzzles))

    @property
    def is_complete(self) -> bool:
        """Whether there are as many as wanted."""
        return len(self.puzzles) >= self.wanted

    def takes(self, puzzle: Puzzle) -> bool:
        """Add a puzzle, if it is new and there are not too many like it already."""
        kind, place = kind_of(puzzle), place_of(puzzle)
        full = self.kinds[kind] >= MOST_OF_A_KIND * self.wanted
        if self.is_complete or full or place in self.places:
            return False
        self.puzzles.append(puzzle)
        self.places.add(place)
        self.kinds[kind] += 1
        return True

    def next_game(self, seed: int) -> int:
        """The number of the first game of a seed that may hold something new."""
        sources = (puzzle.source.split("/") for puzzle in self.puzzles)
        numbers = [int(number) for of, number in sources if of == str(seed)]
        return max(numbers, default=-1) + 1


def place_of(puzzle: Puzzle) -> tuple[str, str, str]:
    """What no two puzzles share.  Positions are canonical, so images are the same."""
    return puzzle.game, puzzle.position, puzzle.goal


def kind_of(puzzle: Puzzle) -> tuple[str, str, int]:
    """Puzzles that ask for the same in as many actions."""
    return puzzle.game, puzzle.goal, len(puzzle.lines[0])
