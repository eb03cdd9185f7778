"""The Python interface of proof-number search: whether a player has a forced win, and its line."""

import time
from threading import Event
from typing import NamedTuple

from steinreich.compile.binder import Compiler, typed
from steinreich.core.position import Position, expect_live, expect_position
from steinreich.rules import arguments, contract
from steinreich.rules.bits import ALL
from steinreich.search.limits import stopping
from steinreich.search.proof.rules import (
    ENTRIES,
    INFINITE,
    LIMIT,
    MAX_DEPTH,
    NODES,
    STOP,
    TABLE,
    first_numbers,
    prove,
)

NO_LIMIT = 1 << 62


class ProofResult(NamedTuple):
    """The result of a proof search."""

    is_won: bool | None  #: True: by force; False: not at all; None: not known
    line: list[int]  #: the first actions of the win, against the apparently longest defence
    nodes: int  #: visited positions
    seconds: float  #: duration of the search


class Prover:
    """A proof search for one attacker, with a table that is kept between searches.

    >>> from steinreich import Prover, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> proof = Prover(position, attacker=0).run(position, nodes=1000)
    >>> proof.is_won, [position.name(action) for action in proof.line]
    (True, ['a1'])
    """

    def __init__(
        self,
        position: Position,
        attacker: int,
        *,
        table: int = 1 << 20,
        compiler: Compiler | None = None,
    ) -> None:
        expect_position(position)
        self.game = position.game  #: whose positions are searched
        #: the player whose win is to be proven
        self.attacker = arguments.integer("attacker", attacker, 0, self.game.players - 1)
        table = arguments.integer("table", table, 1, arguments.MAX_TABLE)
        import numpy as np

        self.compiled = compiler or position.game.compiled
        entries = 1 << table.bit_length() - 1
        self.proofs = np.zeros(TABLE + 2 * entries, np.int64)
        self.proofs[ENTRIES] = entries
        # Compile now, so that no search spends its time budget on it.
        self.compiled.entry(prove)(typed(position.state), self.proofs, self.attacker, 0, 0, 0)
        self.proofs[TABLE:] = 0

    def forget(self) -> None:
        """Clear the table."""
        self.proofs[TABLE:] = 0

    def run(
        self,
        position: Position,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: Event | None = None,
    ) -> ProofResult:
        """Search for a forced win until it is proven or disproven, or a budget is used up."""
        expect_live(position, self.game)
        nodes = None if nodes is None else arguments.integer("nodes", nodes, 0, NO_LIMIT)
        seconds = None if seconds is None else arguments.not_negative("seconds", seconds)
        began = time.perf_counter()
        self.proofs[[NODES, STOP]] = 0
        self.proofs[LIMIT] = NO_LIMIT if nodes is None else nodes
        with stopping(self.request_stop, seconds, arguments.event("stop", stop)):
            run = self.compiled.entry(prove)
            run(typed(position.state), self.proofs, self.attacker, INFINITE, INFINITE, 0)
        proof, disproof = self.numbers(position)
        won = True if proof == 0 else False if disproof == 0 else None
        line = self.line(position) if won else []
        return ProofResult(won, line, int(self.proofs[NODES]), time.perf_counter() - began)

    def request_stop(self) -> None:
        """Ask the running search to stop."""
        self.proofs[STOP] = 1

    def numbers(self, position: Position) -> tuple[int, int]:
        """Return the stored proof and disproof number of a position."""
        plain = position.game.plain
        first: tuple[int, int] = plain(first_numbers)(position.state, self.attacker)
        if position.is_over:
            return first
        key = plain(contract.key)(position.state)
        place = TABLE + 2 * (key & int(self.proofs[ENTRIES]) - 1)
        known, word = int(self.proofs[place]) & ALL, int(self.proofs[place + 1])
        return (word & 0xFFFFFFFF, word >> 32) if known == key else (1, 1)

    def line(self, position: Position) -> list[int]:
        """Return the winning line, as far as it is still in the table."""
        found: list[int] = []
        while not position.is_over:
            children = {action: position.after_legal(action) for action in position.actions()}
            won = [action for action, child in children.items() if self.numbers(child)[0] == 0]
            over = [action for action in won if children[action].is_over]
            if not won or len(found) == MAX_DEPTH:
                break
            attacks = position.player == self.attacker
            choice = (over or won)[0] if attacks else ([a for a in won if a not in over] or won)[0]
            found.append(choice)
            position = children[choice]
        return found
