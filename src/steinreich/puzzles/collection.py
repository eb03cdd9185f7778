"""Puzzles of one game that are being collected: none twice, and not too many of a kind."""

from collections import Counter
from collections.abc import Hashable, Iterable

from steinreich.puzzles.puzzle import Puzzle

EASY_RATING = 1400  # puzzles below it are easy
# Parts of all that are wanted:
MAX_OF_A_KIND = 0.3
MAX_HOLD = 0.05  # puzzles whose goal claims less than that the game is saved
MAX_SOLO = 0.5
MIN_EASY = 1 / 3  # until there are as many, the kinds of easy puzzles are not limited


class Collection:
    """The puzzles of a game so far, and how many there are to be."""

    def __init__(self, wanted: int, puzzles: Iterable[Puzzle] = ()) -> None:
        self.wanted = wanted
        self.puzzles = list(puzzles)
        self.places = {place_of(puzzle) for puzzle in self.puzzles}
        self.counts = Counter(sort for puzzle in self.puzzles for sort in limits(puzzle))

    @property
    def is_complete(self) -> bool:
        """Whether there are as many as wanted."""
        return len(self.puzzles) >= self.wanted

    def takes(self, puzzle: Puzzle) -> bool:
        """Add a puzzle, if it is new and there are not too many like it already."""
        place = place_of(puzzle)
        if self.is_complete or place in self.places or not self.has_room_for(puzzle):
            return False
        self.puzzles.append(puzzle)
        self.places.add(place)
        self.counts.update(limits(puzzle).keys())
        return True

    def has_room_for(self, puzzle: Puzzle) -> bool:
        """Return whether there are not yet too many puzzles of the same sorts."""
        easy = len(self.puzzles) - self.counts["not easy"]
        limited = limits(puzzle)
        if puzzle.rating < EASY_RATING and easy < MIN_EASY * self.wanted:
            del limited[kind_of(puzzle)]
        return all(self.counts[sort] < part * self.wanted for sort, part in limited.items())

    def next_game(self, seed: int) -> int:
        """The number of the first game of a seed that may hold something new."""
        sources = (puzzle.source.split("/") for puzzle in self.puzzles)
        numbers = [int(number) for of, number in sources if of == str(seed)]
        return max(numbers, default=-1) + 1


def limits(puzzle: Puzzle) -> dict[Hashable, float]:
    """Return the sorts that a puzzle belongs to, and which part of a file each may make up."""
    return {
        kind_of(puzzle): MAX_OF_A_KIND,
        **({"hold": MAX_HOLD} if puzzle.goal == "hold" else {}),
        **({"solo": MAX_SOLO} if puzzle.theme == "solo" else {}),
        **({"not easy": 1 - MIN_EASY} if puzzle.rating >= EASY_RATING else {}),
    }


def place_of(puzzle: Puzzle) -> tuple[str, str, str]:
    """What no two puzzles share.  Positions are canonical, so images are the same."""
    return puzzle.game, puzzle.position, puzzle.goal


def kind_of(puzzle: Puzzle) -> tuple[str, str, int]:
    """Puzzles that ask for the same in as many actions."""
    return puzzle.game, puzzle.goal, len(puzzle.lines[0])
