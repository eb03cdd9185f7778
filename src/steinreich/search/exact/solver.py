"""Exact values from Python, of many positions on several threads."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import PathLike
from threading import Event
from typing import NamedTuple

from steinreich.compile.binder import Binder, Compiler, typed
from steinreich.core.game import Game, load
from steinreich.core.position import Position, expect_position
from steinreich.rules import arguments
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Words
from steinreich.search.action_numbers import check_actions
from steinreich.search.clock import stopping
from steinreich.search.exact.rules import (
    ACTION_BITS,
    ACTIONS,
    DEEPEST,
    HISTORY,
    LIMIT,
    NO,
    NODES,
    OPEN,
    STOP,
    YES,
    Memory,
    at_a_glance,
    prove,
)

NO_LIMIT = 1 << 62
POSITIONS = Words("a sequence of positions", "eine Folge von Stellungen")


class Value(NamedTuple):
    """What a position is worth when both play as well as they can."""

    outcome: int  #: the winner's number or DRAW; ONGOING if the search was ended before
    nodes: int  #: positions looked at
    seconds: float  #: of searching


class Solver:
    """Finds exact values and remembers them from one question to the next.

    >>> from steinreich import DRAW, Solver, load
    >>> solver = Solver("chain_reaxis(size=4x4)", table=1 << 16)
    >>> [value] = solver.values([solver.game.start()])
    >>> value.outcome == DRAW
    True
    """

    def __init__(
        self,
        game: Game | str | PathLike[str],
        compiler: Compiler | None = None,
        *,
        table: int = 1 << 22,
    ) -> None:
        """The compiler may know more than the rules; the table holds at most so many answers."""
        game = load(game)
        if game.players != 2:
            raise BadArgument(
                Words("exact values are for two players", "genaue Werte gibt es für zwei Spieler")
            )
        table = arguments.integer("table", table, 1, arguments.MAX_TABLE)
        check_actions(game, ACTION_BITS)
        import numpy as np  # loaded with the first search

        self.game = game  #: whose positions are solved
        compiled = compiler or game.compiled
        self.glance = Binder(game.module, compiled.bound)(at_a_glance)  # in plain Python
        self.prove = compiled.entry(prove)
        self.table = np.zeros((1 << table.bit_length() - 2, 4), np.uint64)
        self.prove(typed(game.start(seed=0).state), self.memory(), 0, DEEPEST)  # compile now

    def forget(self) -> None:
        """Begin as if nothing had been solved yet."""
        self.table[:] = 0

    def memory(self, nodes: int | None = None) -> Memory:
        """What a thread needs for one position: only the table is kept."""
        import numpy as np

        notes = np.zeros(HISTORY + (2 + DEEPEST) * self.game.definition.actions, np.int64)
        notes[ACTIONS] = self.game.definition.actions
        notes[LIMIT] = NO_LIMIT if nodes is None else nodes
        return Memory(notes, self.table)

    def values(
        self,
        positions: Sequence[Position],
        seconds: float | None = None,
        stop: Event | None = None,
        *,
        nodes: int | None = None,
        threads: int = 1,
        progress: Callable[[Position, Value], None] | None = None,
    ) -> list[Value]:
        """The values of several positions, as far as they are found in time.

        `nodes` limits the search of each of them; `progress` hears of each as soon as it is found.
        """
        given = list(arguments.instance("positions", positions, Sequence, POSITIONS))
        for number, position in enumerate(given):
            expect_position(position, self.game, f"positions[{number}]")
        nodes = None if nodes is None else arguments.integer("nodes", nodes, 0, NO_LIMIT)
        seconds = None if seconds is None else arguments.not_negative("seconds", seconds)
        threads = arguments.threads(threads)
        memories = [self.memory(nodes) for _ in given]

        def put_up_signs() -> None:
            for memory in memories:
                memory.notes[STOP] = 1

        def work(position: Position, memory: Memory) -> Value:
            value = self.search(position, memory)
            if progress:
                progress(position, value)
            return value

        with stopping(put_up_signs, seconds, stop), ThreadPoolExecutor(threads) as pool:
            return list(pool.map(work, given, memories))

    def search(self, position: Position, memory: Memory) -> Value:
        """Ask whether the one can force a win, then whether the other can."""
        began = time.perf_counter()
        result = DRAW
        for attacker in (position.player, 1 - position.player):
            answer = self.glance(position.state, attacker)
            if answer == OPEN:
                answer = int(self.prove(typed(position.state), memory, attacker, 0))
            if answer != NO:
                result = attacker if answer == YES else ONGOING
                break
        return Value(result, int(memory.notes[NODES]), time.perf_counter() - began)
