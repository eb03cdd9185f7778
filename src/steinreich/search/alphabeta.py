"""Alpha-beta search from Python: deeper and deeper until a budget is used up."""

import time
from threading import Event, Thread
from typing import NamedTuple

from steinreich.core import contract
from steinreich.core.forge import Compiler, typed
from steinreich.core.game import Position
from steinreich.search.deepening import (
    DEEPEST,
    NODES,
    PROVEN,
    STOP,
    STOPPED,
    WIN,
    Memory,
    search,
    unpacked,
)

LOOK_SECONDS = 0.002  # how often the clock is looked at


class Answer(NamedTuple):
    """What the deepest finished search has found."""

    line: list[int]  # the actions that are best for all sides
    score: int  # for the player to move
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> int:
        """The action to play."""
        return self.line[0]

    @property
    def is_proven(self) -> bool:
        """Whether the score is certain: a win, or a loss, in `actions`."""
        return abs(self.score) > PROVEN

    @property
    def actions(self) -> int:
        """How many actions it takes until a certain win or loss."""
        return WIN - abs(self.score)


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
        self.compiled.entry(search)(typed(position.state), self.memory, 0, -WIN, WIN, 0)

    def run(
        self,
        position: Position,
        depth: int = DEEPEST,
        seconds: float | None = None,
        stop: Event | None = None,
    ) -> Answer:
        """Search to a depth, for some time, or until `stop` is set; at least one action deep."""
        if position.is_over:
            raise ValueError("the game is over: there is nothing to search")
        began = time.perf_counter()
        self.memory.control[:] = 0
        self.memory.killers[:] = -1
        self.memory.history[:] //= 8
        finished = Event()
        until = None if seconds is None else began + seconds
        watch = Thread(target=self.watch, args=(until, stop, finished))
        watch.start()
        try:
            line, score, deepest = self.deepen(position, depth)
        finally:
            finished.set()
            watch.join()
        nodes = int(self.memory.control[NODES])
        return Answer(line, score, deepest, nodes, time.perf_counter() - began)

    def watch(self, until: float | None, stop: Event | None, finished: Event) -> None:
        """Put up the stop sign when it is time; runs beside the search."""
        while not finished.wait(LOOK_SECONDS):
            late = until is not None and time.perf_counter() >= until
            if late or (stop is not None and stop.is_set()):
                self.memory.control[STOP] = 1

    def deepen(self, position: Position, depth: int) -> tuple[list[int], int, int]:
        """The best line, its score, and how deep it was searched."""
        run = self.compiled.entry(search)
        state = typed(position.state)
        line, score, done = [position.actions()[0]], 0, 0
        for deeper in range(1, depth + 1):
            found = int(run(state, self.memory, deeper, -WIN, WIN, 0))
            if found == STOPPED:
                break
            score, done = found, deeper
            line = self.line(position, deeper) or line
            if abs(score) > PROVEN or self.memory.control[STOP]:
                break
        return line, score, done

    def line(self, position: Position, length: int) -> list[int]:
        """The best actions one after another, as far as they are remembered."""
        key = position.game.plain(contract.key)
        found: list[int] = []
        while len(found) < length and not position.is_over:
            position_key = key(position.state)
            place = position_key & len(self.memory.table) - 1
            action = unpacked(int(self.memory.table[place, 1])).best
            if int(self.memory.table[place, 0]) != position_key or action not in position.actions():
                break
            found.append(action)
            position = position.after(action)
        return found


def empty_memory(actions: int, table: int) -> Memory:
    """Memory of which nothing is used yet; the table has at most so many entries."""
    import numpy as np

    return Memory(
        moves=np.zeros((DEEPEST + 1, actions), np.int64),
        ranks=np.zeros((DEEPEST + 1, actions), np.int64),
        killers=np.full(DEEPEST + 1, -1, np.int64),
        history=np.zeros((2, actions), np.int64),
        table=np.zeros((1 << table.bit_length() - 1, 2), np.uint64),
        control=np.zeros(3, np.int64),
    )
