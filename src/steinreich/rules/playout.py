"""Random games, perft and lists of actions for any game: generic rules.

Random numbers come from streams that are plain 64-bit values: a step of a linear
congruential generator, of which the upper half, mixed, is used (the PCG family,
XSH RS).  The same stream gives the same game in Python, on the CPU and on the GPU.
"""

from steinreich.rules.bits import ALL, U64, count, lowest, noinline, nth, rest, rule
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
MAX_REJECTIONS = 32  # candidates that are rejected before all legal actions are listed


@rule
def stream(seed: U64, index: int) -> U64:
    """Return the random stream of a game by index: neighbouring streams are independent
    (SplitMix64)."""
    x = seed + U64(index) * U64(0x9E3779B97F4A7C15) & ALL
    x = (x ^ x >> U64(30)) * U64(0xBF58476D1CE4E5B9) & ALL
    x = (x ^ x >> U64(27)) * U64(0x94D049BB133111EB) & ALL
    return x ^ x >> U64(31)


@rule
def advance(random: U64) -> U64:
    """Return the next state of the stream."""
    return random * MULTIPLIER + INCREMENT & ALL


@rule
def below(random: U64, n: int) -> int:
    """Return a number under n from the current state of the stream; uniform to n parts in 2**32."""
    half = (random ^ random >> U64(22)) >> U64(22) + (random >> U64(61)) & U64(0xFFFFFFFF)
    return int(half * U64(n) >> U64(32))


@rule
def next_legal(s: State, c: Candidates, after: int) -> int:
    """Return the first legal action above `after`, or -1. Start with -1 to iterate in ascending
    order."""
    index = max(after + 1 - c.first, 0)
    cell, way = index // c.ways, index % c.ways
    while cell < 128:
        onward = (c.low if cell < 64 else c.high) >> U64(cell & 63)  # cells from this one on
        if onward == U64(0):
            cell, way = (cell | 63) + 1, 0
        elif onward & U64(1) == U64(0):
            cell, way = cell + lowest(onward), 0
        else:
            while way < c.ways:
                action = c.first + cell * c.ways + way
                if is_legal(s, c, action):
                    return action
                way += 1
            cell, way = cell + 1, 0
    return -1


@rule
def legal_actions(s: State, out: list[int]) -> int:
    """Write all legal actions into `out` in ascending order and return their number.

    `out` has an element for each action number. An action beyond ends the list and is returned plus
    one, which is more than `out` can hold, so that callers can detect it.
    """
    c = candidates(s)
    found = 0
    for half in range(2):
        cells = c.high if half else c.low
        while cells != U64(0):
            first = c.first + (lowest(cells) + 64 * half) * c.ways
            for action in range(first, first + c.ways):
                if is_legal(s, c, action):
                    if action >= len(out):
                        return action + 1
                    out[found] = action
                    found += 1
            cells = rest(cells)
    return found


@noinline
def pick_by_listing(s: State, c: Candidates, random: U64) -> tuple[int, U64]:
    """Return a uniformly random legal action by listing all of them: slow, but always
    successful."""
    chosen, found, action = -1, 0, -1
    while True:
        action = next_legal(s, c, action)
        if action < 0:
            return chosen, random
        random = advance(random)
        found += 1
        if below(random, found) == 0:  # each of n replaces the earlier choice with chance 1/n
            chosen = action


@rule
def draw(c: Candidates, random: U64) -> int:
    """Return a uniformly random candidate."""
    low = count(c.low)
    k = below(random, (low + count(c.high)) * c.ways)
    place = k // c.ways
    cell = nth(c.low, place) if place < low else 64 + nth(c.high, place - low)
    return c.first + cell * c.ways + k % c.ways


@rule
def pick(s: State, random: U64) -> tuple[int, U64]:
    """Return a uniformly random legal action, and the state of the stream afterwards."""
    c = candidates(s)
    for _ in range(MAX_REJECTIONS):
        random = advance(random)
        action = draw(c, random)
        if is_legal(s, c, action):
            return action, random
    return pick_by_listing(s, c, random)


@rule
def picks(s: State, random: U64, times: int, drawn: list[int]) -> None:
    """Draw an action `times` times and count each; `drawn` has an element for each action
    number."""
    for _ in range(times):
        action, random = pick(s, random)
        if 0 <= action < len(drawn):
            drawn[action] += 1


@rule
def playout(s: State, random: U64) -> tuple[int, int]:
    """Play a random game to its end and return the outcome and the number of actions."""
    length = 0
    result = outcome(s)
    while result == ONGOING:
        action, random = pick(s, random)
        s = play(s, action)
        length += 1
        result = outcome(s)
    return result, length


@rule
def playouts(s: State, seed: U64, first: int, outcomes: list[int], lengths: list[int]) -> None:
    """Play random games from a state, one for each element of the two output lists."""
    for i in range(len(outcomes)):
        outcomes[i], lengths[i] = playout(s, stream(seed, first + i))


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
