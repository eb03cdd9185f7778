"""How hard a puzzle is: measured, and put on the scale of ratings.

A puzzle is as hard as it is for players of known strength.  Level 3 and level 5, who see what comes
to their mind, are shown it several times; level 8, who reads with a budget of nodes, once.  What
they all find is easy.  To this comes how much had to be looked at to prove it, and how long it is.
"""

from math import log2

from steinreich.core.game import Game
from steinreich.players.levels import Level
from steinreich.players.player import Limit, Question
from steinreich.puzzles.puzzle import LEAST_RATING, MOST_RATING, Puzzle

TRIES = 6  # of levels that err by chance
ERRING = {3: 450, 5: 450}  # rating points of a puzzle that a level never finds
READER, NOT_READ = 8, 250  # a level that does not err by chance, and the points of what it misses
A_DOUBLING = 24  # points for each doubling of the nodes of the proof
A_TURN = 40  # points for each turn but the first
A_SOLO_DOUBLING = 110  # where one plays alone all levels are solvers, and nodes alone tell
SOLO_NODES = 16  # of an easy one


class Judges:
    """Players who try puzzles of a game."""

    def __init__(self, game: Game) -> None:
        self.levels = [] if game.players == 1 else [Level(game, n, 0) for n in (*ERRING, READER)]

    def rating(self, puzzle: Puzzle, nodes: int) -> int:
        """The rating of a puzzle whose proof took so many nodes."""
        if not self.levels:
            points = A_SOLO_DOUBLING * log2(max(1, nodes / SOLO_NODES))
        else:
            points = A_DOUBLING * log2(max(1, nodes)) + A_TURN * (puzzle.turns - 1)
            *erring, reader = self.levels
            for level, weight in zip(erring, ERRING.values(), strict=True):
                points += weight * (1 - self.found(puzzle, level))
            points += 0 if self.reads(puzzle, reader) else NOT_READ
        return min(MOST_RATING, LEAST_RATING + round(points))

    def found(self, puzzle: Puzzle, level: Level) -> float:
        """How often a level finds the first action."""
        start = puzzle.start
        level.new_game()
        level.dice.seed(puzzle.id)
        tries = [level.think(start, Limit()).best for _ in range(TRIES)]
        return sum(start.name(action) in puzzle.choices([]) for action in tries) / TRIES

    def reads(self, puzzle: Puzzle, level: Level) -> bool:
        """Whether a level finds the first action within its nodes, however long that takes."""
        start = puzzle.start
        level.new_game()
        question = Question(start, Limit(nodes=level.profile.nodes))
        return start.name(level.strategy.answer(question).best) in puzzle.choices([])
