"""Depth-first proof-number search (df-pn), as rules over arrays: does the attacker win by force?

The *proof number* of a position is the minimum number of positions that still have to be proven won
for the attacker to prove the win; the *disproof number* likewise.  The search always continues at
the position with the smallest numbers, so it follows forced lines of any length.  Where the
attacker is to move one winning action is enough (OR node), elsewhere all must win (AND node).

Numbers are kept in a table.  If those of a position are overwritten, it is searched again.
"""

from typing import Any, NamedTuple

from steinreich.rules.bits import U64, noinline, rule
from steinreich.rules.contract import ONGOING, State, candidates, key, outcome, play, player
from steinreich.rules.playout import next_legal
from steinreich.search.knowledge import prune

INFINITE = 1 << 30
MAX_DEPTH = 200  # actions ahead
# All memory is one array of int64, as in alphabeta/rules.py.
# Indices of the first elements: nodes so far, whether to stop, the maximum number of nodes, and the
# number of table entries (a power of two)
NODES, STOP, LIMIT, ENTRIES = range(4)
TABLE = 16  # index of the table: entries of a key, and the packed proof and disproof numbers
Proofs = Any


class Numbers(NamedTuple):
    """Proof and disproof number of a position."""

    proof: int
    disproof: int


@rule
def entry_at(p: Proofs, position: U64) -> int:
    """Return the index of the table entry for a position."""
    # In compiled code int() keeps a word unsigned; adding a signed number makes it signed.
    return TABLE + 2 * (0 + int(position & U64(p[ENTRIES] - 1)))


@rule
def look_up(p: Proofs, position: U64) -> Numbers:
    """Return the stored numbers of a position, or (1, 1)."""
    place = entry_at(p, position)
    if U64(p[place]) != position:
        return Numbers(1, 1)
    return Numbers(p[place + 1] & 0xFFFFFFFF, p[place + 1] >> 32)


@rule
def store(p: Proofs, position: U64, numbers: Numbers) -> None:
    """Store the numbers of a position."""
    place = entry_at(p, position)
    p[place] = int(position)
    p[place + 1] = numbers.proof | numbers.disproof << 32


@rule
def first_numbers(s: State, attacker: int) -> Numbers:
    """Return the initial numbers of a position, without a search."""
    result = outcome(s)
    if result == ONGOING:
        return Numbers(1, 1)
    return Numbers(0, INFINITE) if result == attacker else Numbers(INFINITE, 0)


class ChildSummary(NamedTuple):
    """The numbers of all children of a position, combined."""

    least: (
        int  # the smallest number of a child, of the kind that one of them has to bring to nought
    )
    second: int
    total: int  # all numbers of the other kind together
    action: int  # that leads to the child with the smallest number
    its_other: int  # the other number of that child


@rule
def summarize_children(s: State, p: Proofs, attacker: int) -> ChildSummary:
    """Combine the numbers of all children, from the view of the player to move."""
    c = prune(s, candidates(s))
    attacks = player(s) == attacker
    least, second, total, best, its_other = INFINITE, INFINITE, 0, -1, 0
    action = -1
    while True:
        action = next_legal(s, c, action)
        if action < 0:
            return ChildSummary(least, second, min(total, INFINITE), best, its_other)
        after = play(s, action)
        numbers = first_numbers(after, attacker)
        if numbers.proof != 0 and numbers.disproof != 0:
            numbers = look_up(p, key(after))
        one = numbers.proof if attacks else numbers.disproof
        other = numbers.disproof if attacks else numbers.proof
        total += other
        if one < least:
            second, least, best, its_other = least, one, action, other
        elif one < second:
            second = one


@noinline
def prove(s: State, p: Proofs, attacker: int, proof: int, disproof: int, depth: int) -> int:
    """Search a position until its numbers reach the bounds; return the nodes so far."""
    p[NODES] += 1
    position = key(s)
    attacks = player(s) == attacker
    while True:
        seen = summarize_children(s, p, attacker)
        numbers = Numbers(seen.least, seen.total) if attacks else Numbers(seen.total, seen.least)
        store(p, position, numbers)
        if numbers.proof >= proof or numbers.disproof >= disproof or depth >= MAX_DEPTH:
            return int(p[NODES])
        if p[STOP] != 0 or p[NODES] > p[LIMIT]:
            return int(p[NODES])
        # Search the child until a sibling looks better, or this position reaches its bounds.
        one, other = (proof, disproof) if attacks else (disproof, proof)
        one = min(one, min(seen.second, INFINITE - 1) + 1)
        other = other - seen.total + seen.its_other
        after = play(s, seen.action)
        if attacks:
            prove(after, p, attacker, one, other, depth + 1)
        else:
            prove(after, p, attacker, other, one, depth + 1)
