"""The Python interface of the search for exact values, of many positions in several threads."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import PathLike
from threading import Event
from typing import NamedTuple

from steinreich.compile.binder import Binder
from steinreich.compile.machine_code import Compiler
from steinreich.core.game import Game, load
from steinreich.core.position import Position, expect_position
from steinreich.rules import arguments
from steinreich.rules.arrays import fill, zeros
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Text
from steinreich.search.exact.rules import (
    ACTION_BITS,
    ACTIONS,
    HISTORY,
    LIMIT,
    MAX_DEPTH,
    NO,
    NODES,
    STOPPED,
    UNKNOWN,
    YES,
    Memory,
    answer_without_search,
    prove,
)
from steinreich.search.limits import NO_LIMIT, SearchLimits, check_actions

POSITIONS = Text("a sequence of positions")


class Value(NamedTuple):
    """The exact value of a position."""

    outcome: int  #: the index of the winner or DRAW; ONGOING if the search was stopped
    nodes: int  #: visited positions
    seconds: float  #: duration of the search


class Solver:
    """Finds exact values of positions, with a table that is kept between searches.

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
        """Create a solver with a table of at most `table` entries.

        `compiler` may include heuristics of the game, which make searches faster.
        """
        game = load(game)
        if game.players != 2:
            raise BadArgument(Text("exact values are for two players"))
        table = arguments.check_integer("table", table, 1, arguments.MAX_TABLE)
        check_actions(game, ACTION_BITS)
        self.game = game  #: the game that is solved
        compiler = compiler or game.compiler
        plain = Binder(game.module, compiler.replacements)
        self.answer_without_search = plain(answer_without_search)
        self.prove = compiler.entry(prove)
        self.table = zeros("uint64", 1 << table.bit_length() - 2, 4)
        # Compile now, so that no search spends its time budget on it.
        self.prove(game.start(seed=0).state, self.make_memory(), 0, MAX_DEPTH)

    def forget(self) -> None:
        """Clear the table."""
        fill(self.table.cast("B").cast("Q"), 0)

    def make_memory(self) -> Memory:
        """Return the memory of a thread for one position; it shares the table."""
        workspace = zeros("int64", HISTORY + (2 + MAX_DEPTH) * self.game.definition.num_actions)
        workspace[ACTIONS] = self.game.definition.num_actions
        workspace[LIMIT] = NO_LIMIT
        return Memory(workspace, self.table)

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
        """Return the values of several positions; the outcome is ONGOING for those not found in
        time.

        `nodes` limits the search of each position; `progress` is called with each value.
        """
        position_list = list(arguments.check_instance("positions", positions, Sequence, POSITIONS))
        for number, position in enumerate(position_list):
            expect_position(position, self.game, f"positions[{number}]")
        nodes = None if nodes is None else arguments.check_integer("nodes", nodes, 0, NO_LIMIT)
        seconds = None if seconds is None else arguments.check_not_negative("seconds", seconds)
        threads, stop = arguments.check_threads(threads), arguments.check_event("stop", stop)
        if progress is not None:
            arguments.check_function("progress", progress)
        deadline = None if seconds is None else time.perf_counter() + seconds

        def work(position: Position) -> Value:
            left = None if deadline is None else max(0.0, deadline - time.perf_counter())
            memory = self.make_memory()
            limits = SearchLimits(memory.workspace, nodes, left, stop)
            value = self.search(position, memory, limits)
            if progress:
                progress(position, value)
            return value

        if threads == 1:
            return list(map(work, position_list))
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(work, position_list))

    def search(self, position: Position, memory: Memory, limits: SearchLimits) -> Value:
        """Search for a forced win of the player to move, then of the other player."""
        began = time.perf_counter()
        result = DRAW
        for attacker in (position.player, 1 - position.player):
            answer = self.answer_without_search(position.state, attacker)
            while answer == UNKNOWN:
                answer = self.prove(position.state, memory, attacker, 0)
                if answer == STOPPED and limits.may_continue():
                    answer = UNKNOWN
            if answer != NO:
                result = attacker if answer == YES else ONGOING
                break
        return Value(result, memory.workspace[NODES], time.perf_counter() - began)
