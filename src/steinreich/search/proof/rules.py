"""Proof by numbers (df-pn), as rules over arrays: does the attacker win whatever the others do?

A position has a *proof number*: how many more positions have to be won for the attacker, at least,
until the win is shown; and a *disproof number* likewise.  The search always turns to the position
whose numbers are the smallest, so it follows forced lines however long they are.  Where the
attacker is to move one good action is enough, where anybody else is, all of them must win.

Numbers are kept in a table.  A position whose numbers were lost there is simply worked out again.
"""

from typing import Any, NamedTuple

from steinreich.rules.bits import U64, rule, seldom
from steinreich.rules.contract import ONGOING, State, candidates, key, outcome, play, player
from steinreich.rules.playout import next_legal
from steinreich.search.knowledge import prune

INFINITE = 1 << 30
DEEPEST = 200  # actions ahead
# All memory is one array of int64, as in deepening.py.
NODES, STOP, LIMIT, ENTRIES = range(4)  # the first places: nodes so far, whether to stop, how many
# there may be, and how many entries the table has (a power of two)
TABLE = 16  # the key of a position; then its proof and disproof number, packed
Proofs = Any


class Numbers(NamedTuple):
    """How far a position is from being proven won for the attacker, and from the contrary."""

    proof: int
    disproof: int


@rule
def place_of(p: Proofs, position: U64) -> int:
    """Where the table has room for a position."""
    # Compiled, int() leaves a word unsigned; adding a plain number makes it one, too.
    return TABLE + 2 * (0 + int(position & U64(p[ENTRIES] - 1)))


@rule
def look_up(p: Proofs, position: U64) -> Numbers:
    """The numbers of a position; one of each if nothing is known."""
    place = place_of(p, position)
    if U64(p[place]) != position:
        return Numbers(1, 1)
    return Numbers(p[place + 1] & 0xFFFFFFFF, p[place + 1] >> 32)


@rule
def write_down(p: Proofs, position: U64, numbers: Numbers) -> None:
    """Remember the numbers of a position."""
    place = place_of(p, position)
    p[place] = int(position)
    p[place + 1] = numbers.proof | numbers.disproof << 32


@rule
def first_numbers(s: State, attacker: int) -> Numbers:
    """What a position shows at first sight."""
    result = outcome(s)
    if result == ONGOING:
        return Numbers(1, 1)
    return Numbers(0, INFINITE) if result == attacker else Numbers(INFINITE, 0)


class Sight(NamedTuple):
    """What the positions after all actions say of the one before."""

    least: (
        int  # the smallest number of a child, of the kind that one of them has to bring to nought
    )
    second: int
    total: int  # all numbers of the other kind together
    action: int  # of the child with the smallest
    its_other: int  # that child's number of the other kind


@rule
def look_round(s: State, p: Proofs, attacker: int) -> Sight:
    """The numbers of all children, seen from the player who chooses among them."""
    c = prune(s, candidates(s))
    attacks = player(s) == attacker
    least, second, total, best, its_other = INFINITE, INFINITE, 0, -1, 0
    action = -1
    while True:
        action = next_legal(s, c, action)
        if action < 0:
            return Sight(least, second, min(total, INFINITE), best, its_other)
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


@seldom
def prove(s: State, p: Proofs, attacker: int, proof: int, disproof: int, depth: int) -> int:
    """Work on a position until its numbers reach these bounds; gives the nodes so far."""
    p[NODES] += 1
    position = key(s)
    attacks = player(s) == attacker
    while True:
        seen = look_round(s, p, attacker)
        numbers = Numbers(seen.least, seen.total) if attacks else Numbers(seen.total, seen.least)
        write_down(p, position, numbers)
        if numbers.proof >= proof or numbers.disproof >= disproof or depth >= DEEPEST:
            return int(p[NODES])
        if p[STOP] != 0 or p[NODES] > p[LIMIT]:
            return int(p[NODES])
        # The child gets room until a sister looks better, or this position reaches its bounds.
        one, other = (proof, disproof) if attacks else (disproof, proof)
        one = min(one, min(seen.second, INFINITE - 1) + 1)
        other = other - seen.total + seen.its_other
        after = play(s, seen.action)
        if attacks:
            prove(after, p, attacker, one, other, depth + 1)
        else:
            prove(after, p, attacker, other, one, depth + 1)
