"""The Python interface of alpha-beta search: iterative deepening within a budget.

The actions of the root position are searched one by one from Python, and everything below them in
machine code.  So several lines, stopping and progress reports need no compiled rules.
"""

import time
from collections.abc import Callable, Sequence
from math import tanh
from threading import Event
from typing import NamedTuple

from steinreich.compile.machine_code import Compiler
from steinreich.core.position import Position, expect_live, expect_position
from steinreich.rules import contract
from steinreich.rules.arrays import fill, zeros
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
    LIMIT,
    MAX_DEPTH,
    NODES,
    PROVEN,
    STOPPED,
    WIN,
    begin_search,
    search_position,
    unpack_entry,
)
from steinreich.search.knowledge import DEFAULT_SCALE
from steinreich.search.limits import NO_LIMIT, SearchLimits, check_actions
from steinreich.search.result import (
    Line,
    SearchResult,
    Verdict,
    count_own_turns,
    estimated_verdict,
    proven_verdict,
)

ENTRY_BYTES = 16  # size of a table entry
DEPTH_REDUCTION = 2  # in plies, after the best action has turned out to lose


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
        """Create a search with a table of at most `table` entries.

        `scale` is the evaluation that makes a win e times as likely as a loss.
        """
        expect_position(position)
        self.game = position.game
        if self.game.players > 2:
            raise BadArgument(Text("alpha-beta search is for one or two players"))
        check_actions(self.game, ACTION_BITS)
        self.compiler = compiler or position.game.compiler
        self.scale = scale
        self.memory = make_memory(position.game.definition.num_actions, table)
        # Compile now, so that no search spends its time budget on it.
        self.compiler.entry(search_position)(position.state, self.memory, 0, -WIN, WIN, 0)

    def forget(self) -> None:
        """Clear the transposition table and the history."""
        fill(self.memory, 0, HISTORY)

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
        began = time.perf_counter()
        self.compiler.entry(begin_search)(self.memory)
        self.memory[HORIZON] = 0
        limits = SearchLimits(self.memory, nodes, seconds, stop)
        root_search = RootSearch(self, position, actions, lines, began, limits)
        root_search.deepen_until(depth, progress)
        return root_search.result()

    def begin(self, nodes: int) -> None:
        """Reset the node count and set its limit."""
        self.memory[NODES] = self.memory[HORIZON] = 0
        self.memory[LIMIT] = nodes

    def score(self, position: Position, depth: int, nodes: int = NO_LIMIT) -> int:
        """Return the score of a position at a depth, or at the next lower one that the node limit
        allows.
        """
        expect_position(position, self.game)
        state = position.state
        for reduced_depth in range(depth, -1, -1):
            self.begin(nodes if reduced_depth else NO_LIMIT)
            score = int(
                self.compiler.entry(search_position)(
                    state, self.memory, reduced_depth, -WIN, WIN, 0
                )
            )
            if score != STOPPED:
                break
        return score

    def verdict(self, position: Position, score: float, is_exact: bool) -> Verdict:
        """Return the verdict for a score of the player to move.

        A score is exact if it does not depend on an evaluation.
        """
        mover, players = position.player, self.game.players
        if abs(score) > PROVEN:
            opponent_wins = LOST if players == 1 else 1 - mover
            winner, actions = (mover if score > 0 else opponent_wins), round(WIN - abs(score))
            return proven_verdict(winner, players, count_own_turns(position, winner, actions))
        return proven_verdict(DRAW, players) if is_exact else self.estimate(mover, score)

    def estimate(self, mover: int, score: float) -> Verdict:
        """Return the estimated verdict for a score that is not proven."""
        return estimated_verdict(tanh(score / self.scale / 2), mover, self.game.players)

    def line(self, position: Position, length: int) -> list[int]:
        """Return the principal variation, as far as it is in the transposition table."""
        key = position.game.plain(contract.key)
        line: list[int] = []
        while len(line) < length and not position.is_over:
            position_key = key(position.state)
            entry_key, packed_entry = self.read_table_entry(position_key)
            action = unpack_entry(packed_entry).best
            if entry_key != position_key or action not in position.actions():
                break
            line.append(action)
            position = position.after_legal(action)
        return line

    def read_table_entry(self, key: int) -> tuple[int, int]:
        """Return the stored key and the packed entry at the table index of a position."""
        entries = int(self.memory[ENTRIES])
        # The table is at the end of the memory; an entry has two elements.
        index = len(self.memory) - 2 * (entries - (key & entries - 1))
        return int(self.memory[index]) & ALL, int(self.memory[index + 1]) & ALL


