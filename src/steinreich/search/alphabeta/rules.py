"""Alpha-beta search for games of one or two players, as rules over arrays.

Scores are for the player to move (negamax).  A win at ply p has the score WIN - p, so the search
prefers shorter wins.  Scores whose absolute value exceeds PROVEN are proven.  If the same player
moves again after an action, the score is not negated.

A position at the *horizon* is estimated instead of searched.  The search counts such positions: if
a score depends on none of them, it is exact, so draws can be proven, too.
"""

from typing import NamedTuple

from steinreich.rules.arrays import Int64Array
from steinreich.rules.bits import U64, noinline, prefetch, rule
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
PROVEN = 15_000  # scores of a larger absolute value are proven
EXACT, AT_LEAST, AT_MOST = 0, 1, 2  # bound types of stored scores
MAX_DEPTH = 128  # plies
UNLIMITED_DEPTH = 255  # stored depth of exact scores
MAX_QUIESCENCE_PLIES = 8  # beyond the depth
STOPPED, UNKNOWN = -1_000_000, -2_000_000  # returned in place of a score
ACTION_BITS = 12  # of a listed action; the higher bits are its rank
# Ranks in move ordering, by ascending priority: history counts, `move_order` (shifted by 24 bits,
# above all history counts), killer actions, the best action in the transposition table
MAX_HISTORY_RANK, KILLER_RANK, TABLE_ACTION_RANK = 1 << 23, 1 << 44, 1 << 48

# All memory is one array of int64.
# Indexes of the first elements: nodes so far, node limit, positions at the horizon so far,
# number of action numbers of the game, number of table entries (a power of two)
NODES, LIMIT, HORIZON, ACTIONS, ENTRIES = range(5)
KILLERS = 16  # start of the killer actions, two for each ply
# Start of the history counts of each player's actions; then follow the action lists and the table
HISTORY = KILLERS + 2 * (MAX_DEPTH + 1)
Memory = Int64Array


@rule
def begin_search(m: Memory) -> None:
    """Forget the killers and let the history decay."""
    for i in range(KILLERS, HISTORY):
        m[i] = -1
    for i in range(HISTORY, HISTORY + 2 * m[ACTIONS]):
        m[i] //= 8


@rule
def action_list_at(m: Memory, ply: int) -> int:
    """Return the start of the action list of a ply."""
    return int(HISTORY + (ply + 2) * m[ACTIONS])


@rule
def prefetch_entry(m: Memory, position: U64) -> int:
    """Return the index of the table entry for a position, and prefetch it.

    An entry has two elements: the key of the position and the packed `TableEntry`.
    """
    index = action_list_at(m, MAX_DEPTH + 1) + 2 * (0 + int(position & U64(m[ENTRIES] - 1)))
    prefetch(m, index)
    return index


@rule
def final_score(s: State, result: int, ply: int) -> int:
    """Return the score of a finished game for the player to move."""
    if result == DRAW:
        return 0
    return WIN - ply if result == player(s) else ply - WIN


@rule
def to_table(score: int, ply: int) -> int:
    """Convert a score for storage: a proven one then counts the plies to the end from this position
    instead of from the root.
    """
    return score + ply if score > PROVEN else score - ply if score < -PROVEN else score


@rule
def from_table(score: int, ply: int) -> int:
    """Convert a stored score back; the inverse of `to_table`."""
    return score - ply if score > PROVEN else score + ply if score < -PROVEN else score


@rule
def list_actions(s: State, m: Memory, ply: int) -> int:
    """Write the legal actions of a position with their ranks into its list; return their number.

    An invalid action number ends the list, so that nothing is written out of bounds.
    """
    c = prune(s, candidates(s))
    first, num_actions = action_list_at(m, ply), m[ACTIONS]
    history = HISTORY + player(s) * num_actions
    killer, other_killer = m[KILLERS + 2 * ply], m[KILLERS + 2 * ply + 1]
    count, action = 0, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < num_actions:
            return count
        rank = m[U64(history + action)] + (move_order(s, action) << 24)
        rank += KILLER_RANK * (action in (killer, other_killer))
        m[U64(first + count)] = rank << ACTION_BITS | action
        count += 1


