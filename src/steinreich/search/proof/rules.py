"""Depth-first proof-number search (df-pn), as rules over arrays: does the attacker win by force?

The *proof number* of a position is the minimum number of positions that must still be proven won to
prove that the attacker wins; the *disproof number* is that for disproving it.  The search always
continues at the position with the smallest numbers, so it follows forced lines of any length.  If
the attacker is to move, one winning action is enough (OR node), otherwise all must win (AND node).

The numbers are kept in a table.  A position whose numbers have been overwritten is searched again.
"""

from typing import NamedTuple

from steinreich.rules.arrays import Int64Array
from steinreich.rules.bits import U64, noinline, rule
from steinreich.rules.contract import ONGOING, State, candidates, key, outcome, play, player
from steinreich.rules.playout import next_legal
from steinreich.search.knowledge import prune

INFINITE = 1 << 30
MAX_DEPTH = 200  # actions ahead
# All memory is one array of int64, as in alphabeta/rules.py.
# Indexes of the first elements: nodes so far, node limit, and number of table
# entries (a power of two)
NODES, LIMIT, ENTRIES = range(3)
TABLE = 16  # start of the table: pairs of a position key and the packed proof numbers
Memory = Int64Array


class ProofNumbers(NamedTuple):
    """The proof number and the disproof number of a position."""

    proof: int
    disproof: int


@rule
def entry_at(p: Memory, position: U64) -> int:
    """Return the index of the table entry for a position."""
    # In compiled code int() keeps a word unsigned; adding a signed number makes it signed.
    return TABLE + 2 * (0 + int(position & U64(p[ENTRIES] - 1)))


@rule
def look_up(p: Memory, position: U64) -> ProofNumbers:
    """Return the stored numbers of a position, or the initial ones, (1, 1)."""
    index = entry_at(p, position)
    if U64(p[index]) != position:
        return ProofNumbers(1, 1)
    return ProofNumbers(p[index + 1] & 0xFFFFFFFF, p[index + 1] >> 32)


@rule
def store(p: Memory, position: U64, numbers: ProofNumbers) -> None:
    """Store the numbers of a position."""
    index = entry_at(p, position)
    p[index] = int(position)
    p[index + 1] = numbers.proof | numbers.disproof << 32


@rule
def get_initial_numbers(s: State, attacker: int) -> ProofNumbers:
    """Return the numbers of a position that has not been searched."""
    result = outcome(s)
    if result == ONGOING:
        return ProofNumbers(1, 1)
    return ProofNumbers(0, INFINITE) if result == attacker else ProofNumbers(INFINITE, 0)


class ChildSummary(NamedTuple):
    """The combined numbers of all children of a position.

    At an OR node, the *own* number of a child is its proof number and the *opposite* number is its
    disproof number; at an AND node it is the other way round.
    """

    min_own: int  # the smallest own number
    second_min_own: int
    opposite_sum: int  # the sum of the opposite numbers
    action: int  # the action that leads to the child with the smallest own number
    opposite: int  # the opposite number of that child


@rule
def summarize_children(s: State, p: Memory, attacker: int) -> ChildSummary:
    """Return the combined numbers of all children of a position."""
    c = prune(s, candidates(s))
    attacks = player(s) == attacker
    min_own, second_min_own, opposite_sum, best, best_opposite = INFINITE, INFINITE, 0, -1, 0
    action = -1
    while True:
        action = next_legal(s, c, action)
        if action < 0:
            return ChildSummary(
                min_own, second_min_own, min(opposite_sum, INFINITE), best, best_opposite
            )
        after = play(s, action)
        numbers = get_initial_numbers(after, attacker)
        if numbers.proof != 0 and numbers.disproof != 0:
            numbers = look_up(p, key(after))
        own = numbers.proof if attacks else numbers.disproof
        opposite = numbers.disproof if attacks else numbers.proof
        opposite_sum += opposite
        if own < min_own:
            second_min_own, min_own, best, best_opposite = min_own, own, action, opposite
        elif own < second_min_own:
            second_min_own = own


@noinline
def prove(s: State, p: Memory, attacker: int, proof: int, disproof: int, depth: int) -> int:
    """Search a position until one of its numbers reaches its bound; return the nodes so far."""
    p[NODES] += 1
    position = key(s)
    attacks = player(s) == attacker
    while True:
        children = summarize_children(s, p, attacker)
        numbers = (
            ProofNumbers(children.min_own, children.opposite_sum)
            if attacks
            else ProofNumbers(children.opposite_sum, children.min_own)
        )
        store(p, position, numbers)
        if numbers.proof >= proof or numbers.disproof >= disproof or depth >= MAX_DEPTH:
            return int(p[NODES])
        if p[NODES] > p[LIMIT]:
            return int(p[NODES])
        # Search the best child until a sibling is better or this position reaches a bound; no bound
        # exceeds INFINITE.
        own, opposite = (proof, disproof) if attacks else (disproof, proof)
        own = min(own, min(children.second_min_own, INFINITE - 1) + 1)
        opposite = opposite - children.opposite_sum + children.opposite
        after = play(s, children.action)
        if attacks:
            prove(after, p, attacker, own, opposite, depth + 1)
        else:
            prove(after, p, attacker, opposite, own, depth + 1)


ENTRY_POINTS = (prove,)
