"""What is proven of a puzzle, and the solution that the proof leaves behind.

*Win in n.*  The player to move wins by force within n of his turns, and not within fewer.  After
any other first action he does not win within n turns.  (He may win later: that is not what the
puzzle asks for.)  Who plays alone has one turn, to the end of the game: for him the other first
actions lose for good.

*Save the game.*  After any other first action the opponent wins by force within n of his turns,
and for one of them at least he needs all n.  After the right one the opponent cannot force a win
at all: it draws or wins.

*Hold.*  The same, but after the right action it is only proven that the opponent does not win by
force within n + 1 turns.

A position that looks the same turned or mirrored has the images of the right action as well, and
the actions of a turn may be right in any order; these are all accepted, and count as one: where
several first actions are right, there is one position at the end of the turn, or its images.

The solution consists of lines that begin in the same way and part.  Where the solver is to act,
they hold all actions that still reach the goal in time; where an opponent is, one: a reply that
holds out the longest, in brackets.  So a puzzle can be played to its end without any search.
Saving the game and holding end with the turn.
"""

from collections.abc import Iterator
from itertools import islice

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.players.knowledge import informed_compiler
from steinreich.puzzles.puzzle import MARGIN, Goal
from steinreich.search.forced.searcher import ForcedWins
from steinreich.search.proof.prover import Prover

LOSS_NODES = 300_000  # of a search for whether a position is lost for good
FORCED_TABLE = 1 << 17  # entries of the table of each search
LOSS_TABLE = 1 << 19
MOST_LINES = 40  # of a solution: where there are more ways to go on, a puzzle has lost its point


class NoPuzzle(Exception):
    """A position is no such puzzle; the message says what is not proven."""


class Undecided(NoPuzzle):
    """Whether the game is saved for good is neither proven nor disproven."""


class Searches:
    """The searches by which the puzzles of a game are proven."""

    def __init__(self, game: Game) -> None:
        compiler = informed_compiler(game)
        self.wins = ForcedWins(game, compiler, table=FORCED_TABLE)
        self.provers = [
            Prover(game.start(seed=0), player, table=LOSS_TABLE, compiler=compiler)
            for player in range(game.players if game.players == 2 else 0)
        ]

    def can_force_win(self, position: Position, attacker: int) -> bool | None:
        """Return whether a player can force a win at all; None where the nodes do not suffice.

        The answer depends on the position alone, not on earlier questions.
        """
        if position.is_over:
            return position.outcome == attacker
        prover = self.provers[attacker]
        prover.forget()
        return prover.run(position, nodes=LOSS_NODES).is_won


class Proof:
    """A question about one position: does the solver reach a goal within so many turns?"""

    def __init__(self, searches: Searches, start: Position, goal: Goal, turns: int) -> None:
        self.searches = searches
        self.wins = searches.wins
        self.start = start
        self.solver = start.player
        self.goal = goal
        self.turns = turns

    def reaches(self, position: Position, spent: int) -> bool:
        """Whether the solver still reaches the goal when so many turns of all have been spent."""
        if self.goal == "win":
            return self.wins.wins(position, self.solver, 2 * self.turns - 1 - spent)
        if self.loses(position, self.turns + MARGIN, spent):
            return False
        return self.goal == "hold" or not self.is_lost(position)

    def is_lost(self, position: Position) -> bool:
        """Return whether the opponent can force a win at all; `Undecided` if that is not known."""
        answer = self.searches.can_force_win(position, 1 - self.solver)
        if answer is None:
            raise Undecided("it is not proven that the action saves the game")
        return answer

    def loses(self, position: Position, turns: int, spent: int) -> bool:
        """Whether the opponent wins within so many of his turns."""
        return self.wins.wins(position, 1 - self.solver, 2 * turns - spent)

    def solution(self) -> tuple[str, ...]:
        """The solution, if all is proven that makes the position a puzzle; else `NoPuzzle`."""
        after = {action: self.start.after_legal(action) for action in self.start.actions()}
        spent = {action: int(child.player != self.solver) for action, child in after.items()}
        right = [action for action, child in after.items() if self.reaches(child, spent[action])]
        if not right:
            raise NoPuzzle("no action reaches the goal")
        if not (self.is_one([after[a] for a in right]) or self.is_one(self.ends(after, right))):
            raise NoPuzzle(f"{len(right)} actions reach the goal")
        if len(right) == len(after):
            raise NoPuzzle("there is no other action")
        if self.goal == "win":
            self.check_shortest()
        else:
            wrong = [action for action in after if action not in right]
            self.check_lost([(after[action], spent[action]) for action in wrong])
        lines = tuple(map(" ".join, islice(self.lines(self.start, 0), MOST_LINES + 1)))
        if len(lines) > MOST_LINES:
            raise NoPuzzle("there are too many ways to go on")
        return lines

    def is_one(self, positions: list[Position]) -> bool:
        """Whether all positions are images of the first, by symmetries of the start."""
        same = {image.state for image in images_by_stabiliser(self.start, positions[0])}
        return all(position.state in same for position in positions)

    def ends(self, after: dict[int, Position], right: list[int]) -> list[Position]:
        """The positions at the end of the turn, in all lines that still reach the goal."""
        found, going_on = [], [after[action] for action in right]
        while going_on:
            position = going_on.pop()
            if position.is_over or position.player != self.solver:
                found.append(position)
            else:
                children = [position.after_legal(action) for action in position.actions()]
                going_on += [
                    child
                    for child in children
                    if self.reaches(child, int(child.player != self.solver))
                ]
        return found

    def check_shortest(self) -> None:
        """There is no shorter win."""
        if self.turns > 1 and self.wins.wins(self.start, self.solver, 2 * self.turns - 3):
            raise NoPuzzle("it can be won sooner")

    def check_lost(self, others: list[tuple[Position, int]]) -> None:
        """All other actions lose in time, and at least one of them not sooner."""
        if not all(self.loses(child, self.turns, spent) for child, spent in others):
            raise NoPuzzle("another action does not lose in time")
        if self.turns > 1 and all(self.loses(child, self.turns - 1, n) for child, n in others):
            raise NoPuzzle("all other actions lose sooner")

    def lines(self, position: Position, spent: int) -> Iterator[tuple[str, ...]]:
        """The lines of the solution from a position of it on."""
        if position.is_over or (self.goal != "win" and spent > 0):
            yield ()
            return
        after = {action: position.after_legal(action) for action in position.actions()}
        counted = {a: spent + int(child.player != position.player) for a, child in after.items()}
        if position.player == self.solver:
            chosen = [action for action in after if self.reaches(after[action], counted[action])]
        else:
            chosen = [max(after, key=lambda action: self.holds_out(after[action]))]
        for action in chosen:
            name = position.name(action)
            shown = name if position.player == self.solver else f"({name})"
            for line in self.lines(after[action], counted[action]):
                yield shown, *line

    def holds_out(self, position: Position) -> int:
        """How many turns the solver needs to win; of equal replies the first is taken."""
        turns = 0
        while not self.wins.wins(position, self.solver, turns):
            turns += 1
        return turns


def images_by_stabiliser(start: Position, after: Position) -> list[Position]:
    """A position turned by each symmetry that leaves the start as it is; itself among them."""
    kept = [one for one in start.game.symmetries if start.turned(one).state == start.state]
    return [after, *(after.turned(symmetry) for symmetry in kept)]
