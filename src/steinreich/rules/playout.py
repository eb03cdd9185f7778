"""Random games, counts of games and lists of actions for any game: generic rules.

Random numbers come from streams that are plain 64-bit values: a step of a linear
congruential generator, of which the upper half, mixed, is used (the PCG family,
XSH RS).  The same stream gives the same game in Python, on the CPU and on the GPU.
"""

from steinreich.rules.bits import ALL, U64, count, lowest, nth, rest, rule, seldom
from steinreich.rules.contract import (
    ONGOING,
    Candidates,
    State,
    candidates,
    legal,
    outcome,
    play,
    variety,
)

MULTIPLIER = U64(6364136223846793005)
INCREMENT = U64(1442695040888963407)
TRIES = 32  # rejected candidates before all are counted


@rule
def stream(seed: U64, index: int) -> U64:
    """The random stream of game number `index`: neighbours are unrelated (SplitMix64)."""
    x = seed + U64(index) * U64(0x9E3779B97F4A7C15) & ALL
    x = (x ^ x >> U64(30)) * U64(0xBF58476D1CE4E5B9) & ALL
    x = (x ^ x >> U64(27)) * U64(0x94D049BB133111EB) & ALL
    return x ^ x >> U64(31)


@rule
def advance(random: U64) -> U64:
    """The stream one step on."""
    return random * MULTIPLIER + INCREMENT & ALL


@rule
def below(random: U64, n: int) -> int:
    """A number under n drawn from the stream's present value; uniform to n parts in 2**32."""
    half = (random ^ random >> U64(22)) >> U64(22) + (random >> U64(61)) & U64(0xFFFFFFFF)
    return int(half * U64(n) >> U64(32))


@rule
def next_legal(s: State, c: Candidates, after: int) -> int:
    """The first legal action above `after`, or -1.  Start with -1 to see them all, ascending."""
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
                if legal(s, c, action):
                    return action
                way += 1
            cell, way = cell + 1, 0
    return -1


@rule
def legal_actions(s: State, out: list[int]) -> int:
    """Write all legal actions into `out`, ascending, and say how many they are.

    There is a place for each action number.  One beyond ends the list, and so that this is seen,
    it counts as if all numbers up to it were legal: more than there are places.
    """
    c = candidates(s)
    found = 0
    for half in range(2):
        cells = c.high if half else c.low
        while cells != U64(0):
            first = c.first + (lowest(cells) + 64 * half) * c.ways
            for action in range(first, first + c.ways):
                if legal(s, c, action):
                    if action >= len(out):
                        return action + 1
                    out[found] = action
                    found += 1
            cells = rest(cells)
    return found


@rule
def legal_varieties(s: State, out: list[int]) -> int:
    """The same, and what each number stands for: `action + len(out) * variety`."""
    found = legal_actions(s, out)
    for place in range(min(found, len(out))):
        out[place] += len(out) * variety(s, out[place])
    return found


@seldom
def pick_listed(s: State, c: Candidates, random: U64) -> tuple[int, U64]:
    """A uniformly random legal action by going through all of them: sure, but slow."""
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
    """One of the candidates, each with the same chance."""
    low = count(c.low)
    k = below(random, (low + count(c.high)) * c.ways)
    place = k // c.ways
    cell = nth(c.low, place) if place < low else 64 + nth(c.high, place - low)
    return c.first + cell * c.ways + k % c.ways


@rule
def pick(s: State, random: U64) -> tuple[int, U64]:
    """A uniformly random legal action, and the stream after drawing it."""
    c = candidates(s)
    for _ in range(TRIES):
        random = advance(random)
        action = draw(c, random)
        if legal(s, c, action):
            return action, random
    return pick_listed(s, c, random)


@rule
def picks(s: State, random: U64, times: int, drawn: list[int]) -> None:
    """Draw an action so many times and count each; there is a place for each action number."""
    for _ in range(times):
        action, random = pick(s, random)
        if 0 <= action < len(drawn):
            drawn[action] += 1


@rule
def playout(s: State, random: U64) -> tuple[int, int]:
    """Play at random to the end: the outcome and the number of actions."""
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
    """Random games from one state, one for each place of the two lists to fill."""
    for i in range(len(outcomes)):
        outcomes[i], lengths[i] = playout(s, stream(seed, first + i))


@seldom
def perft(s: State, depth: int) -> int:
    """The number of sequences of `depth` actions."""
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