@rule
def rank_first(m: Memory, ply: int, count: int, table_action: int) -> None:
    """Give the best action in the transposition table the highest rank."""
    first = action_list_at(m, ply)
    for k in range(first, first + count):
        if m[k] & (1 << ACTION_BITS) - 1 == table_action:
            m[k] += TABLE_ACTION_RANK << ACTION_BITS


@rule
def next_best(m: Memory, ply: int, i: int, count: int) -> int:
    """Return the listed action with the highest rank from index i on, after swapping it with that
    at index i.
    """
    first = action_list_at(m, ply)
    best, index = m[U64(first + i)], first + i
    for k in range(first + i + 1, first + count):
        if m[U64(k)] > best:
            best, index = m[U64(k)], k
    m[U64(index)] = m[U64(first + i)]
    m[U64(first + i)] = best
    return int(best & (1 << ACTION_BITS) - 1)


class TableEntry(NamedTuple):
    """An entry of the transposition table."""

    score: int
    depth: int
    bound: int  # the bound type: EXACT, AT_LEAST or AT_MOST
    best: int  # the best action


@rule
def pack_entry(entry: TableEntry) -> U64:
    """Pack an entry into a word: 16 bits of score, 8 of depth, 8 of bound type, 32 of action."""
    low = U64(entry.score + 32_768) | U64(entry.depth) << U64(16) | U64(entry.bound) << U64(24)
    return low | U64(entry.best) << U64(32)


@rule
def unpack_entry(word: U64) -> TableEntry:
    """Unpack an entry."""
    # In compiled code int() keeps a word unsigned; adding a signed number makes it signed.
    return TableEntry(
        int(word & U64(0xFFFF)) - 32_768,
        0 + int(word >> U64(16) & U64(0xFF)),
        0 + int(word >> U64(24) & U64(0xFF)),
        0 + int(word >> U64(32)),
    )


@rule
def list_noisy_actions(s: State, m: Memory, ply: int) -> int:
    """Write the noisy actions of a position into its list, and return their number."""
    c = prune(s, candidates(s))
    first, num_actions, count, action = action_list_at(m, ply), m[ACTIONS], 0, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < num_actions:
            return count
        if is_noisy(s, action):
            m[first + count] = move_order(s, action) << ACTION_BITS | action
            count += 1


