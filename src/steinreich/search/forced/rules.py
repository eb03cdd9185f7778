"""Forced wins within a number of turns, as rules over arrays.

The question has a bound: does the *attacker* win by force within a number of turns?  Turns of all
players count, including the current one; a turn ends when another player is to move, so a game for
one player is a single turn.

Unlike proof-number search this one gives the length of a win, and proves that there is no shorter
one.  It is a plain depth-first search of all actions, with a table of the smallest number of turns
known to be enough and the largest known not to be.
"""

from typing import Any

from steinreich.rules.bits import U64, noinline, rule
from steinreich.rules.contract import ONGOING, State, candidates, key, outcome, play, player
from steinreich.rules.playout import next_legal
from steinreich.search.knowledge import move_order

NO, YES, OPEN, STOPPED = 0, 1, 2, 3  # answers
MAX_DEPTH = 64  # actions
MAX_TURNS = 255  # that fit into a table entry
# All memory is one array of int64: at each recursive call, compiled code updates the reference
# count of every array argument.
# Indices of the first elements: number of expanded positions, stop request (not 0), maximum number
# of positions, number of the game's actions, and number of table entries (a power of two)
NODES, STOP, LIMIT, ACTIONS, ENTRIES = range(5)
# Index of the history counts of each action, for the defenders and for the attacker; then follow
# the action lists of each ply, and the table: pairs of a position key and the packed bounds
HISTORY = 8
ACTION_BITS = 12  # of a listed action; the higher bits are its rank
MAX_HISTORY = 1 << 10
ATTACKER_SALT = U64(0x9E3779B97F4A7C15)  # distinguishes the keys for different attackers
Notes = Any


@rule
def history_at(m: Notes, attacks: bool) -> int:
    """Return the index of the history counts of the attacker or the defenders."""
    return int(HISTORY + (m[ACTIONS] if attacks else 0))


@rule
def list_at(m: Notes, ply: int) -> int:
    """Return the index of the list of open actions of a ply."""
    return int(HISTORY + (2 + ply) * m[ACTIONS])


@rule
def entry_at(m: Notes, position: U64) -> int:
    """Return the index of the table entry for a position."""
    # In compiled code int() keeps a word unsigned; adding a signed number makes it signed.
    return list_at(m, MAX_DEPTH) + 2 * (0 + int(position & U64(m[ENTRIES] - 1)))


@rule
def look_up(m: Notes, position: U64, turns: int) -> int:
    """Return the answer in the table, or OPEN."""
    place = entry_at(m, position)
    if U64(m[place]) != position:
        return OPEN
    enough, too_few = m[place + 1] & MAX_TURNS, m[place + 1] >> 8
    if turns >= enough:
        return YES
    return NO if turns <= too_few else OPEN


@rule
def remember(m: Notes, position: U64, turns: int, answer: int) -> None:
    """Store an answer, combined with earlier answers for the same position."""
    place = entry_at(m, position)
    enough, too_few = MAX_TURNS, 0
    if U64(m[place]) == position:
        enough, too_few = m[place + 1] & MAX_TURNS, m[place + 1] >> 8
    if answer == YES:
        enough = min(enough, turns)
    else:
        too_few = max(too_few, turns)
    m[place] = int(position)
    m[place + 1] = enough | too_few << 8


@rule
def answer_without_search(s: State, attacker: int, turns: int) -> int:
    """Return the answer if it needs no search, else OPEN."""
    result = outcome(s)
    if result != ONGOING:
        return YES if result == attacker else NO
    return OPEN if turns > 0 else NO


@rule
def turns_after(mover: int, after: State, turns: int) -> int:
    """Return the number of turns that are left after an action."""
    return turns - (1 if player(after) != mover else 0)


@rule
def list_open(s: State, m: Notes, attacker: int, turns: int, ply: int) -> int:
    """List the actions that need a search and return their number; -1 if one decides the answer.

    An invalid action number ends the list, so that nothing is written out of bounds.
    """
    c = candidates(s)
    mover = player(s)
    attacks = mover == attacker
    wanted = YES if attacks else NO
    history, first, most = history_at(m, attacks), list_at(m, ply), m[ACTIONS]
    found, action = 0, -1
    while True:
        action = next_legal(s, c, action)
        if not 0 <= action < most:
            return found
        after = play(s, action)
        answer = answer_without_search(after, attacker, turns_after(mover, after, turns))
        if answer == wanted:
            return -1
        if answer == OPEN:
            rank = move_order(s, action) + min(m[history + action], MAX_HISTORY)
            m[first + found] = rank << ACTION_BITS | action
            found += 1


@rule
def next_best(m: Notes, ply: int, i: int, found: int) -> int:
    """Return the action with the highest rank from index i on, after swapping it to index i."""
    first = list_at(m, ply)
    best, place = m[first + i], first + i
    for k in range(first + i + 1, first + found):
        if m[k] > best:
            best, place = m[k], k
    m[place] = m[first + i]
    return int(best & (1 << ACTION_BITS) - 1)


@noinline
def force(s: State, m: Notes, attacker: int, turns: int, ply: int) -> int:
    """Return the answer for a position that needs a search."""
    # 1. Look up the position.
    position = key(s) ^ ATTACKER_SALT >> U64(attacker)
    answer = look_up(m, position, turns)
    if answer != OPEN:
        return answer
    # 2. Check the limits.
    if m[STOP] != 0 or m[NODES] >= m[LIMIT] or ply >= MAX_DEPTH:
        return STOPPED
    m[NODES] += 1
    # 3. Search the actions; one good action decides for its player.
    mover = player(s)
    attacks = mover == attacker
    wanted = YES if attacks else NO
    answer = 1 - wanted
    found = list_open(s, m, attacker, turns, ply)
    if found < 0:
        answer = wanted
    for i in range(found):
        action = next_best(m, ply, i, found)
        after = play(s, action)
        reply = force(after, m, attacker, turns_after(mover, after, turns), ply + 1)
        if reply == STOPPED:
            return STOPPED
        if reply == wanted:
            m[history_at(m, attacks) + action] += 1
            answer = wanted
            break
    # 4. Store the answer.
    remember(m, position, turns, answer)
    return answer


@rule
def sift(
    s: State, m: Notes, attacker: int, turns: int, wanted: int, ply: int, out: list[int]
) -> int:
    """Write the actions after which the answer is as wanted, and return their number.

    Stop when `out` is full; return -1 if the search was stopped.
    """
    c, mover = candidates(s), player(s)
    found, action = 0, -1
    while found < len(out):
        action = next_legal(s, c, action)
        if not 0 <= action < m[ACTIONS]:
            break
        after = play(s, action)
        left = turns_after(mover, after, turns)
        answer = answer_without_search(after, attacker, left)
        if answer == OPEN:
            answer = force(after, m, attacker, left, ply)
        if answer == STOPPED:
            return -1
        if answer == wanted:
            out[found] = action
            found += 1
    return found
