"""Who can force a win: a search for exact values, as rules over arrays.

One question is asked at a time, and its answer is yes or no: can the *attacker* force a win,
whatever the other player does?  A draw is when neither can.  Such a search needs no scores and no
depth.  It remembers answers in a table that threads share, without locks: both words of an answer
carry part of the position's name, so that one written by two threads at once fits neither.
"""

from typing import Any, NamedTuple

from steinreich.rules.bits import U64, rule, seldom
from steinreich.rules.contract import ONGOING, State, candidates, outcome, play, player
from steinreich.rules.playout import next_legal
from steinreich.search.knowledge import essence, may_win, move_order, prune, winning

NO, YES, OPEN, STOPPED = 0, 1, 2, 3  # answers
DEEPEST = 128  # actions
NODES, STOP, LIMIT, ACTIONS, HISTORY = range(5)  # places in the notes: positions whose actions were
# listed, not 0 when the search has to end, how many positions there may be, how many actions the
# game has, and how often each action of either player has answered a question; then the lists
ACTION_BITS = 12  # of a listed action; its rank stands above them
MOST_HISTORY = 1 << 10
HARD, LATE = 0, 2  # places in a row of the table
WORK, NAME = U64(0xFE), U64(0xFFFF_FFFF_FFFF_FF00)  # parts of an answer's second word
ASKED_FOR_THE_OTHER = U64(0x5555_5555_5555_5500)


class Memory(NamedTuple):
    """What one thread works with.

    As few arrays as can be: compiled code counts the users of each one whenever a function that
    takes it calls itself.
    """

    notes: Any  # int64: NODES, STOP, LIMIT and ACTIONS, then the history and the lists of actions
    table: Any  # (rows, 4) uint64, shared: two answers in a row, of two words each;
    # the number of rows is a power of two


@rule
def history_of(m: Memory, who: int) -> int:
    """Where it is noted how often each action of a player has answered the question."""
    return int(HISTORY + who * m.notes[ACTIONS])


@rule
def list_at(m: Memory, ply: int) -> int:
    """Where the open actions of a ply stand, each with its rank above it."""
    return int(HISTORY + (2 + ply) * m.notes[ACTIONS])


@rule
def at_a_glance(s: State, attacker: int) -> int:
    """The answer, if it needs no search."""
    result = outcome(s)
    if result != ONGOING:
        return YES if result == attacker else NO
    if winning(s):
        return YES if player(s) == attacker else NO
    return OPEN if may_win(s, attacker) else NO


@rule
def recalled(m: Memory, first: U64, second: U64) -> int:
    """The answer in the table."""
    row = int(first & U64(len(m.table) - 1))
    for i in (HARD, LATE):
        word = m.table[row, i + 1]
        if m.table[row, i] == first and word & NAME == second & NAME:
            return int(word & U64(1))
    return OPEN


@rule
def remember(m: Memory, first: U64, second: U64, answer: int, nodes: int) -> None:
    """Keep an answer: in the first place of its row if it was as much work as the one there."""
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
    """Write the actions that need a search; -1 if one answers the question at a glance.

    A number that is none of the game's ends the list: nothing is written beyond the memory.
    """
    c = prune(s, candidates(s))
    mover = player(s)
    wanted = YES if mover == attacker else NO
    history, first, most = history_of(m, mover), list_at(m, ply), m.notes[ACTIONS]
    found, action = 0, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < most:
            return found
        answer = at_a_glance(play(s, action), attacker)
        if answer == wanted:
            return -1
        if answer == OPEN:
            rank = move_order(s, action) * MOST_HISTORY + min(
                m.notes[history + action], MOST_HISTORY
            )
            m.notes[first + found] = rank << ACTION_BITS | action
            found += 1


@rule
def next_best(m: Memory, ply: int, i: int, found: int) -> int:
    """Take the most promising of the actions from i on; the one in place i takes its place."""
    first = list_at(m, ply)
    best, place = m.notes[first + i], first + i
    for k in range(first + i + 1, first + found):
        if m.notes[k] > best:
            best, place = m.notes[k], k
    m.notes[place] = m.notes[first + i]
    return int(best & (1 << ACTION_BITS) - 1)


@seldom
def prove(s: State, m: Memory, attacker: int, ply: int) -> int:
    """Whether the attacker can force a win from a position that is not clear at a glance."""
    # 1. What is remembered of the position.
    mover = player(s)
    first, second = essence(s)
    if mover != attacker:
        second ^= ASKED_FOR_THE_OTHER
    answer = recalled(m, first, second)
    if answer != OPEN:
        return answer
    # 2. Where it has to end.
    before = m.notes[NODES]
    m.notes[NODES] += 1
    if m.notes[STOP] != 0 or before >= m.notes[LIMIT] or ply >= DEEPEST:
        return STOPPED
    # 3. One good action answers the question for its player.
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
            m.notes[history_of(m, mover) + action] += 1
            answer = wanted
            break
    # 4. Remember.
    remember(m, first, second, answer, m.notes[NODES] - before)
    return answer
