"""Limits of searches: the number of actions, nodes, time, and requests to stop."""

import time
from threading import Event

from steinreich.core.game import Game
from steinreich.rules.errors import BadArgument
from steinreich.rules.language import Text

NODES, LIMIT = 0, 1  # indexes in the memory of every search: nodes so far, and their limit
NO_LIMIT = 1 << 62
CHUNK_SECONDS = 0.005  # of machine code between two checks of the clock and the stop event
FIRST_CHUNK_NODES, MIN_CHUNK_NODES = 1_000, 100


def check_actions(game: Game, bits: int) -> None:
    """Raise `BadArgument` if the action numbers of a game need more than `bits` bits."""
    max_actions = 1 << bits
    if max_actions < game.definition.num_actions:
        raise BadArgument(
            Text(
                "{id} has {actions} action numbers; this search is for games of at most {most}",
                id=game.id,
                actions=game.definition.num_actions,
                most=max_actions,
            )
        )


class SearchLimits:
    """Node, time and stop limits of one search, which runs machine code in chunks of nodes.

    Machine code cannot check the clock.  It returns when it has reached the node limit in its
    memory, is called again if the search may continue, and finds earlier results in its table.  So
    searches need no threads, which browsers do not have.
    """

    def __init__(
        self,
        memory: memoryview,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: Event | None = None,
    ) -> None:
        """`memory` has the number of nodes at index NODES, and their limit at index LIMIT."""
        self.memory = memory
        self.max_nodes = NO_LIMIT if nodes is None else nodes
        self.deadline = None if seconds is None else time.perf_counter() + seconds
        self.stop = stop
        self.chunk = self.max_nodes if seconds is None and stop is None else FIRST_CHUNK_NODES
        self.chunk_began = 0.0
        memory[NODES] = 0
        self.begin_chunk()

    def begin_chunk(self) -> None:
        """Allow the machine code some more nodes."""
        self.chunk_began = time.perf_counter()
        self.memory[LIMIT] = min(self.max_nodes, self.memory[NODES] + self.chunk)

    def may_continue(self) -> bool:
        """Return whether the search continues after machine code has returned without a result."""
        is_chunk_used_up = self.memory[NODES] >= self.memory[LIMIT]  # else it reached its depth
        if not is_chunk_used_up or self.memory[NODES] >= self.max_nodes:
            return False
        now = time.perf_counter()
        if self.deadline is not None and now >= self.deadline:
            return False
        if self.stop is not None and self.stop.is_set():
            return False
        seconds = max(now - self.chunk_began, 1e-6)
        self.chunk = max(MIN_CHUNK_NODES, int(self.chunk * min(2.0, CHUNK_SECONDS / seconds)))
        self.begin_chunk()
        return True
