"""Forced wins within a number of turns, as rules over arrays.

The question has a bound: does the *attacker* win whatever the others do, before so many turns are
over?  Turns of all players count, the one that is under way as well; a turn ends where another
player is to act, so whoever plays alone has one turn only, which lasts to the end of the game.

Unlike a search by proof numbers this one says how long a win takes, and it shows as surely that
there is none so short.  It is a plain search of all actions, with a table of what is known:
the fewest turns that were found to be enough and the most that were not.
"""

from typing import Any

from steinreich.rules.bits import U64, rule, seldom
from steinreich.rules.contract import ONGOING, State, candidates, key, outcome, play, player
from steinreich.rules.playout import next_legal
from steinreich.search.knowledge import move_order

NO, YES, OPEN, STOPPED = 0, 1, 2, 3  # answers
DEEPEST = 64  # actions ahead
MOST_TURNS = 255  # that fit into an answer in the table
# All memory is one array of int64: compiled code counts the users of every array that a function
# takes whenever it calls itself.
NODES, STOP, LIMIT, ACTIONS, ENTRIES = range(5)  # the first places: positions whose actions were
# listed, not 0 when the search has to end, how many positions there may be, how many actions the
# game has, and how many entries the table has (a power of two)
HISTORY = 8  # how often each action has answered a question, for the others and for the attacker;
# then the actions of each ply, and the table: the key of a position and what is known of it
ACTION_BITS = 12  # of a listed action; its rank stands above them
MOST_HISTORY = 1 << 10
APART = U64(0x9E3779B97F4A7C15)  # shifted, it sets the questions for different attackers apart
Notes = Any


@rule
def history_at(m: Notes, attacks: bool) -> int:
    """Where it is noted how often each action has answered the question."""
    return int(HISTORY + (m[ACTIONS] if attacks else 0))


@rule
def list_at(m: Notes, ply: int) -> int:
    """Where the open actions of a ply stand, each with its rank above it."""
    return int(HISTORY + (2 + ply) * m[ACTIONS])


@rule
def entry_at(m: Notes, position: U64) -> int:
    """Where the table has room for a position."""
    # Compiled, int() leaves a word unsigned; adding a plain number makes it one, too.
    return list_at(m, DEEPEST) + 2 * (0 + int(position & U64(m[ENTRIES] - 1)))


@rule
def recalled(m: Notes, position: U64, turns: int) -> int:
    """The answer, if the table knows it."""
    place = entry_at(m, position)
    if U64(m[place]) != position:
        return OPEN
    enough, too_few = m[place + 1] & MOST_TURNS, m[place + 1] >> 8
    if turns >= enough:
        return YES
    return NO if turns <= too_few else OPEN


@rule
def remember(m: Notes, position: U64, turns: int, answer: int) -> None:
    """Keep an answer, beside what is known of the same position."""
    place = entry_at(m, position)
    enough, too_few = MOST_TURNS, 0
    if U64(m[place]) == position:
        enough, too_few = m[place + 1] & MOST_TURNS, m[place + 1] >> 8
    if answer == YES:
        enough = min(enough, turns)
    else:
        too_few = max(too_few, turns)
    m[place] = int(position)
    m[place + 1] = enough | too_few << 8


@rule
def at_a_glance(s: State, attacker: int, turns: int) -> int:
    """The answer, if it needs no search."""
    result = outcome(s)
    if result != ONGOING:
        return YES if result == attacker else NO
    return OPEN if turns > 0 else NO


@rule
def turns_after(mover: int, after: State, turns: int) -> int:
    """How many turns are left after an action."""
    return turns - (1 if player(after) != mover else 0)


@rule
def list_open(s: State, m: Notes, attacker: int, turns: int, ply: int) -> int:
    """Write the actions that need a search; -1 if one answers the question at a glance.

    A number that is none of the game's ends the list: nothing is written beyond the memory.
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
        answer = at_a_glance(after, attacker, turns_after(mover, after, turns))
        if answer == wanted:
            return -1
        if answer == OPEN:
            rank = move_order(s, action) + min(m[history + action], MOST_HISTORY)
            m[first + found] = rank << ACTION_BITS | action
            found += 1


@rule
def next_best(m: Notes, ply: int, i: int, found: int) -> int:
    """Take the most promising of the actions from i on; the one in place i takes its place."""
    first = list_at(m, ply)
    best, place = m[first + i], first + i
    for k in range(first + i + 1, first + found):
        if m[k] > best:
            best, place = m[k], k
    m[place] = m[first + i]
    return int(best & (1 << ACTION_BITS) - 1)


@seldom
def force(s: State, m: Notes, attacker: int, turns: int, ply: int) -> int:
    """Whether the attacker wins in time from a position that is not clear at a glance."""
    # 1. What is remembered of the position.
    position = key(s) ^ APART >> U64(attacker)
    answer = recalled(m, position, turns)
    if answer != OPEN:
        return answer
    # 2. Where it has to end.
    if m[STOP] != 0 or m[NODES] >= m[LIMIT] or ply >= DEEPEST:
        return STOPPED
    m[NODES] += 1
    # 3. One good action answers the question for its player.
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
    # 4. Remember.
    remember(m, position, turns, answer)
    return answer


@rule
def sift(
    s: State, m: Notes, attacker: int, turns: int, wanted: int, ply: int, out: list[int]
) -> int:
    """Write the actions after which the answer is as wanted, and say how many they are.

    It ends where `out` is full; -1 where the search had to end.
    """
    c, mover = candidates(s), player(s)
    found, action = 0, -1
    while found < len(out):
        action = next_legal(s, c, action)
        if not 0 <= action < m[ACTIONS]:
            break
        after = play(s, action)
        left = turns_after(mover, after, turns)
        answer = at_a_glance(after, attacker, left)
        if answer == OPEN:
            answer = force(after, m, attacker, left, ply)
        if answer == STOPPED:
            return -1
        if answer == wanted:
            out[found] = action
            found += 1
    return found
