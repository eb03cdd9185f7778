"""Alpha-beta search for games of one or two players, as rules over arrays.

Scores are for the player to move.  A win at ply p is worth WIN - p, so that the search prefers
the shorter one; anything beyond PROVEN is certain.  When the same player acts again within a
turn, the score is passed on as it is; only a change of player turns it round.

The search counts how often it meets its *horizon*: an estimate instead of an end.  Where it did
not, the score is exact whatever it is: so draws are proven, too.
"""

from typing import Any, NamedTuple

from steinreich.rules.bits import U64, borrowed, fetch, rule, seldom
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
PROVEN = 15_000  # scores beyond this are certain
EXACT, AT_LEAST, AT_MOST = 0, 1, 2  # what a stored score means
DEEPEST = 128  # plies
TO_THE_END = 255  # the depth of what needed no estimate
LONGEST_QUIESCENCE = 8  # plies of noisy actions beyond the depth
STOPPED, UNKNOWN = -1_000_000, -2_000_000  # scores that mean nothing
ACTION_BITS = 12  # of a move; its rank stands above them
PROMISING, KILLER, REMEMBERED = 1 << 23, 1 << 44, 1 << 48  # ranks

# All memory is one array of int64: compiled code counts the users of every array whenever a
# function that takes it calls itself, and that costs more than the rest of a small search.
NODES, STOP, LIMIT, HORIZON, ACTIONS, ENTRIES = range(6)  # the first places:
# nodes so far, whether to stop, how many nodes there may be, how often an estimate took the place
# of an end; how many actions the game has, how many entries the table (a power of two)
KILLERS = 16  # two for each ply: the last actions that refuted sister positions
HISTORY = KILLERS + 2 * (DEEPEST + 1)  # how often an action of a player refuted; then moves, table
Memory = Any


@rule
def moves_at(m: Memory, ply: int) -> int:
    """Where the actions of a ply stand, each with its rank above it."""
    return int(HISTORY + (ply + 2) * m[ACTIONS])


@rule
def fetched_place(m: Memory, position: U64) -> int:
    """Where the table has room for a position: its key, then what is known of it, packed.

    The processor fetches that place while something else is done.
    """
    place = moves_at(m, DEEPEST + 1) + 2 * (0 + int(position & U64(m[ENTRIES] - 1)))
    fetch(m, place)
    return place


@rule
def final_score(s: State, result: int, ply: int) -> int:
    """What the end of the game is worth to the player to move."""
    if result == DRAW:
        return 0
    return WIN - ply if result == player(s) else ply - WIN


@rule
def to_table(score: int, ply: int) -> int:
    """A certain score counted from the position itself, not from the root."""
    return score + ply if score > PROVEN else score - ply if score < -PROVEN else score


@rule
def from_table(score: int, ply: int) -> int:
    """A certain score counted from the root again."""
    return score - ply if score > PROVEN else score + ply if score < -PROVEN else score


