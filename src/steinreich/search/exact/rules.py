"""Exact values of positions, as rules over arrays.

A search answers one question with yes or no: can the *attacker* force a win?  If neither player
can, the position is a draw.  It needs no scores and no depth limit.  Answers are stored in a table
that threads share without locks.  Both words of an entry contain a part of the position's key, so
an entry that two threads write at once matches no position.
"""

from typing import NamedTuple

from steinreich.rules.arrays import Int64Array, UInt64Matrix
from steinreich.rules.bits import U64, noinline, rule
from steinreich.rules.contract import ONGOING, State, candidates, outcome, play, player
from steinreich.rules.playout import next_legal
from steinreich.search.knowledge import equivalence_key, may_win, move_order, prune, winning

NO, YES, UNKNOWN, STOPPED = 0, 1, 2, 3  # answers
MAX_DEPTH = 128  # actions
# Indexes in the workspace: expanded positions so far, their maximum number,
# number of action numbers, and start of the history counts; then follow the action lists
NODES, LIMIT, ACTIONS, HISTORY = range(4)
ACTION_BITS = 12  # of a listed action; the higher bits are its rank
MAX_HISTORY = 1 << 10
MOST_WORK, MOST_RECENT = 0, 2  # columns of the two entries in a table row
WORK_MASK, KEY_MASK = U64(0xFE), U64(0xFFFF_FFFF_FFFF_FF00)  # in the second word of an entry
DEFENDER_SALT = U64(0x5555_5555_5555_5500)  # changes the keys if the attacker is not to move


class Memory(NamedTuple):
    """The memory of one thread.

    It has few arrays, since at each recursive call, compiled code updates the reference count of
    every array argument.
    """

    workspace: Int64Array  # NODES, LIMIT, ACTIONS, the history counts, the action lists
    # (rows, 4), shared by all threads: a row has two entries of two words each, and the number of
    # rows is a power of two
    table: UInt64Matrix


@rule
def history_at(m: Memory, side: int) -> int:
    """Return the start of the history counts of a player."""
    return int(HISTORY + side * m.workspace[ACTIONS])


@rule
def list_at(m: Memory, ply: int) -> int:
    """Return the start of the action list of a ply."""
    return int(HISTORY + (2 + ply) * m.workspace[ACTIONS])


@rule
def answer_without_search(s: State, attacker: int) -> int:
    """Return the answer if it needs no search, else UNKNOWN."""
    result = outcome(s)
    if result != ONGOING:
        return YES if result == attacker else NO
    if winning(s):
        return YES if player(s) == attacker else NO
    return UNKNOWN if may_win(s, attacker) else NO


@rule
def look_up(m: Memory, first: U64, second: U64) -> int:
    """Return the answer in the table, or UNKNOWN; `first` and `second` are the position's key."""
    row = int(first & U64(len(m.table) - 1))
    for i in (MOST_WORK, MOST_RECENT):
        word = m.table[row, i + 1]
        if m.table[row, i] == first and word & KEY_MASK == second & KEY_MASK:
            return 0 + int(word & U64(1))  # in compiled code int() keeps a word unsigned
    return UNKNOWN


@rule
def store_answer(m: Memory, first: U64, second: U64, answer: int, nodes: int) -> None:
    """Store an answer: in place of the MOST_WORK entry of its row if it took at least as much work
    (a logarithm of the nodes), else in place of the MOST_RECENT one.
    """
    work = 0
    while nodes >> work > 0:
        work += 1
    row = int(first & U64(len(m.table) - 1))
    word = second & KEY_MASK | U64(work << 1) | U64(answer)
    if word & WORK_MASK >= m.table[row, MOST_WORK + 1] & WORK_MASK:
        m.table[row, MOST_RECENT], m.table[row, MOST_RECENT + 1] = (
            m.table[row, MOST_WORK],
            m.table[row, MOST_WORK + 1],
        )
        m.table[row, MOST_WORK], m.table[row, MOST_WORK + 1] = first, word
    else:
        m.table[row, MOST_RECENT], m.table[row, MOST_RECENT + 1] = first, word


@rule
def list_unanswered(s: State, m: Memory, attacker: int, ply: int) -> int:
    """List the actions after which the answer needs a search, and return their number; return -1 if
    an action decides the answer without a search.

    An invalid action number ends the list, so that nothing is written out of bounds.
    """
    c = prune(s, candidates(s))
    mover = player(s)
    wanted = YES if mover == attacker else NO
    history, first, num_actions = history_at(m, mover), list_at(m, ply), m.workspace[ACTIONS]
    count, action = 0, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < num_actions:
            return count
        answer = answer_without_search(play(s, action), attacker)
        if answer == wanted:
            return -1
        if answer == UNKNOWN:
            rank = move_order(s, action) * MAX_HISTORY + min(
                m.workspace[history + action], MAX_HISTORY
            )
            m.workspace[first + count] = rank << ACTION_BITS | action
            count += 1


@rule
def next_best(m: Memory, ply: int, i: int, count: int) -> int:
    """Return the listed action with the highest rank from index i on, and replace it by that at
    index i.
    """
    first = list_at(m, ply)
    best, index = m.workspace[first + i], first + i
    for k in range(first + i + 1, first + count):
        if m.workspace[k] > best:
            best, index = m.workspace[k], k
    m.workspace[index] = m.workspace[first + i]
    return int(best & (1 << ACTION_BITS) - 1)


@noinline
def prove(s: State, m: Memory, attacker: int, ply: int) -> int:
    """Return the answer for a position that needs a search."""
    # 1. Look up the position.
    mover = player(s)
    first, second = equivalence_key(s)
    if mover != attacker:
        second ^= DEFENDER_SALT
    answer = look_up(m, first, second)
    if answer != UNKNOWN:
        return answer
    # 2. Check the limits.
    before = m.workspace[NODES]
    m.workspace[NODES] += 1
    if before >= m.workspace[LIMIT] or ply >= MAX_DEPTH:
        return STOPPED
    # 3. Search the actions; one good action decides for its player.
    wanted = YES if mover == attacker else NO
    answer = 1 - wanted
    count = list_unanswered(s, m, attacker, ply)
    if count < 0:
        answer = wanted
    for i in range(count):
        action = next_best(m, ply, i, count)
        reply = prove(play(s, action), m, attacker, ply + 1)
        if reply == STOPPED:
            return STOPPED
        if reply == wanted:
            m.workspace[history_at(m, mover) + action] += 1
            answer = wanted
            break
    # 4. Store the answer.
    store_answer(m, first, second, answer, m.workspace[NODES] - before)
    return answer


ENTRY_POINTS = (prove,)
