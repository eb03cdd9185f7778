"""Exact values of positions, as rules over arrays.

Each question has a yes-or-no answer: can the *attacker* force a win?  If neither player can, the
position is a draw.  Such a search needs no scores and no depth.  Answers are stored in a table that
threads share without locks: both words of an entry contain part of the position's key, so that an
entry written by two threads at once matches neither position.
"""

from typing import Any, NamedTuple

from steinreich.rules.bits import U64, noinline, rule
from steinreich.rules.contract import ONGOING, State, candidates, outcome, play, player
from steinreich.rules.playout import next_legal
from steinreich.search.knowledge import equivalence_key, may_win, move_order, prune, winning

NO, YES, OPEN, STOPPED = 0, 1, 2, 3  # answers
MAX_DEPTH = 128  # actions
# Indices in the notes: number of expanded positions, stop request (not 0), maximum number of
# positions, number of the game's actions, and the history counts; then the action lists
NODES, STOP, LIMIT, ACTIONS, HISTORY = range(5)
ACTION_BITS = 12  # of a listed action; the higher bits are its rank
MAX_HISTORY = 1 << 10
HARD, LATE = 0, 2  # columns of a table row: entry with the most work, most recent entry
WORK, NAME = U64(0xFE), U64(0xFFFF_FFFF_FFFF_FF00)  # masks for the second word of an entry
ASKED_FOR_THE_OTHER = U64(0x5555_5555_5555_5500)


class Memory(NamedTuple):
    """The memory of one thread.

    As few arrays as possible: at each recursive call, compiled code updates the reference count of
    every array argument.
    """

    notes: Any  # int64: NODES, STOP, LIMIT and ACTIONS, then the history and the lists of actions
    table: Any  # (rows, 4) uint64, shared: two entries of two words in each row;
    # the number of rows is a power of two


@rule
def history_at(m: Memory, who: int) -> int:
    """Return the index of the history counts of a player."""
    return int(HISTORY + who * m.notes[ACTIONS])


@rule
def list_at(m: Memory, ply: int) -> int:
    """Return the index of the list of open actions of a ply."""
    return int(HISTORY + (2 + ply) * m.notes[ACTIONS])


@rule
def answer_without_search(s: State, attacker: int) -> int:
    """Return the answer if it needs no search, else OPEN."""
    result = outcome(s)
    if result != ONGOING:
        return YES if result == attacker else NO
    if winning(s):
        return YES if player(s) == attacker else NO
    return OPEN if may_win(s, attacker) else NO


@rule
def look_up(m: Memory, first: U64, second: U64) -> int:
    """Return the answer in the table, or OPEN."""
    row = int(first & U64(len(m.table) - 1))
    for i in (HARD, LATE):
        word = m.table[row, i + 1]
        if m.table[row, i] == first and word & NAME == second & NAME:
            return int(word & U64(1))
    return OPEN


@rule
def remember(m: Memory, first: U64, second: U64, answer: int, nodes: int) -> None:
    """Store an answer: in the first entry of its row if it took at least as much work."""
    work = 0
    while nodes >> work > 0:
        work += 1
    row = int(first & U64(len(m.table) - 1))
    word = second & NAME | U64(work << 1) | U64(answer)
    if word & WORK >= m.table[row, HARD + 1] & WORK:
        m.table[row, LATE], m.table[row, LATE + 1] = m.table[row, HARD], m.table[row, HARD + 1]
        m.table[row, HARD], m.table[row, HARD + 1] = first, word
    else:
        m.table[row, LATE], m.table[row, LATE + 1] = first, word


@rule
def list_open(s: State, m: Memory, attacker: int, ply: int) -> int:
    """List the actions that need a search and return their number; -1 if one decides the answer.

    An invalid action number ends the list, so that nothing is written out of bounds.
    """
    c = prune(s, candidates(s))
    mover = player(s)
    wanted = YES if mover == attacker else NO
    history, first, most = history_at(m, mover), list_at(m, ply), m.notes[ACTIONS]
    found, action = 0, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < most:
            return found
        answer = answer_without_search(play(s, action), attacker)
        if answer == wanted:
            return -1
        if answer == OPEN:
            rank = move_order(s, action) * MAX_HISTORY + min(m.notes[history + action], MAX_HISTORY)
            m.notes[first + found] = rank << ACTION_BITS | action
            found += 1


@rule
def next_best(m: Memory, ply: int, i: int, found: int) -> int:
    """Return the action with the highest rank from index i on, after swapping it to index i."""
    first = list_at(m, ply)
    best, place = m.notes[first + i], first + i
    for k in range(first + i + 1, first + found):
        if m.notes[k] > best:
            best, place = m.notes[k], k
    m.notes[place] = m.notes[first + i]
    return int(best & (1 << ACTION_BITS) - 1)


@noinline
def prove(s: State, m: Memory, attacker: int, ply: int) -> int:
    """Return the answer for a position that needs a search."""
    # 1. Look up the position.
    mover = player(s)
    first, second = equivalence_key(s)
    if mover != attacker:
        second ^= ASKED_FOR_THE_OTHER
    answer = look_up(m, first, second)
    if answer != OPEN:
        return answer
    # 2. Check the limits.
    before = m.notes[NODES]
    m.notes[NODES] += 1
    if m.notes[STOP] != 0 or before >= m.notes[LIMIT] or ply >= MAX_DEPTH:
        return STOPPED
    # 3. Search the actions; one good action decides for its player.
    wanted = YES if mover == attacker else NO
    answer = 1 - wanted
    found = list_open(s, m, attacker, ply)
    if found < 0:
        answer = wanted
    for i in range(found):
        action = next_best(m, ply, i, found)
        reply = prove(play(s, action), m, attacker, ply + 1)
        if reply == STOPPED:
            return STOPPED
        if reply == wanted:
            m.notes[history_at(m, mover) + action] += 1
            answer = wanted
            break
    # 4. Store the answer.
    remember(m, first, second, answer, m.notes[NODES] - before)
    return answer
