"""Alpha-beta search for games of one or two players, as rules over arrays.

Scores are for the player to move.  A win at ply p is worth WIN - p, so that the search prefers
the shorter one; anything beyond PROVEN is certain.  When the same player acts again within a
turn, the score is passed on as it is; only a change of player turns it round.
"""

from typing import Any, NamedTuple

from steinreich.core.bits import U64, rule, seldom
from steinreich.core.contract import (
    DRAW,
    ONGOING,
    State,
    candidates,
    key,
    outcome,
    play,
    player,
)
from steinreich.core.playout import next_legal
from steinreich.search.insight import evaluate, narrow, promise

WIN = 20_000
PROVEN = 15_000  # scores beyond this are certain
EXACT, AT_LEAST, AT_MOST = 0, 1, 2  # what a stored score means
DEEPEST = 128  # plies
NODES_BETWEEN_LOOKS = 2048  # at the stop sign
STOPPED = -1_000_000  # a score that means nothing

NODES, STOP = 0, 1  # places in `control`


class Memory(NamedTuple):
    """All that a search remembers."""

    moves: Any  # (DEEPEST + 1, ACTIONS) int64: the actions at each ply
    ranks: Any  # (DEEPEST + 1, ACTIONS) int64: how promising they are
    killers: Any  # (DEEPEST + 1,) int64: the last action that refuted a sister position
    history: Any  # (2, ACTIONS) int64: how often an action of a player refuted
    table: Any  # (entries, 2) uint64: the key of a position, and what is known of it, packed;
    # the number of entries is a power of two
    control: Any  # (3,) int64: nodes so far, whether to stop


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
def list_moves(s: State, m: Memory, ply: int, remembered: int) -> int:
    """Write the actions of a position, the remembered one first; says how many they are."""
    c = narrow(s, candidates(s))
    mover = player(s)
    found, action = 0, -1
    while True:
        action = next_legal(s, c, action)
        if action < 0:
            return found
        rank = m.history[mover, action] + (promise(s, action) << 20)
        if action == m.killers[ply]:
            rank += 1 << 40
        if action == remembered:
            rank += 1 << 50
        m.moves[ply, found] = action
        m.ranks[ply, found] = rank
        found += 1


@rule
def next_best(m: Memory, ply: int, i: int, found: int) -> int:
    """Bring the most promising of the actions from i on to place i."""
    best = i
    for k in range(i + 1, found):
        if m.ranks[ply, k] > m.ranks[ply, best]:
            best = k
    action = m.moves[ply, best]
    m.moves[ply, best], m.ranks[ply, best] = m.moves[ply, i], m.ranks[ply, i]
    m.moves[ply, i] = action
    return int(action)


class Fact(NamedTuple):
    """What is known of a position."""

    score: int
    depth: int
    meaning: int  # EXACT, AT_LEAST or AT_MOST
    best: int  # the best action


@rule
def packed(fact: Fact) -> U64:
    """A fact in one word: 16 bits for the score, 8 for depth and meaning, 32 for the action."""
    low = U64(fact.score + 32_768) | U64(fact.depth) << U64(16) | U64(fact.meaning) << U64(24)
    return low | U64(fact.best) << U64(32)


@rule
def unpacked(word: U64) -> Fact:
    """The fact in a word."""
    return Fact(
        int(word & U64(0xFFFF)) - 32_768,
        int(word >> U64(16) & U64(0xFF)),
        int(word >> U64(24) & U64(0xFF)),
        int(word >> U64(32)),
    )


@seldom
def search(s: State, m: Memory, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of a position, exact between alpha and beta."""
    # 1. The end of the game, of the depth, or of the time.
    m.control[NODES] += 1
    result = outcome(s)
    if result != ONGOING:
        return final_score(s, result, ply)
    if depth <= 0 or ply >= DEEPEST:
        return evaluate(s)
    if m.control[NODES] % NODES_BETWEEN_LOOKS == 0 and m.control[STOP] != 0:
        return STOPPED
    # 2. What is remembered of the position.
    position = key(s)
    place = int(position & U64(len(m.table) - 1))
    remembered = -1
    if m.table[place, 0] == position:
        known = unpacked(m.table[place, 1])
        remembered = known.best
        if known.depth >= depth:
            score = from_table(known.score, ply)
            if (
                known.meaning == EXACT
                or (known.meaning == AT_LEAST and score >= beta)
                or (known.meaning == AT_MOST and score <= alpha)
            ):
                return score
    # 3. The actions, the most promising first.
    found = list_moves(s, m, ply, remembered)
    mover = player(s)
    best, best_action, low = -WIN, -1, alpha
    for i in range(found):
        action = next_best(m, ply, i, found)
        after = play(s, action)
        if player(after) == mover:
            score = search(after, m, depth - 1, low, beta, ply + 1)
        else:
            score = -search(after, m, depth - 1, -beta, -low, ply + 1)
        if score == STOPPED or score == -STOPPED:
            return STOPPED
        if score > best:
            best, best_action = score, action
        if best > low:
            low = best
        # 4. A refutation: the opponent will not let it come to this.
        if low >= beta:
            m.killers[ply] = action
            m.history[mover, action] += depth * depth
            break
    # 5. Remember.
    meaning = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
    m.table[place, 0] = position
    m.table[place, 1] = packed(Fact(to_table(best, ply), depth, meaning, best_action))
    return best
