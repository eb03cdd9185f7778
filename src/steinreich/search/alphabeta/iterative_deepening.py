"""The Python interface of alpha-beta search: iterative deepening within a budget.

The root is searched here and everything below it in compiled code, so that several lines, stopping
and progress reports need no compiled rules.
"""

import time
from collections.abc import Callable, Sequence
from math import tanh
from threading import Event
from typing import Any, NamedTuple

from steinreich.compile.binder import Compiler, typed
from steinreich.core.position import Position, expect_live, expect_position
from steinreich.rules import contract
from steinreich.rules.bits import ALL
from steinreich.rules.contract import DRAW, LOST
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Text
from steinreich.search.alphabeta.rules import (
    ACTION_BITS,
    ACTIONS,
    ENTRIES,
    HISTORY,
    HORIZON,
    KILLERS,
    LIMIT,
    MAX_DEPTH,
    NODES,
    PROVEN,
    STOP,
    STOPPED,
    WIN,
    Memory,
    score_of,
    unpack_entry,
)
from steinreich.search.knowledge import DEFAULT_SCALE
from steinreich.search.limits import check_actions, stopping
from steinreich.search.result import Line, SearchResult, Verdict, certain, estimated, own_turns

NO_LIMIT = 1 << 62
ENTRY_BYTES = 16  # of the table
STEP_BACK = 2  # plies by which the depth is reduced when the best action turns out to lose


class AlphaBeta:
    """Alpha-beta search with a transposition table that is kept between searches."""

    def __init__(
        self,
        position: Position,
        *,
        table: int = 1 << 20,
        compiler: Compiler | None = None,
        scale: int = DEFAULT_SCALE,
    ) -> None:
        """`scale` is the evaluation that makes a win e times as likely as a loss."""
        expect_position(position)
        self.game = position.game
        if self.game.players > 2:
            raise BadArgument(Text("alpha-beta search is for one or two players"))
        check_actions(self.game, ACTION_BITS)
        self.compiled = compiler or position.game.compiled
        self.scale = scale
        self.memory = empty_memory(position.game.definition.num_actions, table)
        # Compile now, so that no search spends its time budget on it.
        self.compiled.entry(score_of)(typed(position.state), self.memory, 0, -WIN, WIN, 0)

    def forget(self) -> None:
        """Clear the transposition table and the history."""
        self.memory[HISTORY:] = 0

    def run(
        self,
        position: Position,
        depth: int = MAX_DEPTH,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: Event | None = None,
        lines: int = 1,
        progress: Callable[[SearchResult], None] | None = None,
        only: Sequence[int] | None = None,
    ) -> SearchResult:
        """Search until a depth, time or node limit is reached, or until `stop` is set.

        The depth is at least one action.  `progress` is called after every finished depth.  `only`
        restricts the search to some of the actions.
        """
        expect_live(position, self.game)
        actions = position.actions() if only is None else only
        deepening = Deepening(self, position, actions, lines, time.perf_counter())
        self.begin(NO_LIMIT if nodes is None else nodes)
        self.memory[KILLERS:HISTORY] = -1
        self.memory[HISTORY : HISTORY + 2 * self.memory[ACTIONS]] //= 8
        with stopping(self.request_stop, seconds, stop):
            deepening.work(depth, progress)
        return deepening.result()

    def request_stop(self) -> None:
        """Ask the running search to stop."""
        self.memory[STOP] = 1

    def begin(self, nodes: int) -> None:
        """Reset the node count and set its limit."""
        self.memory[[NODES, STOP, HORIZON]] = 0
        self.memory[LIMIT] = nodes

    def score(self, position: Position, depth: int, nodes: int = NO_LIMIT) -> int:
        """Return the score of a position, at a reduced depth if nodes run out."""
        expect_position(position, self.game)
        state = typed(position.state)
        for less_deep in range(depth, -1, -1):
            self.begin(nodes if less_deep else NO_LIMIT)
            score = int(self.compiled.entry(score_of)(state, self.memory, less_deep, -WIN, WIN, 0))
            if score != STOPPED:
                break
        return score

    def verdict(self, position: Position, score: float, is_exact: bool) -> Verdict:
        """Return the verdict for a score of the player to move; exact ones contain no estimate."""
        mover, players = position.player, self.game.players
        if abs(score) > PROVEN:
            loss = LOST if players == 1 else 1 - mover
            winner, actions = (mover if score > 0 else loss), round(WIN - abs(score))
            return certain(winner, players, own_turns(position, winner, actions))
        return certain(DRAW, players) if is_exact else self.estimate(mover, score)

    def estimate(self, mover: int, score: float) -> Verdict:
        """Return the estimated verdict for a score that is not proven."""
        return estimated(tanh(score / self.scale / 2), mover, self.game.players)

    def line(self, position: Position, length: int) -> list[int]:
        """Return the principal variation, as far as it is in the transposition table."""
        key = position.game.plain(contract.key)
        found: list[int] = []
        while len(found) < length and not position.is_over:
            position_key = key(position.state)
            known, fact = self.remembered(position_key)
            action = unpack_entry(fact).best
            if known != position_key or action not in position.actions():
                break
            found.append(action)
            position = position.after_legal(action)
        return found

    def remembered(self, key: int) -> tuple[int, int]:
        """Return the key and the packed entry at the table index of a position."""
        entries = int(self.memory[ENTRIES])
        place = len(self.memory) - 2 * (entries - (key & entries - 1))
        return int(self.memory[place]) & ALL, int(self.memory[place + 1]) & ALL


