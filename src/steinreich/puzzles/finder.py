"""Puzzles found in one game between players who err.

All that chance decides comes from the seed and the number of the game, so a game can be mined again
and gives the same puzzles.
"""

import random
from collections.abc import Iterator
from functools import cache

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.puzzles.difficulty import Judges
from steinreich.puzzles.puzzle import Goal, Puzzle, games_of
from steinreich.puzzles.refutation import refutations_of
from steinreich.puzzles.solution import NoPuzzle, Proof, Searches, Undecided
from steinreich.puzzles.sparring import Sparring
from steinreich.puzzles.themes import theme_of
from steinreich.rules.contract import ONGOING
from steinreich.search.forced.searcher import OutOfNodes

NODES = 15_000  # at most, for all questions about one position
MOST_TURNS = 5  # of a forced win
MOST_SAVED = 3  # turns within which all other actions lose
MOST_RIGHT = 4  # actions that may reach the goal: images of one, or the beginnings of one turn
LOOK_BACK = 10  # turns before the end of a game that are looked at
MOST_QUIET = 3  # of them in a row in which nothing is forced: before that hardly anything is
SOLO_STONES = range(19, 27)  # on the board when the solver takes over
SOLO_EMPTY, SOLO_LEFT = 6, 8  # squares that stay empty; turns at most to the end of a solo puzzle


class Mine:
    """Everything that is needed to find puzzles of one game, with its options."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.searches = Searches(game)
        self.wins = self.searches.wins
        self.judges = Judges(game)
        self.sparring = Sparring(game) if game.players > 1 else None

    def puzzles(self, seed: int, number: int) -> list[Puzzle]:
        """The puzzles of a game: one to win and one to save it at most, the longest of each.

        It is looked at from its end backwards.  Where a question takes too long, none as long is
        asked any more: before that it would take longer still.
        """
        dice, source = random.Random(f"{seed}/{number}"), f"{seed}/{number}"
        longest: dict[Goal, Puzzle] = {}
        most, quiet = MOST_TURNS, 0
        for position in reversed(self.turns(dice)):
            found, most = self.asked(position, most)
            quiet = 0 if found else quiet + 1
            if most == 0 or quiet == MOST_QUIET:
                break
            if found and (found[0] not in longest or found[1] >= longest[found[0]].turns):
                puzzle = self.proven(position.canonical(), *found, source)
                if puzzle:
                    longest[found[0]] = puzzle
        return [self.completed(puzzle) for puzzle in longest.values()]

    def turns(self, dice: random.Random) -> list[Position]:
        """The beginnings of the last turns of a game; none where nobody has won it."""
        played = self.sparring.game_of(dice) if self.sparring else self.alone(dice)
        if not played or played[-1].outcome < 0:
            return []
        starts = [one for one in played if one.starts_turn and not one.is_over]
        return starts[-LOOK_BACK:]

    def alone(self, dice: random.Random) -> list[Position]:
        """The end of a solo game: at random at first, then as the solver goes on."""
        position, enough = self.game.start(), dice.choice(SOLO_STONES)
        while len(position.pieces()) < enough or not position.starts_turn:
            after = [position.after_legal(action) for action in position.actions()]
            safe = [child for child in after if child.outcome == ONGOING]
            if not safe:
                return []
            position = dice.choice(safe)
        positions = [position]
        self.wins.forget()
        self.wins.begin(NODES)
        while not positions[-1].is_over:
            try:
                good = self.right(positions[-1], "win", 1, self.game.definition.actions)
            except OutOfNodes:
                return []
            if not good:
                return []
            positions.append(positions[-1].after_legal(dice.choice(good)))
        return positions

    def right(self, position: Position, goal: Goal, turns: int, most: int) -> list[int]:
        """The first actions that may reach a goal; no more than so many."""
        mover = position.player
        if goal == "win":
            return self.wins.actions(position, mover, 2 * turns - 1, winning=True, most=most)
        return self.wins.actions(position, 1 - mover, 2 * turns, winning=False, most=most)

    def asked(self, position: Position, most: int) -> tuple[tuple[Goal, int] | None, int]:
        """What a position may be a puzzle of, if anything; and up to how many turns to ask next."""
        self.wins.forget()
        self.wins.begin(NODES)
        for turns in range(1, most + 1):
            try:
                for goal in self.goals(position, turns):
                    right = self.right(position, goal, turns, MOST_RIGHT + 1)
                    if goal == "win" and right:
                        return ((goal, turns) if len(right) <= MOST_RIGHT else None), most
                    if goal == "save" and len(right) <= MOST_RIGHT:
                        return ((goal, turns) if right else None), most
            except OutOfNodes:
                return None, turns - 1
        return None, most

    def goals(self, position: Position, turns: int) -> Iterator[Goal]:
        """What to ask for within so many turns: the shortest win, or else saving the game."""
        if self.game.players == 1:
            left = len(self.game.board.cells) - len(position.pieces()) - SOLO_EMPTY
            if turns == 1 and left <= SOLO_LEFT:
                yield "win"
            return
        yield "win"
        if turns <= MOST_SAVED:
            yield "save"

    def proven(self, start: Position, goal: Goal, turns: int, source: str) -> Puzzle | None:
        """The puzzle that a position is, if it is one; its rating is what the proof took.

        Where it is not known whether the game is saved for good, the goal is to hold.
        """
        self.wins.forget()
        self.wins.begin(NODES)
        try:
            solution = Proof(self.searches, start, goal, turns).solution()
            nodes = self.wins.nodes
            bare = Puzzle(self.game.id, str(start), goal, turns, "", nodes, solution, source)
            return bare._replace(theme=theme_of(bare, self.wins))
        except Undecided:
            return self.proven(start, "hold", turns, source)
        except (NoPuzzle, OutOfNodes):
            return None

    def completed(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with refutations, and with a rating in place of the nodes of its proof."""
        self.wins.begin()
        return puzzle._replace(
            rating=self.judges.rating(puzzle, puzzle.rating),
            refutations=refutations_of(puzzle, self.wins),
        )


@cache
def mines(name: str) -> list[Mine]:
    """The mines of a game, made once in a process."""
    return [Mine(game) for game in games_of(name)]


def mined(name: str, seed: int, number: int) -> list[Puzzle]:
    """The puzzles of one game by number; where there are several variants, they take turns."""
    found = mines(name)
    return found[number % len(found)].puzzles(seed, number)
