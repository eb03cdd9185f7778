"""The result of a search: lines of play, each with a verdict, and the effort they took.

Every search and every player returns a `SearchResult`.  A verdict is either *proven* or
*estimated*: a proven one has the outcome, an estimated one has `outcome == ONGOING`.  Actions are
numbers here; `Line.moves` returns their names.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from steinreich.core.position import Position, expect_position
from steinreich.rules.contract import DRAW, LOST, ONGOING


class Verdict(NamedTuple):
    """The value of a position for each player, and whether it is proven.

    >>> from steinreich import Verdict
    >>> Verdict((0.25, -0.25)).is_proven, Verdict((1.0, -1.0), outcome=0).is_proven
    (False, True)
    """

    values: tuple[float, ...]  #: for each player, from -1 (lost) to 1 (won)
    outcome: int = ONGOING  #: the proven outcome, or ONGOING if the values are estimates
    turns: int | None = None  #: upper bound of the winner's turns until a proven end, if known
    is_stored: bool = False  #: whether it is a proven fact from the store, not found by this search

    @property
    def is_proven(self) -> bool:
        """True if the outcome is certain."""
        return self.outcome != ONGOING


class Line(NamedTuple):
    """A line of play (principal variation) with its verdict.

    >>> from steinreich import Line, Verdict, load
    >>> Line((0, 1), Verdict((0.0, 0.0))).moves(load("vier3d").start())
    ('a1', 'b1')
    """

    actions: tuple[int, ...]  #: beginning with the one to play
    verdict: Verdict  #: the value of the line
    visits: int = 0  #: simulations that began with the first action, in a tree search

    def steps(self, position: Position) -> Iterator[tuple[Position, int]]:
        """Yield each action with the position before it; the line begins in `position`."""
        expect_position(position)
        return steps(self.actions, position)

    def moves(self, position: Position) -> tuple[str, ...]:
        """Return the names of the actions; the line begins in `position`."""
        return tuple(before.name(action) for before, action in self.steps(position))


def steps(actions: Iterable[int], position: Position) -> Iterator[tuple[Position, int]]:
    """Yield each of successive legal actions with the position before it."""
    for action in actions:
        yield position, action
        position = position.after_legal(action)


class SearchResult(NamedTuple):
    """The result of a search, with actions as numbers; `Analysis` has their names and texts.

    >>> from steinreich import Line, SearchResult, Verdict
    >>> SearchResult((Line((3,), Verdict((0.0, 0.0))),)).best
    3
    """

    lines: tuple[Line, ...]  #: beginning with the best; empty if the game is over
    nodes: int = 0  #: visited positions, or simulations
    depth: int = 0  #: in actions, for searches by depth
    seconds: float = 0.0  #: duration of the search
    #: verdict of the position, if it differs from that of the first line
    position_verdict: Verdict | None = None

    @property
    def best(self) -> int:
        """The action to play."""
        return self.lines[0].actions[0]

    @property
    def verdict(self) -> Verdict:
        """The value of the position."""
        return self.position_verdict or self.lines[0].verdict


def finished_result(position: Position) -> SearchResult:
    """Return the result for a finished game: a verdict without lines."""
    return SearchResult(
        (), position_verdict=proven_verdict(position.outcome, position.game.players, 0)
    )


def as_estimate(verdict: Verdict) -> Verdict:
    """Return an estimated verdict with the values of any verdict."""
    return Verdict(verdict.values)


def proven_verdict(outcome: int, players: int, turns: int | None = None) -> Verdict:
    """Return the proven verdict for an outcome."""
    if outcome == DRAW:
        values = (0.0,) * players
    elif outcome == LOST:
        values = (-1.0,) * players
    else:
        values = tuple(1.0 if player == outcome else -1.0 for player in range(players))
    return Verdict(values, outcome, turns)


def estimated_verdict(value: float, mover: int, players: int) -> Verdict:
    """Return the estimated verdict for a value of the player to move.

    The values of the other players are equal, and the sum of all is zero.
    """
    values = [-value / max(1, players - 1)] * players
    values[mover] = value
    return Verdict(tuple(values))


# The distance of a proven end: searches count actions, users count turns.


@lru_cache(maxsize=1024)
def count_own_turns(position: Position, winner: int, actions: int) -> int | None:
    """Return the maximum number of turns that the winner can begin within `actions` actions.

    The current turn counts.  If the length of turns depends on the actions played, every turn is
    assumed to be a single action.  Return None if the game cannot last that long.
    """
    rules, game = position.game.definition, position.game
    state: Any = position.state
    is_own = rules.player(state) == winner
    if game.players == 2 and rules.has_single_action_turns:
        return count_alternate_turns(actions, is_own)
    turns = int(is_own)
    for _ in range(actions - 1):
        following = [rules.play(state, action) for action in game.legal_actions(state)]
        ongoing = [after for after in following if rules.outcome(after) == ONGOING]
        if not ongoing:
            return None
        movers = {(rules.player(after), rules.starts_turn(after)) for after in ongoing}
        if len(movers) > 1:
            return count_alternate_turns(actions, is_own) if game.players == 2 else None
        state = ongoing[0]
        turns += movers == {(winner, True)}
    return turns


def count_alternate_turns(actions: int, is_own: bool) -> int:
    """Return the number of turns of one of two players within `actions` actions, if each turn is a
    single action; `is_own` states whether that player begins.
    """
    return (actions + is_own) // 2