@noinline
def quiescence(s: State, t: int, m: Memory, max_ply: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score of a quiescence search: the evaluation (stand pat) or that of a noisy
    action.
    """
    m[NODES] += 1
    result = outcome(s)
    if result != ONGOING:
        return final_score(s, result, ply)
    m[HORIZON] += 1
    best = evaluate_accumulated(s, t)
    if best >= beta or ply >= max_ply or ply >= MAX_DEPTH or is_quiet(s):
        return best
    count = list_noisy_actions(s, m, ply)
    low = max(alpha, best)
    for i in range(count):
        action = next_best(m, ply, i, count)
        after, t_after = play(s, action), accumulator_after(s, action, t)
        if player(after) == player(s):
            score = quiescence(after, t_after, m, max_ply, low, beta, ply + 1)
        else:
            score = -quiescence(after, t_after, m, max_ply, -beta, -low, ply + 1)
        if score > best:
            best = score
        if best > low:
            low = best
        if low >= beta:
            break
    return best


@rule
def get_horizon_score(s: State, t: int, m: Memory, alpha: int, beta: int, ply: int) -> int:
    """Return the score of a position at the horizon: its evaluation if it is quiet, else the result
    of a quiescence search.
    """
    if is_quiet(s):
        m[HORIZON] += 1
        return evaluate_accumulated(s, t)
    m[NODES] -= 1  # quiescence counts the position again
    # Arguments of recursive rules must not be constants: Numba would compile the rule a second time
    # for the constant, and cached machine code would lack a part.
    return quiescence(s, t, m, ply + MAX_QUIESCENCE_PLIES, alpha, beta, ply)


@rule
def record_refutation(m: Memory, mover: int, action: int, depth: int, ply: int) -> None:
    """Update killer actions and history counts after a beta cutoff by an action."""
    killer, history = KILLERS + 2 * ply, HISTORY + mover * m[ACTIONS] + action
    if m[killer] != action:
        m[killer + 1] = m[killer]
        m[killer] = action
    if m[history] < MAX_HISTORY_RANK:
        m[history] += depth * depth


@rule
def get_leaf_score(s: State, t: int, m: Memory, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score if the game is over or the position is at the horizon, STOPPED if the budget
    is used up, else UNKNOWN.
    """
    m[NODES] += 1
    result = outcome(s)
    if result != ONGOING:
        return final_score(s, result, ply)
    if depth <= 0 or ply >= MAX_DEPTH:
        return get_horizon_score(s, t, m, alpha, beta, ply)
    return STOPPED if m[NODES] > m[LIMIT] else UNKNOWN


@rule
def get_table_score(
    m: Memory, index: int, position: U64, count: int, depth: int, alpha: int, beta: int, ply: int
) -> int:
    """Return the score in the transposition table if its depth and bound suffice, else UNKNOWN.

    In either case the best action in the table gets the highest rank.
    """
    if U64(m[index]) != position:
        return UNKNOWN
    known = unpack_entry(U64(m[index + 1]))
    rank_first(m, ply, count, known.best)
    score = from_table(known.score, ply)
    if known.depth < depth or (
        known.bound != EXACT
        and (known.bound != AT_LEAST or score < beta)
        and (known.bound != AT_MOST or score > alpha)
    ):
        return UNKNOWN
    if known.depth < UNLIMITED_DEPTH:
        m[HORIZON] += 1
    return score


@rule
def store_entry(m: Memory, index: int, position: U64, entry: TableEntry) -> None:
    """Store an entry, replacing any other."""
    m[index] = int(position)
    m[index + 1] = int(pack_entry(entry))


@noinline
def search(s: State, t: int, m: Memory, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score of a position within the window from alpha to beta; `t` is its
    accumulator.
    """
    # 1. Leaf: end of game, depth or budget.
    score = get_leaf_score(s, t, m, depth, alpha, beta, ply)
    if score != UNKNOWN:
        return score
    # 2. Transposition table.
    position = key(s)
    index = prefetch_entry(m, position)
    count = list_actions(s, m, ply)
    score = get_table_score(m, index, position, count, depth, alpha, beta, ply)
    if score != UNKNOWN:
        return score
    # 3. The actions, highest rank first.
    mover, horizon_before, best, best_action = player(s), m[HORIZON], -WIN, -1
    for i in range(count):
        action = next_best(m, ply, i, count)
        after, t_after = play(s, action), accumulator_after(s, action, t)
        sign = 1 if player(after) == mover else -1
        # 4. Zero window for all but the first action, with late move reductions.
        reduced_plies, low = reduction(s, depth, i), max(alpha, best)
        high = low + 1 if i > 0 else beta
        window = (low, high) if sign > 0 else (-high, -low)
        reduced_depth = depth - 1 - reduced_plies
        score = sign * search(after, t_after, m, reduced_depth, window[0], window[1], ply + 1)
        if score > low and (reduced_plies > 0 or high < beta) and score != -STOPPED:
            window = (low, beta) if sign > 0 else (-beta, -low)
            score = sign * search(after, t_after, m, depth - 1, window[0], window[1], ply + 1)
        if score == STOPPED or score == -STOPPED:
            return STOPPED
        if score > best:
            best, best_action = score, action
        # 5. Beta cutoff.
        if best >= beta:
            record_refutation(m, mover, action, depth, ply)
            break
    # 6. Store the result.
    bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
    searched_depth = depth if m[HORIZON] != horizon_before else UNLIMITED_DEPTH
    entry = TableEntry(to_table(best, ply), searched_depth, bound, best_action)
    store_entry(m, index, position, entry)
    return best


@rule
def search_position(s: State, m: Memory, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score of a position within the window from alpha to beta (entry point)."""
    return search(s, accumulator(s), m, depth, alpha, beta, ply)


ENTRY_POINTS = (begin_search, search_position)