class RootAction(NamedTuple):
    """One of the best actions of a depth, with its score in units of the evaluation."""

    action: int
    score: int
    is_exact: bool  # whether the score does not depend on an evaluation

    @property
    def is_proven(self) -> bool:
        """True if the score is certain."""
        return self.is_exact or abs(self.score) > PROVEN


class RootSearch:
    """The search of one root position.

    An action that is proven to lose is *lost*, and not searched again unless all actions are lost.
    If the best action turns out to be lost, the others are searched again from a lower depth,
    because it is not known yet which of them is best.
    """

    def __init__(
        self,
        search: AlphaBeta,
        position: Position,
        actions: Sequence[int],
        lines: int,
        began: float,
        limits: SearchLimits,
    ) -> None:
        self.search = search
        self.limits = limits
        self.position = position
        self.began = began
        self.children = {action: position.after_legal(action) for action in actions}
        self.states = {action: child.state for action, child in self.children.items()}
        self.num_lines = min(lines, len(self.children))
        self.live = list(self.children)  # actions that are not lost, the best so far first
        self.lost: dict[int, int] = {}  # the other actions, with upper bounds of their scores
        # The best actions of the last finished depth, one for each line
        self.best = [RootAction(action, 0, False) for action in self.live[: self.num_lines]]
        self.is_exhaustive = False  # whether the scores of all actions are exact
        self.depth = 0

    def deepen_until(self, depth: int, progress: Callable[[SearchResult], None] | None) -> None:
        """Search with increasing depth up to a limit; call `progress` after every finished
        depth.
        """
        current_depth = 1
        while current_depth <= depth:
            if not self.deepen(current_depth):
                if self.best:
                    return
                # All best actions are lost.  Depth 1 is always searched, regardless of the budget.
                self.deepen(1)
                current_depth = max(2, current_depth - DEPTH_REDUCTION)
                continue
            if not self.live:
                self.find_longest_loss(current_depth)
            if progress:
                progress(self.result())
            if self.is_final():
                return
            current_depth += 1

    def is_final(self) -> bool:
        """Return whether a deeper search cannot change the result."""
        if not self.live:
            return True
        are_proven = all(root_action.is_proven for root_action in self.best)
        return are_proven and (self.is_exhaustive or self.best[-1].score > PROVEN)

    def result(self) -> SearchResult:
        """Return the search result so far; lost actions come last.

        The first line gives the verdict of the position, so a draw is only proven if no other
        action can be better.
        """
        search, position = self.search, self.position
        best = list(self.best)
        if best and not self.is_exhaustive:
            best[0] = best[0]._replace(is_exact=False)
        longest_first = sorted(self.lost, key=lambda action: self.lost[action], reverse=True)
        best += [RootAction(action, self.lost[action], False) for action in longest_first]
        lines = tuple(
            Line(
                (action, *search.line(self.children[action], self.depth)),
                search.verdict(position, score, is_exact),
            )
            for action, score, is_exact in best[: self.num_lines]
        )
        seconds = time.perf_counter() - self.began
        return SearchResult(lines, int(search.memory[NODES]), self.depth, seconds)

    def deepen(self, depth: int) -> bool:
        """Search one depth; return False if the budget is used up, or all best actions are lost.

        Results of an unfinished depth are used if they include enough actions.  The best action of
        the previous depth is always the first of them.
        """
        memory = self.search.memory
        rated: dict[int, RootAction] = {}
        is_exhaustive = True
        for action in list(self.live):
            low = self.get_threshold(rated)
            horizon_before = memory[HORIZON]
            is_first = len(rated) < self.num_lines
            score = self.score(action, depth, low, is_first)
            if score == STOPPED:
                self.update_best(rated)
                return False
            if score < -PROVEN:
                self.mark_as_lost(action, score)
                if not self.best and not rated and depth > 1 and self.live:
                    return False
                continue
            is_exact = bool(memory[HORIZON] == horizon_before)
            is_exhaustive &= is_exact
            if is_first or score > low:
                rated[action] = RootAction(action, score, is_exact)
        self.depth, self.is_exhaustive = depth, is_exhaustive
        self.update_best(rated)
        self.live.sort(
            key=lambda action: rated[action].score if action in rated else -WIN, reverse=True
        )
        return True

    def mark_as_lost(self, action: int, score: int) -> None:
        """Record that an action is proven to lose."""
        self.live.remove(action)
        self.lost[action] = score
        self.best = [root_action for root_action in self.best if root_action.action != action]

    def find_longest_loss(self, depth: int) -> None:
        """Search the lost actions again, for better bounds, when all actions lose."""
        rated: dict[int, RootAction] = {}
        for action in sorted(self.lost, key=lambda action: self.lost[action], reverse=True):
            low = self.get_threshold(rated)
            is_first = len(rated) < self.num_lines
            score = self.score(action, depth, low, is_first)
            if score == STOPPED:
                return
            self.lost[action] = min(self.lost[action], score)
            if is_first or score > low:
                rated[action] = RootAction(action, self.lost[action], False)

    def get_threshold(self, rated: dict[int, RootAction]) -> int:
        """Return the score that an action must exceed to be one of the best of those rated."""
        if len(rated) < self.num_lines:
            return -WIN
        return sorted(root_action.score for root_action in rated.values())[-self.num_lines]

    def score(self, action: int, depth: int, low: int, is_first: bool) -> int:
        """Return the score of an action.

        If `is_first`, it is one of the first `num_lines` actions and searched with a full window.
        Others are searched with a zero window first, and again with a full window only if their
        score exceeds `low`.
        """
        high = WIN if is_first else low + 1
        score = self.search_window(action, depth, low, high)
        if score != STOPPED and low < score and not is_first:
            score = self.search_window(action, depth, low, WIN)
        return score

    def search_window(self, action: int, depth: int, low: int, high: int) -> int:
        """Return the score of an action within a window, for the player to move at the root."""
        run = self.search.compiler.entry(search_position)
        state, memory = self.states[action], self.search.memory
        is_same_player = self.children[action].player == self.position.player
        window = (low, high) if is_same_player else (-high, -low)
        while True:
            score: int = run(state, memory, depth - 1, *window, 1)
            if score != STOPPED:
                return score if is_same_player else -score
            if not self.limits.may_continue():
                return STOPPED

    def update_best(self, rated: dict[int, RootAction]) -> None:
        """Replace the best actions by the best rated ones, if there are enough of them."""
        ranked = sorted(rated.values(), key=lambda rating: rating.score, reverse=True)
        best = ranked[: self.num_lines]
        if len(best) == min(self.num_lines, len(self.live)):
            self.best = best


def count_entries(megabytes: int) -> int:
    """Return the number of table entries for an amount of memory."""
    return max(1 << 10, megabytes * 1_000_000 // ENTRY_BYTES)


def make_memory(actions: int, table: int) -> memoryview:
    """Return cleared memory whose table has at most `table` entries."""
    size = 1 << table.bit_length() - 1
    # History counts of two players, action lists of plies 0 to MAX_DEPTH, and the table
    memory = zeros("int64", HISTORY + (2 + MAX_DEPTH + 1) * actions + 2 * size)
    memory[ACTIONS], memory[ENTRIES] = actions, size
    return memory
