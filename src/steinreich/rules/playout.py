"""Random games, perft and lists of actions for any game: generic rules.

The state of a random stream is one 64-bit integer, called `random` here.  A step is that of a
linear congruential generator; the output is a permutation of its upper bits (PCG XSH RS).  The same
stream gives the same game in Python, in machine code and on the GPU.
"""

from steinreich.rules.arrays import Int8Array, Int32Array, Int64Array
from steinreich.rules.bits import ALL, U64, clear_lowest, count, lowest, noinline, nth, rule
from steinreich.rules.contract import (
    ONGOING,
    Candidates,
    State,
    candidates,
    is_legal,
    outcome,
    play,
)

MULTIPLIER = U64(6364136223846793005)
INCREMENT = U64(1442695040888963407)
MAX_REJECTIONS = 32  # illegal candidates drawn, after which all legal actions are listed


@rule
def make_stream(seed: U64, index: int) -> U64:
    """Return the random stream of game number `index` (SplitMix64: streams are independent)."""
    x = seed + U64(index) * U64(0x9E3779B97F4A7C15) & ALL
    x = (x ^ x >> U64(30)) * U64(0xBF58476D1CE4E5B9) & ALL
    x = (x ^ x >> U64(27)) * U64(0x94D049BB133111EB) & ALL
    return x ^ x >> U64(31)


@rule
def advance(random: U64) -> U64:
    """Return the next state of the stream."""
    return random * MULTIPLIER + INCREMENT & ALL


@rule
def random_below(random: U64, n: int) -> int:
    """Return a random number below n, by the state of a stream; its bias is at most n / 2**32."""
    half = (random ^ random >> U64(22)) >> U64(22) + (random >> U64(61)) & U64(0xFFFFFFFF)
    return int(half * U64(n) >> U64(32))


@rule
def next_legal(s: State, c: Candidates, after: int) -> int:
    """Return the smallest legal action greater than `after`, or -1.

    Start with `after = -1` to iterate over all legal actions in ascending order.
    """
    index = max(after + 1 - c.first, 0)
    cell, way = index // c.ways, index % c.ways
    while cell < 128:
        remaining = (c.low if cell < 64 else c.high) >> U64(cell & 63)  # from this cell on
        if remaining == U64(0):
            cell, way = (cell | 63) + 1, 0
        elif remaining & U64(1) == U64(0):
            cell, way = cell + lowest(remaining), 0
        else:
            while way < c.ways:
                action = c.first + cell * c.ways + way
                if is_legal(s, c, action):
                    return action
                way += 1
            cell, way = cell + 1, 0
    return -1


@rule
def legal_actions(s: State, out: Int64Array) -> int:
    """Write all legal actions into `out` in ascending order and return their number.

    `out` has an element for each action number. If a game has an action number beyond it, return
    that number plus one. This is more than the length of `out`, so callers can detect the error.
    """
    c = candidates(s)
    count = 0
    for half in range(2):
        cells = c.high if half else c.low
        while cells != U64(0):
            first = c.first + (lowest(cells) + 64 * half) * c.ways
            for action in range(first, first + c.ways):
                if is_legal(s, c, action):
                    if action >= len(out):
                        return action + 1
                    out[count] = action
                    count += 1
            cells = clear_lowest(cells)
    return count


@noinline
def pick_by_listing(s: State, c: Candidates, random: U64) -> tuple[int, U64]:
    """Return a uniformly random legal action and the next state of the stream.

    It lists all legal actions (reservoir sampling): slower than `pick_action`, but never fails.
    """
    chosen, num_legal, action = -1, 0, -1
    while True:
        action = next_legal(s, c, action)
        if action < 0:
            return chosen, random
        random = advance(random)
        num_legal += 1
        if random_below(random, num_legal) == 0:  # the n-th one is chosen with probability 1 / n
            chosen = action


@rule
def draw_candidate(c: Candidates, random: U64) -> int:
    """Return a uniformly random candidate."""
    num_low = count(c.low)
    number = random_below(random, (num_low + count(c.high)) * c.ways)
    n = number // c.ways
    cell = nth(c.low, n) if n < num_low else 64 + nth(c.high, n - num_low)
    return c.first + cell * c.ways + number % c.ways


@rule
def pick_action(s: State, random: U64) -> tuple[int, U64]:
    """Return a uniformly random legal action (rejection sampling) and the next state of the
    stream.
    """
    c = candidates(s)
    for _ in range(MAX_REJECTIONS):
        random = advance(random)
        action = draw_candidate(c, random)
        if is_legal(s, c, action):
            return action, random
    return pick_by_listing(s, c, random)


@rule
def count_picks(s: State, random: U64, times: int, counts: Int64Array) -> None:
    """Pick a random action `times` times, and count how often each action number was picked."""
    for _ in range(times):
        action, random = pick_action(s, random)
        if 0 <= action < len(counts):
            counts[action] += 1


@rule
def playout(s: State, random: U64) -> tuple[int, int]:
    """Play a random game to its end and return the outcome and the number of actions."""
    length = 0
    result = outcome(s)
    while result == ONGOING:
        action, random = pick_action(s, random)
        s = play(s, action)
        length += 1
        result = outcome(s)
    return result, length


@rule
def playouts(s: State, seed: U64, first: int, outcomes: Int8Array, lengths: Int32Array) -> None:
    """Play random games from a state, and write their results into the two output lists.

    `first` is the number of the first game, which determines its random stream.
    """
    for i in range(len(outcomes)):
        outcomes[i], lengths[i] = playout(s, make_stream(seed, first + i))


@noinline
def perft(s: State, depth: int) -> int:
    """Return the number of sequences of `depth` actions."""
    if depth == 0:
        return 1
    if outcome(s) != ONGOING:
        return 0
    c = candidates(s)
    total, action = 0, -1
    while True:
        action = next_legal(s, c, action)
        if action < 0:
            return total
        total += 1 if depth == 1 else perft(play(s, action), depth - 1)
