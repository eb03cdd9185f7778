"""Check puzzles with the reference implementations alone, without the package's rules and
searches.
"""

from typing import Any

from steinreich import load
from steinreich.puzzles.puzzle import Puzzle
from tests.reference import chain_reaxis, inner_square, six_in_line, tzaar, vier3d

REFERENCES: dict[str, Any] = {
    "chain_reaxis": chain_reaxis,
    "inner_square": inner_square,
    "six_in_line": six_in_line,
    "tzaar": tzaar,
    "vier3d": vier3d,
}
MARGIN_TURNS = 1  # as described in docs/puzzles.md


class ReferencePuzzle:
    """A puzzle in a reference implementation."""

    def __init__(self, puzzle: Puzzle) -> None:
        game = load(puzzle.game)
        self.puzzle = puzzle
        self.rules = REFERENCES[game.name]
        self.start = self.rules.from_text(puzzle.position, **game.options)
        self.solver = self.rules.player(self.start)

    def wins(self, p: Any, attacker: int, turns: int) -> bool:
        """Return whether a player can force a win within a number of turns of all players."""
        returns = self.rules.returns(p)
        if returns is not None:
            return bool(returns[attacker] == 1)
        if turns == 0:
            return False
        mover = self.rules.player(p)
        wins = (
            self.wins(after, attacker, self.turns_left(mover, after, turns))
            for after in (self.rules.play(p, name) for name in self.rules.legal(p))
        )
        return any(wins) if mover == attacker else all(wins)

    def turns_left(self, mover: int, after: Any, turns: int) -> int:
        """Return the remaining turns: one less when another player is to act."""
        is_over = self.rules.returns(after) is not None
        return turns - (not is_over and self.rules.player(after) != mover)

    def find_right_actions(self) -> list[str]:
        """Return the first actions that reach the goal."""
        n, right = self.puzzle.turns, []
        for name in self.rules.legal(self.start):
            after = self.rules.play(self.start, name)
            if self.puzzle.goal == "win":
                reaches = self.wins(
                    after, self.solver, self.turns_left(self.solver, after, 2 * n - 1)
                )
            else:
                turns = self.turns_left(self.solver, after, 2 * (n + MARGIN_TURNS))
                reaches = not self.wins(after, 1 - self.solver, turns)
            if reaches:
                right.append(name)
        return right

    def main_line_positions(self) -> list[Any]:
        """Return the positions of the main line."""
        positions = [self.start]
        for name in self.puzzle.lines[0]:
            assert name in self.rules.legal(positions[-1])
            positions.append(self.rules.play(positions[-1], name))
        return positions
