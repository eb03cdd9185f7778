"""Exact values from Python: of one position, or of many on several threads."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread
from types import ModuleType
from typing import NamedTuple

import numpy as np

from steinreich.core.contract import DRAW, ONGOING
from steinreich.core.forge import Compiler, Forge, typed
from steinreich.core.game import Game, Position
from steinreich.search.proving import DEEPEST, KNOWLEDGE, NO, OPEN, YES, Memory, at_a_glance, prove

LOOK_SECONDS = 0.002  # how often the clock is looked at


class Value(NamedTuple):
    """What a position is worth when both play as well as they can."""

    outcome: int  # the winner's number or DRAW; ONGOING if the search was ended before
    nodes: int
    seconds: float


class Solver:
    """Finds exact values and remembers them from one question to the next."""

    def __init__(
        self, game: Game, known: ModuleType | None = None, *, table: int = 1 << 22
    ) -> None:
        """`known` may define rules of KNOWLEDGE; the table holds at most so many answers."""
        if game.players != 2:
            raise ValueError("exact values are for two players")
        more = {rule: getattr(known, rule.__name__, rule) for rule in KNOWLEDGE}
        self.game = game
        self.glance = Forge(game.module, more)(at_a_glance)
        self.prove = Compiler(game.module, more).entry(prove)
        self.table = np.zeros((1 << table.bit_length() - 2, 4), np.uint64)
        self.stop = np.zeros(1, np.int64)
        self.prove(typed(game.start(seed=0).state), self.memory(), 0, DEEPEST)  # compile now

    def memory(self) -> Memory:
        """What a thread needs for one position: only the table is kept."""
        actions = self.game.module.ACTIONS
        return Memory(
            moves=np.zeros((DEEPEST, actions), np.int64),
            history=np.zeros((2, actions), np.int64),
            nodes=np.zeros(1, np.int64),
            stop=self.stop,
            table=self.table,
        )

    def value(
        self, position: Position, seconds: float | None = None, stop: Event | None = None
    ) -> Value:
        """The value of a position, if it is found in time and before `stop` is set."""
        return self.values([position], seconds, stop)[0]

    def values(
        self,
        positions: Sequence[Position],
        seconds: float | None = None,
        stop: Event | None = None,
        *,
        threads: int = 1,
        told: Callable[[Position, Value], None] | None = None,
    ) -> list[Value]:
        """The values of several positions; `told` hears of each as soon as it is found."""
        until = None if seconds is None else time.perf_counter() + seconds
        self.stop[0] = 0
        finished = Event()
        watch = Thread(target=self.watch, args=(until, stop, finished))
        watch.start()

        def work(position: Position) -> Value:
            value = self.search(position)
            if told:
                told(position, value)
            return value

        try:
            with ThreadPoolExecutor(threads) as pool:
                return list(pool.map(work, positions))
        finally:
            finished.set()
            watch.join()

    def watch(self, until: float | None, stop: Event | None, finished: Event) -> None:
        """Put up the stop sign when it is time; runs beside the search."""
        while not finished.wait(LOOK_SECONDS):
            late = until is not None and time.perf_counter() >= until
            if late or (stop is not None and stop.is_set()):
                self.stop[0] = 1

    def search(self, position: Position) -> Value:
        """Ask whether the one can force a win, then whether the other can."""
        began = time.perf_counter()
        memory, result = self.memory(), DRAW
        for attacker in (position.player, 1 - position.player):
            answer = self.glance(position.state, attacker)
            if answer == OPEN:
                answer = int(self.prove(typed(position.state), memory, attacker, 0))
            if answer != NO:
                result = attacker if answer == YES else ONGOING
                break
        return Value(result, int(memory.nodes[0]), time.perf_counter() - began)
