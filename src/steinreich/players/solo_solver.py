"""Puzzles for one player: a way to the goal, or the proof that there is none any more.

The search goes depth first over the rules of the game, remembers what led nowhere, and looks
first at what comes closest to a solved board.  So it hardly ever turns back while a solution is
near, and when it has turned back from everything, there is none.
"""

import time
from collections.abc import Callable
from functools import cache
from itertools import permutations
from math import inf
from threading import Event
from types import ModuleType
from typing import Any, Literal, NamedTuple

from steinreich.core.position import Position, expect_position
from steinreich.games import six_in_line
from steinreich.games.six_in_line.rules import LINES, State
from steinreich.rules import arguments
from steinreich.rules.bits import bitboard, count
from steinreich.rules.contract import LOST, ONGOING
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Words

Prospect = Literal["solvable", "unsolvable", "unknown"]
NODES_BETWEEN_LOOKS = 4  # at the clock and the stop sign: a node takes milliseconds


class Solution(NamedTuple):
    """Whether a puzzle can still be solved, and how."""

    prospect: Prospect  #: "unknown" only if time ran out
    actions: tuple[int, ...]  #: to the goal, if it is solvable
    nodes: int  #: positions whose actions were looked at
    seconds: float  #: of searching


class OutOfTime(Exception):
    """The search has to end without an answer."""


def solve(position: Position, seconds: float | None = 60.0, stop: Event | None = None) -> Solution:
    """Solve a game for one player from a position on; setting `stop` ends the search.

    >>> from steinreich import load, solve
    >>> position = load("six_in_line(players=1)").start()
    >>> solution = solve(position, seconds=30)
    >>> for action in solution.actions:
    ...     position = position.after(action)
    >>> solution.prospect, position.returns
    ('solvable', (1,))
    """
    expect_position(position)
    if position.game.players != 1:
        raise BadArgument(
            Words(
                "only a game for one player is solved",
                "gelöst wird nur ein Spiel für einen allein",
            )
        )
    seconds = None if seconds is None else arguments.not_negative("seconds", seconds)
    search = Search(position, seconds, stop)
    prospect: Prospect = "unsolvable"
    try:
        if search.succeeds(position.state):
            prospect = "solvable"
    except OutOfTime:
        prospect = "unknown"
    actions = tuple(reversed(search.path)) if prospect == "solvable" else ()
    return Solution(prospect, actions, search.nodes, time.perf_counter() - search.began)


class Search:
    """One depth-first search, and what it remembers."""

    def __init__(self, position: Position, seconds: float | None, stop: Event | None) -> None:
        self.game = position.game
        self.rules = position.game.definition
        self.guide: Callable[[Any], int] = GUIDES.get(self.game.module, blindly)
        self.began = time.perf_counter()
        self.until = inf if seconds is None else self.began + seconds
        self.stop = stop
        self.nodes = 0
        self.hopeless: set[Any] = set()  # states from which nothing leads to the goal
        self.path: list[int] = []  # the actions to the goal, last one first

    def succeeds(self, state: Any) -> bool:
        """Whether the goal can be reached; if so, the actions are in `path`."""
        outcome = self.rules.outcome(state)
        if outcome != ONGOING:
            return bool(outcome != LOST)
        if state in self.hopeless:
            return False
        self.look_at_the_clock()
        for _, action, after in self.closest_first(state):
            if self.succeeds(after):
                self.path.append(action)
                return True
        self.hopeless.add(state)
        return False

    def look_at_the_clock(self) -> None:
        """Count a node; end the search if it is time."""
        if self.nodes % NODES_BETWEEN_LOOKS == 0:
            if time.perf_counter() >= self.until or (self.stop is not None and self.stop.is_set()):
                raise OutOfTime
        self.nodes += 1

    def closest_first(self, state: Any) -> list[tuple[int, int, Any]]:
        """How far from the goal each action leaves us, the action, and the state after it."""
        actions = self.game.legal_actions(state)
        afters = ((action, self.rules.play(state, action)) for action in actions)
        return sorted((self.guide(after), action, after) for action, after in afters)


def blindly(state: Any) -> int:
    """No guide at all: one state looks like another."""
    return 0


def misplaced(state: State) -> int:
    """How many stones stand where the closest solved board of Six in Line has none."""
    stones = state.stones
    return min(count(stones & holes) for holes in solved_boards())


@cache
def solved_boards() -> tuple[int, ...]:
    """The holes of each board of thirty stones without a full line.

    Six holes break fourteen lines only if every row, every column and both diagonals have one.
    """
    boards = (
        bitboard(6 * row + column for row, column in enumerate(columns))
        for columns in permutations(range(6))
    )
    return tuple(holes for holes in boards if all(holes & line for line in LINES))


GUIDES: dict[ModuleType, Callable[[Any], int]] = {six_in_line: misplaced}
