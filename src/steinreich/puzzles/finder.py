"""Search for puzzles in one game between fallible players.

All randomness comes from the seed and the number of the game, so mining a game again finds the same
puzzles.
"""

import random
from collections.abc import Iterator
from functools import cache
from math import log2

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.levels import Level
from steinreich.players.player import Limit, Question
from steinreich.puzzles.definition import Solo, mined_games, puzzle_definition
from steinreich.puzzles.puzzle import MAX_RATING, MIN_RATING, Goal, Puzzle
from steinreich.puzzles.solution import (
    NoPuzzle,
    Proof,
    Searches,
    Undecided,
    find_refutations,
    find_theme,
)
from steinreich.puzzles.sparring import Sparring
from steinreich.rules.contract import ONGOING
from steinreich.rules.errors import BrokenContract
from steinreich.rules.language import Text
from steinreich.search.forced.searcher import OutOfNodes

MAX_NODES = 15_000  # for all searches of one position
MAX_TURNS = 5  # of a forced win
MAX_SAVE_TURNS = 3  # turns within which all other actions lose
MAX_RIGHT_ACTIONS = 4  # correct actions: images of one, or the beginnings of one turn
NO_SOLO = Text("puzzles for one player need SOLO in the game's file of puzzles")
MAX_LOOK_BACK_TURNS = 10  # turns before the end of a game that are examined
MAX_QUIET_TURNS = 3  # consecutive turns without a forced result; earlier ones rarely have any


class Mine:
    """The state needed to find puzzles of one game with its options."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.searches = Searches(game)
        self.wins = self.searches.wins
        self.judges = Judges(game)
        self.sparring = Sparring(game) if game.players > 1 else None
        self.solo = puzzle_definition(game).solo
        if game.players == 1 and self.solo is None:
            raise BrokenContract(NO_SOLO.after(game.id))

    def puzzles(self, seed: int, number: int) -> list[Puzzle]:
        """Return the puzzles of a game: at most one to win and one to save it, the longest of each.

        The game is examined backwards from its end. After a search runs out of nodes, none as long
        is tried any more: earlier positions would need more.
        """
        dice, source = random.Random(f"{seed}/{number}"), f"{seed}/{number}"
        longest: dict[Goal, Puzzle] = {}
        most, quiet = MAX_TURNS, 0
        for position in reversed(self.turns(dice)):
            found, most = self.find_goal(position, most)
            quiet = 0 if found else quiet + 1
            if most == 0 or quiet == MAX_QUIET_TURNS:
                break
            if found and (found[0] not in longest or found[1] >= longest[found[0]].turns):
                puzzle = self.prove(position.canonical(), *found, source)
                if puzzle:
                    longest[found[0]] = puzzle
        return [self.complete(puzzle) for puzzle in longest.values()]

    def turns(self, dice: random.Random) -> list[Position]:
        """Return the beginnings of the last turns of a game; empty if it was not won."""
        if self.sparring:
            played = self.sparring.play_game(dice)
        else:
            played = self.play_solo(dice, self.solo) if self.solo else []
        if not played or played[-1].outcome < 0:
            return []
        starts = [one for one in played if one.starts_turn and not one.is_over]
        return starts[-MAX_LOOK_BACK_TURNS:]

    def play_solo(self, dice: random.Random, solo: Solo) -> list[Position]:
        """Return the end of a solo game: random at first, then played by the solver."""
        position, enough = self.game.start(), dice.choice(solo.random_pieces)
        while len(position.pieces()) < enough or not position.starts_turn:
            after = [position.after_legal(action) for action in position.actions()]
            safe = [child for child in after if child.outcome == ONGOING]
            if not safe:
                return []
            position = dice.choice(safe)
        positions = [position]
        self.wins.forget()
        self.wins.begin(MAX_NODES)
        while not positions[-1].is_over:
            try:
                good = self.find_right(positions[-1], "win", 1, self.game.definition.num_actions)
            except OutOfNodes:
                return []
            if not good:
                return []
            positions.append(positions[-1].after_legal(dice.choice(good)))
        return positions

    def find_right(self, position: Position, goal: Goal, turns: int, most: int) -> list[int]:
        """Return the first actions that may reach a goal, at most `most`."""
        mover = position.player
        if goal == "win":
            return self.wins.actions(position, mover, 2 * turns - 1, winning=True, most=most)
        return self.wins.actions(position, 1 - mover, 2 * turns, winning=False, most=most)

    def find_goal(self, position: Position, most: int) -> tuple[tuple[Goal, int] | None, int]:
        """Return the goal and length of a possible puzzle, if any, and the turns to search next."""
        self.wins.forget()
        self.wins.begin(MAX_NODES)
        for turns in range(1, most + 1):
            try:
                for goal in self.goals(position, turns):
                    right = self.find_right(position, goal, turns, MAX_RIGHT_ACTIONS + 1)
                    if goal == "win" and right:
                        return ((goal, turns) if len(right) <= MAX_RIGHT_ACTIONS else None), most
                    if goal == "save" and len(right) <= MAX_RIGHT_ACTIONS:
                        return ((goal, turns) if right else None), most
            except OutOfNodes:
                return None, turns - 1
        return None, most

    def goals(self, position: Position, turns: int) -> Iterator[Goal]:
        """Yield the goals to search within a number of turns: the shortest win, else saving the
        game."""
        if self.game.players == 1:
            if turns == 1 and self.solo and len(position.pieces()) >= self.solo.min_pieces:
                yield "win"
            return
        yield "win"
        if turns <= MAX_SAVE_TURNS:
            yield "save"

    def prove(self, start: Position, goal: Goal, turns: int, source: str) -> Puzzle | None:
        """Return the puzzle of a position, if it is one; its rating is the number of nodes of the
        proof.

        If it is undecided whether the game is saved, the goal becomes `hold`.
        """
        self.wins.forget()
        self.wins.begin(MAX_NODES)
        try:
            solution = Proof(self.searches, start, goal, turns).solution()
            nodes = self.wins.nodes
            bare = Puzzle(self.game.id, str(start), goal, turns, "", nodes, solution, source)
            return bare._replace(theme=find_theme(bare, self.wins))
        except Undecided:
            return self.prove(start, "hold", turns, source)
        except (NoPuzzle, OutOfNodes):
            return None

    def complete(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with refutations, and with a rating instead of the nodes of its
        proof."""
        self.wins.begin()
        return puzzle._replace(
            rating=self.judges.rating(puzzle, puzzle.rating),
            refutations=find_refutations(puzzle, self.wins),
        )


