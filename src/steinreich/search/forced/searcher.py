"""The Python interface of the search for forced wins within a number of turns."""

from steinreich.compile.binder import Binder
from steinreich.compile.machine_code import Compiler
from steinreich.core.game import Game
from steinreich.core.position import Position, expect_position
from steinreich.rules import arguments
from steinreich.rules.arrays import fill, zeros
from steinreich.search.forced.rules import (
    ACTION_BITS,
    ACTIONS,
    ENTRIES,
    HISTORY,
    LIMIT,
    MAX_DEPTH,
    MAX_TURNS,
    NO,
    NODES,
    STOPPED,
    UNKNOWN,
    YES,
    answer_without_search,
    filter_actions,
    search_forced_win,
)
from steinreich.search.limits import NO_LIMIT, check_actions


class OutOfNodes(Exception):
    """The node or depth limit was reached before the answer was found."""


class ForcedWins:
    """A search for forced wins in one game, with a table that is kept between searches.

    `begin` resets the node count and sets the node limit of all following searches together.
    """

    def __init__(
        self, game: Game, compiler: Compiler | None = None, *, table: int = 1 << 20
    ) -> None:
        """Create a search with a table of at most `table` entries.

        Of the heuristics that `compiler` may include, only the move ordering is used.
        """
        check_actions(game, ACTION_BITS)
        self.game = game
        compiler = compiler or game.compiler
        plain = Binder(game.module, compiler.replacements)
        self.answer_without_search = plain(answer_without_search)
        self.search = compiler.entry(search_forced_win)
        self.filter_actions = compiler.entry(filter_actions)
        actions, entries = game.definition.num_actions, 1 << table.bit_length() - 1
        self.first_entry = HISTORY + (2 + MAX_DEPTH) * actions
        self.memory = zeros("int64", self.first_entry + 2 * entries)
        self.memory[ACTIONS], self.memory[ENTRIES] = actions, entries
        self.search(game.start(seed=0).state, self.memory, 0, 1, MAX_DEPTH)  # compile now
        self.begin()

    def begin(self, limit: int | None = None) -> None:
        """Reset the node count and set its limit."""
        self.memory[NODES] = 0
        self.memory[LIMIT] = NO_LIMIT if limit is None else limit

    def forget(self) -> None:
        """Clear the table and the history counts, so that node counts are reproducible."""
        fill(self.memory, 0, HISTORY, HISTORY + 2 * self.memory[ACTIONS])
        fill(self.memory, 0, self.first_entry)

    @property
    def nodes(self) -> int:
        """The number of positions expanded since `begin`."""
        return int(self.memory[NODES])

    def wins(self, position: Position, attacker: int, turns: int) -> bool:
        """Return whether a player wins by force within a number of turns of all players.

        The current turn counts.  Raise `OutOfNodes` if the limit is reached first.
        """
        expect_position(position, self.game)
        turns = arguments.check_integer("turns", turns, 0, MAX_TURNS - 1)
        answer = self.answer_without_search(position.state, attacker, turns)
        if answer == UNKNOWN:
            answer = int(self.search(position.state, self.memory, attacker, turns, 0))
        if answer == STOPPED:
            raise OutOfNodes
        return bool(answer == YES)

    def actions(
        self, position: Position, attacker: int, turns: int, *, winning: bool, max_actions: int
    ) -> list[int]:
        """Return the actions after which a player wins by force, or those after which it does not.

        The game must not be over.  Turns count as in `wins`.  At most `max_actions` actions are
        returned. Raise `OutOfNodes` if the limit is reached first.
        """
        expect_position(position, self.game)
        out = zeros("int64", max_actions)
        wanted = YES if winning else NO
        state = position.state
        found = int(self.filter_actions(state, self.memory, attacker, turns, wanted, 0, out))
        if found < 0:
            raise OutOfNodes
        return out[:found].tolist()
