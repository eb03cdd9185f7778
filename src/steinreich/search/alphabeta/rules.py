"""Alpha-beta search for games of one or two players, as rules over arrays.

Scores are for the player to move (negamax).  A win at ply p has the score WIN - p, so that the
search prefers shorter wins; scores beyond PROVEN are proven.  When the same player acts again in a
turn, the score is not negated.

The search counts how often it reaches its *horizon*: an estimate instead of the end of the game.
Without any, every score is exact, so draws are proven, too.
"""

from typing import Any, NamedTuple

from steinreich.rules.bits import U64, borrow, fetch, noinline, rule
from steinreich.rules.contract import DRAW, ONGOING, State, candidates, key, outcome, play, player
from steinreich.rules.playout import next_legal
from steinreich.search.knowledge import (
    accumulator,
    accumulator_after,
    evaluate_accumulated,
    is_noisy,
    is_quiet,
    move_order,
    prune,
    reduction,
)

WIN = 20_000
PROVEN = 15_000  # larger absolute scores are proven
EXACT, AT_LEAST, AT_MOST = 0, 1, 2  # bound types of stored scores
MAX_DEPTH = 128  # plies
TO_THE_END = 255  # stored depth of scores without estimates
MAX_QUIESCENCE_PLIES = 8  # beyond the depth
STOPPED, UNKNOWN = -1_000_000, -2_000_000  # special values instead of scores
ACTION_BITS = 12  # of a listed action; the higher bits are its rank
PROMISING, KILLER, REMEMBERED = 1 << 23, 1 << 44, 1 << 48  # ranks

# All memory is one array of int64: at each recursive call, compiled code updates the reference
# count of every array argument, which would cost more than the rest of a small search.
# Indices of the first elements: nodes so far, stop request, node limit, number of horizon nodes,
# number of the game's actions, number of table entries (a power of two)
NODES, STOP, LIMIT, HORIZON, ACTIONS, ENTRIES = range(6)
KILLERS = 16  # index of the killer actions, two for each ply
# Index of the history counts of each player's actions; then follow the action lists and the table
HISTORY = KILLERS + 2 * (MAX_DEPTH + 1)
Memory = Any


@rule
def moves_at(m: Memory, ply: int) -> int:
    """Return the index of the action list of a ply."""
    return int(HISTORY + (ply + 2) * m[ACTIONS])


@rule
def prefetch_entry(m: Memory, position: U64) -> int:
    """Return the index of the table entry for a position: its key, then the packed entry.

    The processor prefetches the entry meanwhile.
    """
    place = moves_at(m, MAX_DEPTH + 1) + 2 * (0 + int(position & U64(m[ENTRIES] - 1)))
    fetch(m, place)
    return place


@rule
def final_score(s: State, result: int, ply: int) -> int:
    """Return the score of a finished game for the player to move."""
    if result == DRAW:
        return 0
    return WIN - ply if result == player(s) else ply - WIN


@rule
def to_table(score: int, ply: int) -> int:
    """Convert a proven score from distance to the root to distance to the position."""
    return score + ply if score > PROVEN else score - ply if score < -PROVEN else score


@rule
def from_table(score: int, ply: int) -> int:
    """Convert a proven score from distance to the position to distance to the root."""
    return score - ply if score > PROVEN else score + ply if score < -PROVEN else score


@rule
def list_moves(s: State, m: Memory, ply: int) -> int:
    """List the actions of a position and return their number.

    An invalid action number ends the list, so that nothing is written out of bounds.
    """
    c = prune(s, candidates(s))
    moves, most = moves_at(m, ply), m[ACTIONS]
    history = HISTORY + player(s) * most
    killer, other_killer = m[KILLERS + 2 * ply], m[KILLERS + 2 * ply + 1]
    found, action = 0, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < most:
            return found
        rank = m[U64(history + action)] + (move_order(s, action) << 24)
        rank += KILLER * (action in (killer, other_killer))
        m[U64(moves + found)] = rank << ACTION_BITS | action
        found += 1


@rule
def prefer(m: Memory, ply: int, found: int, remembered: int) -> None:
    """Rank the action from the table first."""
    first = moves_at(m, ply)
    for k in range(first, first + found):
        if m[k] & (1 << ACTION_BITS) - 1 == remembered:
            m[k] += REMEMBERED << ACTION_BITS


@rule
def next_best(m: Memory, ply: int, i: int, found: int) -> int:
    """Return the action with the highest rank from index i on, after moving it to index i."""
    first = moves_at(m, ply)
    best, place = m[U64(first + i)], first + i
    for k in range(first + i + 1, first + found):
        if m[U64(k)] > best:
            best, place = m[U64(k)], k
    m[U64(place)] = m[U64(first + i)]
    m[U64(first + i)] = best
    return int(best & (1 << ACTION_BITS) - 1)


class TableEntry(NamedTuple):
    """An entry of the transposition table."""

    score: int
    depth: int
    meaning: int  # bound type: EXACT, AT_LEAST or AT_MOST
    best: int  # the best action


@rule
def pack_entry(fact: TableEntry) -> U64:
    """Pack an entry into a word: 16 bits of score, 8 of depth and bound type, 32 of action."""
    low = U64(fact.score + 32_768) | U64(fact.depth) << U64(16) | U64(fact.meaning) << U64(24)
    return low | U64(fact.best) << U64(32)


@rule
def unpack_entry(word: U64) -> TableEntry:
    """Unpack an entry."""
    return TableEntry(
        int(word & U64(0xFFFF)) - 32_768,
        0 + int(word >> U64(16) & U64(0xFF)),
        0 + int(word >> U64(24) & U64(0xFF)),
        0 + int(word >> U64(32)),
    )


