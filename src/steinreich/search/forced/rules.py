"""Forced wins within a number of turns, as rules over arrays.

A search answers the question: does the *attacker* win by force within a number of turns?  Turns of
all players count, including the current one.  A turn ends when another player is to move, so a game
for one player is a single turn.

Unlike proof-number search, it gives the length of a win, and proves that there is no shorter one.
It is a depth-first search of all actions.  For each position, a table has the smallest number of
turns that is known to be enough, and the largest that is known to be too few.
"""

from steinreich.rules.arrays import Int64Array
from steinreich.rules.bits import U64, noinline, rule
from steinreich.rules.contract import ONGOING, State, candidates, key, outcome, play, player
from steinreich.rules.playout import next_legal
from steinreich.search.knowledge import move_order

NO, YES, UNKNOWN, STOPPED = 0, 1, 2, 3  # answers
MAX_DEPTH = 64  # actions
MAX_TURNS = 255  # that fit into a table entry
# All memory is one array of int64: at each recursive call, compiled code updates the reference
# count of every array argument.
# Indexes of the first elements: expanded positions so far, their maximum
# number, number of action numbers of the game, and number of table entries (a power of two)
NODES, LIMIT, ACTIONS, ENTRIES = range(4)
# Start of the history counts of each action, for the defenders and for the attacker; then follow
# the action lists of all plies, and the table: pairs of a position key and the packed bounds
HISTORY = 8
ACTION_BITS = 12  # of a listed action; the higher bits are its rank
MAX_HISTORY = 1 << 10
ATTACKER_SALT = U64(0x9E3779B97F4A7C15)  # distinguishes the keys for different attackers
Memory = Int64Array


@rule
def history_at(m: Memory, attacks: bool) -> int:
    """Return the start of the history counts of the attacker or of the defenders."""
    return int(HISTORY + (m[ACTIONS] if attacks else 0))


@rule
def list_at(m: Memory, ply: int) -> int:
    """Return the start of the action list of a ply."""
    return int(HISTORY + (2 + ply) * m[ACTIONS])


@rule
def entry_at(m: Memory, position: U64) -> int:
    """Return the index of the table entry for a position."""
    # In compiled code int() keeps a word unsigned; adding a signed number makes it signed.
    return list_at(m, MAX_DEPTH) + 2 * (0 + int(position & U64(m[ENTRIES] - 1)))


@rule
def look_up(m: Memory, position: U64, turns: int) -> int:
    """Return the answer in the table, or UNKNOWN."""
    index = entry_at(m, position)
    if U64(m[index]) != position:
        return UNKNOWN
    enough, too_few = m[index + 1] & MAX_TURNS, m[index + 1] >> 8
    if turns >= enough:
        return YES
    return NO if turns <= too_few else UNKNOWN


@rule
def store_answer(m: Memory, position: U64, turns: int, answer: int) -> None:
    """Store an answer, combined with earlier answers for the same position."""
    index = entry_at(m, position)
    enough, too_few = MAX_TURNS, 0
    if U64(m[index]) == position:
        enough, too_few = m[index + 1] & MAX_TURNS, m[index + 1] >> 8
    if answer == YES:
        enough = min(enough, turns)
    else:
        too_few = max(too_few, turns)
    m[index] = int(position)
    m[index + 1] = enough | too_few << 8


@rule
def answer_without_search(s: State, attacker: int, turns: int) -> int:
    """Return the answer if it needs no search, else UNKNOWN."""
    result = outcome(s)
    if result != ONGOING:
        return YES if result == attacker else NO
    return UNKNOWN if turns > 0 else NO


@rule
def turns_after(mover: int, after: State, turns: int) -> int:
    """Return the number of turns that are left after an action."""
    return turns - (1 if player(after) != mover else 0)


@rule
def list_unanswered(s: State, m: Memory, attacker: int, turns: int, ply: int) -> int:
    """List the actions after which the answer needs a search, and return their number; return -1 if
    an action decides the answer without a search.

    An invalid action number ends the list, so that nothing is written out of bounds.
    """
    c = candidates(s)
    mover = player(s)
    attacks = mover == attacker
    wanted = YES if attacks else NO
    history, first, num_actions = history_at(m, attacks), list_at(m, ply), m[ACTIONS]
    count, action = 0, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < num_actions:
            return count
        after = play(s, action)
        answer = answer_without_search(after, attacker, turns_after(mover, after, turns))
        if answer == wanted:
            return -1
        if answer == UNKNOWN:
            rank = move_order(s, action) + min(m[history + action], MAX_HISTORY)
            m[first + count] = rank << ACTION_BITS | action
            count += 1


@rule
def next_best(m: Memory, ply: int, i: int, count: int) -> int:
    """Return the listed action with the highest rank from index i on, and replace it by that at
    index i.
    """
    first = list_at(m, ply)
    best, index = m[first + i], first + i
    for k in range(first + i + 1, first + count):
        if m[k] > best:
            best, index = m[k], k
    m[index] = m[first + i]
    return int(best & (1 << ACTION_BITS) - 1)


@noinline
def search_forced_win(s: State, m: Memory, attacker: int, turns: int, ply: int) -> int:
    """Return the answer for a position that needs a search."""
    # 1. Look up the position.
    position = key(s) ^ ATTACKER_SALT >> U64(attacker)
    answer = look_up(m, position, turns)
    if answer != UNKNOWN:
        return answer
    # 2. Check the limits.
    if m[NODES] >= m[LIMIT] or ply >= MAX_DEPTH:
        return STOPPED
    m[NODES] += 1
    # 3. Search the actions; one good action decides for its player.
    mover = player(s)
    attacks = mover == attacker
    wanted = YES if attacks else NO
    answer = 1 - wanted
    count = list_unanswered(s, m, attacker, turns, ply)
    if count < 0:
        answer = wanted
    for i in range(count):
        action = next_best(m, ply, i, count)
        after = play(s, action)
        reply = search_forced_win(after, m, attacker, turns_after(mover, after, turns), ply + 1)
        if reply == STOPPED:
            return STOPPED
        if reply == wanted:
            m[history_at(m, attacks) + action] += 1
            answer = wanted
            break
    # 4. Store the answer.
    store_answer(m, position, turns, answer)
    return answer


@rule
def filter_actions(
    s: State, m: Memory, attacker: int, turns: int, wanted: int, ply: int, out: Int64Array
) -> int:
    """Write the actions after which the answer is `wanted` into `out`, and return their number.

    Return when `out` is full; return -1 if the search was stopped.
    """
    c, mover = candidates(s), player(s)
    count, action = 0, -1
    while count < len(out):
        action = next_legal(s, c, action)
        if not 0 <= action < m[ACTIONS]:
            break
        after = play(s, action)
        left = turns_after(mover, after, turns)
        answer = answer_without_search(after, attacker, left)
        if answer == UNKNOWN:
            answer = search_forced_win(after, m, attacker, left, ply)
        if answer == STOPPED:
            return -1
        if answer == wanted:
            out[count] = action
            count += 1
    return count
