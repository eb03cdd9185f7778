"""Alpha-beta search from Python: deeper and deeper until a budget is used up.

The actions of the position itself are gone through here, and everything below them in compiled
code: so several best lines, a stop in the middle and reports on the way need no rules of their own.
"""

import time
from collections.abc import Callable, Sequence
from threading import Event
from typing import Any, NamedTuple

from steinreich.compile.binder import Compiler, typed
from steinreich.core.position import Position, expect_live, expect_position
from steinreich.rules import contract
from steinreich.rules.bits import ALL
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Words
from steinreich.search.action_numbers import check_actions
from steinreich.search.alphabeta.rules import (
    ACTION_BITS,
    ACTIONS,
    DEEPEST,
    ENTRIES,
    HISTORY,
    HORIZON,
    KILLERS,
    LIMIT,
    NODES,
    PROVEN,
    STOP,
    STOPPED,
    WIN,
    Memory,
    score_of,
    unpacked,
)
from steinreich.search.clock import stopping

NO_LIMIT = 1 << 62
ENTRY_BYTES = 16  # of the table
STEP_BACK = 2  # how much less deep the others are looked at when the best action has fallen


class ScoredLine(NamedTuple):
    """An action and what it leads to."""

    line: list[int]  # the actions that are best for both sides, this one first
    score: int  # for the player to move
    is_exact: bool  # no estimate has gone into the score

    @property
    def is_proven(self) -> bool:
        """Whether the score is certain: a win or a loss in `actions`, or a draw."""
        return self.is_exact or abs(self.score) > PROVEN

    @property
    def actions(self) -> int:
        """How many actions a certain win or loss takes at most."""
        return WIN - abs(self.score)


class SearchResult(NamedTuple):
    """What the deepest search has found."""

    lines: list[ScoredLine]  # the best first
    depth: int
    nodes: int
    seconds: float

    @property
    def line(self) -> list[int]:
        """The actions that are best for both sides."""
        return self.lines[0].line

    @property
    def best(self) -> int:
        """The action to play."""
        return self.line[0]

    @property
    def score(self) -> int:
        """For the player to move."""
        return self.lines[0].score

    @property
    def is_proven(self) -> bool:
        """Whether the score is certain."""
        return self.lines[0].is_proven

    @property
    def actions(self) -> int:
        """How many actions a certain win or loss takes at most."""
        return self.lines[0].actions


