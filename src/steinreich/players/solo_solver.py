"""A solver of puzzles for one player: finds a solution or proves that there is none.

Depth-first search over the rules of the game with a set of dead ends.  If the game defines a
`distance`, actions that lead closest to the goal are searched first, so that the search rarely
backtracks while a solution is near.  An exhausted search proves that there is no solution.
"""

import time
from math import inf
from threading import Event
from typing import Any, Literal, NamedTuple

from steinreich.core.position import Position, expect_position
from steinreich.players.knowledge import find_heuristics
from steinreich.players.knowledge.definition import zero_distance
from steinreich.rules import arguments
from steinreich.rules.contract import LOST, ONGOING
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Text

Status = Literal["solvable", "unsolvable", "unknown"]
NODES_BETWEEN_CHECKS = 4  # of the clock and the stop event: a node takes milliseconds


class Solution(NamedTuple):
    """The result of the solver."""

    status: Status  #: "unknown" only if the search was stopped
    actions: tuple[int, ...]  #: a solution, if it is solvable
    nodes: int  #: expanded positions
    seconds: float  #: duration of the search


class SearchStopped(Exception):
    """The search was stopped before an answer was found."""


def solve(position: Position, seconds: float | None = 60.0, stop: Event | None = None) -> Solution:
    """Solve a game for one player from a position on; setting `stop` ends the search.

    >>> from steinreich import load, solve
    >>> position = load("six_in_line(players=1)").start()
    >>> solution = solve(position, seconds=30)
    >>> for action in solution.actions:
    ...     position = position.after(action)
    >>> solution.status, position.returns
    ('solvable', (1,))
    """
    expect_position(position)
    if position.game.players != 1:
        raise BadArgument(Text("only games for one player can be solved"))
    seconds = None if seconds is None else arguments.check_not_negative("seconds", seconds)
    search = Search(position, seconds, arguments.check_event("stop", stop))
    status: Status = "unsolvable"
    try:
        if search.can_reach_goal(position.state):
            status = "solvable"
    except SearchStopped:
        status = "unknown"
    actions = tuple(reversed(search.path)) if status == "solvable" else ()
    return Solution(status, actions, search.nodes, time.perf_counter() - search.began)


class Search:
    """One depth-first search with its set of dead ends."""

    def __init__(self, position: Position, seconds: float | None, stop: Event | None) -> None:
        self.game = position.game
        self.rules = position.game.definition
        heuristics = find_heuristics(self.game)
        self.distance = heuristics.distance if heuristics else zero_distance
        self.began = time.perf_counter()
        self.deadline = inf if seconds is None else self.began + seconds
        self.stop = stop
        self.nodes = 0
        self.dead_ends: set[Any] = set()  # states from which the goal cannot be reached
        self.path: list[int] = []  # the actions to the goal, in reverse

    def can_reach_goal(self, state: Any) -> bool:
        """Return whether the goal can be reached; if so, append the actions to `path`."""
        outcome = self.rules.outcome(state)
        if outcome != ONGOING:
            return bool(outcome != LOST)
        if state in self.dead_ends:
            return False
        self.count_node()
        for _, action, after in self.sorted_children(state):
            if self.can_reach_goal(after):
                self.path.append(action)
                return True
        self.dead_ends.add(state)
        return False

    def count_node(self) -> None:
        """Count a node; raise `SearchStopped` after the deadline or a stop."""
        if self.nodes % NODES_BETWEEN_CHECKS == 0:
            if time.perf_counter() >= self.deadline or (
                self.stop is not None and self.stop.is_set()
            ):
                raise SearchStopped
        self.nodes += 1

    def sorted_children(self, state: Any) -> list[tuple[int, int, Any]]:
        """Return the distance, action and state after each legal action, sorted by distance."""
        actions = self.game.legal_actions(state)
        children = ((action, self.rules.play(state, action)) for action in actions)
        return sorted((self.distance(after), action, after) for action, after in children)
