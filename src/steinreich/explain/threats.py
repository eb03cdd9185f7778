"""Threats, found by the rules alone: what an action stops, and what it threatens.

Nobody may pass, so a threat cannot be seen by letting the opponent do nothing.  Instead it is
seen by comparing: a turn that wins after most of the other actions, and not after this one, has
been stopped by it; and if hardly any reply keeps the mover from winning, he threatens to win.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from steinreich.explain.lookahead import Lookahead, State, Turn
from steinreich.rules.contract import DRAW, ONGOING

PROBES = 6  # other actions that are looked at before it is believed that there is no danger
MOST_ESCAPES = 2  # replies that may stop what is still called a threat
MOST_KILLERS = 6  # different winning turns that are followed up


class Danger(NamedTuple):
    """What the next player could do after the other actions."""

    turn: str  # wins after most of them; empty if no turn does
    actions: Turn  # those of this turn
    always: bool  # it wins after all of them
    only_loss: bool  # all of them lose, by this turn or by another


class Threat(NamedTuple):
    """How the mover wins in his next turn."""

    wins: tuple[str, ...]  # turns of which one always wins; empty if there are too many to name
    escapes: tuple[str, ...]  # the only replies that prevent it; if there are none, it is a force


class Killers:
    """Winning turns found so far: one that won somewhere will often win elsewhere too."""

    def __init__(self, lookahead: Lookahead) -> None:
        self.lookahead = lookahead
        self.turns: dict[str, Turn] = {}

    def kill(self, s: State) -> bool:
        """Whether the player to move in a live state can win, with a known turn or a new one."""
        if any(self.wins(s, name) for name in self.turns):
            return True
        turn = next(self.lookahead.winning_turns(s), None)
        if turn and len(self.turns) < MOST_KILLERS:
            self.turns[self.lookahead.named(s, turn)] = turn
        return turn is not None

    def wins(self, s: State, name: str) -> bool:
        """Whether a known turn wins here; numbers are not enough, since names depend on states."""
        turn = self.turns[name]
        return self.lookahead.wins(s, turn) and self.lookahead.named(s, turn) == name


def danger(lookahead: Lookahead, others: Sequence[State], mover: int) -> Danger | None:
    """How the next player could win after the other actions: after all, or often in one way."""
    killers = Killers(lookahead)
    outcomes = [lookahead.outcome(s) for s in others]
    live = [
        s
        for s, outcome in zip(others, outcomes, strict=True)
        if outcome == ONGOING and lookahead.player(s) != mover
    ]
    for s in live[:: -(-len(live) // PROBES) or 1]:
        killers.kill(s)
    if not killers.turns:
        return None
    counts = {name: sum(killers.wins(s, name) for s in live) for name in killers.turns}
    name = max(counts, key=lambda name: counts[name])
    often = 2 * counts[name] > len(others)
    ended = [outcome for outcome in outcomes if outcome != ONGOING]
    rest_lose = len(live) + len(ended) == len(others) and not {DRAW, mover} & set(ended)
    only_loss = rest_lose and all(killers.kill(s) for s in live)
    if not often and not only_loss:
        return None
    always = counts[name] == len(others)
    turn = killers.turns[name]
    return Danger(name, turn, always, only_loss) if often else Danger("", (), always, only_loss)


def threat(lookahead: Lookahead, s: State, mover: int) -> Threat | None:
    """How the mover will win in his next turn, where few replies or none prevent it."""
    killers = Killers(lookahead)
    replies = lookahead.actions(s)
    most = min(MOST_ESCAPES, len(replies) // 2) if lookahead.game.players == 2 else 0
    escapes: list[str] = []
    doomed: list[State] = []  # where the mover wins
    for reply in replies:
        back: list[State] = []
        for state in lookahead.returns(lookahead.play(s, reply), mover):
            outcome = lookahead.outcome(state)
            if outcome == ONGOING and killers.kill(state):
                back.append(state)
            elif outcome != mover:
                escapes.append(lookahead.named(s, (reply,)))
                break
        else:
            doomed += back
        if len(escapes) > most:
            return None
    return Threat(covering(killers, doomed), tuple(escapes))


def covering(killers: Killers, states: Sequence[State]) -> tuple[str, ...]:
    """One or two of the winning turns that win in all these states between them, if there are."""
    wins = {
        name: {i for i, s in enumerate(states) if killers.wins(s, name)} for name in killers.turns
    }
    for size in (1, 2):
        for names in combinations(wins, size):
            if len(set().union(*(wins[name] for name in names))) == len(states):
                return names
    return ()