@rule
def list_noisy(s: State, m: Memory, ply: int) -> int:
    """List the noisy actions of a position and return their number."""
    c = prune(s, candidates(s))
    moves, most, found, action = moves_at(m, ply), m[ACTIONS], 0, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < most:
            return found
        if is_noisy(s, action):
            m[moves + found] = move_order(s, action) << ACTION_BITS | action
            found += 1


@noinline
def quiescence(s: State, t: int, m: Memory, last: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score of a quiescence search: of noisy actions, or the estimate (stand pat)."""
    m[NODES] += 1
    result = outcome(s)
    if result != ONGOING:
        return final_score(s, result, ply)
    m[HORIZON] += 1
    best = evaluate_accumulated(s, t)
    if best >= beta or ply >= last or ply >= MAX_DEPTH or is_quiet(s):
        return best
    found = list_noisy(s, m, ply)
    low = max(alpha, best)
    for i in range(found):
        action = next_best(m, ply, i, found)
        after, then = play(s, action), accumulator_after(s, action, t)
        if player(after) == player(s):
            score = quiescence(after, then, m, last, low, beta, ply + 1)
        else:
            score = -quiescence(after, then, m, last, -beta, -low, ply + 1)
        if score > best:
            best = score
        if best > low:
            low = best
        if low >= beta:
            break
    return best


@rule
def at_the_horizon(s: State, t: int, m: Memory, alpha: int, beta: int, ply: int) -> int:
    """Return the estimate of a position at the horizon, after quiescence search."""
    if is_quiet(s):
        m[HORIZON] += 1
        return evaluate_accumulated(s, t)
    m[NODES] -= 1  # quiescence counts the position again
    # (Numba: arguments of recursive rules must not be constants.  The rule would be compiled a
    # second time for the constant, and machine code from the cache would miss a part.)
    return quiescence(s, t, m, ply + MAX_QUIESCENCE_PLIES, alpha, beta, ply)


@rule
def note_refutation(m: Memory, mover: int, action: int, depth: int, ply: int) -> None:
    """Update killers and history: sibling positions may be refuted by the same action."""
    killer, history = KILLERS + 2 * ply, HISTORY + mover * m[ACTIONS] + action
    if m[killer] != action:
        m[killer + 1] = m[killer]
        m[killer] = action
    if m[history] < PROMISING:
        m[history] += depth * depth


@rule
def leaf_score(s: State, t: int, m: Memory, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score if the game, the depth or the budget has ended; else UNKNOWN."""
    m[NODES] += 1
    result = outcome(s)
    if result != ONGOING:
        return final_score(s, result, ply)
    if depth <= 0 or ply >= MAX_DEPTH:
        return at_the_horizon(s, t, m, alpha, beta, ply)
    return STOPPED if m[STOP] != 0 or m[NODES] > m[LIMIT] else UNKNOWN


@rule
def known_score(
    m: Memory, place: int, position: U64, found: int, depth: int, alpha: int, beta: int, ply: int
) -> int:
    """Return the score in the table if its depth and bound suffice, else UNKNOWN.

    The best action in the table is ranked first in any case.
    """
    if U64(m[place]) != position:
        return UNKNOWN
    known = unpack_entry(U64(m[place + 1]))
    prefer(m, ply, found, known.best)
    score = from_table(known.score, ply)
    if known.depth < depth or (
        known.meaning != EXACT
        and (known.meaning != AT_LEAST or score < beta)
        and (known.meaning != AT_MOST or score > alpha)
    ):
        return UNKNOWN
    if known.depth < TO_THE_END:
        m[HORIZON] += 1
    return score


@rule
def remember(m: Memory, place: int, position: U64, fact: TableEntry) -> None:
    """Store an entry, replacing any other."""
    m[place] = int(position)
    m[place + 1] = int(pack_entry(fact))


@noinline
def search(s: State, t: int, m: Memory, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score of a position within the window, given its accumulator."""
    # 1. Leaf: end of game, depth or budget.
    score = leaf_score(s, t, m, depth, alpha, beta, ply)
    if score != UNKNOWN:
        return score
    # 2. Transposition table.
    position = key(s)
    place = prefetch_entry(m, position)
    found = list_moves(s, m, ply)
    score = known_score(m, place, position, found, depth, alpha, beta, ply)
    if score != UNKNOWN:
        return score
    # 3. The actions, highest rank first.
    mover, estimates, best, best_action = player(s), m[HORIZON], -WIN, -1
    for i in range(found):
        action = next_best(m, ply, i, found)
        after, then = play(s, action), accumulator_after(s, action, t)
        side = 1 if player(after) == mover else -1
        # 4. Zero window for all but the first action, with late move reductions.
        less, low = reduction(s, depth, i), max(alpha, best)
        high = low + 1 if i > 0 else beta
        window = (low, high) if side > 0 else (-high, -low)
        score = side * search(after, then, m, depth - 1 - less, window[0], window[1], ply + 1)
        if score > low and (less > 0 or high < beta) and score != -STOPPED:
            window = (low, beta) if side > 0 else (-beta, -low)
            score = side * search(after, then, m, depth - 1, window[0], window[1], ply + 1)
        if score == STOPPED or score == -STOPPED:
            return STOPPED
        if score > best:
            best, best_action = score, action
        # 5. Beta cutoff.
        if best >= beta:
            note_refutation(m, mover, action, depth, ply)
            break
    # 6. Store the result.
    meaning = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
    deep = depth if m[HORIZON] != estimates else TO_THE_END
    remember(m, place, position, TableEntry(to_table(best, ply), deep, meaning, best_action))
    return best


@rule
def score_of(s: State, m: Memory, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score of a position within the window from alpha to beta."""
    return search(s, accumulator(s), borrow(m), depth, alpha, beta, ply)
