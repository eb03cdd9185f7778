"""The result of a search: lines of play, each with a verdict, and the effort they took.

Every search and every player returns a `SearchResult`, and it keeps this type up to the wire.  A
verdict is either *proven* or *estimated*, never a mixture: a proven one names the outcome, an
estimated one has `outcome == ONGOING`.  Actions are numbers here; `Line.moves` names them.
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
    outcome: int = ONGOING  #: the certain outcome, or ONGOING where the values are estimates
    turns: int | None = None  #: upper bound of the winner's turns until a proven end
    is_stored: bool = False  #: looked up in the store of proven facts, not searched

    @property
    def is_proven(self) -> bool:
        """Whether the outcome is certain."""
        return self.outcome != ONGOING


class Line(NamedTuple):
    """A line of play (principal variation) with its verdict.

    >>> from steinreich import Line, Verdict, load
    >>> Line((0, 1), Verdict((0.0, 0.0))).moves(load("vier3d").start())
    ('a1', 'b1')
    """

    actions: tuple[int, ...]  #: the first is the one to play
    verdict: Verdict  #: the value of the line
    visits: int = 0  #: simulations that began with the action, in a tree search

    def steps(self, position: Position) -> Iterator[tuple[Position, int]]:
        """Yield each action with the position in which it is played, starting from a position."""
        expect_position(position)
        return steps(self.actions, position)

    def moves(self, position: Position) -> tuple[str, ...]:
        """Return the names of the actions, played one after the other from a position."""
        return tuple(before.name(action) for before, action in self.steps(position))


def steps(actions: Iterable[int], position: Position) -> Iterator[tuple[Position, int]]:
    """Yield legal actions, each with the position in which it is played."""
    for action in actions:
        yield position, action
        position = position.after_legal(action)


class SearchResult(NamedTuple):
    """The result of a search, in numbers; `Analysis` is the same in names and words.

    >>> from steinreich import Line, SearchResult, Verdict
    >>> SearchResult((Line((3,), Verdict((0.0, 0.0))),)).best
    3
    """

    lines: tuple[Line, ...]  #: the best first; empty if the game is over
    nodes: int = 0  #: visited positions, or simulations
    depth: int = 0  #: in actions, if the search has a depth
    seconds: float = 0.0  #: duration of the search
    known: Verdict | None = None  #: of the position, if it differs from that of the first line

    @property
    def best(self) -> int:
        """The action to play."""
        return self.lines[0].actions[0]

    @property
    def verdict(self) -> Verdict:
        """The value of the position."""
        return self.known or self.lines[0].verdict


def finished_result(position: Position) -> SearchResult:
    """Return the result for a finished game: a verdict without lines."""
    return SearchResult((), known=certain(position.outcome, position.game.players, 0))


def as_estimate(verdict: Verdict) -> Verdict:
    """Return the values of a verdict as an estimate."""
    return Verdict(verdict.values)


def certain(outcome: int, players: int, turns: int | None = None) -> Verdict:
    """Return the proven verdict for an outcome."""
    if outcome == DRAW:
        values = (0.0,) * players
    elif outcome == LOST:
        values = (-1.0,) * players
    else:
        values = tuple(1.0 if player == outcome else -1.0 for player in range(players))
    return Verdict(values, outcome, turns)


def estimated(value: float, mover: int, players: int) -> Verdict:
    """Return an estimate for the player to move; the other players share the rest equally."""
    values = [-value / max(1, players - 1)] * players
    values[mover] = value
    return Verdict(tuple(values))


# Distances of proven ends: searches count actions, people count turns.


@lru_cache(maxsize=1024)
def own_turns(position: Position, winner: int, actions: int) -> int | None:
    """Return the maximum number of turns that a player can begin within `actions` actions.

    The current turn counts.  If the length of turns depends on the actions, every turn is assumed
    to be a single action.  Return None if the game cannot last that long.
    """
    rules, game = position.game.definition, position.game
    state: Any = position.state
    is_own = rules.player(state) == winner
    if game.players == 2 and rules.single_actions:
        return alternating(actions, is_own)
    turns = int(is_own)
    for _ in range(actions - 1):
        after = [rules.play(state, action) for action in game.legal_actions(state)]
        going_on = [one for one in after if rules.outcome(one) == ONGOING]
        if not going_on:
            return None
        due = {(rules.player(one), rules.starts_turn(one)) for one in going_on}
        if len(due) > 1:
            return alternating(actions, is_own) if game.players == 2 else None
        state = going_on[0]
        turns += due == {(winner, True)}
    return turns


def alternating(actions: int, is_own: bool) -> int:
    """Return the number of turns of one of two players whose turns are single actions."""
    return (actions + is_own) // 2
