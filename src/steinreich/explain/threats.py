"""Threats, derived from the rules alone: those that an action stops, and those that it makes.

Passing is illegal, so threats cannot be found by letting the opponent pass. They are found by
comparison: a turn that wins after most of the other actions, but not after this one, has been
stopped by it; and if few replies prevent the mover's win, the mover threatens to win.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from steinreich.explain.lookahead import Lookahead, State, Turn
from steinreich.rules.contract import DRAW, ONGOING

MAX_PROBES = 6  # other actions after which winning turns of the next player are searched for
MAX_ESCAPES = 2  # replies that prevent a win; if there are more, it is not reported as a threat
MAX_KILLERS = 6  # winning turns that are tried again in other positions


class Danger(NamedTuple):
    """The win of the next player after the other actions."""

    turn: str  # the winning turn after most of them; empty if there is none
    actions: Turn  # the actions of that turn
    always: bool  # the turn wins after all other actions
    only_loss: bool  # all other actions lose, by this turn or another


class Threat(NamedTuple):
    """A win of the mover in the next turn."""

    wins: tuple[str, ...]  # turns one of which always wins; empty if there are too many to name
    escapes: tuple[str, ...]  # the only replies that prevent it; if empty, the win is forced


class Killers:
    """Killer heuristic: a turn that wins in one position is tried first in others."""

    def __init__(self, lookahead: Lookahead) -> None:
        self.lookahead = lookahead
        self.turns: dict[str, Turn] = {}

    def can_win(self, s: State) -> bool:
        """Return whether the player to move in a live state can win, with a known turn or a new
        one."""
        if any(self.wins(s, name) for name in self.turns):
            return True
        turn = next(self.lookahead.winning_turns(s), None)
        if turn and len(self.turns) < MAX_KILLERS:
            self.turns[self.lookahead.name_turn(s, turn)] = turn
        return turn is not None

    def wins(self, s: State, name: str) -> bool:
        """Return whether a known turn wins in a state and has the same name there."""
        turn = self.turns[name]
        return self.lookahead.wins(s, turn) and self.lookahead.name_turn(s, turn) == name


def find_danger(lookahead: Lookahead, others: Sequence[State], mover: int) -> Danger | None:
    """Return how the next player wins after the other actions; None unless it is a danger.

    It is one if the next player wins after all of them, or with one turn after most of them.
    """
    killers = Killers(lookahead)
    outcomes = [lookahead.outcome(s) for s in others]
    live = [
        s
        for s, outcome in zip(others, outcomes, strict=True)
        if outcome == ONGOING and lookahead.player(s) != mover
    ]
    for s in live[:: -(-len(live) // MAX_PROBES) or 1]:  # evenly spaced, at most MAX_PROBES
        killers.can_win(s)
    if not killers.turns:
        return None
    counts = {name: sum(killers.wins(s, name) for s in live) for name in killers.turns}
    name = max(counts, key=lambda name: counts[name])
    is_frequent = 2 * counts[name] > len(others)
    final = [outcome for outcome in outcomes if outcome != ONGOING]
    others_may_lose = len(live) + len(final) == len(others) and not {DRAW, mover} & set(final)
    only_loss = others_may_lose and all(killers.can_win(s) for s in live)
    if not is_frequent and not only_loss:
        return None
    always = counts[name] == len(others)
    turn = killers.turns[name]
    return (
        Danger(name, turn, always, only_loss) if is_frequent else Danger("", (), always, only_loss)
    )


def find_threat(lookahead: Lookahead, s: State, mover: int) -> Threat | None:
    """Return how the mover wins in the next turn, if few or no replies prevent it."""
    killers = Killers(lookahead)
    replies = lookahead.actions(s)
    max_escapes = min(MAX_ESCAPES, len(replies) // 2) if lookahead.game.players == 2 else 0
    escapes: list[str] = []
    winning: list[State] = []  # states in which the mover wins after a reply
    for reply in replies:
        returns: list[State] = []
        for state in lookahead.generate_returns(lookahead.play(s, reply), mover):
            outcome = lookahead.outcome(state)
            if outcome == ONGOING and killers.can_win(state):
                returns.append(state)
            elif outcome != mover:
                escapes.append(lookahead.name_turn(s, (reply,)))
                break
        else:
            winning += returns
        if len(escapes) > max_escapes:
            return None
    return Threat(find_covering_turns(killers, winning), tuple(escapes))


def find_covering_turns(killers: Killers, states: Sequence[State]) -> tuple[str, ...]:
    """Return one or two winning turns that together win in all these states, if they exist."""
    wins = {
        name: {i for i, s in enumerate(states) if killers.wins(s, name)} for name in killers.turns
    }
    for size in (1, 2):
        for names in combinations(wins, size):
            if len(set().union(*(wins[name] for name in names))) == len(states):
                return names
    return ()