class AlphaBeta:
    """A search that remembers positions from one question to the next."""

    def __init__(
        self, position: Position, *, table: int = 1 << 20, compiler: Compiler | None = None
    ) -> None:
        expect_position(position)
        self.game = position.game
        if self.game.players > 2:
            raise BadArgument(
                Words(
                    "alpha-beta search is for one or two players",
                    "die Alpha-Beta-Suche ist für einen oder zwei Spieler",
                )
            )
        check_actions(self.game, ACTION_BITS)
        self.compiled = compiler or position.game.compiled
        self.memory = empty_memory(position.game.definition.actions, table)
        # Compile now, so that no search spends its time on it.
        self.compiled.entry(score_of)(typed(position.state), self.memory, 0, -WIN, WIN, 0)

    def forget(self) -> None:
        """Begin as if nothing had been searched yet."""
        self.memory[HISTORY:] = 0

    def run(
        self,
        position: Position,
        depth: int = DEEPEST,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: Event | None = None,
        lines: int = 1,
        progress: Callable[[SearchResult], None] | None = None,
        only: Sequence[int] | None = None,
    ) -> SearchResult:
        """Search to a depth, for some time or nodes, or until `stop` is set.

        At least one action is looked ahead.  `progress` hears of every finished depth.  Only some
        of the actions may be asked about.
        """
        expect_live(position, self.game)
        actions = position.actions() if only is None else only
        deepening = Deepening(self, position, actions, lines, time.perf_counter())
        self.begin(NO_LIMIT if nodes is None else nodes)
        self.memory[KILLERS:HISTORY] = -1
        self.memory[HISTORY : HISTORY + 2 * self.memory[ACTIONS]] //= 8
        with stopping(self.put_up_sign, seconds, stop):
            deepening.work(depth, progress)
        return deepening.result()

    def put_up_sign(self) -> None:
        """End the search that is going on."""
        self.memory[STOP] = 1

    def begin(self, nodes: int) -> None:
        """Begin to count, up to so many nodes."""
        self.memory[[NODES, STOP, HORIZON]] = 0
        self.memory[LIMIT] = nodes

    def score(self, position: Position, depth: int, nodes: int = NO_LIMIT) -> int:
        """The score of one position for its player to move, looking less deep if nodes run out."""
        expect_position(position, self.game)
        state = typed(position.state)
        for less_deep in range(depth, -1, -1):
            self.begin(nodes if less_deep else NO_LIMIT)
            score = int(self.compiled.entry(score_of)(state, self.memory, less_deep, -WIN, WIN, 0))
            if score != STOPPED:
                break
        return score

    def line(self, position: Position, length: int) -> list[int]:
        """The best actions one after another, as far as they are remembered."""
        key = position.game.plain(contract.key)
        found: list[int] = []
        while len(found) < length and not position.is_over:
            position_key = key(position.state)
            known, fact = self.remembered(position_key)
            action = unpacked(fact).best
            if known != position_key or action not in position.actions():
                break
            found.append(action)
            position = position.after_legal(action)
        return found

    def remembered(self, key: int) -> tuple[int, int]:
        """The key and the fact where a position would stand in the table."""
        entries = int(self.memory[ENTRIES])
        place = len(self.memory) - 2 * (entries - (key & entries - 1))
        return int(self.memory[place]) & ALL, int(self.memory[place + 1]) & ALL


class ScoredAction(NamedTuple):
    """An action among the best of a depth."""

    action: int
    score: int
    is_exact: bool  # no estimate has gone into the score

    @property
    def is_proven(self) -> bool:
        """Whether the score is certain."""
        return self.is_exact or abs(self.score) > PROVEN


