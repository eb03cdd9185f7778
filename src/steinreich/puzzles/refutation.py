"""Why other actions are wrong: what the opponent does about each of them.

For every action of the solver in the main line there is a table of the wrong ones, and of how the
game goes on after them to the end of the opponent's turn.  Where the goal is to win, he replies so
that there is no win in time any more, at best by winning himself; otherwise he begins the win that
was to be prevented.  Where the solver's own turn is not over after a wrong action, he goes on with
what holds out the longest, of equal actions with what the solution does.  `#2` at the end says that
the opponent wins with two more of his turns.
"""

from steinreich.core.position import Position
from steinreich.puzzles.puzzle import Puzzle, Refutations, main_positions
from steinreich.search.forced.searcher import ForcedWins


def refutations_of(puzzle: Puzzle, wins: ForcedWins) -> tuple[Refutations, ...]:
    """The tables, one for each action of the solver in the main line; none for who plays alone."""
    if puzzle.start.game.players == 1:
        return ()
    solver, line = puzzle.start.player, puzzle.lines[0]
    spent, tables = 0, []
    positions = main_positions(puzzle)
    for played, position in enumerate(positions[:-1]):
        if position.player == solver:
            right = puzzle.choices(line[:played])
            wrong = {name: a for name, a in position.named().items() if name not in right}
            told = Refuter(puzzle, wins, solver, line[played + 1 :])
            tables.append(
                {name: told.after(position, wrong[name], spent) for name in sorted(wrong)}
            )
        spent += int(positions[played + 1].player != position.player)
    return tuple(tables)


class Refuter:
    """Goes on after wrong actions of one position."""

    def __init__(self, puzzle: Puzzle, wins: ForcedWins, solver: int, planned: list[str]) -> None:
        self.wins = wins
        self.solver = solver
        self.planned = planned  # what the solver would have gone on with
        self.to_win = puzzle.goal == "win"
        self.turns = 2 * puzzle.turns - 1 if self.to_win else 2 * puzzle.turns  # of all players

    def after(self, position: Position, action: int, spent: int) -> str:
        """What follows after a wrong action, when so many turns of all have been spent."""
        names: list[str] = []
        before, position = position, position.after_legal(action)
        while position.player == self.solver and not position.is_over:
            names.append(self.own(position, self.turns - spent))
            before, position = position, position.play(names[-1])
        left = self.turns - spent - int(position.player != before.player)
        while position.player != self.solver and not position.is_over:
            reply = self.reply(position, left)
            names.append(f"({position.name(reply)})")
            position = position.after_legal(reply)
            if position.player == self.solver:
                left -= 1
        if not (self.to_win or position.is_over):
            names.append(f"#{self.held(position, left) // 2}")
        return " ".join(names)

    def own(self, position: Position, left: int) -> str:
        """How the solver ends his turn: as planned, if nothing else holds out longer."""
        names = position.named()
        ordered = [name for name in self.planned if name in names] + sorted(names)
        return max(ordered, key=lambda name: self.held(position.after_legal(names[name]), left))

    def held(self, position: Position, left: int) -> int:
        """Return how many turns of all the opponent needs to win.

        Where the goal is to win it is only asked whether he wins with his next turn.
        """
        most = 2 if self.to_win else left
        opponent = 1 - self.solver
        return next((n for n in range(most) if self.wins.wins(position, opponent, n)), most)

    def reply(self, position: Position, left: int) -> int:
        """What refutes: a win as soon as possible, or else whatever excludes the solver's in time,
        and if possible with his next turn as well."""
        opponent = position.player
        for turns in range(1, 2 if self.to_win else left + 1):
            if found := self.wins.actions(position, opponent, turns, winning=True, most=1):
                return found[0]
        for turns in (max(left, 2), left):
            if found := self.wins.actions(position, self.solver, turns, winning=False, most=1):
                return found[0]
        return position.actions()[0]  # whatever he does, the solver wins, but a turn too late