@cache
def get_mines(name: str) -> list[Mine]:
    """The mines of a game, made once in a process."""
    return [Mine(game) for game in mined_games(name)]


def mine_game(name: str, seed: int, number: int) -> list[Puzzle]:
    """Return the puzzles of one game by number; variants take turns."""
    found = get_mines(name)
    return found[number % len(found)].puzzles(seed, number)


# Difficulty: measured, and mapped to the scale of ratings
#
# The difficulty of a puzzle is measured with levels of known strength.  Levels 3 and 5, which err
# at random, try it several times; level 8, which searches a fixed number of nodes, once.  Added are
# points for the nodes of the proof and for its length.

SAMPLES = 6  # tries per level that errs at random
MISS_POINTS_BY_LEVEL = {3: 450, 5: 450}  # rating points if a level never finds the solution
READER, MISS_POINTS = 8, 250  # a level that does not err at random, and its points
POINTS_PER_DOUBLING = 24  # per doubling of the nodes of the proof
POINTS_PER_TURN = 40  # per turn but the first
POINTS_PER_SOLO_DOUBLING = 110  # solo games have no levels, so only nodes count
SOLO_NODES = 16  # of an easy solo puzzle


class Judges:
    """Levels that try the puzzles of a game."""

    def __init__(self, game: Game) -> None:
        self.levels = (
            []
            if game.players == 1
            else [Level(game, n, 0) for n in (*MISS_POINTS_BY_LEVEL, READER)]
        )

    def rating(self, puzzle: Puzzle, nodes: int) -> int:
        """Return the rating of a puzzle whose proof needed a number of nodes."""
        if not self.levels:
            points = POINTS_PER_SOLO_DOUBLING * log2(max(1, nodes / SOLO_NODES))
        else:
            points = POINTS_PER_DOUBLING * log2(max(1, nodes)) + POINTS_PER_TURN * (
                puzzle.turns - 1
            )
            *erring, reader = self.levels
            for level, weight in zip(erring, MISS_POINTS_BY_LEVEL.values(), strict=True):
                points += weight * (1 - self.found(puzzle, level))
            points += 0 if self.reads(puzzle, reader) else MISS_POINTS
        return min(MAX_RATING, MIN_RATING + round(points))

    def found(self, puzzle: Puzzle, level: Level) -> float:
        """Return the share of tries in which a level finds the first action."""
        start = puzzle.start
        level.new_game()
        level.dice.seed(puzzle.id)
        tries = [level.think(start, Limit()).best for _ in range(SAMPLES)]
        return sum(start.name(action) in puzzle.choices([]) for action in tries) / SAMPLES

    def reads(self, puzzle: Puzzle, level: Level) -> bool:
        """Return whether a level finds the first action within its nodes, without a time limit."""
        start = puzzle.start
        level.new_game()
        question = Question(start, Limit(nodes=level.profile.nodes))
        return start.name(level.strategy.answer(question).best) in puzzle.choices([])
