"""The Python interface of proof-number search, which finds a forced win and its line."""

import time
from threading import Event
from typing import NamedTuple

from steinreich.compile.machine_code import Compiler
from steinreich.core.position import Position, expect_live, expect_position
from steinreich.rules import arguments, contract
from steinreich.rules.arrays import fill, zeros
from steinreich.rules.bits import ALL
from steinreich.search.limits import NO_LIMIT, SearchLimits
from steinreich.search.proof.rules import (
    ENTRIES,
    INFINITE,
    MAX_DEPTH,
    NODES,
    TABLE,
    get_initial_numbers,
    prove,
)


class ProofResult(NamedTuple):
    """The result of a proof search."""

    is_won: bool | None  #: whether the attacker has a forced win; None if it is not known
    line: list[int]  #: the first actions of the win, if one was found
    nodes: int  #: visited positions
    seconds: float  #: duration of the search


class Prover:
    """A proof search for one attacker, with a hash table that is kept between searches.

    `table` is the number of entries of the hash table, rounded down to a power of two.

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
        self.game = position.game  #: the game that is searched
        #: the player whose win is to be proven
        self.attacker = arguments.check_integer("attacker", attacker, 0, self.game.players - 1)
        table = arguments.check_integer("table", table, 1, arguments.MAX_TABLE)
        self.compiler = compiler or position.game.compiler
        entries = 1 << table.bit_length() - 1
        self.memory = zeros("int64", TABLE + 2 * entries)
        self.memory[ENTRIES] = entries
        # Compile now, so that no search spends its time budget on it.
        self.compiler.entry(prove)(position.state, self.memory, self.attacker, 0, 0, 0)
        fill(self.memory, 0, TABLE)

    def forget(self) -> None:
        """Clear the hash table."""
        fill(self.memory, 0, TABLE)

    def run(
        self,
        position: Position,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: Event | None = None,
    ) -> ProofResult:
        """Search for a forced win until it is proven or disproven, or a budget is used up."""
        expect_live(position, self.game)
        nodes = None if nodes is None else arguments.check_integer("nodes", nodes, 0, NO_LIMIT)
        seconds = None if seconds is None else arguments.check_not_negative("seconds", seconds)
        began = time.perf_counter()
        limits = SearchLimits(self.memory, nodes, seconds, arguments.check_event("stop", stop))
        search = self.compiler.entry(prove)
        while True:
            search(position.state, self.memory, self.attacker, INFINITE, INFINITE, 0)
            proof, disproof = self.get_proof_numbers(position)
            if proof == 0 or disproof == 0 or not limits.may_continue():
                break
        is_won = True if proof == 0 else False if disproof == 0 else None
        line = self.get_winning_line(position) if is_won else []
        return ProofResult(is_won, line, int(self.memory[NODES]), time.perf_counter() - began)

    def get_proof_numbers(self, position: Position) -> tuple[int, int]:
        """Return the stored proof number and disproof number of a position."""
        plain = position.game.plain
        initial: tuple[int, int] = plain(get_initial_numbers)(position.state, self.attacker)
        if position.is_over:
            return initial
        key = plain(contract.key)(position.state)
        index = TABLE + 2 * (key & int(self.memory[ENTRIES]) - 1)
        entry_key, packed = int(self.memory[index]) & ALL, int(self.memory[index + 1])
        return (packed & 0xFFFFFFFF, packed >> 32) if entry_key == key else initial

    def get_winning_line(self, position: Position) -> list[int]:
        """Return the winning line, as far as its positions are still in the table.

        The attacker wins at once if possible; the defender avoids actions that lose at once.
        """
        line: list[int] = []
        while not position.is_over:
            children = {action: position.after_legal(action) for action in position.actions()}
            # The actions after which the win of the attacker is proven
            proven = [
                action
                for action, child in children.items()
                if self.get_proof_numbers(child)[0] == 0
            ]
            if not proven or len(line) == MAX_DEPTH:
                break
            immediate = [action for action in proven if children[action].is_over]
            delayed = [action for action in proven if not children[action].is_over]
            preferred = immediate if position.player == self.attacker else delayed
            action = (preferred or proven)[0]
            line.append(action)
            position = children[action]
        return line
