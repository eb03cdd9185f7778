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
from steinreich.puzzles.definition import Solo, get_mined_variants, get_puzzle_definition
from steinreich.puzzles.puzzle import MAX_RATING, MIN_RATING, Goal, Puzzle
from steinreich.puzzles.solution import (
    NotAPuzzle,
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
MAX_WIN_TURNS = 5  # of a forced win
MAX_SAVE_TURNS = 3  # turns within which all other actions lose
MAX_RIGHT_ACTIONS = 4  # symmetric images of one action, or first actions of one turn
NO_SOLO = Text("puzzles for one player need SOLO in the game's puzzle file")
MAX_LOOK_BACK_TURNS = 10  # turns before the end of a game that are examined
# Consecutive turns without a forced result, after which the search of a game ends: earlier turns
# rarely have one
MAX_TURNS_WITHOUT_GOAL = 3


class PuzzleMiner:
    """Finds puzzles in engine games of one game with its options."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.searches = Searches(game)
        self.wins = self.searches.wins
        self.estimator = RatingEstimator(game)
        self.sparring = Sparring(game) if game.players > 1 else None
        self.solo = get_puzzle_definition(game).solo
        if game.players == 1 and self.solo is None:
            raise BrokenContract(NO_SOLO.after(game.id))

    def puzzles(self, seed: int, number: int) -> list[Puzzle]:
        """Return the longest puzzle of each goal in one engine game, if there is one.

        The game is examined backwards from its end.  After a search has run out of nodes, later
        searches are limited to fewer turns, since earlier positions would need even more nodes.
        """
        source = f"{seed}/{number}"
        rng = random.Random(source)
        longest: dict[Goal, Puzzle] = {}
        max_turns, turns_without_goal = MAX_WIN_TURNS, 0
        for position in reversed(self.play_turns(rng)):
            found, max_turns = self.find_goal(position, max_turns)
            turns_without_goal = 0 if found else turns_without_goal + 1
            if max_turns == 0 or turns_without_goal == MAX_TURNS_WITHOUT_GOAL:
                break
            if not found:
                continue
            goal, turns = found
            if goal not in longest or turns >= longest[goal].turns:
                puzzle = self.prove(position.canonical(), goal, turns, source)
                if puzzle:
                    longest[goal] = puzzle
        return [self.complete(puzzle) for puzzle in longest.values()]

    def play_turns(self, rng: random.Random) -> list[Position]:
        """Play a game and return the positions at which its last turns began.

        The list is empty if the game was not won.
        """
        if self.sparring:
            positions = self.sparring.play_game(rng)
        else:
            positions = self.play_solo(rng, self.solo) if self.solo else []
        if not positions or positions[-1].outcome < 0:
            return []
        starts = [
            position for position in positions if position.starts_turn and not position.is_over
        ]
        return starts[-MAX_LOOK_BACK_TURNS:]

    def play_solo(self, rng: random.Random, solo: Solo) -> list[Position]:
        """Play random actions, then a solution by the solver; return the positions of the solution.

        The list is empty if there is no solution, or none is found within the node limit.
        """
        position, num_pieces = self.game.start(), rng.choice(solo.random_pieces)
        while len(position.pieces()) < num_pieces or not position.starts_turn:
            children = [position.after_legal(action) for action in position.actions()]
            ongoing = [child for child in children if child.outcome == ONGOING]
            if not ongoing:
                return []
            position = rng.choice(ongoing)
        positions = [position]
        self.wins.forget()
        self.wins.begin(MAX_NODES)
        while not positions[-1].is_over:
            try:
                winning = self.find_right(positions[-1], "win", 1, self.game.definition.num_actions)
            except OutOfNodes:
                return []
            if not winning:
                return []
            positions.append(positions[-1].after_legal(rng.choice(winning)))
        return positions

    def find_right(self, position: Position, goal: Goal, turns: int, limit: int) -> list[int]:
        """Return at most `limit` actions that may reach a goal within a number of turns."""
        mover = position.player
        if goal == "win":
            return self.wins.actions(
                position, mover, 2 * turns - 1, winning=True, max_actions=limit
            )
        return self.wins.actions(position, 1 - mover, 2 * turns, winning=False, max_actions=limit)

    def find_goal(self, position: Position, max_turns: int) -> tuple[tuple[Goal, int] | None, int]:
        """Return the goal and turns of a possible puzzle, or None, and a new `max_turns`.

        `max_turns` becomes smaller if a search runs out of nodes.
        """
        self.wins.forget()
        self.wins.begin(MAX_NODES)
        for turns in range(1, max_turns + 1):
            try:
                for goal in self.list_goals(position, turns):
                    right = self.find_right(position, goal, turns, MAX_RIGHT_ACTIONS + 1)
                    if goal == "win" and right:
                        has_few_right = len(right) <= MAX_RIGHT_ACTIONS
                        return ((goal, turns) if has_few_right else None), max_turns
                    if goal == "save" and len(right) <= MAX_RIGHT_ACTIONS:
                        return ((goal, turns) if right else None), max_turns
            except OutOfNodes:
                return None, turns - 1
        return None, max_turns

    def list_goals(self, position: Position, turns: int) -> Iterator[Goal]:
        """Yield the goals to search for within a number of turns: winning, else saving the game."""
        if self.game.players == 1:
            if turns == 1 and self.solo and len(position.pieces()) >= self.solo.min_pieces:
                yield "win"
            return
        yield "win"
        if turns <= MAX_SAVE_TURNS:
            yield "save"

    def prove(self, start: Position, goal: Goal, turns: int, source: str) -> Puzzle | None:
        """Return the puzzle that starts at a position, if it can be proven.

        Its rating is still the number of nodes of the proof; see `complete`.  If the search cannot
        decide whether an action saves the game, the goal becomes `hold`.
        """
        self.wins.forget()
        self.wins.begin(MAX_NODES)
        try:
            solution = Proof(self.searches, start, goal, turns).solution()
            nodes = self.wins.nodes
            puzzle = Puzzle(self.game.id, str(start), goal, turns, "", nodes, solution, source)
            return puzzle._replace(theme=find_theme(puzzle, self.wins))
        except Undecided:
            return self.prove(start, "hold", turns, source)
        except (NotAPuzzle, OutOfNodes):
            return None

    def complete(self, puzzle: Puzzle) -> Puzzle:
        """Return a proven puzzle with its refutations and its final rating."""
        self.wins.begin()
        return puzzle._replace(
            rating=self.estimator.rating(puzzle, nodes=puzzle.rating),
            refutations=find_refutations(puzzle, self.wins),
        )


@cache
def get_miners(name: str) -> list[PuzzleMiner]:
    """Return the miners of a game, one for each of its mined variants; cached per process."""
    return [PuzzleMiner(game) for game in get_mined_variants(name)]


def mine_game(name: str, seed: int, number: int) -> list[Puzzle]:
    """Return the puzzles in the engine game of this seed and number; variants take turns."""
    miners = get_miners(name)
    return miners[number % len(miners)].puzzles(seed, number)


# Difficulty: measured, and mapped to the scale of ratings
#
# The difficulty of a puzzle is measured with levels of known strength.  Levels 3 and 5, which err
# at random, try it several times; level 8, which searches a fixed number of nodes, tries it once.
# The nodes of the proof and the number of turns add further points.

NUM_TRIES = 6  # of each level that errs at random
POINTS_BY_RANDOM_LEVEL = {3: 450, 5: 450}  # rating points if the level never finds the solution
SEARCHING_LEVEL = 8  # a level that does not err at random
SEARCHING_LEVEL_POINTS = 250  # rating points if it does not find the solution
POINTS_PER_DOUBLING = 24  # of the nodes of the proof
POINTS_PER_TURN = 40  # after the first turn
POINTS_PER_SOLO_DOUBLING = 110  # solo games have no levels, so only nodes count
MIN_SOLO_NODES = 16  # solo puzzles with fewer nodes have the minimum rating


class RatingEstimator:
    """Estimates the ratings of the puzzles of a game by letting levels try them."""

    def __init__(self, game: Game) -> None:
        self.levels = (
            []
            if game.players == 1
            else [Level(game, n, 0) for n in (*POINTS_BY_RANDOM_LEVEL, SEARCHING_LEVEL)]
        )

    def rating(self, puzzle: Puzzle, nodes: int) -> int:
        """Return the rating of a puzzle whose proof needed a number of nodes."""
        if not self.levels:
            points = POINTS_PER_SOLO_DOUBLING * log2(max(1, nodes / MIN_SOLO_NODES))
        else:
            points = POINTS_PER_DOUBLING * log2(max(1, nodes)) + POINTS_PER_TURN * (
                puzzle.turns - 1
            )
            *random_levels, searching_level = self.levels
            max_points = POINTS_BY_RANDOM_LEVEL.values()
            for level, level_points in zip(random_levels, max_points, strict=True):
                points += level_points * (1 - self.success_rate(puzzle, level))
            points += 0 if self.is_solved_by(puzzle, searching_level) else SEARCHING_LEVEL_POINTS
        return min(MAX_RATING, MIN_RATING + round(points))

    def success_rate(self, puzzle: Puzzle, level: Level) -> float:
        """Return the share of tries in which a level finds the first action."""
        start = puzzle.start
        level.new_game()
        level.rng.seed(puzzle.id)
        actions = [level.think(start, Limit()).best for _ in range(NUM_TRIES)]
        return sum(start.name(action) in puzzle.choices([]) for action in actions) / NUM_TRIES

    def is_solved_by(self, puzzle: Puzzle, level: Level) -> bool:
        """Return whether a level finds the first action within its nodes, without a time limit."""
        start = puzzle.start
        level.new_game()
        question = Question(start, Limit(nodes=level.profile.nodes))
        return start.name(level.strategy.answer(question).best) in puzzle.choices([])