class RootAction(NamedTuple):
    """One of the best actions of a depth, with its score in units of the evaluation."""

    action: int
    score: int
    is_exact: bool  # whether the score contains no estimate

    @property
    def is_proven(self) -> bool:
        """Whether the score is certain."""
        return self.is_exact or abs(self.score) > PROVEN


class Deepening:
    """The search of one root position.

    An action that is proven to lose is *lost* and not searched again; the position is lost only if
    all actions are.  If the best action turns out to be lost, the others are searched again from a
    lower depth, because it is not known yet which of them is best.
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
        self.live = list(self.children)  # actions that are not lost, the best so far first
        self.lost: dict[int, int] = {}  # upper bounds of the scores of the others
        self.found = [RootAction(action, 0, False) for action in self.live[: self.wanted]]
        self.is_covered = False  # whether no score of any action contains an estimate
        self.depth = 0

    def work(self, depth: int, progress: Callable[[SearchResult], None] | None) -> None:
        """Search with increasing depth; call `progress` after every finished depth."""
        due = 1
        while due <= depth:
            if not self.deepen(due):
                if self.found:
                    return
                # The best action is lost.  Depth 1 is always searched, whatever the budget.
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
        """Return whether a deeper search cannot change the result."""
        if not self.live:
            return True
        are_proven = all(rated.is_proven for rated in self.found)
        return are_proven and (self.is_covered or self.found[-1].score > PROVEN)

    def result(self) -> SearchResult:
        """Return the search result so far; lost actions come last.

        The first line gives the verdict of the position, so a draw is only proven if no other
        action can be better.
        """
        search, position = self.search, self.position
        best = list(self.found)
        if best and not self.is_covered:
            best[0] = best[0]._replace(is_exact=False)
        longest = sorted(self.lost, key=lambda action: self.lost[action], reverse=True)
        best += [RootAction(action, self.lost[action], False) for action in longest]
        lines = tuple(
            Line(
                (action, *search.line(self.children[action], self.depth)),
                search.verdict(position, score, is_exact),
            )
            for action, score, is_exact in best[: self.wanted]
        )
        seconds = time.perf_counter() - self.began
        return SearchResult(lines, int(search.memory[NODES]), self.depth, seconds)

    def deepen(self, depth: int) -> bool:
        """Search one depth; return False if the budget ran out, or all best actions are lost.

        An incomplete depth is kept if it includes the action that was best before.
        """
        memory = self.search.memory
        rated: dict[int, RootAction] = {}
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
                rated[action] = RootAction(action, score, is_exact)
        self.depth, self.is_covered = depth, is_covered
        self.keep(rated)
        self.live.sort(key=lambda one: rated[one].score if one in rated else -WIN, reverse=True)
        return True

    def lose(self, action: int, score: int) -> None:
        """Record that an action is proven to lose."""
        self.live.remove(action)
        self.lost[action] = score
        self.found = [rated for rated in self.found if rated.action != action]

    def delay(self, depth: int) -> None:
        """Find the action that delays the loss longest, when all actions lose."""
        rated: dict[int, RootAction] = {}
        for action in sorted(self.lost, key=lambda action: self.lost[action], reverse=True):
            low = self.bar(rated)
            is_first = len(rated) < self.wanted
            score = self.score(action, depth, low, is_first)
            if score == STOPPED:
                return
            self.lost[action] = min(self.lost[action], score)
            if is_first or score > low:
                rated[action] = RootAction(action, self.lost[action], False)

    def bar(self, rated: dict[int, RootAction]) -> int:
        """Return the score that an action must exceed to be among the best."""
        if len(rated) < self.wanted:
            return -WIN
        return sorted(one.score for one in rated.values())[-self.wanted]

    def score(self, action: int, depth: int, low: int, first: bool) -> int:
        """Return the score of an action; with a zero window first, except for the first ones."""
        high = WIN if first else low + 1
        score = self.window(action, depth, low, high)
        if score != STOPPED and low < score and not first:
            score = self.window(action, depth, low, WIN)
        return score

    def window(self, action: int, depth: int, low: int, high: int) -> int:
        """Return the score of an action within a window, for the player to move."""
        run: Any = self.search.compiled.entry(score_of)
        state, memory = self.states[action], self.search.memory
        if self.children[action].player == self.position.player:
            return int(run(state, memory, depth - 1, low, high, 1))
        score = int(run(state, memory, depth - 1, -high, -low, 1))
        return score if score == STOPPED else -score

    def keep(self, rated: dict[int, RootAction]) -> None:
        """Replace the best actions, if enough have been found."""
        ranked = sorted(rated.values(), key=lambda one: one.score, reverse=True)[: self.wanted]
        if len(ranked) == min(self.wanted, len(self.live)):
            self.found = ranked


def entries(megabytes: int) -> int:
    """Return the number of table entries that fit into memory."""
    return max(1 << 10, megabytes * 1_000_000 // ENTRY_BYTES)


def empty_memory(actions: int, table: int) -> Memory:
    """Return cleared memory whose table has at most `table` entries."""
    import numpy as np

    size = 1 << table.bit_length() - 1
    memory = np.zeros(HISTORY + (MAX_DEPTH + 3) * actions + 2 * size, np.int64)
    memory[ACTIONS], memory[ENTRIES] = actions, size
    return memory