class Deepening:
    """One position in the course of being searched.

    An action that is proven to lose is *lost* and not looked at again: the position is lost when
    all are, and never before.  Where the action that seemed best turns out to be lost, the others
    are looked at from the beginning, since nobody knows yet which of them is best.
    """

    def __init__(
        self,
        search: AlphaBeta,
        position: Position,
        actions: Sequence[int],
        lines: int,
        began: float,
    ) -> None:
        self.search = search
        self.position = position
        self.began = began
        self.children = {action: position.after_legal(action) for action in actions}
        self.states = {action: typed(child.state) for action, child in self.children.items()}
        self.wanted = min(lines, len(self.children))
        self.live = list(self.children)  # those that are not lost; the best so far first
        self.lost: dict[int, int] = {}  # the others, with what they are worth at most
        self.found = [ScoredAction(action, 0, False) for action in self.live[: self.wanted]]
        self.is_covered = False  # whether no estimate has gone into the score of any action
        self.depth = 0

    def work(self, depth: int, progress: Callable[[SearchResult], None] | None) -> None:
        """Look deeper and deeper; `progress` hears of every finished depth."""
        due = 1
        while due <= depth:
            if not self.deepen(due):
                if self.found:
                    return
                # The best has fallen.  One action ahead is always looked, whatever the budget.
                self.deepen(1)
                due = max(2, due - STEP_BACK)
                continue
            if not self.live:
                self.delay(due)
            if progress:
                progress(self.result())
            if self.is_settled():
                return
            due += 1

    def is_settled(self) -> bool:
        """Whether looking deeper cannot change anything."""
        if not self.live:
            return True
        are_proven = all(rated.is_proven for rated in self.found)
        return are_proven and (self.is_covered or self.found[-1].score > PROVEN)

    def result(self) -> SearchResult:
        """What has been found so far; lost actions come last.

        The first line speaks for the position: so a draw is only called one if no other action
        could be better.
        """
        nodes = int(self.search.memory[NODES])
        best = list(self.found)
        if best and not self.is_covered:
            best[0] = best[0]._replace(is_exact=False)
        longest = sorted(self.lost, key=lambda action: self.lost[action], reverse=True)
        best += [ScoredAction(action, self.lost[action], False) for action in longest]
        lines = [
            ScoredLine([action, *self.search.line(self.children[action], self.depth)], score, exact)
            for action, score, exact in best[: self.wanted]
        ]
        return SearchResult(lines, self.depth, nodes, time.perf_counter() - self.began)

    def deepen(self, depth: int) -> bool:
        """Look so deep; False if there was no time to finish, or the best have fallen.

        In the latter case none is found.  What was found before the end is kept if it includes the
        action that was best before.
        """
        memory = self.search.memory
        rated: dict[int, ScoredAction] = {}
        is_covered = True
        for action in list(self.live):
            low = self.bar(rated)
            before = memory[HORIZON]
            is_first = len(rated) < self.wanted
            score = self.score(action, depth, low, is_first)
            if score == STOPPED:
                self.keep(rated)
                return False
            if score < -PROVEN:
                self.lose(action, score)
                if not self.found and not rated and depth > 1 and self.live:
                    return False
                continue
            is_exact = bool(memory[HORIZON] == before)
            is_covered &= is_exact
            if is_first or score > low:
                rated[action] = ScoredAction(action, score, is_exact)
        self.depth, self.is_covered = depth, is_covered
        self.keep(rated)
        self.live.sort(key=lambda one: rated[one].score if one in rated else -WIN, reverse=True)
        return True

    def lose(self, action: int, score: int) -> None:
        """An action is proven to lose."""
        self.live.remove(action)
        self.lost[action] = score
        self.found = [rated for rated in self.found if rated.action != action]

    def delay(self, depth: int) -> None:
        """All actions lose: see which of them takes longest."""
        rated: dict[int, ScoredAction] = {}
        for action in sorted(self.lost, key=lambda action: self.lost[action], reverse=True):
            low = self.bar(rated)
            is_first = len(rated) < self.wanted
            score = self.score(action, depth, low, is_first)
            if score == STOPPED:
                return
            self.lost[action] = min(self.lost[action], score)
            if is_first or score > low:
                rated[action] = ScoredAction(action, self.lost[action], False)

    def bar(self, rated: dict[int, ScoredAction]) -> int:
        """What an action must be worth more than to be among the best."""
        if len(rated) < self.wanted:
            return -WIN
        return sorted(one.score for one in rated.values())[-self.wanted]

    def score(self, action: int, depth: int, low: int, first: bool) -> int:
        """The score of an action; if it is not one of the first, only if it beats the bar."""
        high = WIN if first else low + 1
        score = self.window(action, depth, low, high)
        if score != STOPPED and low < score and not first:
            score = self.window(action, depth, low, WIN)
        return score

    def window(self, action: int, depth: int, low: int, high: int) -> int:
        """The score of an action between two bounds, for the player to move."""
        run: Any = self.search.compiled.entry(score_of)
        state, memory = self.states[action], self.search.memory
        if self.children[action].player == self.position.player:
            return int(run(state, memory, depth - 1, low, high, 1))
        score = int(run(state, memory, depth - 1, -high, -low, 1))
        return score if score == STOPPED else -score

    def keep(self, rated: dict[int, ScoredAction]) -> None:
        """Take over the best, if there are enough of them."""
        ranked = sorted(rated.values(), key=lambda one: one.score, reverse=True)[: self.wanted]
        if len(ranked) == min(self.wanted, len(self.live)):
            self.found = ranked


def entries(megabytes: int) -> int:
    """How many entries of a table fit."""
    return max(1 << 10, megabytes * 1_000_000 // ENTRY_BYTES)


def empty_memory(actions: int, table: int) -> Memory:
    """Memory of which nothing is used yet; the table has at most so many entries."""
    import numpy as np

    size = 1 << table.bit_length() - 1
    memory = np.zeros(HISTORY + (DEEPEST + 3) * actions + 2 * size, np.int64)
    memory[ACTIONS], memory[ENTRIES] = actions, size
    return memory
