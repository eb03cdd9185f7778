"""Alpha-beta search from Python: deeper and deeper until a budget is used up.

The actions of the position itself are gone through here, and everything below them in compiled
code: so several best lines, a stop in the middle and reports on the way need no rules of their own.
"""

import time
from collections.abc import Callable, Sequence
from threading import Event
from typing import Any, NamedTuple

from steinreich.core import contract
from steinreich.core.bits import ALL
from steinreich.core.forge import Compiler, typed
from steinreich.core.game import Position
from steinreich.search.clock import stopping
from steinreich.search.deepening import (
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

NO_LIMIT = 1 << 62
ENTRY_BYTES = 16  # of the table


class Scored(NamedTuple):
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


class Answer(NamedTuple):
    """What the deepest search has found."""

    lines: list[Scored]  # the best first
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
        if position.game.players > 2:
            raise ValueError("alpha-beta search is for one or two players")
        self.compiled = compiler or position.game.compiled
        self.memory = empty_memory(position.game.module.ACTIONS, table)
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
        told: Callable[[Answer], None] | None = None,
        only: Sequence[int] | None = None,
    ) -> Answer:
        """Search to a depth, for some time or nodes, or until `stop` is set.

        At least one action is looked ahead.  `told` hears of every finished depth.  Only some of
        the actions may be asked about.
        """
        if position.is_over:
            raise ValueError("the game is over: there is nothing to search")
        actions = position.actions() if only is None else only
        question = Question(self, position, actions, lines, time.perf_counter())
        self.begin(NO_LIMIT if nodes is None else nodes)
        self.memory[KILLERS:HISTORY] = -1
        self.memory[HISTORY : HISTORY + 2 * self.memory[ACTIONS]] //= 8
        with stopping(self.put_up_sign, seconds, stop):
            for deeper in range(1, depth + 1):
                if not question.deepen(deeper):
                    break
                if told:
                    told(question.answer())
                if question.is_settled():
                    break
        return question.answer()

    def put_up_sign(self) -> None:
        """End the search that is going on."""
        self.memory[STOP] = 1

    def begin(self, nodes: int) -> None:
        """Begin to count, up to so many nodes."""
        self.memory[[NODES, STOP, HORIZON]] = 0
        self.memory[LIMIT] = nodes

    def score(self, position: Position, depth: int, nodes: int = NO_LIMIT) -> int:
        """The score of one position for its player to move, looking less deep if nodes run out."""
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
            position = position.after(action)
        return found

    def remembered(self, key: int) -> tuple[int, int]:
        """The key and the fact where a position would stand in the table."""
        entries = int(self.memory[ENTRIES])
        place = len(self.memory) - 2 * (entries - (key & entries - 1))
        return int(self.memory[place]) & ALL, int(self.memory[place + 1]) & ALL


class Question:
    """One position in the course of being searched."""

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
        self.children = {action: position.after(action) for action in actions}
        self.states = {action: typed(child.state) for action, child in self.children.items()}
        self.wanted = min(lines, len(self.children))
        self.order = list(self.children)  # the best so far first
        # The best actions with their scores, and whether no estimate has gone into them.
        self.found = [(action, 0, False) for action in self.order[: self.wanted]]
        self.depth = 0

    def is_settled(self) -> bool:
        """Whether looking deeper cannot change anything."""
        return all(exact or abs(score) > PROVEN for _, score, exact in self.found)

    def answer(self) -> Answer:
        """What has been found so far."""
        nodes = int(self.search.memory[NODES])
        lines = [
            Scored([action, *self.search.line(self.children[action], self.depth)], score, exact)
            for action, score, exact in self.found
        ]
        return Answer(lines, self.depth, nodes, time.perf_counter() - self.began)

    def deepen(self, depth: int) -> bool:
        """Look one action deeper; False if there was no time to finish.

        What was found before the end is kept if it includes the action that was best before.
        """
        memory = self.search.memory
        scores: dict[int, int] = {}
        exact: dict[int, bool] = {}
        estimates = memory[HORIZON]
        for action in self.order:
            low = self.bar(scores)
            before = memory[HORIZON]
            score = self.score(action, depth, low, len(scores) < self.wanted)
            if score == STOPPED:
                self.keep(scores, exact)
                return False
            if score > low or len(scores) < self.wanted:
                scores[action] = score
                exact[action] = bool(memory[HORIZON] == before)
        if memory[HORIZON] == estimates:  # nothing was estimated, so what was left out is worse
            exact = dict.fromkeys(scores, True)
        self.depth = depth
        self.keep(scores, exact)
        self.order.sort(key=lambda action: scores.get(action, -NO_LIMIT), reverse=True)
        return True

    def bar(self, scores: dict[int, int]) -> int:
        """What an action must be worth more than to be among the best."""
        return sorted(scores.values())[-self.wanted] if len(scores) >= self.wanted else -WIN

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

    def keep(self, scores: dict[int, int], exact: dict[int, bool]) -> None:
        """Take over the best of the scores, if there are enough of them."""
        ranked = sorted(scores, key=lambda action: scores[action], reverse=True)[: self.wanted]
        if len(ranked) == self.wanted:
            self.found = [(action, scores[action], exact[action]) for action in ranked]


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
