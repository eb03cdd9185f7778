"""Forced wins from Python: whether a player wins within a number of turns, and in how few."""

from steinreich.compile.binder import Binder, Compiler, typed
from steinreich.core.game import Game
from steinreich.core.position import Position, expect_position
from steinreich.rules import arguments
from steinreich.search.action_numbers import check_actions
from steinreich.search.forced.rules import (
    ACTION_BITS,
    ACTIONS,
    DEEPEST,
    ENTRIES,
    HISTORY,
    LIMIT,
    MOST_TURNS,
    NO,
    NODES,
    OPEN,
    STOPPED,
    YES,
    at_a_glance,
    force,
    sift,
)

NO_LIMIT = 1 << 62


class OutOfNodes(Exception):
    """The search has to end without an answer."""


class ForcedWins:
    """Answers questions about one game and remembers the answers.

    `nodes` counts what all questions have cost so far; `limit` says how much they may cost.
    """

    def __init__(
        self, game: Game, compiler: Compiler | None = None, *, table: int = 1 << 20
    ) -> None:
        """The compiler may know in which order actions are best tried; nothing else is used."""
        import numpy as np

        check_actions(game, ACTION_BITS)
        self.game = game
        compiled = compiler or game.compiled
        self.glance = Binder(game.module, compiled.bound)(at_a_glance)  # in plain Python
        self.force, self.sift = compiled.entry(force), compiled.entry(sift)
        actions, entries = game.definition.actions, 1 << table.bit_length() - 1
        self.first_entry = HISTORY + (2 + DEEPEST) * actions
        self.memory = np.zeros(self.first_entry + 2 * entries, np.int64)
        self.memory[ACTIONS], self.memory[ENTRIES] = actions, entries
        self.force(typed(game.start(seed=0).state), self.memory, 0, 1, DEEPEST)  # compile now
        self.begin()

    def begin(self, limit: int | None = None) -> None:
        """Count nodes from nought; no more than the limit from now on."""
        self.memory[NODES] = 0
        self.memory[LIMIT] = NO_LIMIT if limit is None else limit

    def forget(self) -> None:
        """Begin as if nothing had been asked yet: the same questions cost the same again."""
        self.memory[HISTORY : HISTORY + 2 * self.memory[ACTIONS]] = 0
        self.memory[self.first_entry :] = 0

    @property
    def nodes(self) -> int:
        """The positions whose actions were listed."""
        return int(self.memory[NODES])

    def wins(self, position: Position, attacker: int, turns: int) -> bool:
        """Whether a player wins by force within so many turns of all players.

        The turn under way counts.  `OutOfNodes` is raised where the limit comes first.
        """
        expect_position(position, self.game)
        turns = arguments.integer("turns", turns, 0, MOST_TURNS - 1)
        answer = self.glance(position.state, attacker, turns)
        if answer == OPEN:
            answer = int(self.force(typed(position.state), self.memory, attacker, turns, 0))
        if answer == STOPPED:
            raise OutOfNodes
        return bool(answer == YES)

    def actions(
        self, position: Position, attacker: int, turns: int, *, winning: bool, most: int
    ) -> list[int]:
        """The actions of a live position after which a player wins in time, or does not.

        The turns count as in `wins`.  No more than so many are looked for.
        """
        expect_position(position, self.game)
        import numpy as np

        out = np.zeros(most, np.int64)
        wanted = YES if winning else NO
        state = typed(position.state)
        found = int(self.sift(state, self.memory, attacker, turns, wanted, 0, out))
        if found < 0:
            raise OutOfNodes
        return [int(action) for action in out[:found]]