@rule
def list_moves(s: State, m: Memory, ply: int) -> int:
    """Write the actions of a position; says how many they are.

    A number that is none of the game's (its ACTIONS is too small) ends the list, here and below:
    so nothing is ever written beyond the memory.
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
    """Rank the remembered action first."""
    first = moves_at(m, ply)
    for k in range(first, first + found):
        if m[k] & (1 << ACTION_BITS) - 1 == remembered:
            m[k] += REMEMBERED << ACTION_BITS


@rule
def next_best(m: Memory, ply: int, i: int, found: int) -> int:
    """Bring the most promising of the actions from i on to place i."""
    first = moves_at(m, ply)
    best, place = m[U64(first + i)], first + i
    for k in range(first + i + 1, first + found):
        if m[U64(k)] > best:
            best, place = m[U64(k)], k
    m[U64(place)] = m[U64(first + i)]
    m[U64(first + i)] = best
    return int(best & (1 << ACTION_BITS) - 1)


class TableEntry(NamedTuple):
    """What is known of a position."""

    score: int
    depth: int
    meaning: int  # EXACT, AT_LEAST or AT_MOST
    best: int  # the best action


@rule
def packed(fact: TableEntry) -> U64:
    """A fact in one word: 16 bits for the score, 8 for depth and meaning, 32 for the action."""
    low = U64(fact.score + 32_768) | U64(fact.depth) << U64(16) | U64(fact.meaning) << U64(24)
    return low | U64(fact.best) << U64(32)


@rule
def unpacked(word: U64) -> TableEntry:
    """The fact in a word."""
    return TableEntry(
        int(word & U64(0xFFFF)) - 32_768,
        0 + int(word >> U64(16) & U64(0xFF)),
        0 + int(word >> U64(24) & U64(0xFF)),
        0 + int(word >> U64(32)),
    )


@rule
def list_noisy(s: State, m: Memory, ply: int) -> int:
    """Write the noisy actions of a position; says how many they are."""
    c = prune(s, candidates(s))
    moves, most, found, action = moves_at(m, ply), m[ACTIONS], 0, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < most:
            return found
        if is_noisy(s, action):
            m[moves + found] = move_order(s, action) << ACTION_BITS | action
            found += 1


@seldom
def quiescence(s: State, t: int, m: Memory, last: int, alpha: int, beta: int, ply: int) -> int:
    """The score when only noisy actions are looked at; a player may leave it at the estimate."""
    m[NODES] += 1
    result = outcome(s)
    if result != ONGOING:
        return final_score(s, result, ply)
    m[HORIZON] += 1
    best = evaluate_accumulated(s, t)
    if best >= beta or ply >= last or ply >= DEEPEST or is_quiet(s):
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
    """The estimate of a position, after the exchanges that are due in it."""
    if is_quiet(s):
        m[HORIZON] += 1
        return evaluate_accumulated(s, t)
    m[NODES] -= 1  # the exchange counts the position again
    # (Numba: what a rule that calls itself is called with must not be a constant.  It would be
    # compiled twice, once for the constant, and machine code from the cache would miss a part.)
    return quiescence(s, t, m, ply + LONGEST_QUIESCENCE, alpha, beta, ply)


@rule
def note_refutation(m: Memory, mover: int, action: int, depth: int, ply: int) -> None:
    """Sister positions may be refuted by the same action."""
    killer, history = KILLERS + 2 * ply, HISTORY + mover * m[ACTIONS] + action
    if m[killer] != action:
        m[killer + 1] = m[killer]
        m[killer] = action
    if m[history] < PROMISING:
        m[history] += depth * depth


@rule
def leaf_score(s: State, t: int, m: Memory, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score at the end of the game, of the depth, or of the time; else UNKNOWN."""
    m[NODES] += 1
    result = outcome(s)
    if result != ONGOING:
        return final_score(s, result, ply)
    if depth <= 0 or ply >= DEEPEST:
        return at_the_horizon(s, t, m, alpha, beta, ply)
    return STOPPED if m[STOP] != 0 or m[NODES] > m[LIMIT] else UNKNOWN


@rule
def known_score(
    m: Memory, place: int, position: U64, found: int, depth: int, alpha: int, beta: int, ply: int
) -> int:
    """The score in the table, if it was found deep enough and tells enough; else UNKNOWN.

    The best action that was found then is ranked first in any case.
    """
    if U64(m[place]) != position:
        return UNKNOWN
    known = unpacked(U64(m[place + 1]))
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
    """Put a fact into the table, whatever stood there."""
    m[place] = int(position)
    m[place + 1] = int(packed(fact))


@seldom
def search(s: State, t: int, m: Memory, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of a position with its accumulator, exact between alpha and beta."""
    # 1. Where nothing is looked ahead any more.
    score = leaf_score(s, t, m, depth, alpha, beta, ply)
    if score != UNKNOWN:
        return score
    # 2. What is remembered of the position.
    position = key(s)
    place = fetched_place(m, position)
    found = list_moves(s, m, ply)
    score = known_score(m, place, position, found, depth, alpha, beta, ply)
    if score != UNKNOWN:
        return score
    # 3. The actions, the most promising first.
    mover, estimates, best, best_action = player(s), m[HORIZON], -WIN, -1
    for i in range(found):
        action = next_best(m, ply, i, found)
        after, then = play(s, action), accumulator_after(s, action, t)
        side = 1 if player(after) == mover else -1
        # 4. All but the first need only be shown to be no better, and late ones less deeply.
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
        # 5. A refutation: the opponent will not let it come to this.
        if best >= beta:
            note_refutation(m, mover, action, depth, ply)
            break
    # 6. Remember.
    meaning = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
    deep = depth if m[HORIZON] != estimates else TO_THE_END
    remember(m, place, position, TableEntry(to_table(best, ply), deep, meaning, best_action))
    return best


@rule
def score_of(s: State, m: Memory, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of a position, exact between alpha and beta."""
    return search(s, accumulator(s), borrowed(m), depth, alpha, beta, ply)
